import type { State, Table } from "../state/model";
import { canAct, canStart, isHost, ownSeat, startTime } from "../state/seats";
import { ActionBar } from "./action_bar";
import { useApp } from "./app_context";
import { Felt } from "./felt";
import { Icon } from "./icons";
import { money } from "./money";
import { useStage } from "./use_stage";
import { chips } from "../state/amounts";

const nothing: readonly string[] = [];

/** One table: its head, the felt, and what the player can do. */
export function TablePanel({ state, table, front }: { state: State; table: Table; front: boolean }) {
  const { dispatch, send } = useApp();
  const { view, you, gameId, tableId } = table;
  const { preferences } = state;
  const drawn = useStage(table);
  if (!view || !drawn) return <section class="table waiting">{table.gap ? "Catching up…" : "Opening the table…"}</section>;
  const write = money(view.bigBlind, preferences.bigBlinds);
  const seated = state.seats.some((seat) => seat.gameId === gameId);
  const starting = gameId in state.starting;
  const startable = canStart(table, isHost(state, gameId), startTime(state, gameId), state.now);
  const unread = state.news[gameId]?.unread ?? 0;
  const stack = ownSeat(table)?.stack ?? 0;
  return (
    <section
      class={`table${front ? " front-table" : ""}${canAct(table) ? " to-act" : ""}${you ? " seated" : ""}`}
      aria-label={`Table ${tableId}`}
      data-version={table.at}
    >
      <header class="table-head">
        <h2>
          <span class="table-name" title={tableId}>
            {tableId}
          </span>{" "}
          <small>
            {chips(view.smallBlind)}/{chips(view.bigBlind)}
            {view.ante > 0 && ` ante ${chips(view.ante)}`}
          </small>{" "}
          <small>hand {view.handNumber}</small>
        </h2>
        <button
          type="button"
          class="tool"
          aria-label="Hands"
          onClick={() => dispatch({ kind: "dialog", dialog: { kind: "hands", tableId } })}
        >
          <Icon name="hands" />
        </button>
        <button
          type="button"
          class="tool"
          aria-label={unread ? `Chat and log, ${unread} new` : "Chat and log"}
          onClick={() => dispatch({ kind: "dialog", dialog: { kind: "talk", tableId } })}
        >
          <Icon name="chat" />
          {unread > 0 && <span class="badge">{unread > 9 ? "9+" : unread}</span>}
        </button>
        <button
          type="button"
          class="tool"
          aria-label="Seat and table"
          onClick={() => dispatch({ kind: "dialog", dialog: { kind: "seat", tableId } })}
        >
          <Icon name="more" />
        </button>
      </header>
      <Felt
        view={drawn}
        you={you}
        money={write}
        receivedAt={table.receivedAt}
        actionTime={table.actionTime}
        result={drawn === view ? table.result : nothing}
        ownSeat={
          startable ? (
            <button
              type="button"
              class="start"
              aria-label={`Start the game; you have ${write(stack)}`}
              disabled={starting}
              onClick={() => send({ type: "GAME_START", gameId })}
            >
              Start
            </button>
          ) : undefined
        }
        emptySeat={
          seated || view.gameStatus === "COMPLETED"
            ? undefined
            : () => (
                <button
                  type="button"
                  class="sit"
                  onClick={() => dispatch({ kind: "dialog", dialog: { kind: "buyIn", gameId, tableId } })}
                >
                  Sit here
                </button>
              )
        }
      />
      <div class="deck">
        <ActionBar state={state} table={table} front={front} />
      </div>
    </section>
  );
}
