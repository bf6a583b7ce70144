import type { State } from "../state/model";
import { formatNet, handsOf } from "../state/amounts";
import { isHost, ownSeat } from "../state/seats";
import { invite } from "../effects/invite";
import { useApp } from "./app_context";
import { Modal } from "./dialog";
import { HostControls } from "./host_controls";
import { Toggle } from "./toggle";

/** What one can do with the own seat, the table and, as the host, the game. */
export function SeatDialog({ state, tableId }: { state: State; tableId: string }) {
  const { send, dispatch } = useApp();
  const table = state.tables[tableId];
  const view = table?.view;
  if (!table || !view) return null;
  const { gameId } = table;
  const seat = ownSeat(table);
  const news = state.news[gameId];
  const { preferences } = state;
  return (
    <Modal title={tableId}>
      {seat && (
        <div class="form">
          {news && news.hands > 0 && (
            <p>
              This session:{" "}
              <b class={news.net < 0 ? "loss" : "gain"}>{formatNet(news.net, view.bigBlind, preferences.bigBlinds)}</b>{" "}
              in {handsOf(news.hands)}
            </p>
          )}
          <Toggle
            label="Sit out from the next hand"
            on={seat.playerStatus === "SITTING_OUT"}
            change={(on) => send({ type: on ? "SIT_OUT" : "SIT_IN", gameId })}
          />
          <Toggle
            label="Sit out before the next big blind"
            on={!!state.sitOutAtBlind[gameId]}
            change={(on) => dispatch({ kind: "sitOutAtBlind", gameId, on })}
          />
          <Toggle
            label="Buy in again by itself when broke"
            on={preferences.autoRebuy}
            change={(autoRebuy) => dispatch({ kind: "preferences", change: { autoRebuy } })}
          />
          <button
            type="button"
            class="secondary"
            onClick={() => dispatch({ kind: "dialog", dialog: { kind: "buyIn", gameId, tableId } })}
          >
            {seat.stack > 0 ? "Top up…" : "Buy in…"}
          </button>
          <button
            type="button"
            class="secondary danger"
            onClick={() => dispatch({ kind: "dialog", dialog: { kind: "leave", gameId } })}
          >
            Leave the game…
          </button>
        </div>
      )}
      <div class="buttons">
        <button type="button" class="secondary" onClick={() => void invite(gameId, dispatch)}>
          Invite
        </button>
        <button
          type="button"
          class="secondary"
          onClick={() => dispatch({ kind: "route", route: { page: "game", gameId } })}
        >
          About the game
        </button>
      </div>
      {!seat && (
        <button
          type="button"
          class="secondary"
          onClick={() => {
            dispatch({ kind: "dialog" });
            send({ type: "UNWATCH", tableId });
            dispatch({ kind: "close", tableId });
            dispatch({ kind: "route", route: { page: "lobby" } });
          }}
        >
          Stop watching
        </button>
      )}
      {isHost(state, gameId) && (
        <fieldset class="form">
          <legend>Your game</legend>
          <HostControls
            state={state}
            gameId={gameId}
            status={view.gameStatus}
            done={() => dispatch({ kind: "dialog" })}
          />
        </fieldset>
      )}
    </Modal>
  );
}
