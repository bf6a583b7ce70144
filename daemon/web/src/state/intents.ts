import type { Chips, HandPhase, Intent } from "../protocol/values";
import type { TableView, You } from "../protocol/table";
import { seatOf } from "./seats";

/** What can be chosen before the turn comes. */
export interface IntentChoice {
  intent: Intent;
  amount?: Chips;
}

const bettingPhases: readonly HandPhase[] = ["PRE_FLOP_BETTING", "FLOP_BETTING", "TURN_BETTING", "RIVER_BETTING"];

/** The least total that a raise can be, as far as it can be known before the turn; none without chips for one. */
export function raiseBounds(view: TableView, you: You): { min: Chips; max: Chips } | undefined {
  const seat = seatOf(view, you.seatIndex);
  if (!seat) return undefined;
  const max = seat.stack + seat.streetBet;
  const min = view.currentBet + Math.max(view.minRaise, 1);
  return max > view.currentBet ? { min: Math.min(min, max), max } : undefined;
}

/** The choices for a turn that is still to come; empty when none will come on this street. */
export function intentChoices(view: TableView, you: You): IntentChoice[] {
  const seat = seatOf(view, you.seatIndex);
  const waits = seat?.status === "ACTIVE" && you.callAmount !== undefined && bettingPhases.includes(view.handPhase);
  if (!waits || you.actions.length > 0 || view.toActSeatIndex === undefined || view.toActSeatIndex === you.seatIndex)
    return [];
  if (you.callAmount === 0) return [{ intent: "CHECK_FOLD" }, { intent: "CHECK" }, { intent: "CALL_ANY" }];
  return [{ intent: "FOLD" }, { intent: "CALL", amount: you.callAmount }, { intent: "CALL_ANY" }];
}

/** Whether a kept intent is no longer what was meant: the price has changed. */
export function intentIsVoid(view: TableView, you: You): boolean {
  switch (you.intent) {
    case "CHECK":
      return (you.callAmount ?? 0) > 0;
    case "CALL":
      return you.callAmount !== you.intentAmount;
    case "RAISE": {
      const bounds = raiseBounds(view, you);
      return !bounds || (you.intentAmount ?? 0) < bounds.min;
    }
    default:
      return false;
  }
}
