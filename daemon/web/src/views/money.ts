import type { Chips } from "../protocol/values";
import { formatAmount } from "../state/amounts";

/** Writes an amount as the player likes to see it. */
export type Money = (amount: Chips) => string;

const writers = new Map<string, Money>();

/** The writer for a table; the same one each time, so that views can compare it. */
export function money(bigBlind: Chips, inBigBlinds: boolean): Money {
  const key = inBigBlinds ? String(bigBlind) : "";
  const known = writers.get(key);
  if (known) return known;
  const writer = (amount: Chips) => formatAmount(amount, bigBlind, inBigBlinds);
  writers.set(key, writer);
  return writer;
}
