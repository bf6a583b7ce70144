#pragma once
#include <string>

#include "engine/game_state.hpp"

/// Games as they were before there was a bank: each kept its players' balances, and nobody counted what it
/// had given its tables. Members are named as they were, so that old texts and their digests can be read.
namespace cardroom::before_bank {

struct Player : cardroom::Player {
  Chips balance;
};
BOOST_DESCRIBE_STRUCT(Player, (cardroom::Player), (balance))

struct GameState : cardroom::GameState {
  Chips credited;                    ///< all chips ever booked in: guest credits, and credits less debits
  std::map<UserId, Player> players;  ///< instead of those of the base
};
BOOST_DESCRIBE_STRUCT(GameState, (cardroom::GameState), (credited, players))

/// Why the bank cannot take the game's chips over; empty = it can.
std::string check(const GameState& game);

/// The game with a bank. Its outbox begins with what the bank has to take over: the chips at tables and on
/// their way there (FUND), then each player's balance (GRANT). The same game gives the same numbers, so
/// whatever interrupts that, it is booked once. `TableEntry::chips` is still to be counted (`audit::given`).
/// `check` found nothing.
cardroom::GameState with_bank(const GameState& game);

}  // namespace cardroom::before_bank
