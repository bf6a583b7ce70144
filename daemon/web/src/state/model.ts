import type { Command } from "../protocol/commands";
import type { LobbyGame, SeatAt, ServerMessage } from "../protocol/messages";
import type { TableView, You } from "../protocol/table";
import type { Preferences } from "./preferences";
import type { Route } from "./route";

/** How it stands with the daemon. */
export type LinkPhase =
  | "connecting" // no answer yet, or lost and coming back
  | "greeting" // waits for a name
  | "online"
  | "replaced" // the player came in elsewhere
  | "stopping"; // the daemon said SHUTDOWN; comes back after a few seconds

/** The connection. */
export interface Link {
  phase: LinkPhase;
  /** False until the first connection stood: then it is no loss but the start. */
  everOnline: boolean;
  latency?: number;
  /** When the next attempt is made, in the time of `Action.at`. */
  retryAt?: number;
  /** Where else the player may go on, as the daemon that stops has said: addresses of WebSockets. */
  elsewhere?: readonly string[];
}

/** A sentence of the log of a table. */
export interface Line {
  id: number;
  hand: number;
  text: string;
  tone: "deal" | "act" | "win" | "info";
}

/** What the daemon said of a table, and when. */
export interface Table {
  gameId: string;
  tableId: string;
  epoch: number;
  at: number;
  /** A frame is missing: nothing is acted upon until the snapshot that heals it. */
  gap: boolean;
  view?: TableView;
  you?: You;
  /** When the frame came, by the clock of `Action.at`. */
  receivedAt: number;
  /** The longest time for an action seen here: the whole of the ring. */
  actionTime: number;
  lines: Line[];
  /** How the table stood before, where one frame brought several streets. */
  stages: TableView[];
  /** Sentences of who won the hand that is over. */
  result: string[];
  recording?: HandRecord;
  /** The turn for which an action is on its way. */
  actedTurn?: number;
  /** Cards of the review were decided upon: shown or kept. */
  reviewed?: number;
}

/** A hand as it was seen. */
export interface HandRecord {
  tableId: string;
  handNumber: number;
  steps: { view: TableView; you?: You; text: string }[];
  holeCards: string[];
  /** What the player won or lost in it. */
  net?: number;
  result: string[];
}

/** Said in a game. */
export interface ChatLine {
  id: number;
  userId: string;
  name: string;
  text: string;
}

/** News of a game that are not of one table. */
export interface GameNews {
  chat: ChatLine[];
  unread: number;
  /** Net chips over the hands that were seen to their end, one entry a hand. */
  hands: number;
  net: number;
  curve: number[];
}

/** A notice that goes by itself, or when dismissed. */
export interface Notice {
  id: number;
  text: string;
  bad: boolean;
}

/** A command without an answer. */
export interface Pending {
  command: Command;
  at: number;
}

export type Dialog =
  | { kind: "settings" }
  | { kind: "seat"; tableId: string }
  | { kind: "talk"; tableId: string }
  | { kind: "create" }
  | { kind: "device" }
  | { kind: "buyIn"; gameId: string; tableId?: string }
  | { kind: "hands"; tableId?: string; hand?: { tableId: string; handNumber: number } }
  | { kind: "leave"; gameId: string }
  | { kind: "end"; gameId: string };

/** Everything that is shown comes from here. */
export interface State {
  link: Link;
  me?: { userId: string; name: string };
  games?: LobbyGame[];
  tables: Record<string, Table>;
  /** Tables on the screen, in the order of their coming. */
  open: string[];
  seats: SeatAt[];
  /** Tables watched without a seat. */
  watching: string[];
  /** Tables that are gone; late frames of them are ignored. */
  gone: string[];
  news: Record<string, GameNews>;
  balance?: number;
  hands: HandRecord[];
  pending: Record<number, Pending>;
  /** Games whose start was asked for, until a frame of their tables or a refusal. */
  starting: Record<string, number>;
  /** Games to buy in to as soon as there is a seat, and for how much. */
  buyWhenSeated: Record<string, number>;
  /** Games to sit out in before the next big blind. */
  sitOutAtBlind: Record<string, boolean>;
  notices: Notice[];
  dialog?: Dialog;
  route: Route;
  preferences: Preferences;
  /** The time of the last action. */
  now: number;
  /** The next number of a line, notice or chat line. */
  next: number;
}

/** What can happen to the state. */
export type Happening =
  | { kind: "message"; message: ServerMessage }
  | { kind: "link"; link: Partial<Link> }
  | { kind: "sent"; id: number; command: Command }
  | { kind: "route"; route: Route }
  | { kind: "dialog"; dialog?: Dialog }
  | { kind: "preferences"; change: Partial<Preferences> }
  | { kind: "notice"; text: string; bad: boolean }
  | { kind: "dismiss"; id: number }
  | { kind: "buyWhenSeated"; gameId: string; amount?: number }
  | { kind: "sitOutAtBlind"; gameId: string; on: boolean }
  | { kind: "read"; gameId: string }
  | { kind: "reviewed"; tableId: string }
  | { kind: "hands"; hands: HandRecord[] }
  | { kind: "close"; tableId: string }
  | { kind: "forget" }
  | { kind: "tick" };

/** Something that happened, and when (milliseconds since the Unix epoch). */
export type Action = Happening & {
  at: number;
  /** The player is writing: nothing may be taken from under the hands. */
  writing: boolean;
};
