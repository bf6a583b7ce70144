import { useState } from "preact/hooks";
import type { State } from "../state/model";
import { useApp } from "./app_context";

const nameBytes = (name: string) => new TextEncoder().encode(name).length;

/** Asks for a name: all that is needed to play. */
export function Welcome({ state }: { state: State }) {
  const { connection } = useApp();
  const [name, setName] = useState("");
  const [busy, setBusy] = useState(false);
  const plain = name.trim();
  const bytes = nameBytes(plain);
  const invited = state.route.page === "game" ? state.route.gameId : undefined;
  return (
    <main class="welcome">
      <h1>Cardroom</h1>
      <p class="muted">{invited ? `You are invited to the game ${invited}.` : "No-limit hold’em cash games."}</p>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (bytes < 1 || bytes > 32) return;
          setBusy(true);
          connection.login(plain);
        }}
      >
        <label class="field">
          <span>Your name at the table</span>
          <input
            autofocus
            autocomplete="nickname"
            required
            value={name}
            aria-describedby="name-hint"
            aria-invalid={bytes > 32}
            onInput={(event) => (setName(event.currentTarget.value), setBusy(false))}
          />
        </label>
        <p id="name-hint" class="muted small">
          {bytes > 32 ? "That is too long: at most 32 letters, fewer with accents or of other scripts." : "Others see it. No account, no password."}
        </p>
        <button type="submit" class="primary big" disabled={busy}>
          Enter
        </button>
      </form>
    </main>
  );
}
