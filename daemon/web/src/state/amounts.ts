import type { Chips } from "../protocol/values";

const grouped = new Intl.NumberFormat("en-US");
const decimal = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });
const fine = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });

/** An amount in chips. */
export const chips = (amount: Chips): string => grouped.format(amount);

/** So many hands, in words. */
export const handsOf = (count: number): string => `${count} ${count === 1 ? "hand" : "hands"}`;

/** An amount as the player likes to see it: chips, or big blinds to one decimal. */
export function formatAmount(amount: Chips, bigBlind: Chips, inBigBlinds: boolean): string {
  if (!inBigBlinds || bigBlind <= 0) return chips(amount);
  return `${decimal.format(amount / bigBlind)} BB`;
}

/** An amount that is about to be sent: in big blinds as exactly as two decimals go, and the chips where they do not. */
export function formatExact(amount: Chips, bigBlind: Chips, inBigBlinds: boolean): string {
  if (!inBigBlinds || bigBlind <= 0) return chips(amount);
  const exact = (amount * 100) % bigBlind === 0;
  return `${fine.format(amount / bigBlind)} BB${exact ? "" : ` (${chips(amount)})`}`;
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

const grouping = /^\d{1,3}(([.,])\d{3})(\2\d{3})*$/;
const fraction = /^(\d+|\d{1,3}(,\d{3})+|\d{1,3}(\.\d{3})+)([.,]\d*)?$/;

/**
 * The number in what was typed, where a comma or a point may group digits by three or begin a fraction, as the player is
 * used to; none where it could be either.
 */
function parseNumber(text: string, whole: boolean): number | undefined {
  const plain = text.replace(/[\s'’]|BB/gi, "");
  const groups = grouping.exec(plain);
  // What is shown has commas between groups; of big blinds, "1.500" may be one and a half or fifteen hundred.
  if (groups) return whole || groups[2] === "," || groups[3] ? Number(plain.replace(/[.,]/g, "")) : undefined;
  if (whole) return /^\d+$/.test(plain) ? Number(plain) : undefined;
  const parts = fraction.exec(plain);
  if (!parts?.[1]) return undefined;
  return Number(`${parts[1].replace(/[.,]/g, "")}.${parts[4]?.slice(1) || "0"}`);
}

/** Chips of what was typed, in chips or in big blinds; none for what cannot be read. */
export function parseAmount(text: string, bigBlind: Chips, inBigBlinds: boolean): Chips | undefined {
  const number = parseNumber(text, !inBigBlinds);
  const value = number === undefined ? undefined : Math.round(number * (inBigBlinds ? bigBlind : 1));
  return value !== undefined && Number.isSafeInteger(value) ? value : undefined;
}
