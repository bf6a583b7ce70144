import type { Chips } from "../protocol/values";
import { formatAmount, shortAmount } from "../state/amounts";

/** Writes an amount as the player likes to see it. */
export interface Money {
  (amount: Chips): string;
  /** The same for where there is little room; rounded from a million, or from `from`, on. */
  short(amount: Chips, from?: Chips): string;
}

const writers = new Map<string, Money>();

/** The writer for a table; the same one each time, so that views can compare it. */
export function money(bigBlind: Chips, inBigBlinds: boolean): Money {
  const key = inBigBlinds ? String(bigBlind) : "";
  const known = writers.get(key);
  if (known) return known;
  const writer: Money = Object.assign((amount: Chips) => formatAmount(amount, bigBlind, inBigBlinds), {
    short: (amount: Chips, from?: Chips) => shortAmount(amount, bigBlind, inBigBlinds, from),
  });
  writers.set(key, writer);
  return writer;
}
