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

/// Unanswered messages to a table: fewer than it remembers the answers of, even with all seats' players on
/// the way too.
inline constexpr std::size_t kMostTransfers = 32;
inline bool has_room(const TableEntry& table) { return table.transfers.size() < kMostTransfers; }

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
/// The order in which a table is listed by its size.
GameState::BySize& order_of(GameState& game, const TableEntry& table);
/// Changes a table by `f` and keeps the orders right.
template <class F>
void change(GameState& game, const TableId& id, TableEntry& table, F&& f) {
  GameState::BySize& before = order_of(game, table);
  const int size = effective_size(table);
  f(table);
  GameState::BySize& after = order_of(game, table);
  if (&before == &after && size == effective_size(table)) return;
  auto node = before.extract({size, id});
  node.value().first = effective_size(table);
  after.insert(std::move(node));
}
void make_table(Step& s);
/// The table where the next player is to sit, with a free seat; made when there is none.
Tables::iterator place(Step& s);
SeatIndex free_seat(Step& s, const TableEntry& table);
using Moves = std::map<MoveId, Move>;
/// Takes a move off the list; its source still counts it as outgoing, its target as a reserved seat.
Move take_move(GameState& game, Moves::iterator it);
/// A move comes to nothing: the source keeps its player and the reserved seat is given up.
void drop_move(Step& s, Moves::iterator it);
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
void restarted(Step& s);
/// Tables say after a restart who is ready: only of those who became so meanwhile is it news.
bool is_news(const GameState& game, const TableId& table, const ReadyChanged& notice);
void ready_changed(Step& s, const TableId& table, const ReadyChanged& notice);
/// Puts a player with what is carried into a seat that is counted as occupied already.
void send_to_seat(Step& s, const UserId& user, Player& player, Tables::iterator table, SeatIndex seat,
                  Carried carried);
/// The player's seat is free; `moved` when a planned move is carried out by that.
void vacate(Step& s, Player& player, Tables::iterator table, SeatIndex seat, bool moved = false);
void buy_in(Step& s, const BuyIn& command);
/// The bank has given the chips of a buy-in: to the player's table with them. Else why they must go back.
Error drawn(Step& s, const UserId& user, Chips amount, ClientId client);
/// One that came before is lost: the table says both again.
bool too_early(const GameState& game, const TableId& table, const ChipsOut& notice);
void chips_out(Step& s, const TableId& table, const ChipsOut& notice);
void applied(Step& s, const TableId& table, const Applied& notice);

// At the bank (game_bank.cpp).
void book(Step& s, Movement movement, ClientId client = {});
/// Chips of the game become the player's own.
void pay(Step& s, const UserId& user, Chips amount);
void bank_answered(Step& s, const BankAnswered& answered);

}  // namespace cardroom::game
