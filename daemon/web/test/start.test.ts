import { describe, expect, test } from "vitest";
import { canStart } from "../src/state/seats";
import { message, online, run, frame, seat, table, view, you } from "./world";

const before = view({
  gameStatus: "SEATING",
  handPhase: "WAITING_FOR_PLAYERS",
  seats: [seat(0, { status: "JOINED_WAITING" }), seat(2, { status: "JOINED_WAITING" })],
});
const room = (change = {}) => table({ view: { ...before, ...change }, you: you({ actions: [] }) });

describe("Start is offered", () => {
  test("to the seated host with another player", () => expect(canStart(room(), true, 0, 1)).toBe(true));
  test("not to others", () => expect(canStart(room(), false, 0, 1)).toBe(false));
  test("not before its time", () => {
    expect(canStart(room(), true, 500, 499)).toBe(false);
    expect(canStart(room(), true, 500, 500)).toBe(true);
  });
  test.each(["SCHEDULED", "ACTIVE", "PAUSED", "COMPLETED"])("not in a game that is %s", (gameStatus) =>
    expect(canStart(room({ gameStatus }), true, 0, 1)).toBe(false),
  );
  test("not without chips", () =>
    expect(canStart(room({ seats: [seat(0, { stack: 0 }), seat(2)] }), true, 0, 1)).toBe(false));
  test("not alone", () => expect(canStart(room({ seats: [seat(0)] }), true, 0, 1)).toBe(false));
  test("not with somebody who sits out or has no chips", () => {
    expect(canStart(room({ seats: [seat(0), seat(2, { playerStatus: "SITTING_OUT" })] }), true, 0, 1)).toBe(false);
    expect(canStart(room({ seats: [seat(0), seat(2, { stack: 0 })] }), true, 0, 1)).toBe(false);
  });
  test("not during a hand", () => expect(canStart(room({ handPhase: "FLOP_BETTING" }), true, 0, 1)).toBe(false));
  test("not to a watcher", () => expect(canStart(table({ view: before, you: undefined }), true, 0, 1)).toBe(false));
});

describe("Start in flight", () => {
  const asked = run(online(), message(frame({ snapshot: true, state: before })), {
    kind: "sent",
    id: 9,
    command: { type: "GAME_START", gameId: "demo" },
  });
  test("stays so over OK", () => {
    expect(run(asked, message({ type: "OK", id: 9 })).starting).toEqual({ demo: 9 });
  });
  test("ends with the next state of the table", () => {
    expect(run(asked, message(frame({ previous: 10, version: 11, state: before }))).starting).toEqual({});
  });
  test("ends with a refusal, which is shown", () => {
    const refused = run(
      asked,
      message({ type: "ERROR", id: 9, code: "NOT_ENOUGH_PLAYERS", message: "Two are needed." }),
    );
    expect(refused.starting).toEqual({});
    expect(refused.notices.at(-1)).toMatchObject({ text: "Two are needed.", bad: true });
  });
});
