import type { LobbyGame } from "../protocol/messages";
import type { State } from "../state/model";
import { chips } from "../state/amounts";
import { seatIn } from "../state/seats";
import { useApp } from "./app_context";

/** What to sit down with when nothing else is said. */
function usualBuyIn(game: LobbyGame, balance: number | undefined, leftWith: number | undefined): number {
  const most = Math.max(game.maxBuyIn, leftWith ?? 0);
  return balance !== undefined && balance >= game.minBuyIn ? Math.min(most, balance) : most;
}

/** What somebody can bring: the balance, and for a newcomer what the game grants; it says who has had that already. */
export const means = (game: LobbyGame, state: State): number => (state.balance ?? Infinity) + game.guestCredit;

/** Says how somebody without enough chips comes by some. */
export function TooPoor({ game, state }: { game: LobbyGame; state: State }) {
  const { dispatch } = useApp();
  const grants = state.games?.find(
    (one) => one.gameId !== game.gameId && one.status !== "COMPLETED" && one.guestCredit >= Math.max(1, one.minBuyIn),
  );
  const have = state.balance ?? 0;
  return (
    <p class="muted grow">
      {have > 0 ? `Your ${chips(have)} chips are too few` : "You have no chips"} to sit down here ({chips(game.minBuyIn)}{" "}
      at least).{" "}
      {grants && have === 0 && (
        <>
          <button
            type="button"
            class="link"
            onClick={() => dispatch({ kind: "route", route: { page: "game", gameId: grants.gameId } })}
          >
            {grants.gameId}
          </button>{" "}
          gives newcomers {chips(grants.guestCredit)}.{" "}
        </>
      )}
      The operator can give you some: tell your number, <code>{state.me?.userId}</code>.
    </p>
  );
}

/** The ways into a game. `quick` sits down at one press, with the usual buy-in; it says how much. */
export function GameActions({ game, state, quick }: { game: LobbyGame; state: State; quick?: boolean }) {
  const { dispatch, send } = useApp();
  const { gameId } = game;
  const seat = seatIn(state, gameId);
  const waiting = gameId in state.buyWhenSeated;
  const amount = usualBuyIn(game, state.balance, state.preferences.leftWith[gameId]);
  const tooPoor = game.status !== "SCHEDULED" && means(game, state) < game.minBuyIn;
  const table = game.tables[0]?.tableId;
  const sit = () => {
    dispatch({ kind: "buyWhenSeated", gameId, amount });
    send({ type: "REGISTER", gameId });
  };
  return (
    <div class="buttons">
      {seat ? (
        <button
          type="button"
          class="primary"
          onClick={() => dispatch({ kind: "route", route: { page: "table", tableId: seat.tableId } })}
        >
          To my table
        </button>
      ) : waiting ? (
        <>
          <span class="muted grow">
            {game.status === "SCHEDULED" ? "Registered; you get a seat when it opens" : "Taking a seat…"}
          </span>
          {game.status === "SCHEDULED" && (
            <button
              type="button"
              class="secondary"
              onClick={() => (dispatch({ kind: "buyWhenSeated", gameId }), send({ type: "UNREGISTER", gameId }))}
            >
              Unregister
            </button>
          )}
        </>
      ) : tooPoor && game.status !== "COMPLETED" ? (
        <TooPoor game={game} state={state} />
      ) : (
        game.status !== "COMPLETED" && (
          <button type="button" class="primary" onClick={sit}>
            {game.status === "SCHEDULED" ? "Register" : "Sit down"} · {chips(amount)}
            <span class="hidden"> at {gameId}</span>
          </button>
        )
      )}
      {!seat && !waiting && !tooPoor && !quick && game.status !== "COMPLETED" && (
        <button
          type="button"
          class="secondary"
          onClick={() => dispatch({ kind: "dialog", dialog: { kind: "buyIn", gameId } })}
        >
          Other amount…
        </button>
      )}
      {!seat && quick && table && (
        <button
          type="button"
          class="secondary"
          aria-label={`Watch ${table}`}
          onClick={() => dispatch({ kind: "route", route: { page: "table", tableId: table } })}
        >
          Watch
        </button>
      )}
    </div>
  );
}
