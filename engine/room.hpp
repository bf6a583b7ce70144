#pragma once
#include <map>
#include <optional>

#include "engine/bank.hpp"
#include "engine/game.hpp"
#include "engine/table.hpp"

/// A game, its tables and a bank put together without actors: messages between them are delivered at once, in
/// order.
namespace cardroom::room {

/// An event of the room, with the table it belongs to (empty = of the game).
struct Event {
  TableId table;
  std::variant<TableEvent, GameEvent> event;
};

struct Room {
  GameState game;
  std::map<TableId, TableState> tables;
  Bank bank;
  Seed seed;                ///< all randomness derives from it
  std::uint64_t steps = 0;  ///< draws a fresh seed for every step
  Instant now;
};

/// A command of a player to a table of the game.
struct TableCall {
  TableId table;
  std::variant<PlayerActionCommand, PlayerIntent, ShowCards, PostBlind> command;
};
using Command = std::variant<GameCommand, TableCall>;

Room init(const Settings& settings, const UserId& host, const Seed& seed, Instant now);

/// Every deadline up to `now`, in order.
void wake(Room& room, Instant now, std::vector<Event>& events);

/// What `wake` at `now` would do, then the command, then all that needs no further time. A refused command
/// changes nothing beyond the wake.
Error command(Room& room, const Command& command, const Caller& caller, Instant now,
              std::vector<Event>& events);

/// The next deadline of the game or a table; not set = none.
Instant next_deadline(const Room& room);

/// Chips of the room outside of the bank: at the tables, between them, and on their way to the bank.
Chips chips(const Room& room);

}  // namespace cardroom::room
