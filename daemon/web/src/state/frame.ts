import type { SeatView, TableState, TableView } from "../protocol/table";
import type { Table } from "./model";

/** What to do with a frame; "Versions, gaps, snapshots" of the protocol. */
export type Verdict = "drop" | "anew" | "follow" | "gap";

/** What to do with a frame, by what is known of its table. */
export function judge(table: Pick<Table, "epoch" | "at"> | undefined, frame: TableState): Verdict {
  const { epoch, at } = table ?? { epoch: -1, at: -1 };
  if (frame.epoch < epoch) return "drop";
  if (frame.snapshot) return "anew";
  // An unknown table has no version that a step could follow.
  if (!table) return "gap";
  if (frame.epoch > epoch) return "anew";
  if (frame.version <= at) return "drop";
  return frame.previous <= at ? "follow" : "gap";
}

function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => same((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]));
}

const kept = <T>(old: T | undefined, fresh: T): T => (old !== undefined && same(old, fresh) ? old : fresh);

/**
 * The new view with the old one's objects where nothing has changed: views compare by identity what to draw, and a
 * recorded hand costs memory for changes only.
 */
export function share(old: TableView | undefined, fresh: TableView): TableView {
  if (!old) return fresh;
  const known = new Map<number, SeatView>(old.seats.map((seat) => [seat.seatIndex, seat]));
  return {
    ...fresh,
    seats: fresh.seats.map((seat) => kept(known.get(seat.seatIndex), seat)),
    communityCards: kept(old.communityCards, fresh.communityCards),
    pots: kept(old.pots, fresh.pots),
  };
}
