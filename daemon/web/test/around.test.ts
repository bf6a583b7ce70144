import { expect, test } from "vitest";
import { nodeLink } from "../src/connection/device_link";
import { keeping, keptSessions } from "../src/effects/keeping";
import type { Keep } from "../src/connection/storage";
import type { HandRecord } from "../src/state/model";
import { handsKept, withOlder } from "../src/state/record";
import { stoppingOf } from "../src/state/seats";
import { turns } from "../src/views/live";
import { lobbyGame, message, online, run, table, view, you } from "./world";

const hand = (tableId: string, handNumber: number, net = 0): HandRecord => ({
  tableId,
  handNumber,
  steps: [],
  holeCards: [],
  net,
  result: [],
});

function memory(): Keep {
  const kept = new Map<string, string>();
  return { get: (name) => kept.get(name), set: (name, value) => void (value ? kept.set(name, value) : kept.delete(name)) };
}

test("hands that were kept come before those of this visit, and none twice", () => {
  const now = [hand("a", 3, 5)];
  const all = withOlder(now, [hand("a", 2), hand("a", 3), hand("b", 3)]);
  expect(all.map((one) => `${one.tableId}${one.handNumber}`)).toEqual(["a2", "b3", "a3"]);
  expect(all.at(-1)?.net).toBe(5);
  const many = Array.from({ length: 2 * handsKept }, (_, i) => hand("c", i));
  expect(withOlder(now, many)).toHaveLength(handsKept);
  expect(withOlder(now, many).at(-1)).toBe(now[0]);
});

test("the result of a session survives a reload, what was said does not", () => {
  const visit = memory();
  const before = online();
  const news = { chat: [{ id: 1, userId: "u", name: "Ann", text: "hi" }], unread: 1, hands: 2, net: -40, curve: [10, -40] };
  keeping(memory(), visit)(before, { ...before, news: { demo: news } }, { kind: "tick", at: 0, writing: false });
  expect(keptSessions(visit)).toEqual({ demo: { chat: [], unread: 0, hands: 2, net: -40, curve: [10, -40] } });
  visit.set("sessions", '{"demo":{"hands":"many"}}');
  expect(keptSessions(visit)).toEqual({});
  // Whoever becomes another player begins with none.
  keeping(memory(), visit)(before, { ...before, me: undefined }, { kind: "tick", at: 0, writing: false });
  expect(keptSessions(visit)).toEqual({});
});

test("every table that waits for the player is named, each turn once", () => {
  const tables = { a: table({ tableId: "a" }), b: table({ tableId: "b" }), c: table({ tableId: "c", you: you({ actions: [] }) }) };
  const waiting = turns({ ...online(), tables, open: ["a", "b", "c"] });
  expect(waiting.map((one) => one.tableId)).toEqual(["a", "b"]);
  expect(waiting[0]?.sentence).toMatch(/^Your turn at a\. 40 to call, pot /);
  expect(new Set(waiting.map((one) => one.turn)).size).toBe(2);
});

test("what is to come of a game is known from the list, or from a table that is to pause", () => {
  const state = { ...online(), games: [lobbyGame()] };
  expect(stoppingOf(state, "demo")).toBe("NO");
  const pausing = { ...state, tables: { t: table({ tableId: "t", view: view({ status: "PAUSE_AFTER_HAND" }) }) }, open: ["t"] };
  expect(stoppingOf(pausing, "demo")).toBe("TO_PAUSE");
  expect(stoppingOf({ ...pausing, games: [lobbyGame({ stopping: "TO_END" })] }, "demo")).toBe("TO_END");
});

test("who leaves is told the result of the session", () => {
  const state = {
    ...online(),
    news: { demo: { chat: [], unread: 0, hands: 3, net: 120, curve: [] } },
  };
  const me = state.me?.userId ?? "";
  const events = [{ type: "PlayerLeft" as const, userId: me, cashedOut: 1120 }];
  const after = run(state, message({ type: "GAME_EVENTS", gameId: "demo", events }));
  expect(after.notices.at(-1)?.text).toBe(
    "You left demo; 1,120 went to your balance. This session: +120 in 3 hands",
  );
});

test("the way to another node leads to the same page as the same player", () => {
  expect(nodeLink("ws://b:8080/ws", "/game/x", "t/1")).toBe("http://b:8080/game/x#token=t%2F1");
  expect(nodeLink("wss://[::1]:8443/ws", "/", "t")).toBe("https://[::1]:8443/#token=t");
  for (const url of ["javascript:alert(1)", "http://b/ws", "ws://b/other", "ws://b/ws?x"])
    expect(nodeLink(url, "/", "t")).toBeUndefined();
});
