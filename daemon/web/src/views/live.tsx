import type { State } from "../state/model";
import { canAct } from "../state/seats";
import { cardName } from "../state/cards";
import { money } from "./money";

function turnSentence(state: State): string {
  const id = state.open.find((one) => canAct(state.tables[one]));
  const table = id === undefined ? undefined : state.tables[id];
  if (!table?.view || !table.you) return "";
  const { view, you } = table;
  const write = money(view.bigBlind, state.preferences.bigBlinds);
  const call = you.callAmount ? `${write(you.callAmount)} to call` : "You may check";
  const cards = (you.holeCards ?? []).map(cardName).join(" and ");
  return `Your turn${state.open.length > 1 ? ` at ${id}` : ""}. ${call}, pot ${write(view.potTotal)}. You have ${cards}.`;
}

/** What screen readers say: the turn at once, the log of the table in front when there is time. */
export function Live({ state }: { state: State }) {
  const table = state.route.page === "table" ? state.tables[state.route.tableId] : undefined;
  return (
    <div class="hidden">
      <div role="alert">{turnSentence(state)}</div>
      <div role="log" aria-live="polite" aria-label="What happens">
        {table?.lines.slice(-6).map((line) => (
          <p key={line.id}>{line.text}</p>
        ))}
      </div>
    </div>
  );
}
