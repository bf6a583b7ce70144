import type { GameEvent } from "../protocol/events";
import type { ServerMessage } from "../protocol/messages";
import { chips, formatNet, handsOf } from "./amounts";
import type { Pending, State } from "./model";
import { canAct } from "./seats";
import { drop, noNews, reduceFrame } from "./reduce_table";

const chatKept = 200;
const noticesKept = 4;
const goneKept = 50;
const gamesRemembered = 20;

/** The state with a notice. */
export function withNotice(state: State, text: string, bad: boolean): State {
  const others = state.notices.filter((notice) => notice.text !== text);
  return { ...state, next: state.next + 1, notices: [...others, { id: state.next, text, bad }].slice(-noticesKept) };
}

function without<T>(map: Record<string, T>, key: string): Record<string, T> {
  if (!(key in map)) return map;
  const { [key]: _gone, ...rest } = map;
  return rest;
}

/** The state after a command was carried out. */
function carriedOut(state: State, pending: Pending): State {
  const { command } = pending;
  if (command.type === "INTENT") {
    // The frame of an intent that waits comes with the next step only; that it is kept, OK has said.
    const table = state.tables[command.tableId];
    if (
      !table?.you ||
      !table.view ||
      table.view.handNumber !== command.handNumber ||
      table.view.handPhase !== command.street
    )
      return state;
    if (table.you.actions.length > 0) return state;
    const intent = command.intent === "NONE" ? undefined : command.intent;
    const you = { ...table.you, intent, intentAmount: command.amount };
    return { ...state, tables: { ...state.tables, [table.tableId]: { ...table, you } } };
  }
  if (command.type === "CREATE_GAME")
    return { ...state, dialog: undefined, route: { page: "game", gameId: command.settings.gameId } };
  if (command.type === "WATCH" && !state.seats.some((seat) => seat.tableId === command.tableId))
    return state.watching.includes(command.tableId)
      ? state
      : { ...state, watching: [...state.watching, command.tableId] };
  return state;
}

/** The state after a command was refused. */
function refused(state: State, pending: Pending | undefined, code: string, text: string): State {
  const command = pending?.command;
  if (command?.type === "ACT") {
    const table = state.tables[command.tableId];
    if (table) state = { ...state, tables: { ...state.tables, [table.tableId]: { ...table, actedTurn: undefined } } };
    // A time-out was faster, and the newest frame shows it.
    if (code === "STALE_ACTION" || code === "NOT_YOUR_TURN") return state;
  }
  if (command?.type === "INTENT" && command.intent === "NONE") return state;
  if (command?.type === "GAME_START") state = { ...state, starting: without(state.starting, command.gameId) };
  if (command?.type === "REGISTER") {
    if (code === "ALREADY_REGISTERED") return state;
    state = { ...state, buyWhenSeated: without(state.buyWhenSeated, command.gameId) };
  }
  if (command?.type === "WATCH" && (code === "NO_TABLE" || !state.tables[command.tableId]))
    state = close(state, command.tableId);
  if (command?.type === "BUY_IN" && code === "BAD_BUY_IN") state = leftWith(state, command.gameId, undefined);
  if (code === "LAGGED" || command?.type === "LIST_GAMES" || command?.type === "PING") return state;
  return withNotice(state, text, true);
}

/** Without a table, and away from it if it is shown; with a seat there, SEAT will say where to. */
function close(state: State, tableId: string): State {
  const seated = state.seats.some((seat) => seat.tableId === tableId);
  const shown = state.route.page === "table" && state.route.tableId === tableId && !seated;
  return { ...drop(state, tableId), ...(shown ? { route: { page: "lobby" } } : {}) };
}

/** Remembers what the player left a game with: who comes back soon has to bring as much. */
function leftWith(state: State, gameId: string, amount: number | undefined): State {
  const others = Object.entries(without(state.preferences.leftWith, gameId)).slice(-gamesRemembered);
  const kept = Object.fromEntries(amount ? [...others, [gameId, amount] as const] : others);
  return { ...state, preferences: { ...state.preferences, leftWith: kept } };
}

function farewell(state: State, gameId: string, cashedOut: number): string {
  const news = state.news[gameId];
  const paid = cashedOut > 0 ? `; ${chips(cashedOut)} went to your balance` : "";
  const session = news && news.hands > 0 ? `. This session: ${formatNet(news.net, 1, false)} in ${handsOf(news.hands)}` : "";
  return `You left ${gameId}${paid}${session}`;
}

