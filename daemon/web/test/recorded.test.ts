import { expect, test } from "vitest";
import { handsKept } from "../src/state/record";
import { message, online, recorded, run } from "./world";

const played = run(online(), ...recorded().map(message));
const table = played.tables["demo-t2"];

test("the state is what the last frame said", () => {
  const last = recorded()
    .filter((one) => one.type === "TABLE_STATE")
    .at(-1);
  expect(table?.view).toEqual(last?.type === "TABLE_STATE" && last.state);
  expect(table).toMatchObject({ gap: false, at: 431 });
  expect(played.balance).toBe(9085);
});

test("the own hand is kept, with what it brought; those of others are not", () => {
  expect(played.hands.map((hand) => hand.handNumber)).toEqual([30]);
  for (const hand of played.hands) {
    expect(hand.holeCards).toHaveLength(2);
    expect(hand.steps[0]?.text).toContain(`Hand ${hand.handNumber}`);
    expect(hand.steps.at(-1)?.view.handPhase).toBe("HAND_COMPLETE");
    expect(hand.result.join()).toContain("wins");
  }
});

test("the session adds up to what the stack says", () => {
  const news = played.news["demo"];
  expect(news?.hands).toBe(1);
  expect(news?.net).toBe(played.hands.reduce((sum, hand) => sum + (hand.net ?? 0), 0));
  const bought = 10_000 - 9_085;
  const own = table?.view?.seats.find((seat) => seat.seatIndex === table.you?.seatIndex);
  expect(bought + (news?.net ?? 0)).toBe(own?.stack);
});

test("the log tells the story in order", () => {
  const texts = table?.lines.map((line) => line.text) ?? [];
  const start = texts.findLastIndex((text) => text.startsWith("Hand "));
  expect(texts[start + 1]).toContain("posts the small blind");
  expect(texts[start + 3]).toMatch(/^You have /);
  expect(texts.at(-1)).toContain("wins");
});

test("the same frames again change nothing", () => {
  const again = run(
    played,
    ...recorded()
      .filter((one) => one.type === "TABLE_STATE" && !one.snapshot)
      .map(message),
  );
  expect(again.tables["demo-t2"]).toBe(table);
  expect(again.news).toBe(played.news);
});

test("thousands of hands do not grow the state", () => {
  const frames = recorded().filter((one) => one.type === "TABLE_STATE" && !one.snapshot && one.version > 417);
  let state = played;
  for (let round = 1; round <= 400; ++round)
    for (const one of frames) {
      if (one.type !== "TABLE_STATE") continue;
      const shift = round * 14;
      const handNumber = one.state.handNumber + round;
      const events = one.events.map((event) => ("handNumber" in event ? { ...event, handNumber } : event));
      state = run(
        state,
        message({
          ...one,
          events,
          version: one.version + shift,
          previous: one.previous + shift,
          state: { ...one.state, handNumber },
        }),
      );
    }
  expect(state.news["demo"]?.hands).toBe(401);
  expect(state.hands).toHaveLength(handsKept);
  expect(state.tables["demo-t2"]?.lines).toHaveLength(200);
});

test("an action that was lost with the connection can be given again", () => {
  const act = {
    kind: "sent",
    id: 7,
    command: { type: "ACT", tableId: "demo-t2", handNumber: 30, turn: table!.view!.turn, action: "FOLD" },
  } as const;
  const sent = run(played, act, { kind: "link", link: { phase: "connecting" } });
  const soon = run(sent, { kind: "link", link: { phase: "online" } });
  expect(soon.tables["demo-t2"]?.actedTurn).toBe(table!.view!.turn);
  const late = run({ ...sent, now: sent.now + 60_000 }, { kind: "link", link: { phase: "online" } });
  expect(late.tables["demo-t2"]?.actedTurn).toBeUndefined();
});
