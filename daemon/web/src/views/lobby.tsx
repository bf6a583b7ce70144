import type { LobbyGame } from "../protocol/messages";
import type { State } from "../state/model";
import { useApp } from "./app_context";
import { Facts, Status } from "./facts";
import { GameActions } from "./game_actions";

const rank: Record<LobbyGame["status"], number> = { ACTIVE: 0, SEATING: 1, SCHEDULED: 2, PAUSED: 3, COMPLETED: 4 };

function GameCard({ game, state }: { game: LobbyGame; state: State }) {
  const { dispatch } = useApp();
  return (
    <li class={`game ${game.status.toLowerCase()}`}>
      <div class="game-head">
        <h2>
          <a
            href={`/game/${encodeURIComponent(game.gameId)}`}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              dispatch({ kind: "route", route: { page: "game", gameId: game.gameId } });
            }}
          >
            {game.gameId}
          </a>
        </h2>
        <Status game={game} />
      </div>
      <Facts game={game} />
      <GameActions game={game} state={state} quick />
    </li>
  );
}

/** All games, those that play first. */
export function Lobby({ state }: { state: State }) {
  const { dispatch } = useApp();
  const games = [...(state.games ?? [])].sort((a, b) => rank[a.status] - rank[b.status] || a.bigBlind - b.bigBlind);
  return (
    <main class="lobby">
      <div class="lobby-head">
        <h1>Games</h1>
        {state.hands.length > 0 && (
          <button
            type="button"
            class="secondary"
            onClick={() => dispatch({ kind: "dialog", dialog: { kind: "hands" } })}
          >
            Your hands
          </button>
        )}
        <button
          type="button"
          class="secondary"
          onClick={() => dispatch({ kind: "dialog", dialog: { kind: "create" } })}
        >
          Host a game
        </button>
      </div>
      {state.games && games.length === 0 && <p class="muted">There is no game yet. Host the first.</p>}
      <ul class="games">
        {games.map((game) => (
          <GameCard key={game.gameId} game={game} state={state} />
        ))}
      </ul>
    </main>
  );
}
