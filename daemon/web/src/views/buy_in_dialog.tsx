import { useState } from "preact/hooks";
import type { State } from "../state/model";
import { chips } from "../state/amounts";
import { ownSeat, seatIn } from "../state/seats";
import { useApp } from "./app_context";
import { Modal } from "./dialog";
import { means, TooPoor } from "./game_actions";

/** Asks for how much to sit down with, or to top up by. */
export function BuyInDialog({ state, gameId }: { state: State; gameId: string }) {
  const { send, dispatch } = useApp();
  const game = state.games?.find((one) => one.gameId === gameId);
  const seat = seatIn(state, gameId);
  const table = seat && state.tables[seat.tableId];
  const stack = (table && ownSeat(table)?.stack) ?? 0;
  const maxBuyIn = game?.maxBuyIn ?? 0;
  // A player who is not registered yet may be granted chips by it; the balance binds only once it is known there.
  const allowed = stack > 0 ? maxBuyIn : Math.max(maxBuyIn, state.preferences.leftWith[gameId] ?? 0);
  const can = !game ? allowed : seat ? (state.balance ?? allowed) : means(game, state);
  const limit = Math.min(can, allowed);
  const most = Math.max(0, stack > 0 ? Math.min(limit, maxBuyIn - stack) : limit);
  const least = stack > 0 ? Math.min(1, most) : (game?.minBuyIn ?? 0);
  const [typed, setTyped] = useState(String(most));
  const amount = Math.max(least, Math.min(most, Math.round(Number(typed) || 0)));
  if (!game) return <Modal title="Buy in">One moment…</Modal>;
  const possible = most >= least && most > 0;
  const confirm = () => {
    if (seat) send({ type: stack > 0 ? "TOP_UP" : "BUY_IN", gameId, amount });
    else {
      dispatch({ kind: "buyWhenSeated", gameId, amount });
      send({ type: "REGISTER", gameId });
    }
    dispatch({ kind: "dialog" });
  };
  return (
    <Modal title={stack > 0 ? "Top up" : `Sit down at ${gameId}`}>
      <p class="muted">
        Blinds {chips(game.smallBlind)}/{chips(game.bigBlind)}.{" "}
        {stack > 0
          ? `You have ${chips(stack)}, at most ${chips(maxBuyIn)} are allowed.`
          : `Buy-in ${chips(game.minBuyIn)} to ${chips(maxBuyIn)}.`}
        {state.balance !== undefined && ` Your balance is ${chips(state.balance)}.`}
      </p>
      {possible ? (
        <form
          class="form"
          onSubmit={(event) => {
            event.preventDefault();
            confirm();
          }}
        >
          <label class="field">
            <span>Chips</span>
            <input
              type="number"
              inputMode="numeric"
              min={least}
              max={most}
              value={typed}
              onInput={(event) => setTyped(event.currentTarget.value)}
              onBlur={() => setTyped(String(amount))}
            />
          </label>
          <input
            type="range"
            aria-label="Chips"
            min={least}
            max={most}
            value={amount}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
          <button type="submit" class="primary big" autofocus>
            {stack > 0 ? "Add" : "Sit with"} {chips(amount)}
          </button>
          {!seat && <p class="muted small">The seat is given by the game: the house keeps its tables even.</p>}
        </form>
      ) : (
        <>{stack > 0 ? <p>You have as much as the table allows.</p> : <TooPoor game={game} state={state} />}</>
      )}
    </Modal>
  );
}
