import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Connection, type Socket } from "./connection/connection";
import { adoptToken } from "./connection/device_link";
import { browserKeep } from "./connection/storage";
import { attention } from "./effects/attention";
import { bindAddress } from "./effects/address";
import { bindHotkeys, textFields } from "./effects/hotkeys";
import { archiveHands } from "./effects/hand_archive";
import { keeping, keptSessions, keptWatching, keptWishes } from "./effects/keeping";
import { watchLobby, watchStartTimes } from "./effects/lobby_news";
import { sound } from "./effects/sound";
import type { Command } from "./protocol/commands";
import { automation } from "./state/automation";
import { parsePreferences } from "./state/preferences";
import { initialState } from "./state/reduce";
import { parseRoute } from "./state/route";
import { Store } from "./state/store";
import { AppContext, type App } from "./views/app_context";
import { Client } from "./views/client";

function Root({ store, app }: { store: Store; app: App }) {
  const [state, setState] = useState(store.state);
  useEffect(() => {
    let planned = false;
    // However many messages come in between, there is one drawing a frame. What a component keeps for itself is drawn
    // at once: Enter right after a digit must see that digit.
    const plan = () => {
      if (planned) return;
      planned = true;
      requestAnimationFrame(() => {
        planned = false;
        setState(store.state);
      });
    };
    store.observe(plan);
    plan();
  }, []);
  return (
    <AppContext.Provider value={app}>
      <Client state={state} />
    </AppContext.Provider>
  );
}

/** The client of players, in this element. */
export function play(root: HTMLElement): void {
  const browser = browserKeep(() => localStorage);
  const visit = browserKeep(() => sessionStorage);
  adoptToken(browser, (question) => window.confirm(question));

  const store = new Store(
    {
      ...initialState(
        parsePreferences(browser.get("preferences") ?? null),
        parseRoute(location.pathname),
        keptWatching(visit),
        Date.now(),
      ),
      buyWhenSeated: keptWishes(visit),
      news: keptSessions(visit),
    },
    Date.now,
    () => document.activeElement?.matches(textFields) ?? false,
  );
  const connection = new Connection(
    {
      open: () => new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`) as Socket,
      now: Date.now,
      later(ms, run) {
        const timer = window.setTimeout(run, ms);
        return () => window.clearTimeout(timer);
      },
      keep: browser,
    },
    {
      message: (message) => store.dispatch({ kind: "message", message }),
      link: (link) => store.dispatch({ kind: "link", link }),
      sent: (id, command) => store.dispatch({ kind: "sent", id, command }),
      notice: (text) => store.dispatch({ kind: "notice", text, bad: true }),
    },
  );

  function send(command: Command): void {
    if (connection.send(command) === undefined)
      store.dispatch({ kind: "notice", text: "No connection: nothing was sent. It comes back by itself.", bad: true });
  }

  store.observe((before, after, action) => {
    for (const command of automation(before, after, action)) connection.send(command);
  });
  store.observe(sound);
  store.observe(attention);
  store.observe(keeping(browser, visit));
  archiveHands(store);
  bindAddress(store);
  bindHotkeys(store);
  watchLobby(store, connection);
  watchStartTimes(store);
  window.addEventListener("offline", () => connection.interrupt());
  const comeBack = () => {
    if (!document.hidden && store.state.link.retryAt !== undefined) connection.connect();
  };
  window.addEventListener("online", comeBack);
  document.addEventListener("visibilitychange", comeBack);

  const app: App = { dispatch: store.dispatch.bind(store), send, connection, keep: browser };

  render(<Root store={store} app={app} />, root);
  connection.connect();
}
