import type { Chips, GameStatus, Ms, StartMode, Stopping } from "./values";
import type { GameEvent } from "./events";
import type { TableState } from "./table";

/** A table in LOBBY. */
export interface LobbyTable {
  tableId: string;
  players: number;
  paused: boolean;
  averagePot: Chips;
  handsPerHour: number;
}

/** A game in LOBBY. */
export interface LobbyGame {
  gameId: string;
  status: GameStatus;
  host?: string;
  smallBlind: Chips;
  bigBlind: Chips;
  ante: Chips;
  minBuyIn: Chips;
  maxBuyIn: Chips;
  numberOfSeats: number;
  players: number;
  tables: LobbyTable[];
  hostName?: string;
  start: StartMode;
  startTime?: number;
  actionTime: Ms;
  timeBank: Ms;
  guestCredit: Chips;
  rakePercent: number;
  /** Of the hands of the last half hour, at all tables. */
  averagePot: Chips;
  handsPerHour: number;
  /** What is to come when the hands that run are over. */
  stopping: Stopping;
}

/** A seat of the player. */
export interface SeatAt {
  gameId: string;
  tableId: string;
  seatIndex: number;
}

/** The answer to LOGIN_GUEST. */
export interface LoggedIn {
  type: "LOGGED_IN";
  id: number;
  userId: string;
  name: string;
  token: string;
  seats: SeatAt[];
}

/** A refused command, or without `id` something wrong with the connection. */
export interface ErrorMessage {
  type: "ERROR";
  id?: number;
  code: string;
  message: string;
}

/** All that the daemon sends. */
export type ServerMessage =
  | { type: "WELCOME"; id: number; protocol: number; server: string }
  | LoggedIn
  | { type: "LOBBY"; id: number; games: LobbyGame[] }
  | { type: "LOBBY_CHANGED"; games: LobbyGame[]; gone: string[] }
  | { type: "ADMIN_DONE"; id: number; data?: unknown }
  | { type: "OK"; id: number; version?: number }
  | ErrorMessage
  | { type: "SEAT"; gameId: string; tableId?: string; seatIndex?: number }
  | { type: "BALANCE"; gameId?: string; balance: Chips }
  | { type: "GAME_EVENTS"; gameId: string; events: GameEvent[] }
  | { type: "CHAT"; gameId: string; userId: string; name: string; text: string }
  | { type: "SESSION_REPLACED" }
  | { type: "SHUTDOWN"; urls?: string[] }
  | TableState;
