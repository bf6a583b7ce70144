import type {
  Action,
  Card,
  Chips,
  ForcedBet,
  GameStatus,
  HandCategory,
  HandPhase,
  PlayerStatus,
  SeatStatus,
  TableStatus,
} from "./values";

/** What became of a pot. */
export interface PotResult {
  potId: number;
  amount: Chips;
  rake: Chips;
  contested: boolean;
  category?: HandCategory;
  winners: { seatPosition: number; share: Chips }[];
}

/** A winner over all pots. */
export interface Winner {
  seatPosition: number;
  wonAmount: Chips;
  shown: boolean;
}

/** A seat at the end of a hand. */
export interface SeatResult {
  seatPosition: number;
  stack: Chips;
  netChips: Chips;
  vpip: boolean;
  pfr: boolean;
  sawShowdown: boolean;
  wonShowdown: boolean;
}

/** Events of TABLE_STATE, in the order in which they happened. */
export type TableEvent =
  | {
      type: "HandStarted";
      handNumber: number;
      dealerPosition: number;
      smallBlindPosition?: number;
      bigBlindPosition: number;
      dealtIn: number[];
    }
  | { type: "ForcedBetPosted"; seatPosition: number; kind: ForcedBet; amount: Chips }
  | { type: "HoleCardsDealt"; seatPosition: number; userId: string; cards: Card[] }
  | { type: "CommunityCardsDealt"; phase: HandPhase; cards: Card[] }
  | { type: "PlayerActed"; seatPosition: number; action: Action; amount: Chips; added: Chips; allIn: boolean }
  | { type: "PlayerTimedOut"; seatPosition: number; defaultAction: Action }
  | { type: "TimeBankStarted"; seatPosition: number }
  | { type: "BettingRoundComplete"; pots: { amount: Chips; eligible: number[] }[] }
  | { type: "UncalledBetReturned"; seatPosition: number; amount: Chips }
  | { type: "CardsShown"; seatPosition: number; cards: Card[] }
  | { type: "HandMucked"; seatPosition: number }
  | { type: "ShowdownResult"; potResults: PotResult[]; winners: Winner[] }
  | { type: "PotsWonUncontested"; seatPosition: number; amount: Chips; rake: Chips }
  | { type: "HandComplete"; handNumber: number; results: SeatResult[]; rake: Chips }
  | { type: "HandRefunded"; handNumber: number }
  | { type: "HandPhaseChanged"; phase: HandPhase }
  | { type: "TableStatusChanged"; oldStatus: TableStatus; newStatus: TableStatus }
  | {
      type: "SeatChanged";
      seatPosition: number;
      userId: string;
      status: SeatStatus;
      playerStatus: PlayerStatus;
      connected: boolean;
      stack: Chips;
    }
  | { type: "BlindPromised"; seatPosition: number }
  | { type: "PlayerBuyIn"; userId: string; seatPosition: number; amount: Chips; newChipCount: Chips; pending: boolean };

/** Events of GAME_EVENTS. */
export type GameEvent =
  | { type: "GameStatusChanged"; oldStatus: GameStatus; newStatus: GameStatus }
  | { type: "GameMessage"; text: string }
  | { type: "PlayerRegistered"; userId: string }
  | { type: "PlayerLeft"; userId: string; cashedOut: Chips }
  | { type: "PlayerMoved"; userId: string; fromTableId: string; toTableId: string }
  | { type: "TableCreated"; tableId: string }
  | { type: "TableRemoved"; tableId: string };
