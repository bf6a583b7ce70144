#include "engine/balance.hpp"

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

/// The next player of a closing table who has no planned move yet, if there is a seat for one.
Step empty_closing(const GameState& game) {
  if (game.with_room.empty()) return {};
  for (const TableId& table : game.closing)
    if (effective_size(game.tables.at(table)) > 0)
      return {What::MOVE, table, game.with_room.begin()->second, {}};
  return {};
}

}  // namespace

Step next(const GameState& game) {
  if (const Step step = empty_closing(game); step.what != What::NOTHING) return step;
  if (game.by_size.size() < 2) return {};
  const auto& [small_size, small] = *game.by_size.begin();
  const auto& [large_size, large] = *game.by_size.rbegin();
  if (large_size - small_size < 2) return {};
  // Nobody is sent through a table: what leads out of the smallest or into the largest is taken back first.
  // So the smallest has no outgoing moves when it is chosen as a target, and therefore a free seat.
  if (const MoveId out = latest(game.moves_from, small); out.v != 0) return {What::CANCEL, {}, {}, out};
  if (const MoveId in = latest(game.moves_to, large); in.v != 0) return {What::CANCEL, {}, {}, in};
  return {What::MOVE, large, small, {}};
}

std::size_t tables_needed(const GameState& game) {
  const auto seats = static_cast<std::size_t>(game.settings.number_of_seats);
  return (static_cast<std::size_t>(game.seated) + seats - 1) / seats;
}

bool excess(const GameState& game) { return game.tables.size() - game.closing.size() > tables_needed(game); }

}  // namespace cardroom::balance
