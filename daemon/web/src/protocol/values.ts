/** Closed sets of words in the protocol; see "Values" in daemon/gateway/PROTOCOL.md. */
export type Action = "NONE" | "FOLD" | "CHECK" | "CALL" | "BET" | "RAISE" | "ALL_IN";
export type ForcedBet = "ANTE" | "SMALL_BLIND" | "BIG_BLIND" | "STRADDLE" | "POST" | "MISSED_BLIND";
export type GameStatus = "SCHEDULED" | "SEATING" | "ACTIVE" | "PAUSED" | "COMPLETED";
export type HandCategory =
  | "HIGH_CARD"
  | "ONE_PAIR"
  | "TWO_PAIR"
  | "THREE_OF_A_KIND"
  | "STRAIGHT"
  | "FLUSH"
  | "FULL_HOUSE"
  | "FOUR_OF_A_KIND"
  | "STRAIGHT_FLUSH"
  | "ROYAL_FLUSH";
export type HandPhase =
  | "WAITING_FOR_PLAYERS"
  | "PREDEAL"
  | "DEAL"
  | "PRE_FLOP_BETTING"
  | "FLOP"
  | "FLOP_BETTING"
  | "TURN"
  | "TURN_BETTING"
  | "RIVER"
  | "RIVER_BETTING"
  | "SHOWDOWN"
  | "HAND_COMPLETE";
export type HeadsUpTransition = "BIG_BLIND_STAYS" | "BIG_BLIND_MOVES";
export type Intent = "NONE" | "FOLD" | "CHECK" | "CHECK_FOLD" | "CALL" | "CALL_ANY" | "RAISE";
export type MinRaise = "LAST_RAISE" | "DOUBLE";
export type PlayerStatus = "ACTIVE" | "BUYING_IN" | "SITTING_OUT" | "LEAVING" | "OUT";
export type Reopen = "CUMULATIVE" | "SINGLE";
export type SeatStatus = "EMPTY" | "RESERVED" | "JOINED_WAITING" | "ACTIVE" | "FOLDED" | "ALL_IN";
export type StartMode = "HOST" | "AUTO";
export type Street = "PREFLOP" | "FLOP" | "TURN" | "RIVER" | "SHOWDOWN";
export type Stopping = "NO" | "TO_PAUSE" | "TO_END";
export type TableStatus = "PAUSED" | "PLAYING" | "PAUSE_AFTER_HAND";

/** Rank and suit, as in "Td". */
export type Card = string;
/** A whole number of the game's smallest unit. */
export type Chips = number;
/** A duration in milliseconds. */
export type Ms = number;
