import type { Card, HandCategory } from "../protocol/values";
import type { TableView } from "../protocol/table";
import { rankName } from "./cards";

/** The best five of some cards. */
export interface HandValue {
  category: HandCategory;
  /** Ranks from 2 to 14, what counts most first: those of pairs before kickers. */
  ranks: number[];
  cards: Card[];
}

const order = "23456789TJQKA";
const categories: readonly HandCategory[] = [
  "HIGH_CARD",
  "ONE_PAIR",
  "TWO_PAIR",
  "THREE_OF_A_KIND",
  "STRAIGHT",
  "FLUSH",
  "FULL_HOUSE",
  "FOUR_OF_A_KIND",
  "STRAIGHT_FLUSH",
  "ROYAL_FLUSH",
];

const rankOf = (card: Card): number => order.indexOf(card[0] ?? "") + 2;

function ofFive(cards: Card[]): HandValue {
  const count = new Map<number, number>();
  for (const card of cards) count.set(rankOf(card), (count.get(rankOf(card)) ?? 0) + 1);
  const groups = [...count].sort(([a, many], [b, more]) => more - many || b - a);
  let ranks = groups.map(([rank]) => rank);
  const shape = groups.map(([, many]) => many).join("");
  const flush = new Set(cards.map((card) => card[1])).size === 1;
  const wheel = ranks.join() === "14,5,4,3,2";
  const straight = ranks.length === 5 && (wheel || ranks[0]! - ranks[4]! === 4);
  if (wheel) ranks = [5, 4, 3, 2, 1];
  const category: HandCategory =
    straight && flush
      ? ranks[0] === 14
        ? "ROYAL_FLUSH"
        : "STRAIGHT_FLUSH"
      : shape === "41"
        ? "FOUR_OF_A_KIND"
        : shape === "32"
          ? "FULL_HOUSE"
          : flush
            ? "FLUSH"
            : straight
              ? "STRAIGHT"
              : shape === "311"
                ? "THREE_OF_A_KIND"
                : shape === "221"
                  ? "TWO_PAIR"
                  : shape === "2111"
                    ? "ONE_PAIR"
                    : "HIGH_CARD";
  return { category, ranks, cards };
}

function better(a: HandValue, b: HandValue): boolean {
  const difference = categories.indexOf(a.category) - categories.indexOf(b.category);
  if (difference !== 0) return difference > 0;
  const i = a.ranks.findIndex((rank, place) => rank !== b.ranks[place]);
  return i >= 0 && a.ranks[i]! > b.ranks[i]!;
}

function* fives(cards: readonly Card[], from = 0, chosen: Card[] = []): Generator<Card[]> {
  if (chosen.length === 5) yield chosen;
  else for (let i = from; i < cards.length; ++i) yield* fives(cards, i + 1, [...chosen, cards[i]!]);
}

/** The best five of these cards, for showing; none of fewer. The daemon alone says who wins. */
export function bestHand(cards: readonly Card[]): HandValue | undefined {
  let best: HandValue | undefined;
  for (const five of fives(cards)) {
    const value = ofFive(five);
    if (!best || better(value, best)) best = value;
  }
  return best;
}

const name = (rank: number | undefined): string => rankName(rank === 1 ? "A" : (order[(rank ?? 0) - 2] ?? ""));
const several = (rank: number | undefined): string => (rank === 6 ? "sixes" : `${name(rank)}s`);

/** A hand in words: "two pair, aces and fours". */
export function handWords({ category, ranks: [first, second] }: HandValue): string {
  switch (category) {
    case "HIGH_CARD":
      return `${name(first)} high`;
    case "ONE_PAIR":
      return `a pair of ${several(first)}`;
    case "TWO_PAIR":
      return `two pair, ${several(first)} and ${several(second)}`;
    case "THREE_OF_A_KIND":
      return `three of a kind, ${several(first)}`;
    case "STRAIGHT":
      return `a straight, ${name(first)} high`;
    case "FLUSH":
      return `a flush, ${name(first)} high`;
    case "FULL_HOUSE":
      return `a full house, ${several(first)} full of ${several(second)}`;
    case "FOUR_OF_A_KIND":
      return `four of a kind, ${several(first)}`;
    case "STRAIGHT_FLUSH":
      return `a straight flush, ${name(first)} high`;
    case "ROYAL_FLUSH":
      return "a royal flush";
  }
}

const none: ReadonlySet<Card> = new Set();

/** The cards of the hands that won a showdown; none without one. The viewer's own cards count where they won. */
export function winningCards(view: TableView, ownSeat?: number, ownCards?: readonly Card[]): ReadonlySet<Card> {
  const live = view.seats.filter((seat) => seat.status === "ACTIVE" || seat.status === "ALL_IN");
  if (view.handPhase !== "HAND_COMPLETE" || live.length < 2) return none;
  const winners = view.seats.filter((seat) => seat.won);
  return new Set(
    winners.flatMap(({ seatIndex, shownCards }) => {
      const cards = shownCards ?? (seatIndex === ownSeat ? ownCards : undefined);
      return cards ? (bestHand([...cards, ...view.communityCards])?.cards ?? []) : [];
    }),
  );
}
