#pragma once
#include <optional>

#include "engine/game_state.hpp"
#include "engine/shuffle.hpp"

/// The parts of the game machine, for its own sources only.
namespace cardroom::game {

using Players = std::map<UserId, Player>;
using Tables = std::map<TableId, TableEntry>;

/// A step of a game that is under way.
struct Step {
  GameState& game;
  const Input& input;
  GameOutput& out;
  std::optional<Draws> draws;    ///< made when first needed
  std::vector<TableId> touched;  ///< tables that may be empty now
  bool roster = false;           ///< somebody came or went: balance anew

  void tell(GameEvent event) { out.events.push_back(std::move(event)); }
  void send(const TableId& table, TableCommand command) {
    out.to_tables.push_back({table, std::move(command)});
  }
  /// A random number below `n`.
  std::uint32_t below(std::uint32_t n);
};

inline bool stopping(const GameState& game) { return game.stopping != Stopping::NO; }
/// Tables are balanced, removed and merged.
inline bool balancing(const GameState& game) { return game.status == GameStatus::ACTIVE && !stopping(game); }
inline bool registered(const GameState& game, const UserId& user) {
  const auto it = game.players.find(user);
  return it != game.players.end() && it->second.registered;
}

// Times at which the status changes by itself (game_status.cpp).
Instant starts_at(const GameState& game);
Instant seating_at(const GameState& game);
bool can_start(const GameState& game, Instant now);  ///< two ready players, and it is time
Instant merge_at(const GameState& game);             ///< not set = no merge is due

// Statuses (game_status.cpp).
void open_seating(Step& s);
void start(Step& s);
void pause(Step& s);
void resume(Step& s);
void end(Step& s);
void table_paused(Step& s, const TableId& table);

// Tables and moves between them (game_tables.cpp).
/// Enters a table into the derived orders, or takes it out; it must be out of them while its size changes.
void list(GameState& game, const TableId& id, const TableEntry& table);
void unlist(GameState& game, const TableId& id, const TableEntry& table);
template <class F>
void change(GameState& game, const TableId& id, TableEntry& table, F&& f) {
  unlist(game, id, table);
  f(table);
  list(game, id, table);
}
void make_table(Step& s);
/// The table where the next player is to sit, with a free seat; made when there is none.
Tables::iterator place(Step& s);
SeatIndex free_seat(Step& s, const TableEntry& table);
/// Forgets a move and gives up its reserved seat, or keeps the seat for the player who takes it now.
void drop_move(Step& s, std::map<MoveId, Move>::iterator it, bool keep_seat = false);
/// Removes what is empty and evens out the rest, as far as the status allows.
void settle(Step& s);
/// Closes the smallest table: its players go to the others.
void merge(Step& s);

// Players, seats and chips (game_players.cpp, game_chips.cpp).
void enroll(Step& s, const UserId& user);
void unregister(Step& s, const UserId& user);
void give_seat(Step& s, const UserId& user, Player& player);
void leave(Step& s, const UserId& user);
void connection(Step& s, const UserId& user, bool connected);
void ready_changed(Step& s, const TableId& table, const ReadyChanged& notice);
/// Puts a player with what is carried into a seat that is counted as occupied already.
void send_to_seat(Step& s, const UserId& user, Player& player, Tables::iterator table, SeatIndex seat,
                  Carried carried);
void vacate(Step& s, Player& player, Tables::iterator table, SeatIndex seat);
void credit(Step& s, const UserId& user, Player& player, Chips amount);
void buy_in(Step& s, const BuyIn& command);
void chips_out(Step& s, const TableId& table, const ChipsOut& notice);
void applied(Step& s, const TableId& table, const Applied& notice);

}  // namespace cardroom::game
