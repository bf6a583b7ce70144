import type { Link, State } from "../state/model";
import { chips } from "../state/amounts";
import { canAct } from "../state/seats";
import { useApp } from "./app_context";
import { Icon } from "./icons";

function Signal({ link }: { link: Link }) {
  const { latency } = link;
  const good = link.phase === "online";
  const level = !good ? "down" : latency === undefined || latency < 150 ? "good" : latency < 400 ? "fair" : "poor";
  const text = good ? (latency === undefined ? "connected" : `${latency} ms`) : "offline";
  return (
    <span class={`signal ${level}`} role="img" aria-label={`Connection: ${text}`} title={`Connection: ${text}`}>
      <i />
      <i />
      <i />
      <span aria-hidden="true">{text}</span>
    </span>
  );
}

/** Where one is, the open tables, the balance and the connection. */
export function TopBar({ state }: { state: State }) {
  const { dispatch } = useApp();
  const { route } = state;
  const shown = route.page === "table" ? route.tableId : undefined;
  return (
    <header class="top">
      <a
        class="brand"
        href="/"
        aria-label={route.page === "lobby" ? "Cardroom, lobby" : "Lobby"}
        onClick={(event) => {
          event.preventDefault();
          dispatch({ kind: "route", route: { page: "lobby" } });
        }}
      >
        {route.page === "lobby" ? <span class="wordmark">Cardroom</span> : <Icon name="back" />}
      </a>
      <nav class="table-tabs" aria-label="Open tables">
        {state.open.map((id) => {
          const acting = canAct(state.tables[id]);
          return (
            <button
              key={id}
              type="button"
              class={acting ? "acting" : ""}
              aria-current={id === shown ? "page" : undefined}
              aria-label={acting ? `${id}, your turn` : id}
              onClick={() => dispatch({ kind: "route", route: { page: "table", tableId: id } })}
            >
              {id}
            </button>
          );
        })}
      </nav>
      {state.balance !== undefined && (
        <span class="balance" title="Chips outside the games">
          <small>Balance</small> {chips(state.balance)}
        </span>
      )}
      <Signal link={state.link} />
      <button
        type="button"
        class="tool"
        aria-label="Settings"
        onClick={() => dispatch({ kind: "dialog", dialog: { kind: "settings" } })}
      >
        <Icon name="gear" />
      </button>
    </header>
  );
}
