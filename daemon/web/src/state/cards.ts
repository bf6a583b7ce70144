import type { Card } from "../protocol/values";

const rankNames: Record<string, string> = {
  "2": "two",
  "3": "three",
  "4": "four",
  "5": "five",
  "6": "six",
  "7": "seven",
  "8": "eight",
  "9": "nine",
  T: "ten",
  J: "jack",
  Q: "queen",
  K: "king",
  A: "ace",
};
const suitNames: Record<string, string> = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
const glyphs: Record<string, string> = { c: "♣", d: "♦", h: "♥", s: "♠" };

/** The rank as it stands on a card. */
export const rankOf = (card: Card): string => (card[0] === "T" ? "10" : (card[0] ?? "?"));

/** The letter of the suit. */
export const suitOf = (card: Card): string => card[1] ?? "?";

/** The sign of the suit. */
export const glyphOf = (card: Card): string => glyphs[suitOf(card)] ?? "?";

/** A rank in words. */
export const rankName = (rank: string): string => rankNames[rank] ?? rank;

/** The card in words, for screen readers. */
export const cardName = (card: Card): string =>
  `${rankNames[card[0] ?? ""] ?? card} of ${suitNames[suitOf(card)] ?? "?"}`;

/** Cards as text, rank and sign. */
export const cardText = (cards: readonly Card[]): string => cards.map((card) => rankOf(card) + glyphOf(card)).join(" ");
