import type { State } from "../state/model";
import { chips } from "../state/amounts";
import { isHost } from "../state/seats";
import { invite } from "../effects/invite";
import { useApp } from "./app_context";
import { Facts, Status } from "./facts";
import { GameActions } from "./game_actions";
import { HostControls } from "./host_controls";

/** One game: its terms, its tables, the way in, and a link to invite others. */
export function GamePage({ state, gameId }: { state: State; gameId: string }) {
  const { dispatch } = useApp();
  const game = state.games?.find((one) => one.gameId === gameId);
  if (!game)
    return (
      <main class="lobby">
        <h1>{gameId}</h1>
        <p class="muted">{state.games ? "There is no such game, or it is over." : "One moment…"}</p>
      </main>
    );
  const host = isHost(state, gameId);
  return (
    <main class="lobby one-game">
      <div class="lobby-head">
        <h1>{gameId}</h1>
        <button type="button" class="secondary" onClick={() => void invite(gameId, dispatch)}>
          Invite
        </button>
      </div>
      <p>
        <Status game={game} />{" "}
        <span class="muted">
          {host ? "hosted by you" : game.host ? `hosted by ${game.hostName ?? "a player"}` : "game of the house"}
        </span>
      </p>
      <Facts game={game} all />
      <GameActions game={game} state={state} />
      <h2>Tables</h2>
      {game.tables.length === 0 && (
        <p class="muted">{game.status === "COMPLETED" ? "The game is over." : "Tables are made when seats open."}</p>
      )}
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
                {table.handsPerHour > 0 && `, pot ${chips(table.averagePot)}, ${chips(table.handsPerHour)} hands an hour`}
              </span>
              <span>Watch</span>
            </button>
          </li>
        ))}
      </ul>
      {host && game.status !== "COMPLETED" && (
        <>
          <h2>Your game</h2>
          <HostControls state={state} gameId={gameId} status={game.status} />
        </>
      )}
    </main>
  );
}
