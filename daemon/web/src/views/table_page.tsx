import { useEffect, useState } from "preact/hooks";
import type { State } from "../state/model";
import { arrange } from "./arrangement";
import { Talk } from "./talk";
import { TablePanel } from "./table_panel";

function useWindowSize() {
  const [size, setSize] = useState({ width: window.innerWidth, height: window.innerHeight });
  useEffect(() => {
    const change = () => setSize({ width: window.innerWidth, height: window.innerHeight });
    window.addEventListener("resize", change);
    return () => window.removeEventListener("resize", change);
  }, []);
  return size;
}

/** The table in front, and where there is room the others beside it. */
export function TablePage({ state, tableId }: { state: State; tableId: string }) {
  const { width, height } = useWindowSize();
  const table = state.tables[tableId];
  const { shown: fitting, columns, aside } = arrange(width, height, state.preferences.sideBySide ? state.open.length : 1);
  const several = fitting > 1;
  // The order stays, so that nothing jumps from under the pointer; one that does not fit takes the last place.
  const others = state.open.slice(0, fitting);
  const shown = !several
    ? [tableId]
    : others.includes(tableId)
      ? others
      : [...others.slice(0, fitting - 1), tableId];
  if (!table && !several) return <main class="tables waiting">Opening the table…</main>;
  return (
    <div class={`table-page${aside ? " wide" : ""}`}>
      <main class={`tables count-${shown.length}`} style={{ "--columns": String(columns) }}>
        <h1 class="hidden">{shown.length > 1 ? "Tables" : "Table"}</h1>
        {shown.map((id) => {
          const one = state.tables[id];
          return one && <TablePanel key={id} state={state} table={one} front={id === tableId} />;
        })}
      </main>
      {aside && table && (
        <aside aria-label="Beside the table">
          <Talk key={tableId} state={state} table={table} title={several ? tableId : undefined} />
        </aside>
      )}
    </div>
  );
}
