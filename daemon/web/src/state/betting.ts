import type { Action, Chips } from "../protocol/values";
import type { TableView, You } from "../protocol/table";

/** What a bet or raise may be, as totals of the street. */
export interface BetRange {
  action: "BET" | "RAISE";
  min: Chips;
  max: Chips;
}

/** The sizes one may bet or raise to now; none when neither is legal. */
export function betRange(you: You): BetRange | undefined {
  const action = you.actions.includes("RAISE") ? "RAISE" : you.actions.includes("BET") ? "BET" : undefined;
  if (!action || you.minBet === undefined || you.maxBet === undefined) return undefined;
  return { action, min: Math.min(you.minBet, you.maxBet), max: you.maxBet };
}

/** The nearest legal size. */
export const clampBet = (amount: Chips, range: BetRange): Chips =>
  Math.max(range.min, Math.min(range.max, Math.round(amount)));

/** The total to bet or raise to for a fraction of the pot, the call included; cut to what is legal. */
export function potBet(fraction: number, view: TableView, you: You, range: BetRange): Chips {
  return clampBet(view.currentBet + fraction * (view.potTotal + (you.callAmount ?? 0)), range);
}

export type PresetName = "min" | "half" | "threeQuarters" | "pot" | "allIn";

/** A size at one press. */
export interface Preset {
  name: PresetName;
  label: string;
  amount: Chips;
}

/** The sizes at one press. */
export function presets(view: TableView, you: You, range: BetRange): Preset[] {
  return [
    { name: "min", label: "Min", amount: range.min },
    { name: "half", label: "½", amount: potBet(1 / 2, view, you, range) },
    { name: "threeQuarters", label: "¾", amount: potBet(3 / 4, view, you, range) },
    { name: "pot", label: "Pot", amount: potBet(1, view, you, range) },
    { name: "allIn", label: "All-in", amount: range.max },
  ];
}

/** One notch of the wheel or an arrow: a big blind, meeting its multiples; the ends are met exactly. */
export function stepBet(amount: Chips, notches: number, bigBlind: Chips, range: BetRange): Chips {
  const unit = Math.max(1, bigBlind);
  const base = notches > 0 ? Math.floor(amount / unit) : Math.ceil(amount / unit);
  return clampBet((base + notches) * unit, range);
}

/** The button that stays in the hand without raising. */
export interface Stay {
  action: Action;
  amount: Chips;
  allIn: boolean;
}

/** Check, call, or all-in where that is how to call. */
export function stay(view: TableView, you: You): Stay | undefined {
  if (you.actions.includes("CHECK")) return { action: "CHECK", amount: 0, allIn: false };
  const amount = you.callAmount ?? 0;
  const stack = view.seats.find((seat) => seat.seatIndex === you.seatIndex)?.stack ?? 0;
  if (you.actions.includes("CALL")) return { action: "CALL", amount, allIn: amount >= stack };
  return undefined;
}

/** Whether to offer ALL_IN by itself: it is no size of the slider and not the call. */
export function bareAllIn(view: TableView, you: You): boolean {
  return you.actions.includes("ALL_IN") && !betRange(you) && !stay(view, you)?.allIn;
}
