import type { SeatView } from "../protocol/table";
import type { Action } from "../protocol/values";
import type { Money } from "./money";

const actionNames: Record<Action, string> = {
  NONE: "",
  FOLD: "Fold",
  CHECK: "Check",
  CALL: "Call",
  BET: "Bet",
  RAISE: "Raise",
  ALL_IN: "All-in",
};

/** How it stands with a seat, in a word or two: what matters most comes first. */
export function seatLabel(seat: SeatView, seating: boolean, money?: Money): { text: string; tone: string } {
  if (seat.status === "RESERVED") return { text: "Coming", tone: "quiet" };
  if (seat.status === "ALL_IN") return { text: "All-in", tone: "hot" };
  if (seat.status === "FOLDED") return { text: "Fold", tone: "quiet" };
  if (!seat.connected) return { text: "Offline", tone: "warn" };
  if (seat.playerStatus === "LEAVING" || seat.playerStatus === "OUT") return { text: "Leaving", tone: "quiet" };
  if (seat.lastAction && seat.lastAction !== "NONE" && seat.status === "ACTIVE")
    return { text: actionNames[seat.lastAction] ?? "", tone: "act" };
  if (seat.pending && money) return { text: `+${money.short(seat.pending)}`, tone: "pending" };
  if (seat.playerStatus === "SITTING_OUT") return { text: "Sitting out", tone: "quiet" };
  if (seat.playerStatus === "BUYING_IN") return { text: "Buying in", tone: "quiet" };
  if (seat.posts) return { text: "Posts", tone: "quiet" };
  if (seat.mustPostBlind) return { text: "Waits for BB", tone: "quiet" };
  if (seat.status === "JOINED_WAITING") return { text: seating ? "Ready" : "Next hand", tone: "quiet" };
  return { text: "", tone: "" };
}

/** The seat in a sentence, for screen readers. */
export function seatSentence(
  seat: SeatView,
  name: string,
  marks: string[],
  money: (amount: number) => string,
  toAct: boolean,
  seating: boolean,
): string {
  const label = seatLabel(seat, seating).text;
  const parts = [name, `stack ${money(seat.stack)}`, ...marks];
  if (label) parts.push(label);
  if (seat.streetBet > 0) parts.push(`bet ${money(seat.streetBet)}`);
  if (seat.pending) parts.push(`${money(seat.pending)} more to come`);
  if (seat.won) parts.push(`won ${money(seat.won)}`);
  if (toAct) parts.push("to act");
  return parts.join(", ");
}
