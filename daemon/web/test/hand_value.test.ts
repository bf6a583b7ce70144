import { expect, test } from "vitest";
import { bestHand, handWords, winningCards } from "../src/state/hand_value";
import { seat, view } from "./world";

const words = (cards: string) => {
  const best = bestHand(cards.split(" "));
  return best && handWords(best);
};

test.each([
  ["As Kd 9h 7c 5s 3d 2h", "ace high"],
  ["6s 6d 9h 7c Ks 3d 2h", "a pair of sixes"],
  ["As Ad 4h 4c 2s 2d Kh", "two pair, aces and fours"],
  ["7s 7d 7h Kc 5s 3d 2h", "three of a kind, sevens"],
  ["As 2d 3h 4c 5s Kd Kh", "a straight, five high"],
  ["As Kd Qh Jc Ts 9d 2h", "a straight, ace high"],
  ["Ks 9s 7s 4s 2s Kd Kh", "a flush, king high"],
  ["4s 4d 4h Ac As 2d 2h", "a full house, fours full of aces"],
  ["4s 4d 4h Ac As Ad 2h", "a full house, aces full of fours"],
  ["Qs Qd Qh Qc 5s 3d 2h", "four of a kind, queens"],
  ["9s 8s 7s 6s 5s 4s Ah", "a straight flush, nine high"],
  ["As Ks Qs Js Ts 2d 2h", "a royal flush"],
  ["As Ks", undefined],
])("%s is %s", (cards, said) => expect(words(cards)).toBe(said));

test("the best five are told, and among equals the higher kicker", () => {
  expect(bestHand("As Ad 4h 4c 2s 2d Kh".split(" "))?.cards.sort()).toEqual(["4c", "4h", "Ad", "As", "Kh"]);
  expect(bestHand("As Ad Kh Qc 9s 8d 2h".split(" "))?.ranks).toEqual([14, 13, 12, 9]);
});

test("winning cards are those of a showdown, the own ones too", () => {
  const table = view({
    handPhase: "HAND_COMPLETE",
    communityCards: ["7h", "Td", "2c", "Ks", "4d"],
    seats: [seat(0, { won: 50 }), seat(2, { won: 50, shownCards: ["Kh", "3c"] }), seat(4, { shownCards: ["Qh", "Qc"] })],
  });
  const cards = winningCards(table, 0, ["Kd", "3s"]);
  expect([...cards].sort()).toEqual(["4d", "7h", "Kd", "Kh", "Ks", "Td"]);
  expect(winningCards({ ...table, handPhase: "RIVER_BETTING" }).size).toBe(0);
  const alone = table.seats.map((one) => (one.won ? one : { ...one, status: "FOLDED" as const }));
  expect(winningCards({ ...table, seats: alone.slice(1) }).size).toBe(0);
});
