import type { Chips } from "../protocol/values";

const grouped = new Intl.NumberFormat("en-US");
const decimal = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });

/** An amount in chips. */
export const chips = (amount: Chips): string => grouped.format(amount);

/** An amount as the player likes to see it: chips, or big blinds to one decimal. */
export function formatAmount(amount: Chips, bigBlind: Chips, inBigBlinds: boolean): string {
  if (!inBigBlinds || bigBlind <= 0) return chips(amount);
  return `${decimal.format(amount / bigBlind)} BB`;
}

const short = new Intl.NumberFormat("en-US", { notation: "compact", maximumSignificantDigits: 3 });
const longest = 1_000_000;
const longestInBigBlinds = 10_000;

/** An amount for where there is little room: what is longer than six digits is rounded to three. */
export function shortAmount(amount: Chips, bigBlind: Chips, inBigBlinds: boolean, from = longest): string {
  if (!inBigBlinds || bigBlind <= 0) return amount < from ? chips(amount) : short.format(amount);
  const big = amount / bigBlind;
  if (big >= longestInBigBlinds) return `${short.format(big)} BB`;
  return `${big < 1_000 ? decimal.format(big) : grouped.format(Math.round(big))} BB`;
}

/** An amount with its sign, as in the result of a session. */
export function formatNet(amount: Chips, bigBlind: Chips, inBigBlinds: boolean): string {
  const text = formatAmount(Math.abs(amount), bigBlind, inBigBlinds);
  return amount > 0 ? `+${text}` : amount < 0 ? `−${text}` : text;
}

/** Chips of what was typed: digits, grouping and a fraction of big blinds; none for anything else. */
export function parseAmount(text: string, bigBlind: Chips, inBigBlinds: boolean): Chips | undefined {
  const plain = text.replace(/[\s,']|BB/gi, "");
  if (!/^\d+(\.\d*)?$/.test(plain)) return undefined;
  const value = Math.round(Number(plain) * (inBigBlinds ? bigBlind : 1));
  return Number.isSafeInteger(value) ? value : undefined;
}
