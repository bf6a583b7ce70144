import type { Action, Chips, HandPhase, HeadsUpTransition, Intent, MinRaise, Ms, Reopen, StartMode } from "./values";

/** Of a game, in CREATE_GAME; what is left out has the daemon's default. */
export interface Settings {
  gameId: string;
  smallBlind: Chips;
  bigBlind: Chips;
  ante?: Chips;
  numberOfSeats?: number;
  minBuyIn?: Chips;
  maxBuyIn?: Chips;
  start?: StartMode;
  startTime?: number;
  actionTime?: Ms;
  timeBank?: Ms;
  predealTime?: Ms;
  reviewHandTime?: Ms;
  nextHandDelay?: Ms;
  allowPostToPlay?: boolean;
  requireMissedBlindPost?: boolean;
  minRaise?: MinRaise;
  reopen?: Reopen;
  openFold?: boolean;
  headsUpTransition?: HeadsUpTransition;
  autoMuck?: boolean;
  rakePercent?: number;
  rakeCap?: Chips;
}

/** Commands that name a game and nothing else. */
export type GameCommandType =
  "REGISTER" | "UNREGISTER" | "SIT_OUT" | "SIT_IN" | "LEAVE" | "GAME_START" | "GAME_PAUSE" | "GAME_RESUME" | "GAME_END";

/** Commands that name a table and nothing else. */
export type TableCommandType = "POST_BLIND" | "SHOW_CARDS" | "WATCH" | "UNWATCH";

/** A command of a logged-in player, without its number. */
export type Command =
  | { type: "PING" }
  | { type: "LIST_GAMES"; follow?: boolean }
  | { type: "CREATE_GAME"; settings: Settings }
  | { type: GameCommandType; gameId: string }
  | { type: "BUY_IN" | "TOP_UP"; gameId: string; amount: Chips }
  | { type: TableCommandType; tableId: string }
  | { type: "ACT"; tableId: string; handNumber: number; turn: number; action: Action; amount?: Chips }
  | { type: "INTENT"; tableId: string; handNumber: number; street: HandPhase; intent: Intent; amount?: Chips }
  | { type: "CHAT"; gameId: string; text: string };

/** Commands of administrators, whose connections are no players'. */
export type AdminCommand =
  { type: "LOGIN_ADMIN"; token: string } | { type: "ADMIN"; request: { command: string; [member: string]: unknown } };

/** Commands by which a connection begins. */
export type Opening =
  { type: "HELLO"; protocol: 1 } | { type: "LOGIN_GUEST"; name: string } | { type: "LOGIN_GUEST"; token: string };
