import type { GameStatus } from "../protocol/values";
import { useApp } from "./app_context";

/** What the host can do with the game as it is. `done` is called when something was pressed. */
export function HostControls({ gameId, status, done }: { gameId: string; status: GameStatus; done?(): void }) {
  const { send, dispatch } = useApp();
  const order = (type: "GAME_PAUSE" | "GAME_RESUME") => () => (done?.(), send({ type, gameId }));
  return (
    <div class="form">
      {status === "ACTIVE" && (
        <button type="button" class="secondary" onClick={order("GAME_PAUSE")}>
          Pause the game
        </button>
      )}
      {status === "PAUSED" && (
        <button type="button" class="secondary" onClick={order("GAME_RESUME")}>
          Resume the game
        </button>
      )}
      {status !== "SCHEDULED" && (
        <button
          type="button"
          class="secondary danger"
          onClick={() => dispatch({ kind: "dialog", dialog: { kind: "end", gameId } })}
        >
          End the game…
        </button>
      )}
    </div>
  );
}
