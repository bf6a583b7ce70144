import type { AdminCommand, Command, Opening } from "./commands";
import type { ServerMessage } from "./messages";

type Fields = Record<string, unknown>;

const isText = (value: unknown): boolean => typeof value === "string";
const isNumber = (value: unknown): boolean => typeof value === "number";
const isList = (value: unknown): boolean => Array.isArray(value);
const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isView = (value: unknown): boolean =>
  isObject(value) &&
  isText(value["handPhase"]) &&
  isNumber(value["turn"]) &&
  isList(value["seats"]) &&
  isList(value["pots"]) &&
  isList(value["communityCards"]);
const isYou = (value: unknown): boolean =>
  value === undefined || (isObject(value) && isNumber(value["seatIndex"]) && isList(value["actions"]));

/** What each message must have for the reducer to rest on it; further fields may come and are ignored. */
const required: Record<ServerMessage["type"], (fields: Fields) => boolean> = {
  WELCOME: (f) => isNumber(f["id"]),
  LOGGED_IN: (f) => isNumber(f["id"]) && isText(f["userId"]) && isText(f["token"]) && isList(f["seats"]),
  LOBBY: (f) => isNumber(f["id"]) && isList(f["games"]),
  LOBBY_CHANGED: (f) => isList(f["games"]) && isList(f["gone"]),
  ADMIN_DONE: (f) => isNumber(f["id"]),
  OK: (f) => isNumber(f["id"]),
  ERROR: (f) => isText(f["code"]) && isText(f["message"]),
  SEAT: (f) => isText(f["gameId"]),
  BALANCE: (f) => isNumber(f["balance"]),
  GAME_EVENTS: (f) => isText(f["gameId"]) && isList(f["events"]),
  CHAT: (f) => isText(f["gameId"]) && isText(f["userId"]) && isText(f["name"]) && isText(f["text"]),
  SESSION_REPLACED: () => true,
  SHUTDOWN: () => true,
  TABLE_STATE: (f) =>
    isText(f["gameId"]) &&
    isText(f["tableId"]) &&
    isNumber(f["epoch"]) &&
    isNumber(f["version"]) &&
    isView(f["state"]) &&
    isList(f["events"]) &&
    isYou(f["you"]),
};

/**
 * Marks that turn the direction of text around: in a name they would turn the amounts beside it. Letters of themselves
 * bring their direction along.
 */
const turning = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** The message in a frame; none for one of a later version that this client does not know. */
export function decode(frame: unknown): ServerMessage | undefined {
  if (typeof frame !== "string") return undefined;
  let value: unknown;
  try {
    value = JSON.parse(frame.replace(turning, ""));
  } catch {
    return undefined;
  }
  if (!isObject(value) || value["v"] !== 1) return undefined;
  const type = value["type"];
  if (typeof type !== "string" || !Object.hasOwn(required, type)) return undefined;
  return required[type as ServerMessage["type"]](value) ? (value as unknown as ServerMessage) : undefined;
}

/** The frame of a command with the client's number for it. */
export function encode(id: number, command: Command | Opening | AdminCommand): string {
  return JSON.stringify({ v: 1, ...command, id });
}
