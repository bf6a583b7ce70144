#include "engine/balance.hpp"

#include <functional>

namespace cardroom::balance {
namespace {

using What = Step::What;
using ByTable = std::set<std::pair<TableId, MoveId>>;

/// The latest move of a table in one of the two orders, or none.
MoveId latest(const ByTable& moves, const TableId& table) {
  const auto after = moves.upper_bound({table, MoveId{~0u}});
  if (after == moves.begin()) return {};
  const auto& [of, move] = *std::prev(after);
  return of == table ? move : MoveId{};
}

using Tables = GameState::BySize;

/// The smaller or larger of what is first or last in two orders, or nothing.
template <class Less, class It>
const Tables::value_type* best(It a, It a_end, It b, It b_end, Less less) {
  if (a == a_end) return b == b_end ? nullptr : &*b;
  if (b == b_end) return &*a;
  return less(*b, *a) ? &*b : &*a;
}

const Tables::value_type* largest(const GameState& game) {
  return best(game.full.rbegin(), game.full.rend(), game.with_room.rbegin(), game.with_room.rend(),
              std::greater<>());
}

}  // namespace

const Tables::value_type* smallest(const GameState& game) {
  return best(game.with_room.begin(), game.with_room.end(), game.full.begin(), game.full.end(),
              std::less<>());
}

Step next(const GameState& game) {
  if (!game.closing.empty() && game.closing.rbegin()->first > 0 && !game.with_room.empty())
    return {What::MOVE, game.closing.rbegin()->second, game.with_room.begin()->second, {}};
  // Arrivals took the seats that its players were to get, and no move is to free one.
  if (!game.closing.empty() && game.closing.rbegin()->first > 0 && game.moves.empty())
    return {What::REOPEN, game.closing.rbegin()->second, {}, {}};
  const auto* small = smallest(game);
  const auto* large = largest(game);
  if (small == nullptr || large->first - small->first < 2) return {};
  // Nobody is sent through a table: what leads out of the smallest or into the largest is taken back first.
  // So the smallest has no outgoing moves when it is chosen as a target, and therefore a free seat.
  if (const MoveId out = latest(game.moves_from, small->second); out.v != 0)
    return {What::CANCEL, {}, {}, out};
  if (const MoveId in = latest(game.moves_to, large->second); in.v != 0) return {What::CANCEL, {}, {}, in};
  return {What::MOVE, large->second, small->second, {}};
}

std::size_t tables_needed(const GameState& game) {
  const auto seats = static_cast<std::size_t>(game.settings.number_of_seats);
  return (static_cast<std::size_t>(game.seated) + seats - 1) / seats;
}

bool excess(const GameState& game) { return game.tables.size() - game.closing.size() > tables_needed(game); }

}  // namespace cardroom::balance
