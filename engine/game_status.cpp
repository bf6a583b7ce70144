#include <algorithm>

#include "engine/balance.hpp"
#include "engine/game_step.hpp"

namespace cardroom::game {
namespace {

void turn(Step& s, GameStatus status, const char* message) {
  GameState& g = s.game;
  s.tell(GameStatusChanged{g.status, status});
  g.status = status;
  s.tell(GameMessage{message});
}

void tell_tables(Step& s, TableStatus status) {
  for (const auto& [id, table] : s.game.tables) s.send(id, SetTableStatus{status, s.game.status});
}

/// Into ACTIVE: the tables are evened out before they deal, so that fewer players are held by a hand.
void play(Step& s, const char* message) {
  turn(s, GameStatus::ACTIVE, message);
  for (auto& [id, table] : s.game.tables) {
    table.paused = false;
    s.touched.push_back(id);
  }
  s.roster = true;
  settle(s);
  tell_tables(s, TableStatus::PLAYING);
}

void complete(Step& s) {
  GameState& g = s.game;
  g.stopping = Stopping::NO;
  g.running = 0;
  g.table_excess_since = {};
  g.ended_at = s.input.now;
  turn(s, GameStatus::COMPLETED, "Game over");
  // Closing a table drops what is planned and reserved there, so that the tables need no message of it.
  for (const auto& planned : g.moves) {
    const auto& move = planned.second;
    change(g, move.to, g.tables.at(move.to), [&](TableEntry& t) { t.occupied.remove(move.to_seat.v); });
    change(g, move.from, g.tables.at(move.from), [](TableEntry& t) { --t.outgoing; });
  }
  g.moves.clear();
  g.moves_from.clear();
  g.moves_to.clear();
  for (const auto& [id, table] : g.tables) {
    s.touched.push_back(id);
    if (!table.occupied.empty() || !table.transfers.empty()) s.send(id, CloseTable{});
  }
}

void stop(Step& s) {
  if (s.game.running > 0) return;
  if (s.game.stopping == Stopping::TO_END) return complete(s);
  s.game.stopping = Stopping::NO;
  turn(s, GameStatus::PAUSED, "Game paused");
  tell_tables(s, TableStatus::PAUSED);
}

}  // namespace

Instant starts_at(const GameState& game) { return std::max(game.settings.start_time, game.created_at); }

Instant seating_at(const GameState& game) {
  const Instant early{starts_at(game).ms - game.settings.seating_time.ms};
  return std::max({early, game.created_at, Instant{1}});
}

bool can_start(const GameState& game, Instant now) { return game.ready >= 2 && now >= starts_at(game); }

Instant merge_at(const GameState& game) {
  if (!balancing(game) || !game.table_excess_since.set()) return {};
  return game.table_excess_since + game.settings.table_merge_grace;
}

void open_seating(Step& s) {
  GameState& g = s.game;
  turn(s, GameStatus::SEATING, "Seats are open");
  std::vector<Players::iterator> waiting;
  for (auto it = g.players.begin(); it != g.players.end(); ++it)
    if (it->second.registered) waiting.push_back(it);
  const auto seats = static_cast<std::size_t>(g.settings.number_of_seats);
  for (std::size_t i = 0; i == 0 || i * seats < waiting.size(); ++i) make_table(s);
  for (; !waiting.empty(); waiting.pop_back()) {
    std::swap(waiting[s.below(static_cast<std::uint32_t>(waiting.size()))], waiting.back());
    give_seat(s, waiting.back()->first, waiting.back()->second);
  }
}

void start(Step& s) { play(s, "Game is now active"); }

void resume(Step& s) { play(s, "Game resumed"); }

void pause(Step& s) {
  GameState& g = s.game;
  g.stopping = Stopping::TO_PAUSE;
  g.running = static_cast<std::int32_t>(g.tables.size());
  s.tell(GameMessage{"The game pauses after the hands in progress"});
  tell_tables(s, TableStatus::PAUSE_AFTER_HAND);
  stop(s);
}

void end(Step& s) {
  GameState& g = s.game;
  if (g.status != GameStatus::ACTIVE) return complete(s);
  s.tell(GameMessage{"The game ends after the hands in progress"});
  const bool told = stopping(g);
  g.stopping = Stopping::TO_END;
  if (told) return;
  g.running = static_cast<std::int32_t>(g.tables.size());
  tell_tables(s, TableStatus::PAUSE_AFTER_HAND);
  stop(s);
}

void table_paused(Step& s, const TableId& id) {
  const auto it = s.game.tables.find(id);
  if (!stopping(s.game) || it == s.game.tables.end() || it->second.paused) return;
  it->second.paused = true;
  --s.game.running;
  stop(s);
}

}  // namespace cardroom::game
