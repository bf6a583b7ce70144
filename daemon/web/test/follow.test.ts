import { describe, expect, test } from "vitest";
import { reduce } from "../src/state/reduce";
import type { State } from "../src/state/model";
import { frame, message, online, run, view, you } from "./world";

const idle = { you: you({ actions: [] }), state: view({ toActSeatIndex: 2 }) };
const open = (state: State, tableId: string, change = {}) =>
  run(state, message(frame({ snapshot: true, tableId, ...change })));
const looksAtOne = run(open(open(online(), "demo-t1", idle), "demo-t2", idle), {
  kind: "route",
  route: { page: "table", tableId: "demo-t1" },
});
const turnAtTwo = message(frame({ tableId: "demo-t2", previous: 10, version: 11, state: view({ turn: 22 }) }));
const shown = (state: State) => state.route.page === "table" && state.route.tableId;

describe("the table to act at", () => {
  test("comes to the front", () => expect(shown(run(looksAtOne, turnAtTwo))).toBe("demo-t2"));
  test("waits for a turn at the table in front", () => {
    const both = run(looksAtOne, message(frame({ previous: 10, version: 11 })), turnAtTwo);
    expect(shown(both)).toBe("demo-t1");
    const acted = { type: "ACT", tableId: "demo-t1", handNumber: 3, turn: 21, action: "FOLD" } as const;
    expect(shown(run(both, { kind: "sent", id: 5, command: acted }))).toBe("demo-t2");
  });
  test("takes nothing from under hands that write", () => {
    expect(shown(reduce(looksAtOne, { ...turnAtTwo, at: 0, writing: true }))).toBe("demo-t1");
  });
  test("stays where it is when the player wants it so", () => {
    expect(shown(run(looksAtOne, { kind: "preferences", change: { follow: false } }, turnAtTwo))).toBe("demo-t1");
  });
  test("does not call away from the lobby", () => {
    expect(run(looksAtOne, { kind: "route", route: { page: "lobby" } }, turnAtTwo).route).toEqual({ page: "lobby" });
  });
});
