#pragma once
#include <map>
#include <set>
#include <vector>

#include "engine/commands.hpp"
#include "engine/settings.hpp"

/// The state of a game: who is registered, which tables exist, what moves between them, and what is to be
/// booked at the bank.
namespace cardroom {

/// A player who ever registered.
struct Player {
  bool known = false;  ///< registered at least once, so the guest credit was booked
  bool registered = false;
  bool connected = true;
  bool ready = false;  ///< seated with chips and not sitting out, as the table last said
  bool leaving = false;
  TableId table;  ///< empty = no seat
  SeatIndex seat;
  Chips left_with;  ///< what the player last left the game with
  Instant left_at;
  std::int32_t time_bank = 0;
  std::uint8_t hands = 0;
  std::uint8_t drawing = 0;  ///< buy-ins that the bank has not answered
  std::uint16_t owed = 0;    ///< chips granted or paid, of which it has not answered
  friend bool operator==(const Player&, const Player&) = default;
};
BOOST_DESCRIBE_STRUCT(Player, (),
                      (known, registered, connected, ready, leaving, table, seat, left_with, left_at,
                       time_bank, hands, drawing, owed))

/// A message that carries chips or a player to a table, until the table's answer. Whole, so that it can be
/// sent again after a restart.
struct Transfer {
  std::variant<SeatPlayer, AddChips> message;
  ClientId client;  ///< to be answered when it is settled
};
BOOST_DESCRIBE_STRUCT(Transfer, (), (message, client))

/// A table as its game sees it.
struct TableEntry {
  SeatMask occupied;          ///< seats with a player or a reservation
  std::uint8_t outgoing = 0;  ///< planned moves away that were not carried out yet
  bool paused = true;
  bool closing = false;  ///< chosen for the merge: nobody is sent here
  Sequence sent, received;
  Sequence rake;                    ///< last ChipsOut notice with rake
  std::vector<Transfer> transfers;  ///< on the way there
  Chips chips;                      ///< at the table: all that it took, less all that left it and was booked
};
BOOST_DESCRIBE_STRUCT(TableEntry, (),
                      (occupied, outgoing, paused, closing, sent, received, rake, transfers, chips))

/// A planned balancing move. The source table chooses the player.
struct Move {
  TableId from, to;
  SeatIndex to_seat;    ///< reserved
  SeatIndex from_seat;  ///< once chosen
  UserId user;          ///< once chosen
  friend bool operator==(const Move&, const Move&) = default;
};
BOOST_DESCRIBE_STRUCT(Move, (), (from, to, to_seat, from_seat, user))

/// A movement that the bank has not answered.
struct BankEntry {
  Movement movement;
  ClientId client;  ///< of a DRAW: to be answered when it is refused
};
BOOST_DESCRIBE_STRUCT(BankEntry, (), (movement, client))

/// All of one number go to the bank together. One number is under way at a time; what comes meanwhile waits
/// under the next.
using BankOutbox = std::map<BankSequence, std::vector<BankEntry>>;

enum class Stopping : std::uint8_t { NO, TO_PAUSE, TO_END };
BOOST_DESCRIBE_ENUM(Stopping, NO, TO_PAUSE, TO_END)

struct GameState {
  Settings settings;
  UserId host;  ///< empty = none
  Version version;
  GameStatus status = GameStatus::SCHEDULED;
  Stopping stopping = Stopping::NO;
  Instant created_at, ended_at, table_excess_since;
  std::uint32_t tables_made = 0;
  MoveId last_move;
  Chips inside;                  ///< chips in the game as the bank sees it after exchange `banked`
  BankSequence banked;           ///< the last exchange that was answered
  BankOutbox outbox;             ///< to the bank
  std::vector<Movement> unpaid;  ///< that the bank refused: for the operator to look at
  std::map<UserId, Player> players;
  std::map<TableId, TableEntry> tables;
  std::map<MoveId, Move> moves;
  // Derived, rebuilt by `index`.
  using BySize = std::set<std::pair<int, TableId>>;
  BySize with_room, full, closing;  ///< the tables by `effective_size`, each in one of these
  std::set<std::pair<TableId, MoveId>> moves_from, moves_to;  ///< by source and by target
  /// Tables that are not paused, while `stopping`; players seated or in transit; ready players.
  std::int32_t running = 0, seated = 0, ready = 0;
};
BOOST_DESCRIBE_STRUCT(GameState, (),
                      (settings, host, version, status, stopping, created_at, ended_at, table_excess_since,
                       tables_made, last_move, inside, banked, outbox, unpaid, players, tables, moves))

/// Players at a table once all planned moves are carried out.
inline int effective_size(const TableEntry& table) { return table.occupied.count() - table.outgoing; }

/// From the game to one of its tables.
struct ToTable {
  TableId table;
  TableCommand command;
};
BOOST_DESCRIBE_STRUCT(ToTable, (), (table, command))
/// A command whose outcome only a table could decide is answered now.
struct Answer {
  UserId user;
  ClientId client;
  Error error = Error::NONE;
};
BOOST_DESCRIBE_STRUCT(Answer, (), (user, client, error))

/// A table's notice as the game's command.
struct FromTable {
  TableId table;
  TableNotice notice;
};
BOOST_DESCRIBE_STRUCT(FromTable, (), (table, notice))

using GameCommand =
    std::variant<Wake, RegisterForGame, UnregisterFromGame, StartGame, PauseGame, ResumeGame, EndGame, BuyIn,
                 LeaveGame, SitOut, SitIn, Disconnected, Reconnected, Restarted, BankAnswered, FromTable>;

/// Who gives a command to a game: administrators and the host may start, pause, resume and end.
struct Caller {
  UserId user;
  bool admin = false;
};
BOOST_DESCRIBE_STRUCT(Caller, (), (user, admin))

/// What a step of a game gives besides the new state, in the order in which it is to be carried out. A table
/// is created before the first message to it (its TableCreated event) and removed after the last
/// (TableRemoved).
struct GameOutput {
  std::vector<GameEvent> events;
  std::vector<ToTable> to_tables;
  std::vector<TableId> created, removed;
  std::vector<Answer> answers;
  void clear() { events.clear(), to_tables.clear(), created.clear(), removed.clear(), answers.clear(); }
};
BOOST_DESCRIBE_STRUCT(GameOutput, (), (events, to_tables, created, removed, answers))

}  // namespace cardroom