function gameEvent(state: State, gameId: string, event: GameEvent): State {
  switch (event.type) {
    case "GameMessage":
      return withNotice(state, `${gameId}: ${event.text}`, false);
    case "GameStatusChanged":
      return {
        ...state,
        games: state.games?.map((game) => (game.gameId === gameId ? { ...game, status: event.newStatus } : game)),
      };
    case "PlayerMoved":
      return event.userId === state.me?.userId ? withNotice(state, "You are moved to another table", false) : state;
    case "PlayerLeft":
      if (event.userId !== state.me?.userId) return state;
      state = leftWith(state, gameId, event.cashedOut);
      return withNotice(state, farewell(state, gameId, event.cashedOut), false);
    case "TableRemoved":
      return { ...close(state, event.tableId), gone: [...state.gone, event.tableId].slice(-goneKept) };
    default:
      return state;
  }
}

function seatChanged(state: State, message: Extract<ServerMessage, { type: "SEAT" }>): State {
  const { gameId, tableId, seatIndex } = message;
  const before = state.seats.find((seat) => seat.gameId === gameId);
  const seats = state.seats.filter((seat) => seat.gameId !== gameId);
  if (before && before.tableId !== tableId && !state.watching.includes(before.tableId)) {
    state = drop(state, before.tableId);
    if (state.route.page === "table" && state.route.tableId === before.tableId)
      state = { ...state, route: tableId ? { page: "table", tableId } : { page: "lobby" } };
  }
  if (tableId === undefined || seatIndex === undefined)
    return { ...state, seats, sitOutAtBlind: without(state.sitOutAtBlind, gameId) };
  const here = state.route.page === "game" && state.route.gameId === gameId;
  const busy = state.route.page === "table" && canAct(state.tables[state.route.tableId]);
  return {
    ...state,
    seats: [...seats, { gameId, tableId, seatIndex }],
    gone: state.gone.filter((id) => id !== tableId),
    route: here || (gameId in state.buyWhenSeated && !busy) ? { page: "table", tableId } : state.route,
  };
}

/** The state after a message of the daemon. */
export function reduceMessage(state: State, message: ServerMessage, at: number): State {
  const answered =
    "id" in message && message.id !== undefined
      ? message.id
      : message.type === "TABLE_STATE"
        ? message.you?.ack?.id
        : undefined;
  const pending = answered === undefined ? undefined : state.pending[answered];
  if (answered !== undefined && pending) state = { ...state, pending: without(state.pending, String(answered)) };

  switch (message.type) {
    case "LOGGED_IN": {
      const own = new Set(message.seats.map((seat) => seat.tableId));
      // Frames of tables that one no longer sits at will not come.
      for (const tableId of state.open)
        if (!own.has(tableId) && !state.watching.includes(tableId)) state = drop(state, tableId);
      return { ...state, me: { userId: message.userId, name: message.name }, seats: message.seats };
    }
    case "LOBBY":
      return { ...state, games: message.games };
    case "LOBBY_CHANGED": {
      if (!state.games) return state;
      const old = new Set([...message.gone, ...message.games.map((game) => game.gameId)]);
      return { ...state, games: [...state.games.filter((game) => !old.has(game.gameId)), ...message.games] };
    }
    case "OK":
      if (pending?.command.type === "PING") return { ...state, link: { ...state.link, latency: at - pending.at } };
      return pending ? carriedOut(state, pending) : state;
    case "ERROR":
      return refused(state, pending, message.code, message.message);
    case "SEAT":
      return seatChanged(state, message);
    case "BALANCE":
      return { ...state, balance: message.balance };
    case "GAME_EVENTS":
      return message.events.reduce((next, event) => gameEvent(next, message.gameId, event), state);
    case "CHAT": {
      const news = state.news[message.gameId] ?? noNews;
      const line = { id: state.next, userId: message.userId, name: message.name, text: message.text };
      const quiet = state.preferences.muted.includes(message.userId) || message.userId === state.me?.userId;
      const chat = [...news.chat, line].slice(-chatKept);
      const unread = news.unread + (quiet ? 0 : 1);
      return { ...state, next: state.next + 1, news: { ...state.news, [message.gameId]: { ...news, chat, unread } } };
    }
    case "TABLE_STATE":
      return reduceFrame(state, message, at);
    default:
      return state;
  }
}
