import { describe, expect, test } from "vitest";
import { formatAmount, formatExact, formatNet, parseAmount } from "../src/state/amounts";
import { cardName, cardText } from "../src/state/cards";
import { describe as tell } from "../src/state/describe";
import { defaults, parsePreferences } from "../src/state/preferences";
import { parseRoute, routePath } from "../src/state/route";
import { defaultTerms, settingsOf } from "../src/state/terms";
import { decode } from "../src/protocol/codec";
import { chips } from "../src/state/amounts";
import { seatName } from "../src/state/seats";
import { seat, view } from "./world";

test("amounts", () => {
  expect(formatAmount(12500, 10, false)).toBe("12,500");
  expect(formatAmount(125, 10, true)).toBe("12.5 BB");
  expect(formatNet(-50, 10, false)).toBe("−50");
  expect(parseAmount("1,250", 10, false)).toBe(1250);
  expect(parseAmount("2.5", 10, true)).toBe(25);
  expect(parseAmount("-5", 10, false)).toBeUndefined();
  expect(formatExact(75, 10, true)).toBe("7.5 BB");
  expect(formatExact(1001, 300, true)).toBe("3.34 BB (1,001)");
  expect(parseAmount("1e9", 10, false)).toBeUndefined();
});

test("a comma or a point is what the player is used to", () => {
  for (const text of ["7,5", "7.5", "7,50 BB"]) expect(parseAmount(text, 10, true)).toBe(75);
  for (const text of ["1,000", "1,000.0", "1.000,0", "1 000"]) expect(parseAmount(text, 10, true)).toBe(10_000);
  for (const text of ["1.000", "1,000", "1'000", "1000"]) expect(parseAmount(text, 10, false)).toBe(1000);
  expect(parseAmount("1.000.000", 10, false)).toBe(1_000_000);
  // Fifteen hundred, or one and a half.
  expect(parseAmount("1.500", 10, true)).toBeUndefined();
  for (const text of ["7.5", "1,00", "1,000.000", "1.000,5", ".", ""]) expect(parseAmount(text, 10, false)).toBeUndefined();
});

test("a name turns no text around", () => {
  const said = decode(JSON.stringify({ v: 1, type: "CHAT", gameId: "g", userId: "u", name: "\u202EAnn", text: "a\u2066b" }));
  expect(said).toMatchObject({ name: "Ann", text: "ab" });
  expect(seatName(view({ seats: [seat(1, { displayName: "דנה" })] }), 1)).toBe("\u2068דנה\u2069");
});

test("cards in signs and words", () => {
  expect(cardText(["Td", "As"])).toBe("10♦ A♠");
  expect(cardName("Qh")).toBe("queen of hearts");
});

describe("sentences", () => {
  test("an all-in call", () =>
    expect(
      tell({ type: "PlayerActed", seatPosition: 2, action: "CALL", amount: 90, added: 50, allIn: true }, view(), chips)[0]
        ?.text,
    ).toBe("Player 2 calls 50 and is all-in"));
  test("who won which pot, and with what", () => {
    const share = (potId: number, amount: number, contested: boolean) => ({
      potId,
      amount,
      rake: 0,
      contested,
      category: contested ? ("FLUSH" as const) : undefined,
      winners: [{ seatPosition: 2, share: amount }],
    });
    const event = {
      type: "ShowdownResult" as const,
      potResults: [share(1, 40, false), share(0, 100, true)],
      winners: [{ seatPosition: 2, wonAmount: 140, shown: true }],
    };
    expect(tell(event, view(), chips).map((line) => line.text)).toEqual([
      "Player 2 wins 100 from the main pot and 40 from side pot 1 with a flush",
    ]);
  });
  test("an event of a later version says nothing", () =>
    expect(tell({ type: "SeatPainted" } as never, view(), chips)).toEqual([]));
});

test("routes lead there and back", () => {
  for (const route of [
    { page: "lobby" },
    { page: "game", gameId: "a b/c" },
    { page: "table", tableId: "x-t1" },
  ] as const)
    expect(parseRoute(routePath(route))).toEqual(route);
  expect(parseRoute("/game/%E0%A4%A")).toEqual({ page: "lobby" });
});

test("stored preferences are read as far as they fit", () => {
  expect(parsePreferences(null)).toEqual(defaults);
  expect(parsePreferences("nonsense")).toEqual(defaults);
  const read = parsePreferences('{"sound":false,"muted":"all","keys":{"fold":"x"},"other":1}');
  expect(read).toMatchObject({ sound: false, muted: [], keys: { fold: "x", call: "c" } });
});

test("the terms of a game become settings", () => {
  const settings = settingsOf({ ...defaultTerms("Ann B."), bigBlind: 20, doubleRaise: true });
  expect(settings).toMatchObject({
    gameId: "ann-b-game",
    minBuyIn: 800,
    maxBuyIn: 2000,
    minRaise: "DOUBLE",
    actionTime: 20000,
  });
  expect(settings).not.toHaveProperty("startTime");
  expect(settings).not.toHaveProperty("label");
});
