#include "engine/before_bank.hpp"

#include "engine/game_step.hpp"

namespace cardroom::before_bank {
namespace {

constexpr Chips kLimit{std::int64_t{1} << 53};  ///< the bank's own

/// Of all players, or one more than `credited` if they have more than that.
Chips balances(const GameState& game) {
  Chips sum;
  for (const auto& [user, player] : game.players)
    if (player.balance > game.credited || (sum += player.balance) > game.credited)
      return game.credited + Chips{1};
  return sum;
}

}  // namespace

std::string check(const GameState& game) {
  for (const auto& [user, player] : game.players)
    if (player.balance < Chips{}) return "the balance of " + user.str() + " is below zero";
  if (game.credited >= kLimit) return "it has more chips than the bank can hold";
  if (balances(game) > game.credited) return "its players' balances are more chips than it was ever credited";
  return {};
}

cardroom::GameState with_bank(const GameState& before) {
  cardroom::GameState game = before;
  for (const auto& [user, player] : before.players) game.players[user] = player;
  const Input input;
  GameOutput none;
  game::Step step{game, input, none, {}, {}, false};
  if (const Chips inside = before.credited - balances(before); inside > Chips{})
    game::book(step, {MovementKind::FUND, {}, inside, {}});
  for (const auto& [user, player] : before.players)
    if (player.balance > Chips{}) game::book(step, {MovementKind::GRANT, user, player.balance, {}});
  return game;
}

}  // namespace cardroom::before_bank
