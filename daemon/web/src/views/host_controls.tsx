import { useEffect } from "preact/hooks";
import type { GameStatus } from "../protocol/values";
import type { State } from "../state/model";
import { stoppingOf } from "../state/seats";
import { useApp } from "./app_context";

interface HostControlsProps {
  state: State;
  gameId: string;
  status: GameStatus;
  /** Called when something was pressed. */
  done?(): void;
}

/** What the host can do with the game as it is. */
export function HostControls({ state, gameId, status, done }: HostControlsProps) {
  const { send, dispatch } = useApp();
  const order = (type: "GAME_PAUSE" | "GAME_RESUME") => () => (done?.(), send({ type, gameId }));
  const stopping = stoppingOf(state, gameId);
  // The list of games is not followed at a table.
  useEffect(() => send({ type: "LIST_GAMES" }), [status]);
  if (stopping === "TO_END") return <p class="muted">The game ends as soon as the hands are over.</p>;
  return (
    <div class="form">
      {stopping === "TO_PAUSE" && <p class="muted">The game pauses as soon as the hands are over.</p>}
      {status === "ACTIVE" && stopping === "NO" && (
        <button type="button" class="secondary" onClick={order("GAME_PAUSE")}>
          Pause the game
        </button>
      )}
      {status === "PAUSED" && (
        <button type="button" class="secondary" onClick={order("GAME_RESUME")}>
          Resume the game
        </button>
      )}
      <button
        type="button"
        class="secondary danger"
        onClick={() => dispatch({ kind: "dialog", dialog: { kind: "end", gameId } })}
      >
        {status === "SCHEDULED" ? "Cancel the game…" : "End the game…"}
      </button>
    </div>
  );
}
