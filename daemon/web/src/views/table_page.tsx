import { useEffect, useState } from "preact/hooks";
import type { State } from "../state/model";
import { Talk } from "./talk";
import { TablePanel } from "./table_panel";

const tablesShown = 4;

function useWide(): boolean {
  const [query] = useState(() => window.matchMedia("(min-width: 1100px) and (min-height: 500px)"));
  const [wide, setWide] = useState(query.matches);
  useEffect(() => {
    const change = () => setWide(query.matches);
    query.addEventListener("change", change);
    return () => query.removeEventListener("change", change);
  }, [query]);
  return wide;
}

/** The table in front, and where there is room the others beside it. */
export function TablePage({ state, tableId }: { state: State; tableId: string }) {
  const wide = useWide();
  const table = state.tables[tableId];
  const several = wide && state.preferences.sideBySide && state.open.length > 1;
  // The order stays, so that nothing jumps from under the pointer; one that does not fit takes the last place.
  const others = state.open.slice(0, tablesShown);
  const shown = !several
    ? [tableId]
    : others.includes(tableId)
      ? others
      : [...others.slice(0, tablesShown - 1), tableId];
  if (!table && !several) return <main class="tables waiting">Opening the table…</main>;
  return (
    <div class={`table-page${wide ? " wide" : ""}`}>
      <main class={`tables count-${shown.length}`}>
        <h1 class="hidden">{shown.length > 1 ? "Tables" : "Table"}</h1>
        {shown.map((id) => {
          const one = state.tables[id];
          return one && <TablePanel key={id} state={state} table={one} front={id === tableId} />;
        })}
      </main>
      {wide && table && (
        <aside aria-label="Beside the table">
          <Talk key={tableId} state={state} table={table} title={several ? tableId : undefined} />
        </aside>
      )}
    </div>
  );
}
