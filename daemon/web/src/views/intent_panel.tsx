import { useState } from "preact/hooks";
import type { TableView, You } from "../protocol/table";
import type { Intent } from "../protocol/values";
import { intentChoices, raiseBounds, type IntentChoice } from "../state/intents";
import { stepBet } from "../state/betting";
import { useApp } from "./app_context";
import type { Money } from "./money";

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
  money: Money;
}

/** What to do when the turn comes. The daemon keeps it, and drops it when it stops being what was meant. */
export function IntentPanel({ tableId, view, you, money }: IntentPanelProps) {
  const { send } = useApp();
  const bounds = raiseBounds(view, you);
  const [wanted, setWanted] = useState(0);
  const raiseTo = bounds ? Math.max(bounds.min, Math.min(bounds.max, wanted)) : 0;
  const kept = (choice: IntentChoice) =>
    you.intent === choice.intent && (choice.amount === undefined || choice.amount === you.intentAmount);
  const toggle = (choice: IntentChoice) => {
    const asked = kept(choice) ? { intent: "NONE" as const } : choice;
    send({ type: "INTENT", tableId, handNumber: view.handNumber, street: view.handPhase, ...asked });
  };
  const choices = intentChoices(view, you);
  if (choices.length === 0) return null;
  const raise: IntentChoice = { intent: "RAISE", amount: you.intent === "RAISE" ? you.intentAmount : raiseTo };
  const range = bounds && { action: "RAISE" as const, ...bounds };
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
        <div class="buttons intent-raise">
          <button
            type="button"
            class="notch"
            aria-label="Raise to less"
            onClick={() => setWanted(stepBet(raiseTo, -1, view.bigBlind, range))}
          >
            −
          </button>
          <button type="button" class="intent" aria-pressed={kept(raise)} onClick={() => toggle(raise)}>
            {view.currentBet > 0 ? "Raise to" : "Bet"} <b>{money(raise.amount ?? 0)}</b>
          </button>
          <button
            type="button"
            class="notch"
            aria-label="Raise to more"
            onClick={() => setWanted(stepBet(raiseTo, 1, view.bigBlind, range))}
          >
            +
          </button>
        </div>
      )}
    </div>
  );
}
