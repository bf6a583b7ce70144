#include <charconv>
#include <utility>

#include "engine/balance.hpp"
#include "engine/game.hpp"
#include "engine/game_step.hpp"

namespace cardroom::game {
namespace {

TableId table_id(const GameState& game, std::uint32_t n) {
  char number[16] = "-t";
  const auto end = std::to_chars(number + 2, std::end(number), n).ptr;
  const std::string_view suffix(number, end);
  std::string id(game.settings.game_id.view().substr(0, TableId::kCapacity - suffix.size()));
  return TableId(id.append(suffix));
}

void plan_move(Step& s, const TableId& from, const TableId& to) {
  GameState& g = s.game;
  TableEntry& target = g.tables.at(to);
  const SeatIndex seat = free_seat(s, target);
  if (!seat.set()) return;  // No such move is planned: its table has room.
  const MoveId id = g.last_move = g.last_move.next();
  change(g, to, target, [&](TableEntry& t) { t.occupied.add(seat.v); });
  change(g, from, g.tables.at(from), [](TableEntry& t) { ++t.outgoing; });
  g.moves.emplace(id, Move{from, to, seat, {}, {}});
  g.moves_from.emplace(from, id);
  g.moves_to.emplace(to, id);
  s.send(to, ReserveSeat{seat});
  s.send(from, MoveOut{id});
}

void cancel_move(Step& s, MoveId id) {
  const auto it = s.game.moves.find(id);
  s.send(it->second.from, CancelMove{id});
  drop_move(s, it);
}

/// Takes back all moves of a table in one of the two orders.
void cancel_all(Step& s, const TableId& table, const std::set<std::pair<TableId, MoveId>>& moves) {
  for (auto it = moves.lower_bound({table, {}}); it != moves.end() && it->first == table;
       it = moves.lower_bound({table, {}}))
    cancel_move(s, it->second);
}

void reopen(Step& s, const TableId& id) {
  change(s.game, id, s.game.tables.at(id), [](TableEntry& t) { t.closing = false; });
  cancel_all(s, id, s.game.moves_from);
}

void remove_if_empty(Step& s, const TableId& id) {
  const auto it = s.game.tables.find(id);
  if (it == s.game.tables.end() || !it->second.occupied.empty() || !it->second.transfers.empty()) return;
  cancel_all(s, id, s.game.moves_from);  // Who was to go has left instead.
  order_of(s.game, it->second).erase({effective_size(it->second), id});
  s.game.tables.erase(it);
  s.out.removed.push_back(id);
  s.tell(TableRemoved{id});
  s.roster = true;
}

void rebalance(Step& s) {
  GameState& g = s.game;
  // The plan ends by itself; the bound only keeps an error in it from hanging the game.
  auto steps = 4 * (g.moves.size() + static_cast<std::size_t>(g.seated)) + 16;
  for (auto step = balance::next(g); steps > 0; --steps, step = balance::next(g)) {
    if (step.what == balance::Step::What::NOTHING) break;
    if (step.what == balance::Step::What::REOPEN) reopen(s, TableId(step.from));
    if (step.what == balance::Step::What::CANCEL) cancel_move(s, step.move);
    if (step.what == balance::Step::What::MOVE) plan_move(s, step.from, step.to);
  }
  if (!balance::excess(g))
    g.table_excess_since = {};
  else if (!g.table_excess_since.set())
    g.table_excess_since = s.input.now;
}

}  // namespace

std::uint32_t Step::below(std::uint32_t n) {
  if (!draws) draws.emplace(input.seed, DrawStream::SEATS);
  return draws->below(n);
}

GameState::BySize& order_of(GameState& game, const TableEntry& table) {
  if (table.closing) return game.closing;
  return table.occupied.count() < game.settings.number_of_seats ? game.with_room : game.full;
}

void make_table(Step& s) {
  GameState& g = s.game;
  const TableId id = table_id(g, ++g.tables_made);
  TableEntry& table = g.tables[id];
  table.paused = !balancing(g);
  order_of(g, table).emplace(effective_size(table), id);
  s.out.created.push_back(id);
  s.tell(TableCreated{id});
  s.send(id, SetTableStatus{table.paused ? TableStatus::PAUSED : TableStatus::PLAYING, g.status});
}

std::vector<TableId> removed_tables(const GameState& game) {
  std::vector<TableId> removed;
  for (std::uint32_t n = 1; n <= game.tables_made; ++n)
    if (const TableId id = table_id(game, n); game.tables.count(id) == 0) removed.push_back(id);
  return removed;
}

Tables::iterator place(Step& s) {
  GameState& g = s.game;
  // A seat kept for a move that only evens out the tables is better used than one at a table more.
  if (g.with_room.empty() && !g.full.empty()) {
    const auto& [size, smallest] = *g.full.begin();
    if (size < g.settings.number_of_seats) cancel_move(s, g.moves_from.lower_bound({smallest, {}})->second);
  }
  while (g.with_room.empty() && !g.closing.empty()) reopen(s, TableId(g.closing.begin()->second));
  if (g.with_room.empty()) make_table(s);
  return g.tables.find(g.with_room.begin()->second);
}

SeatIndex free_seat(Step& s, const TableEntry& table) {
  const int seats = s.game.settings.number_of_seats;
  auto skip = s.below(static_cast<std::uint32_t>(seats - table.occupied.count()));
  for (int seat = 0; seat < seats; ++seat)
    if (!table.occupied.has(seat) && skip-- == 0) return {static_cast<std::int8_t>(seat)};
  return {};
}

Move take_move(GameState& g, Moves::iterator it) {
  const auto [id, move] = *it;
  g.moves.erase(it);
  g.moves_from.erase({move.from, id});
  g.moves_to.erase({move.to, id});
  return move;
}

void drop_move(Step& s, Moves::iterator it) {
  GameState& g = s.game;
  const Move move = take_move(g, it);
  change(g, move.from, g.tables.at(move.from), [](TableEntry& t) { --t.outgoing; });
  change(g, move.to, g.tables.at(move.to), [&](TableEntry& t) { t.occupied.remove(move.to_seat.v); });
  s.send(move.to, ReleaseSeat{move.to_seat});
  s.touched.push_back(move.to);
}

void settle(Step& s) {
  if (s.game.status != GameStatus::COMPLETED && !balancing(s.game)) return;
  // A cancelled move can leave a table empty, which then changes what is needed.
  do {
    for (const TableId& table : std::exchange(s.touched, {})) remove_if_empty(s, table);
    if (std::exchange(s.roster, false) && balancing(s.game)) rebalance(s);
  } while (!s.touched.empty());
}

void merge(Step& s) {
  GameState& g = s.game;
  const TableId smallest = balance::smallest(g)->second;
  cancel_all(s, smallest, g.moves_to);
  change(g, smallest, g.tables.at(smallest), [](TableEntry& t) { t.closing = true; });
  g.table_excess_since = {};
  s.roster = true;
}

}  // namespace cardroom::game
