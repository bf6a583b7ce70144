import { describe, expect, test } from "vitest";
import { automation } from "../src/state/automation";
import { intentChoices, intentIsVoid } from "../src/state/intents";
import { frame, message, online, run, seat, view, you } from "./world";

const waiting = view({ toActSeatIndex: 2 });
const mine = (change = {}) => you({ actions: [], ...change });

describe("choices before the turn", () => {
  test("with a bet", () =>
    expect(intentChoices(waiting, mine())).toEqual([
      { intent: "FOLD" },
      { intent: "CALL", amount: 40 },
      { intent: "CALL_ANY" },
    ]));
  test("without one", () =>
    expect(intentChoices(waiting, mine({ callAmount: 0 })).map((one) => one.intent)).toEqual([
      "CHECK_FOLD",
      "CHECK",
      "CALL_ANY",
    ]));
  test("none on the own turn", () => expect(intentChoices(view(), you())).toEqual([]));
  test("none for who has folded", () =>
    expect(intentChoices(view({ toActSeatIndex: 2, seats: [seat(0, { status: "FOLDED" }), seat(2)] }), mine())).toEqual(
      [],
    ));
});

describe("an intent is void", () => {
  test("when the call has another price", () => {
    expect(intentIsVoid(waiting, mine({ intent: "CALL", intentAmount: 40 }))).toBe(false);
    expect(intentIsVoid(waiting, mine({ intent: "CALL", intentAmount: 20 }))).toBe(true);
  });
  test("when a check is no longer free", () => {
    expect(intentIsVoid(waiting, mine({ intent: "CHECK", callAmount: 0 }))).toBe(false);
    expect(intentIsVoid(waiting, mine({ intent: "CHECK" }))).toBe(true);
  });
  test("when a raise has become too small", () => {
    expect(intentIsVoid(waiting, mine({ intent: "RAISE", intentAmount: 80 }))).toBe(false);
    expect(intentIsVoid(waiting, mine({ intent: "RAISE", intentAmount: 60 }))).toBe(true);
  });
});

const seated = run(
  online(),
  message({ type: "SEAT", gameId: "demo", tableId: "demo-t1", seatIndex: 0 }),
  message(frame({ snapshot: true, state: waiting, you: mine() })),
);
const call = {
  type: "INTENT",
  tableId: "demo-t1",
  handNumber: 3,
  street: "FLOP_BETTING",
  intent: "CALL",
  amount: 40,
} as const;

test("OK says that an intent is kept, before any frame does", () => {
  const sent = run(seated, { kind: "sent", id: 5, command: call });
  expect(sent.tables["demo-t1"]?.you?.intent).toBeUndefined();
  expect(run(sent, message({ type: "OK", id: 5 })).tables["demo-t1"]?.you).toMatchObject({
    intent: "CALL",
    intentAmount: 40,
  });
});

test("a void intent is taken back by itself", () => {
  const happening = message(
    frame({
      previous: 10,
      version: 11,
      state: view({ toActSeatIndex: 2, currentBet: 90 }),
      you: mine({ intent: "CALL", intentAmount: 40, callAmount: 90 }),
    }),
  );
  const after = run(seated, happening);
  expect(automation(seated, after, { ...happening, at: 0, writing: false })).toEqual([
    { type: "INTENT", tableId: "demo-t1", handNumber: 3, street: "FLOP_BETTING", intent: "NONE" },
  ]);
});
