import { describe, expect, test } from "vitest";
import { bareAllIn, betRange, potBet, presets, stay, stepBet } from "../src/state/betting";
import { seat, view, you } from "./world";

const range = { action: "RAISE" as const, min: 80, max: 1000 };

describe("sizes", () => {
  test("a fraction of the pot counts the call", () => {
    // 40 + f * (70 + 40)
    expect(potBet(1, view(), you(), range)).toBe(150);
    expect(potBet(1 / 2, view(), you(), range)).toBe(95);
  });
  test("are cut to what is legal", () => {
    expect(potBet(1 / 4, view(), you(), range)).toBe(80);
    expect(potBet(20, view(), you(), range)).toBe(1000);
  });
  test("without a bet they are parts of the pot", () => {
    const open = you({ actions: ["CHECK", "BET"], callAmount: 0, minBet: 10 });
    const sizes = presets(view({ currentBet: 0 }), open, { action: "BET", min: 10, max: 1000 });
    expect(sizes.map((size) => size.amount)).toEqual([10, 35, 53, 70, 1000]);
  });
  test("steps meet multiples of the big blind and stay inside", () => {
    expect(stepBet(85, 1, 10, range)).toBe(90);
    expect(stepBet(85, -1, 10, range)).toBe(80);
    expect(stepBet(995, 1, 10, range)).toBe(1000);
    expect(stepBet(80, -5, 10, range)).toBe(80);
  });
});

describe("what is offered", () => {
  test("a raise has the bounds of the frame", () => expect(betRange(you())).toEqual(range));
  test("no raise where none is legal", () => expect(betRange(you({ actions: ["FOLD", "CALL"] }))).toBeUndefined());
  test("a call of the whole stack says so, and ALL_IN is not offered beside it", () => {
    const short = view({ seats: [seat(0, { stack: 40 })] });
    const asked = you({ actions: ["FOLD", "CALL", "ALL_IN"] });
    expect(stay(short, asked)).toEqual({ action: "CALL", amount: 40, allIn: true });
    expect(bareAllIn(short, asked)).toBe(false);
  });
  test("ALL_IN stands alone where it is neither call nor size", () => {
    expect(bareAllIn(view(), you({ actions: ["FOLD", "CALL", "ALL_IN"] }))).toBe(true);
    expect(bareAllIn(view(), you())).toBe(false);
  });
});
