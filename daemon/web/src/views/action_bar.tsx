import type { State, Table } from "../state/model";
import { intentChoices } from "../state/intents";
import { canAct, isHost, ownSeat, startTime } from "../state/seats";
import { ActPanel } from "./act_panel";
import { useApp } from "./app_context";
import { IntentPanel } from "./intent_panel";
import { money } from "./money";

/** What the player can do at a table now; the lower edge of it, where thumbs are. */
export function ActionBar({ state, table, front }: { state: State; table: Table; front: boolean }) {
  const { send, dispatch } = useApp();
  const { view, you, gameId, tableId } = table;
  if (!view) return null;
  const seat = ownSeat(table);
  const online = state.link.phase === "online";
  if (!you || !seat) {
    if (view.gameStatus === "COMPLETED") return <Bar>The game is over.</Bar>;
    if (state.seats.some((one) => one.gameId === gameId)) return <Bar>You watch; your seat is at another table.</Bar>;
    return (
      <Bar>
        <span>You are watching.</span>
        <button
          type="button"
          class="primary"
          onClick={() => dispatch({ kind: "dialog", dialog: { kind: "buyIn", gameId, tableId } })}
        >
          Sit down
        </button>
      </Bar>
    );
  }
  if (state.link.phase === "replaced") return <Bar>You play elsewhere.</Bar>;
  if (table.gap || !online) return <Bar>{online ? "Catching up…" : "No connection: nothing can be sent now."}</Bar>;
  if (canAct(table))
    return (
      <ActPanel
        key={`${view.handNumber}-${view.turn}`}
        tableId={tableId}
        view={view}
        you={you}
        preferences={state.preferences}
        front={front}
      />
    );
  if (you.actions.length > 0) return <Bar>Sent…</Bar>;
  const write = money(view.bigBlind, state.preferences.bigBlinds);
  if (intentChoices(view, you).length > 0)
    return (
      <IntentPanel key={`${view.handNumber}-${view.handPhase}`} tableId={tableId} view={view} you={you} preferences={state.preferences} />
    );
  if (seat.playerStatus === "BUYING_IN" || (seat.stack === 0 && !seat.pending && seat.status === "JOINED_WAITING"))
    return (
      <Bar>
        <span>You need chips to be dealt in.</span>
        <button
          type="button"
          class="primary"
          onClick={() => dispatch({ kind: "dialog", dialog: { kind: "buyIn", gameId, tableId } })}
        >
          Buy in
        </button>
      </Bar>
    );
  const canShow =
    view.handPhase === "HAND_COMPLETE" && you.holeCards && !seat.shownCards && table.reviewed !== view.handNumber;
  if (canShow)
    return (
      <Bar>
        <button
          type="button"
          class="secondary"
          onClick={() => (send({ type: "SHOW_CARDS", tableId }), dispatch({ kind: "reviewed", tableId }))}
        >
          Show cards
        </button>
        <button type="button" class="secondary" onClick={() => dispatch({ kind: "reviewed", tableId })}>
          Muck
        </button>
      </Bar>
    );
  if (seat.playerStatus === "SITTING_OUT" && seat.status === "JOINED_WAITING")
    return (
      <Bar>
        <span>You are sitting out.</span>
        <button type="button" class="primary" onClick={() => send({ type: "SIT_IN", gameId })}>
          I am back
        </button>
      </Bar>
    );
  if (seat.mustPostBlind && !seat.posts)
    return (
      <Bar>
        <span>You wait for the big blind.</span>
        <button type="button" class="primary" onClick={() => send({ type: "POST_BLIND", tableId })}>
          Post {write(view.bigBlind)} now
        </button>
      </Bar>
    );
  if (view.gameStatus === "SEATING") return <Bar>{beforeStart(state, table)}</Bar>;
  if (seat.posts) return <Bar>You post and play the next hand.</Bar>;
  if (seat.status === "ALL_IN") return <Bar>You are all-in.</Bar>;
  if (seat.status === "FOLDED") return <Bar>Folded.</Bar>;
  return <Bar />;
}

/** Why there are no hands yet. */
function beforeStart(state: State, table: Table): string {
  const { gameId, view } = table;
  const game = state.games?.find((one) => one.gameId === gameId);
  const ready = view?.seats.filter((one) => one.stack > 0 && one.playerStatus !== "SITTING_OUT").length ?? 0;
  const at = startTime(state, gameId);
  if (at > state.now) {
    const time = new Date(at).toLocaleString([], { dateStyle: "short", timeStyle: "short" });
    return game?.start === "AUTO" ? `The game starts at ${time}.` : `The host can start the game from ${time} on.`;
  }
  if (ready < 2) return "Two players with chips are needed to start.";
  if (game?.start !== "HOST") return "The game is about to start.";
  return isHost(state, gameId) ? "Everything is ready: press Start." : "The host starts the game.";
}

function Bar({ children }: { children?: preact.ComponentChildren }) {
  return <div class="bar">{children}</div>;
}
