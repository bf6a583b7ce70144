import { useRef, useState } from "preact/hooks";
import type { TableView, You } from "../protocol/table";
import type { Intent } from "../protocol/values";
import { intentChoices, raiseBounds, type IntentChoice } from "../state/intents";
import { clampBet, presets } from "../state/betting";
import type { Preferences } from "../state/preferences";
import { useApp } from "./app_context";
import { BetControl } from "./bet_control";
import { formatExact } from "../state/amounts";

const names: Record<Intent, string> = {
  NONE: "",
  FOLD: "Fold",
  CHECK: "Check",
  CHECK_FOLD: "Check / fold",
  CALL: "Call",
  CALL_ANY: "Call any",
  RAISE: "Raise to",
};

interface IntentPanelProps {
  tableId: string;
  view: TableView;
  you: You;
  preferences: Preferences;
}

/** What to do when the turn comes. The daemon keeps it, and drops it when it stops being what was meant. */
export function IntentPanel({ tableId, view, you, preferences }: IntentPanelProps) {
  const { send } = useApp();
  const bounds = raiseBounds(view, you);
  const [wanted, setWanted] = useState(0);
  const [sizing, setSizing] = useState(false);
  const taken = useRef<number>();
  const money = (amount: number) => formatExact(amount, view.bigBlind, preferences.bigBlinds);
  const range = bounds && { action: view.currentBet > 0 ? ("RAISE" as const) : ("BET" as const), ...bounds };
  const raiseTo = range ? clampBet(wanted, range) : 0;
  const kept = (choice: IntentChoice) =>
    you.intent === choice.intent && (choice.amount === undefined || choice.amount === you.intentAmount);
  const tell = (asked: IntentChoice) =>
    send({ type: "INTENT", tableId, handNumber: view.handNumber, street: view.handPhase, ...asked });
  const toggle = (choice: IntentChoice) => {
    taken.current = undefined;
    tell(kept(choice) ? { intent: "NONE" } : choice);
  };
  // Another size is another intent: the one that is kept must not be carried out under it.
  const choose = (amount: number) => {
    setWanted(amount);
    if (you.intent !== "RAISE" || taken.current === you.intentAmount) return;
    taken.current = you.intentAmount;
    tell({ intent: "NONE" });
  };
  const choices = intentChoices(view, you);
  if (choices.length === 0) return null;
  const raise: IntentChoice = { intent: "RAISE", amount: you.intent === "RAISE" && wanted === 0 ? you.intentAmount : raiseTo };
  return (
    <div class="intents" role="group" aria-label="When your turn comes">
      <div class="buttons">
        {choices.map((choice) => (
          <button
            key={choice.intent}
            type="button"
            class="intent"
            aria-pressed={kept(choice)}
            onClick={() => toggle(choice)}
          >
            {names[choice.intent]}
            {choice.amount !== undefined && <b> {money(choice.amount)}</b>}
          </button>
        ))}
      </div>
      {range && (
        <>
          {sizing && (
            <BetControl
              range={range}
              sizes={presets(view, you, range)}
              amount={raiseTo}
              bigBlind={view.bigBlind}
              inBigBlinds={preferences.bigBlinds}
              choose={choose}
              submit={() => !kept(raise) && toggle(raise)}
            />
          )}
          <div class="buttons intent-raise">
            <button type="button" class="intent" aria-pressed={kept(raise)} onClick={() => toggle(raise)}>
              {range.action === "RAISE" ? "Raise to" : "Bet or raise to"} <b>{money(raise.amount ?? 0)}</b>
            </button>
            <button
              type="button"
              class="notch"
              aria-label="Size of the raise"
              aria-expanded={sizing}
              onClick={() => setSizing(!sizing)}
            >
              {sizing ? "−" : "+"}
            </button>
          </div>
        </>
      )}
    </div>
  );
}
