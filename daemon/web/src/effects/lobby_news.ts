import type { Connection } from "../connection/connection";
import type { Store } from "../state/store";

const inLobby = 3_000;
const elsewhere = 20_000;

/** Asks for the lobby again and again, for the daemon does not send it by itself; not while nobody looks. */
export function watchLobby(store: Store, connection: Connection): void {
  const ask = () => {
    if (!document.hidden && store.state.link.phase === "online") connection.send({ type: "LIST_GAMES" });
    window.setTimeout(ask, store.state.route.page === "table" ? elsewhere : inLobby);
  };
  window.setTimeout(ask, inLobby);
  store.observe((before, after) => {
    if (before.route !== after.route && after.route.page !== "table" && after.link.phase === "online")
      connection.send({ type: "LIST_GAMES" });
  });
}

/** Lets the state know of start times as they come: the Start button waits for them. */
export function watchStartTimes(store: Store): void {
  let timer = 0;
  const arm = () => {
    window.clearTimeout(timer);
    const now = Date.now();
    const next = Math.min(...Object.values(store.state.preferences.startTimes).filter((time) => time > now));
    // Timers beyond 24.8 days overflow.
    if (Number.isFinite(next))
      timer = window.setTimeout(() => (store.dispatch({ kind: "tick" }), arm()), Math.min(next - now + 1, 2 ** 31 - 1));
  };
  store.observe((before, after) => before.preferences.startTimes !== after.preferences.startTimes && arm());
  arm();
}
