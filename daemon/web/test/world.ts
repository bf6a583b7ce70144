import { readFileSync } from "node:fs";
import { decode } from "../src/protocol/codec";
import type { LobbyGame, ServerMessage } from "../src/protocol/messages";
import type { SeatView, TableState, TableView, You } from "../src/protocol/table";
import type { Happening, State, Table } from "../src/state/model";
import { defaults } from "../src/state/preferences";
import { initialState, reduce } from "../src/state/reduce";

/** What a daemon sent to one player, from taking the seat to the end of the first hand that was dealt to it. */
export function recorded(): ServerMessage[] {
  const lines = readFileSync(new URL("./frames/first_hand.jsonl", import.meta.url), "utf8")
    .trim()
    .split("\n");
  return lines.map((line) => {
    const message = decode(line);
    if (!message) throw new Error(`not understood: ${line}`);
    return message;
  });
}

/** The player of the recording, logged in and connected. */
export function online(): State {
  const state = initialState(defaults, { page: "lobby" }, [], 0);
  return run(
    state,
    message({ type: "LOGGED_IN", id: 1, userId: "guest-24572b520251", name: "Ann", token: "t", seats: [] }),
    { kind: "link", link: { phase: "online", everOnline: true } },
  );
}

export const message = (one: ServerMessage): Happening => ({ kind: "message", message: one });

/** The state after all of these, a second apart. */
export function run(state: State, ...happenings: Happening[]): State {
  return happenings.reduce(
    (next, happening) => reduce(next, { ...happening, at: next.now + 1_000, writing: false }),
    state,
  );
}

export const seat = (seatIndex: number, change: Partial<SeatView> = {}): SeatView => ({
  seatIndex,
  userId: `guest-${seatIndex}`,
  displayName: `Player ${seatIndex}`,
  stack: 1000,
  streetBet: 0,
  status: "ACTIVE",
  playerStatus: "ACTIVE",
  connected: true,
  ...change,
});

export const view = (change: Partial<TableView> = {}): TableView => ({
  status: "PLAYING",
  gameStatus: "ACTIVE",
  handPhase: "FLOP_BETTING",
  handNumber: 3,
  turn: 21,
  street: "FLOP",
  numberOfSeats: 6,
  smallBlind: 5,
  bigBlind: 10,
  ante: 0,
  communityCards: ["7h", "Td", "2c"],
  potTotal: 70,
  pots: [{ potId: 0, amount: 30, eligibleSeatIndices: [0, 2] }],
  currentBet: 40,
  minRaise: 40,
  toActSeatIndex: 0,
  seats: [seat(0), seat(2)],
  ...change,
});

export const you = (change: Partial<You> = {}): You => ({
  seatIndex: 0,
  holeCards: ["As", "Ad"],
  actions: ["FOLD", "CALL", "RAISE", "ALL_IN"],
  callAmount: 40,
  minBet: 80,
  maxBet: 1000,
  timeBank: 30000,
  ...change,
});

export const frame = (change: Partial<TableState> = {}): TableState => ({
  type: "TABLE_STATE",
  gameId: "demo",
  tableId: "demo-t1",
  epoch: 1,
  previous: 0,
  version: 10,
  state: view(),
  events: [],
  you: you(),
  ...change,
});

export const lobbyGame = (change: Partial<LobbyGame> = {}): LobbyGame => ({
  gameId: "demo",
  status: "ACTIVE",
  smallBlind: 5,
  bigBlind: 10,
  ante: 0,
  minBuyIn: 400,
  maxBuyIn: 1000,
  numberOfSeats: 6,
  players: 2,
  tables: [],
  start: "AUTO",
  actionTime: 20000,
  timeBank: 30000,
  guestCredit: 0,
  rakePercent: 0,
  averagePot: 0,
  handsPerHour: 0,
  stopping: "NO",
  ...change,
});

export const table = (change: Partial<Table> = {}): Table => ({
  gameId: "demo",
  tableId: "demo-t1",
  epoch: 1,
  at: 10,
  gap: false,
  view: view(),
  you: you(),
  receivedAt: 0,
  actionTime: 20000,
  lines: [],
  stages: [],
  result: [],
  ...change,
});
