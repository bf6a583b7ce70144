import type {
  Action,
  Card,
  Chips,
  GameStatus,
  HandPhase,
  Intent,
  Ms,
  PlayerStatus,
  SeatStatus,
  Street,
  TableStatus,
} from "./values";
import type { TableEvent } from "./events";

/** What everybody may see of a seat. */
export interface SeatView {
  seatIndex: number;
  userId?: string;
  displayName?: string;
  stack: Chips;
  streetBet: Chips;
  status: SeatStatus;
  playerStatus: PlayerStatus;
  connected: boolean;
  lastAction?: Action;
  pending?: Chips;
  won?: Chips;
  mustPostBlind?: boolean;
  missedBigBlind?: boolean;
  posts?: boolean;
  shownCards?: Card[];
}

/** A pot, without the bets of the street. */
export interface PotView {
  potId: number;
  amount: Chips;
  eligibleSeatIndices: number[];
}

/** What everybody may see of a table. */
export interface TableView {
  status: TableStatus;
  gameStatus: GameStatus;
  handPhase: HandPhase;
  handNumber: number;
  turn: number;
  street?: Street;
  numberOfSeats: number;
  smallBlind: Chips;
  bigBlind: Chips;
  ante: Chips;
  dealerSeatIndex?: number;
  smallBlindSeatIndex?: number;
  bigBlindSeatIndex?: number;
  toActSeatIndex?: number;
  communityCards: Card[];
  potTotal: Chips;
  pots: PotView[];
  currentBet: Chips;
  minRaise: Chips;
  actionRemaining?: Ms;
  timeBankRemaining?: Ms;
  phaseRemaining?: Ms;
  seats: SeatView[];
}

/** What the player of a seat alone is told. */
export interface You {
  seatIndex: number;
  holeCards?: Card[];
  actions: Action[];
  callAmount?: Chips;
  minBet?: Chips;
  maxBet?: Chips;
  timeBank: Ms;
  intent?: Intent;
  intentAmount?: Chips;
  events?: TableEvent[];
  ack?: { id: number };
}

/** One step of a table, or a snapshot. */
export interface TableState {
  type: "TABLE_STATE";
  gameId: string;
  tableId: string;
  epoch: number;
  previous: number;
  version: number;
  snapshot?: boolean;
  state: TableView;
  events: TableEvent[];
  you?: You;
}
