import { repeatedFor } from "../protocol/limits";
import type { Action, State } from "./model";
import type { Preferences } from "./preferences";
import { withOlder } from "./record";
import { reduceMessage, withNotice } from "./reduce_message";
import { drop } from "./reduce_table";
import type { Route } from "./route";
import { canAct } from "./seats";

const pendingKept = 64;

/** The state at the start. */
export function initialState(preferences: Preferences, route: Route, watching: string[], now: number): State {
  return {
    link: { phase: "connecting", everOnline: false },
    tables: {},
    open: [],
    seats: [],
    watching,
    gone: [],
    news: {},
    hands: [],
    pending: {},
    starting: {},
    buyWhenSeated: {},
    sitOutAtBlind: {},
    notices: [],
    route,
    preferences,
    now,
    next: 1,
  };
}

function sent(state: State, id: number, command: Extract<Action, { kind: "sent" }>["command"], at: number): State {
  const ids = Object.keys(state.pending);
  const pending = { ...state.pending, [id]: { command, at } };
  // Number keys are in ascending order: the first is the oldest.
  if (ids.length >= pendingKept && ids[0]) delete pending[Number(ids[0])];
  state = { ...state, pending };
  if (command.type === "GAME_START") return { ...state, starting: { ...state.starting, [command.gameId]: id } };
  if (command.type === "BUY_IN") {
    const { [command.gameId]: _wish, ...buyWhenSeated } = state.buyWhenSeated;
    return { ...state, buyWhenSeated };
  }
  if (command.type === "SIT_OUT")
    return { ...state, sitOutAtBlind: { ...state.sitOutAtBlind, [command.gameId]: false } };
  if (command.type === "ACT") {
    const table = state.tables[command.tableId];
    if (table) return { ...state, tables: { ...state.tables, [table.tableId]: { ...table, actedTurn: command.turn } } };
  }
  return state;
}

/** Without commands that are too old to be repeated: nobody will answer them any more. */
function withoutOld(state: State, at: number): State {
  const young = Object.entries(state.pending).filter(([, pending]) => at - pending.at < repeatedFor);
  const acted = new Set(young.map(([, { command }]) => (command.type === "ACT" ? command.tableId : "")));
  const tables = Object.entries(state.tables).map(
    ([id, table]) => [id, acted.has(id) ? table : { ...table, actedTurn: undefined }] as const,
  );
  return { ...state, pending: Object.fromEntries(young), tables: Object.fromEntries(tables) };
}

function step(state: State, action: Action): State {
  switch (action.kind) {
    case "message":
      return reduceMessage(state, action.message, action.at);
    case "link": {
      const linked = { ...state, link: { ...state.link, ...action.link } };
      return action.link.phase === "online" ? withoutOld(linked, action.at) : linked;
    }
    case "sent":
      return sent(state, action.id, action.command, action.at);
    case "route":
      return { ...state, route: action.route, dialog: undefined };
    case "dialog":
      return { ...state, dialog: action.dialog };
    case "preferences":
      return { ...state, preferences: { ...state.preferences, ...action.change } };
    case "notice":
      return withNotice(state, action.text, action.bad);
    case "dismiss":
      return { ...state, notices: state.notices.filter((notice) => notice.id !== action.id) };
    case "buyWhenSeated": {
      const { [action.gameId]: _old, ...others } = state.buyWhenSeated;
      return {
        ...state,
        buyWhenSeated: action.amount === undefined ? others : { ...others, [action.gameId]: action.amount },
      };
    }
    case "sitOutAtBlind":
      return { ...state, sitOutAtBlind: { ...state.sitOutAtBlind, [action.gameId]: action.on } };
    case "read": {
      const news = state.news[action.gameId];
      return news?.unread ? { ...state, news: { ...state.news, [action.gameId]: { ...news, unread: 0 } } } : state;
    }
    case "reviewed": {
      const table = state.tables[action.tableId];
      if (!table) return state;
      return {
        ...state,
        tables: { ...state.tables, [action.tableId]: { ...table, reviewed: table.view?.handNumber } },
      };
    }
    case "hands":
      return { ...state, hands: withOlder(state.hands, action.hands) };
    case "close":
      return drop(state, action.tableId);
    case "forget":
      return {
        ...initialState({ ...state.preferences, leftWith: {}, muted: [] }, { page: "lobby" }, [], action.at),
        link: state.link,
        next: state.next,
        notices: state.notices,
      };
    case "tick":
      return state;
  }
}

/** Brings the table to the front at which the player has become the one to act, unless he is busy at the one shown. */
function follow(before: State, state: State, writing: boolean): State {
  const wanted = state.preferences.follow && state.route.page === "table" && before.tables !== state.tables;
  if (!wanted || writing || state.dialog || state.route.page !== "table") return state;
  if (canAct(state.tables[state.route.tableId])) return state;
  const waiting = state.open.find((id) => canAct(state.tables[id]));
  return waiting ? { ...state, route: { page: "table", tableId: waiting } } : state;
}

/** The state after something has happened; a pure function. */
export function reduce(state: State, action: Action): State {
  return { ...follow(state, step(state, action), action.writing), now: action.at };
}
