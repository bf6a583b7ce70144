#pragma once
#include "engine/types.hpp"

/// The states of games, tables, hands, seats and players, and the names of actions.
namespace cardroom {

/// Where a game is in its life.
enum class GameStatus : std::uint8_t { SCHEDULED, SEATING, ACTIVE, PAUSED, COMPLETED };
BOOST_DESCRIBE_ENUM(GameStatus, SCHEDULED, SEATING, ACTIVE, PAUSED, COMPLETED)

/// A table's administrative status, independent of where its hand is.
enum class TableStatus : std::uint8_t { PAUSED, PLAYING, PAUSE_AFTER_HAND };
BOOST_DESCRIBE_ENUM(TableStatus, PAUSED, PLAYING, PAUSE_AFTER_HAND)

/// Where a table is in a hand. DEAL, FLOP, TURN, RIVER and SHOWDOWN are passed through within one step.
enum class HandPhase : std::uint8_t {
  WAITING_FOR_PLAYERS,
  PREDEAL,
  DEAL,
  PRE_FLOP_BETTING,
  FLOP,
  FLOP_BETTING,
  TURN,
  TURN_BETTING,
  RIVER,
  RIVER_BETTING,
  SHOWDOWN,
  HAND_COMPLETE,
};
BOOST_DESCRIBE_ENUM(HandPhase, WAITING_FOR_PLAYERS, PREDEAL, DEAL, PRE_FLOP_BETTING, FLOP, FLOP_BETTING, TURN,
                    TURN_BETTING, RIVER, RIVER_BETTING, SHOWDOWN, HAND_COMPLETE)

constexpr bool is_betting(HandPhase p) {
  return p == HandPhase::PRE_FLOP_BETTING || p == HandPhase::FLOP_BETTING || p == HandPhase::TURN_BETTING ||
         p == HandPhase::RIVER_BETTING;
}
/// Cards are out and the hand is not settled yet.
constexpr bool in_play(HandPhase p) { return p >= HandPhase::DEAL && p <= HandPhase::SHOWDOWN; }

/// A seat within hands. RESERVED waits for a player who is being moved here.
enum class SeatStatus : std::uint8_t { EMPTY, RESERVED, JOINED_WAITING, ACTIVE, FOLDED, ALL_IN };
BOOST_DESCRIBE_ENUM(SeatStatus, EMPTY, RESERVED, JOINED_WAITING, ACTIVE, FOLDED, ALL_IN)

/// The player in a seat. OUT: gone, the chips are on their way to the game.
enum class PlayerStatus : std::uint8_t { ACTIVE, BUYING_IN, SITTING_OUT, LEAVING, OUT };
BOOST_DESCRIBE_ENUM(PlayerStatus, ACTIVE, BUYING_IN, SITTING_OUT, LEAVING, OUT)

enum class Action : std::uint8_t { NONE, FOLD, CHECK, CALL, BET, RAISE, ALL_IN };
BOOST_DESCRIBE_ENUM(Action, NONE, FOLD, CHECK, CALL, BET, RAISE, ALL_IN)

/// Why chips leave a table. EXCESS: the player stays. RAKE: the house's, of no player and no seat.
enum class OutReason : std::uint8_t { LEFT, MOVED, EXCESS, CLOSED, RAKE };
BOOST_DESCRIBE_ENUM(OutReason, LEFT, MOVED, EXCESS, CLOSED, RAKE)

/// What a player means to do when the turn comes. NONE takes an intent back.
enum class Intent : std::uint8_t { NONE, FOLD, CHECK, CHECK_FOLD, CALL, CALL_ANY, RAISE };
BOOST_DESCRIBE_ENUM(Intent, NONE, FOLD, CHECK, CHECK_FOLD, CALL, CALL_ANY, RAISE)

}  // namespace cardroom
