import { useEffect, useRef, useState } from "preact/hooks";
import { onTableKey } from "../effects/hotkeys";
import type { TableView, You } from "../protocol/table";
import type { Action } from "../protocol/values";
import { formatExact } from "../state/amounts";
import { bareAllIn, betRange, clampBet, presets, stay, stepBet } from "../state/betting";
import type { KeyAction, Preferences } from "../state/preferences";
import { useApp } from "./app_context";
import { BetControl } from "./bet_control";

interface ActPanelProps {
  tableId: string;
  view: TableView;
  you: You;
  preferences: Preferences;
  /** Whether keys act here: only at the table in front. */
  front: boolean;
}

/** What is legal at the player's turn, and nothing else. */
export function ActPanel({ tableId, view, you, preferences, front }: ActPanelProps) {
  const { send } = useApp();
  const range = betRange(you);
  const [chosen, setChosen] = useState(range?.min ?? 0);
  const write = (size: number) => formatExact(size, view.bigBlind, preferences.bigBlinds);
  // A new frame of the same turn may have other bounds.
  const amount = range ? clampBet(chosen, range) : 0;
  const act = (action: Action, size?: number) =>
    send({
      type: "ACT",
      tableId,
      handNumber: view.handNumber,
      turn: view.turn,
      action,
      ...(size === undefined ? {} : { amount: size }),
    });
  const staying = stay(view, you);
  const raise = () => range && act(range.action, amount);
  const sizes = range ? presets(view, you, range) : [];

  const pressed = (key: KeyAction): boolean => {
    if (key === "fold" && you.actions.includes("FOLD")) return (act("FOLD"), true);
    if (key === "call" && staying) return (act(staying.action), true);
    if (!range) return false;
    if (key === "raise") return (raise(), true);
    if (key === "more" || key === "less")
      return (setChosen(stepBet(amount, key === "more" ? 1 : -1, view.bigBlind, range)), true);
    const size = sizes.find((one) => one.name === key);
    if (size) setChosen(size.amount);
    return !!size;
  };
  const latest = useRef(pressed);
  latest.current = pressed;
  useEffect(() => (front ? onTableKey((key) => latest.current(key)) : undefined), [front]);

  const group = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // What had the focus here may be gone; the next Tab then leads to the first choice, and nothing is pressed by itself.
    if (front && document.activeElement === document.body) group.current?.focus({ preventScroll: true });
  }, []);

  const hint = (key: KeyAction) => (preferences.hotkeys && front ? <kbd>{preferences.keys[key]}</kbd> : null);
  const allIn = range && amount === range.max ? " · all-in" : "";
  return (
    <div class="actions" role="group" aria-label="Your turn" ref={group} tabIndex={-1}>
      {range && (
        <BetControl
          range={range}
          sizes={sizes}
          amount={amount}
          bigBlind={view.bigBlind}
          inBigBlinds={preferences.bigBlinds}
          choose={setChosen}
          submit={raise}
        />
      )}
      <div class="buttons">
        {you.actions.includes("FOLD") && (
          <button type="button" class="act fold" onClick={() => act("FOLD")}>
            Fold{hint("fold")}
          </button>
        )}
        {staying && (
          <button type="button" class="act stay" onClick={() => act(staying.action)}>
            {staying.action === "CHECK" ? "Check" : "Call"}
            {hint("call")}
            {staying.action === "CALL" && (
              <b>
                {write(staying.amount)}
                {staying.allIn ? " · all-in" : ""}
              </b>
            )}
          </button>
        )}
        {range && (
          <button type="button" class="act raise" onClick={raise}>
            {range.action === "BET" ? "Bet" : "Raise to"}
            {hint("raise")}
            <b>
              {write(amount)}
              {allIn}
            </b>
          </button>
        )}
        {bareAllIn(view, you) && (
          <button type="button" class="act raise" onClick={() => act("ALL_IN")}>
            All-in
          </button>
        )}
      </div>
    </div>
  );
}
