import type { Chips, GameStatus, Stopping } from "../protocol/values";

/** What `status` says. */
export interface DaemonStatus {
  version: string;
  uptime: number;
  games: number;
  tables: number;
  players: number;
  sessions: number;
  storeDownReason?: string;
  problem?: string;
  handsPlayed: number;
  handsPerSecond: number;
  actionsPerSecond: number;
  /** Inside the daemon, microseconds; none while nobody acts. */
  latencyP50Us?: number;
  latencyP99Us?: number;
}

/** A row of `game list`; with `problem`, the rest is not known. */
export interface GameRow {
  gameId: string;
  status?: GameStatus;
  stopping: Stopping;
  problem?: string;
  host?: string;
  hostName?: string;
  smallBlind: Chips;
  bigBlind: Chips;
  players: number;
  tables: number;
}

/** A row of `table list`. */
export interface TableRow {
  gameId: string;
  tableId: string;
  players: number;
  paused: boolean;
  epoch?: number;
  node?: string;
  held?: string;
}

/** A row of `player list`: a player in a game. */
export interface PlayerRow {
  gameId: string;
  userId: string;
  name: string;
  balance: Chips;
  registered: boolean;
  connected: boolean;
  tableId: string;
  seatIndex?: number;
}

/** A row of `node list`. */
export interface NodeRow {
  node: string;
  state: string;
  coordinator: boolean;
  linked: boolean;
  games: number;
  tables: number;
  capacity: number;
  clients: string;
  version: string;
}
