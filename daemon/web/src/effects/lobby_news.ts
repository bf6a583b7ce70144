import type { Connection } from "../connection/connection";
import { inLobby } from "../state/automation";
import type { Store } from "../state/store";

/** Follows the list of games while it is looked at; `automation` begins with it at each connection. */
export function watchLobby(store: Store, connection: Connection): void {
  const look = () => {
    if (store.state.link.phase === "online")
      connection.send({ type: "LIST_GAMES", follow: inLobby(store.state) && !document.hidden });
  };
  document.addEventListener("visibilitychange", () => inLobby(store.state) && look());
  store.observe((before, after) => before.route !== after.route && look());
}

/** Lets the state know of start times as they come: the Start button waits for them. */
export function watchStartTimes(store: Store): void {
  let timer = 0;
  const arm = () => {
    window.clearTimeout(timer);
    const now = Date.now();
    const next = Math.min(...(store.state.games ?? []).map((game) => game.startTime ?? 0).filter((time) => time > now));
    // Timers beyond 24.8 days overflow.
    if (Number.isFinite(next))
      timer = window.setTimeout(() => (store.dispatch({ kind: "tick" }), arm()), Math.min(next - now + 1, 2 ** 31 - 1));
  };
  store.observe((before, after) => before.games !== after.games && arm());
  arm();
}
