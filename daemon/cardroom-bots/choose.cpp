#include "daemon/cardroom-bots/choose.hpp"

#include <algorithm>

namespace cardroom::bots {
namespace {

/// How often an action is taken where it is legal. Folding where a check is free is left to beginners.
std::uint64_t weight(Action action, bool check_is_free) {
  switch (action) {
    case Action::FOLD:
      return check_is_free ? 1 : 30;
    case Action::CHECK:
      return 60;
    case Action::CALL:
      return 45;
    case Action::BET:
      return 25;
    case Action::RAISE:
      return 18;
    case Action::ALL_IN:
      return 3;
    case Action::NONE:
      return 0;
  }
  return 0;
}

/// Mostly close to the minimum, sometimes anything up to all chips.
Chips amount(const protocol::You& you, Random& random) {
  const std::int64_t least = you.min_bet->v, span = you.max_bet->v - least;
  if (span <= 0) return {least};
  const std::uint64_t kind = random.below(10);
  if (kind < 4) return {least};
  const std::int64_t reach = kind < 9 ? std::min(span, 2 * least) : span;
  return {least + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(reach) + 1))};
}

}  // namespace

Choice choose(const protocol::You& you, Random& random) {
  const auto has = [&](Action a) {
    return std::find(you.actions.begin(), you.actions.end(), a) != you.actions.end();
  };
  const bool check_is_free = has(Action::CHECK);
  std::uint64_t total = 0;
  for (const Action action : you.actions) total += weight(action, check_is_free);
  if (total == 0) return {};
  std::uint64_t drawn = random.below(total);
  for (const Action action : you.actions) {
    const std::uint64_t share = weight(action, check_is_free);
    if (drawn >= share) {
      drawn -= share;
      continue;
    }
    const bool sized = (action == Action::BET || action == Action::RAISE) && you.min_bet && you.max_bet;
    return {action, sized ? std::optional(amount(you, random)) : std::nullopt};
  }
  return {};
}

}  // namespace cardroom::bots
