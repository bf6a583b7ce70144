import type { TableEvent } from "../protocol/events";
import type { SeatView, TableView } from "../protocol/table";
import type { Card, HandPhase, Street } from "../protocol/values";

/** A part of a frame: the table as it stood then, and what had happened. */
export interface Stage {
  view: TableView;
  events: readonly TableEvent[];
}

const streets: Partial<Record<HandPhase, Street>> = { FLOP: "FLOP", TURN: "TURN", RIVER: "RIVER" };

/** A seat before its pots came to it. */
function unpaid({ won, shownCards, ...seat }: SeatView, shown: ReadonlySet<number>): SeatView {
  const open = shownCards && shown.has(seat.seatIndex);
  return { ...seat, stack: seat.stack - (won ?? 0), ...(open ? { shownCards } : {}) };
}

/**
 * What came in one frame when nobody could bet any more, street by street: how the betting ended, then each street that
 * was dealt. What is left, the showdown, is the frame itself. None for every other frame.
 */
export function runOut(before: TableView | undefined, after: TableView, events: readonly TableEvent[]): Stage[] {
  const dealt = events.flatMap((event, i) => (event.type === "CommunityCardsDealt" ? [i] : []));
  const showdown = events.findIndex((event) => event.type === "ShowdownResult");
  if (!before || before.handNumber !== after.handNumber || dealt.length === 0 || showdown < dealt.at(-1)!) return [];
  const shown = new Set(before.seats.filter((seat) => seat.shownCards).map((seat) => seat.seatIndex));
  let board: Card[] = before.communityCards;
  let pots = before.pots;
  let { handPhase, street } = before;
  let from = 0;
  return [...dealt.slice(0, 1), ...dealt.map((index) => index + 1)].map((end): Stage => {
    const part = events.slice(from, end);
    from = end;
    for (const event of part) {
      if (event.type === "CardsShown") shown.add(event.seatPosition);
      if (event.type === "BettingRoundComplete")
        pots = event.pots.map(({ amount, eligible }, potId) => ({ potId, amount, eligibleSeatIndices: eligible }));
      if (event.type !== "CommunityCardsDealt") continue;
      board = [...board, ...event.cards];
      handPhase = event.phase;
      street = streets[event.phase] ?? street;
    }
    const potTotal = pots.reduce((sum, pot) => sum + pot.amount, 0);
    const seats = after.seats.map((seat) => unpaid(seat, shown));
    return { view: { ...after, handPhase, street, communityCards: board, pots, potTotal, seats }, events: part };
  });
}
