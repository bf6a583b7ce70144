import type { State, Table } from "../state/model";
import { canAct } from "../state/seats";
import { cardName } from "../state/cards";
import { useApp } from "./app_context";
import { money } from "./money";

/** Lines that a screen reader finds in the log: more than one frame ever brings. */
const linesRead = 40;

function turnSentence(table: Table, several: boolean, inBigBlinds: boolean): string {
  const { view, you, tableId } = table;
  if (!view || !you) return "";
  const write = money(view.bigBlind, inBigBlinds);
  const call = you.callAmount ? `${write(you.callAmount)} to call` : "You may check";
  const cards = (you.holeCards ?? []).map(cardName).join(" and ");
  return `Your turn${several ? ` at ${tableId}` : ""}. ${call}, pot ${write(view.potTotal)}. You have ${cards}.`;
}

/** The tables at which the player is to act, each with what to know of it. */
export function turns(state: State): { tableId: string; turn: string; sentence: string }[] {
  return state.open.flatMap((tableId) => {
    const table = state.tables[tableId];
    if (!table?.view || !canAct(table)) return [];
    const sentence = turnSentence(table, state.open.length > 1, state.preferences.bigBlinds);
    return [{ tableId, turn: `${tableId} ${table.view.handNumber} ${table.view.turn}`, sentence }];
  });
}

/** What screen readers say: the turns at once, the log of the table in front when there is time. */
export function Live({ state }: { state: State }) {
  const table = state.route.page === "table" ? state.tables[state.route.tableId] : undefined;
  return (
    <div class="hidden">
      <div role="alert">{!state.dialog && turns(state).map((one) => <p key={one.turn}>{one.sentence}</p>)}</div>
      <div role="log" aria-live="polite" aria-label="What happens">
        {table?.lines.slice(-linesRead).map((line) => (
          <p key={line.id}>{line.text}</p>
        ))}
      </div>
    </div>
  );
}

/** The turns while a dialog covers the tables, with the way there. */
export function TurnsBehind({ state }: { state: State }) {
  const { dispatch } = useApp();
  return (
    <div class="turns-behind" role="alert">
      {turns(state).map(({ tableId, turn, sentence }) => (
        <button
          key={turn}
          type="button"
          class="primary"
          onClick={() => (dispatch({ kind: "dialog" }), dispatch({ kind: "route", route: { page: "table", tableId } }))}
        >
          {sentence}
        </button>
      ))}
    </div>
  );
}
