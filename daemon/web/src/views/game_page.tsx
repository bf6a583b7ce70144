import type { State } from "../state/model";
import { chips } from "../state/amounts";
import { isHost } from "../state/seats";
import { useApp } from "./app_context";
import { GameActions } from "./game_actions";
import { statusNames } from "./lobby";

/** One game: its terms, its tables, the way in, and a link to invite others. */
export function GamePage({ state, gameId }: { state: State; gameId: string }) {
  const { dispatch, send } = useApp();
  const game = state.games?.find((one) => one.gameId === gameId);
  if (!game)
    return (
      <main class="lobby">
        <h1>{gameId}</h1>
        <p class="muted">{state.games ? "There is no such game, or it is over." : "One moment…"}</p>
      </main>
    );
  const invite = async () => {
    const link = `${location.origin}/game/${encodeURIComponent(gameId)}`;
    try {
      if (navigator.share) await navigator.share({ title: "Cardroom", text: `Play with me: ${gameId}`, url: link });
      else {
        await navigator.clipboard.writeText(link);
        dispatch({ kind: "notice", text: "Invitation link copied.", bad: false });
      }
    } catch {
      dispatch({ kind: "notice", text: `Invite with this address: ${link}`, bad: false });
    }
  };
  const host = isHost(state, gameId);
  return (
    <main class="lobby one-game">
      <div class="lobby-head">
        <h1>{gameId}</h1>
        <button type="button" class="secondary" onClick={() => void invite()}>
          Invite
        </button>
      </div>
      <p>
        <span class={`status ${game.status.toLowerCase()}`}>{statusNames[game.status]}</span>{" "}
        <span class="muted">{game.host ? (host ? "hosted by you" : "hosted by a player") : "game of the house"}</span>
      </p>
      <dl class="facts">
        <div>
          <dt>Blinds</dt>
          <dd>
            {chips(game.smallBlind)}/{chips(game.bigBlind)}
          </dd>
        </div>
        <div>
          <dt>Ante</dt>
          <dd>{game.ante > 0 ? chips(game.ante) : "none"}</dd>
        </div>
        <div>
          <dt>Buy-in</dt>
          <dd>
            {chips(game.minBuyIn)}–{chips(game.maxBuyIn)}
          </dd>
        </div>
        <div>
          <dt>Players</dt>
          <dd>{game.players}</dd>
        </div>
        <div>
          <dt>Seats a table</dt>
          <dd>{game.numberOfSeats}</dd>
        </div>
      </dl>
      <GameActions game={game} state={state} />
      <h2>Tables</h2>
      {game.tables.length === 0 && <p class="muted">Tables are made when seats open.</p>}
      <ul class="table-list">
        {game.tables.map((table) => (
          <li key={table.tableId}>
            <button
              type="button"
              class="table-row"
              onClick={() => dispatch({ kind: "route", route: { page: "table", tableId: table.tableId } })}
            >
              <span>{table.tableId}</span>
              <span class="muted">
                {table.players}/{game.numberOfSeats} seats{table.paused ? ", paused" : ""}
              </span>
              <span>Watch</span>
            </button>
          </li>
        ))}
      </ul>
      {host && game.status !== "COMPLETED" && (
        <>
          <h2>Your game</h2>
          <div class="buttons">
            {game.status === "ACTIVE" && (
              <button type="button" class="secondary" onClick={() => send({ type: "GAME_PAUSE", gameId })}>
                Pause
              </button>
            )}
            {game.status === "PAUSED" && (
              <button type="button" class="secondary" onClick={() => send({ type: "GAME_RESUME", gameId })}>
                Resume
              </button>
            )}
            {game.status !== "SCHEDULED" && (
              <button
                type="button"
                class="secondary danger"
                onClick={() => dispatch({ kind: "dialog", dialog: { kind: "end", gameId } })}
              >
                End…
              </button>
            )}
          </div>
        </>
      )}
    </main>
  );
}
