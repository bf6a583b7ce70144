import type { HandCategory } from "../protocol/values";
import type { TableEvent } from "../protocol/events";
import type { TableView } from "../protocol/table";
import { cardText } from "./cards";
import { bestHand, handWords } from "./hand_value";
import { seatName, seatOf } from "./seats";
import type { Line } from "./model";

const forcedNames: Record<string, string> = {
  ANTE: "the ante",
  SMALL_BLIND: "the small blind",
  BIG_BLIND: "the big blind",
  STRADDLE: "a straddle",
  POST: "a blind to play",
  MISSED_BLIND: "a missed blind",
};
const streetNames: Record<string, string> = { FLOP: "Flop", TURN: "Turn", RIVER: "River" };
const categoryNames: Record<HandCategory, string> = {
  HIGH_CARD: "high card",
  ONE_PAIR: "one pair",
  TWO_PAIR: "two pair",
  THREE_OF_A_KIND: "three of a kind",
  STRAIGHT: "a straight",
  FLUSH: "a flush",
  FULL_HOUSE: "a full house",
  FOUR_OF_A_KIND: "four of a kind",
  STRAIGHT_FLUSH: "a straight flush",
  ROYAL_FLUSH: "a royal flush",
};

/** Writes an amount of chips. */
type Write = (amount: number) => string;
type Sentence = Pick<Line, "text" | "tone">;
type Of<T extends TableEvent["type"]> = Extract<TableEvent, { type: T }>;

function acted(event: Of<"PlayerActed">, name: string, chips: Write): string {
  const allIn = event.allIn ? " and is all-in" : "";
  switch (event.action) {
    case "FOLD":
      return `${name} folds`;
    case "CHECK":
      return `${name} checks`;
    case "CALL":
      return `${name} calls ${chips(event.added)}${allIn}`;
    case "BET":
      return `${name} bets ${chips(event.amount)}${allIn}`;
    default:
      return `${name} raises to ${chips(event.amount)}${allIn}`;
  }
}

/** A winner's hand as fully as the cards that lie open say it. */
function winningHand(view: TableView, seatIndex: number, category: HandCategory): string {
  const best = bestHand([...(seatOf(view, seatIndex)?.shownCards ?? []), ...view.communityCards]);
  if (best?.category === category) return handWords(best);
  return categoryNames[category] ?? "the best hand";
}

/** Who won which pot, in sentences. */
export function winSentences(event: TableEvent, view: TableView, chips: Write): string[] {
  if (event.type === "PotsWonUncontested")
    return [`${seatName(view, event.seatPosition)} wins ${chips(event.amount - event.rake)}`];
  if (event.type !== "ShowdownResult") return [];
  const winners = new Map<number, { shares: string[]; hand: string }>();
  // The daemon settles the last side pot first; what counts most is said first.
  for (const { potId, contested, category, winners: of } of [...event.potResults].sort((a, b) => a.potId - b.potId)) {
    const which = event.potResults.length === 1 ? "" : potId === 0 ? " from the main pot" : ` from side pot ${potId}`;
    for (const { seatPosition, share } of of) {
      const winner = winners.get(seatPosition) ?? { shares: [], hand: "" };
      winner.shares.push(`${chips(share)}${which}`);
      if (contested && category) winner.hand = ` with ${winningHand(view, seatPosition, category)}`;
      winners.set(seatPosition, winner);
    }
  }
  return [...winners].map(
    ([seatPosition, { shares, hand }]) => `${seatName(view, seatPosition)} wins ${shares.join(" and ")}${hand}`,
  );
}

/** What an event says to people; nothing for those that the table shows anyway. */
export function describe(event: TableEvent, view: TableView, chips: Write): Sentence[] {
  const name = "seatPosition" in event ? seatName(view, event.seatPosition) : "";
  const say = (text: string, tone: Line["tone"] = "info"): Sentence[] => [{ text, tone }];
  switch (event.type) {
    case "HandStarted":
      return say(`Hand ${event.handNumber}`, "deal");
    case "ForcedBetPosted":
      return say(`${name} posts ${forcedNames[event.kind] ?? "a blind"}, ${chips(event.amount)}`, "act");
    case "HoleCardsDealt":
      return say(`You have ${cardText(event.cards)}`, "deal");
    case "CommunityCardsDealt":
      return say(`${streetNames[event.phase] ?? "Board"}: ${cardText(event.cards)}`, "deal");
    case "PlayerActed":
      return say(acted(event, name, chips), "act");
    case "PlayerTimedOut":
      return say(`${name} ran out of time`);
    case "TimeBankStarted":
      return say(`${name} uses the time bank`);
    case "UncalledBetReturned":
      return say(`${chips(event.amount)} go back to ${name}`);
    case "CardsShown":
      return say(`${name} shows ${cardText(event.cards)}`, "deal");
    case "HandMucked":
      return say(`${name} mucks`);
    case "ShowdownResult":
    case "PotsWonUncontested":
      return winSentences(event, view, chips).map((text) => ({ text, tone: "win" as const }));
    case "HandRefunded":
      return say("The hand is called off; every chip goes back");
    case "TableStatusChanged":
      if (event.newStatus === "PLAYING") return say("The table plays");
      return say(event.newStatus === "PAUSED" ? "The table is paused" : "The table pauses after this hand");
    case "SeatChanged":
      return event.userId ? [] : say(`Seat ${event.seatPosition + 1} is free`);
    case "PlayerBuyIn":
      return say(`${name} brings ${chips(event.amount)}${event.pending ? " after this hand" : ""}`);
    default:
      return [];
  }
}
