#pragma once
#include <map>
#include <set>
#include <vector>

#include "engine/commands.hpp"
#include "engine/settings.hpp"

/// The state of a game: who is registered with what balance, which tables exist, and what moves between them.
namespace cardroom {

/// A player who ever registered.
struct Player {
  Chips balance;
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
  friend bool operator==(const Player&, const Player&) = default;
};
BOOST_DESCRIBE_STRUCT(Player, (),
                      (balance, registered, connected, ready, leaving, table, seat, left_with, left_at, time_bank,
                       hands))

/// A table as its game sees it.
struct TableEntry {
  SeatMask occupied;  ///< seats with a player or a reservation
  std::uint8_t outgoing = 0;  ///< planned moves away that were not carried out yet
  bool paused = true;
  bool closing = false;  ///< chosen for the merge: nobody is sent here
  Sequence sent, received;
  friend bool operator==(const TableEntry&, const TableEntry&) = default;
};
BOOST_DESCRIBE_STRUCT(TableEntry, (), (occupied, outgoing, paused, closing, sent, received))

/// A planned balancing move. The source table chooses the player.
struct Move {
  TableId from, to;
  SeatIndex to_seat;    ///< reserved
  SeatIndex from_seat;  ///< once chosen
  UserId user;          ///< once chosen
  friend bool operator==(const Move&, const Move&) = default;
};
BOOST_DESCRIBE_STRUCT(Move, (), (from, to, to_seat, from_seat, user))

/// Chips or a player on the way to a table, until the table's answer.
struct Transfer {
  TableId table;
  Sequence seq;
  UserId user;
  Chips amount;
  bool seats = false;  ///< a SeatPlayer, else AddChips
  ClientId client;     ///< to be answered when it is settled
  friend bool operator==(const Transfer&, const Transfer&) = default;
};
BOOST_DESCRIBE_STRUCT(Transfer, (), (table, seq, user, amount, seats, client))

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
  Chips credited;  ///< all chips ever booked in: guest credits and credits less debits
  std::map<UserId, Player> players;
  std::map<TableId, TableEntry> tables;
  std::map<MoveId, Move> moves;
  std::vector<Transfer> transfers;
  /// Tables by effective number of players, for balancing; derived, rebuilt by `index`.
  std::set<std::pair<int, TableId>> by_size;
  /// Tables that are not paused, while `stopping`; players seated; ready players. Derived too.
  std::int32_t running = 0, seated = 0, ready = 0;
};
BOOST_DESCRIBE_STRUCT(GameState, (),
                      (settings, host, version, status, stopping, created_at, ended_at, table_excess_since,
                       tables_made, last_move, credited, players, tables, moves, transfers))

/// From the game to one of its tables.
struct ToTable {
  TableId table;
  TableCommand command;
};
/// A command whose outcome only a table could decide is answered now.
struct Answer {
  UserId user;
  ClientId client;
  Error error = Error::NONE;
};

/// A table's notice as the game's command.
struct FromTable {
  TableId table;
  TableNotice notice;
};

using GameCommand =
    std::variant<Wake, RegisterForGame, UnregisterFromGame, StartGame, PauseGame, ResumeGame, EndGame, BuyIn,
                 LeaveGame, SitOut, SitIn, Disconnected, Reconnected, CreditPlayer, FromTable>;

/// Who gives a command to a game: administrators and the host may start, pause, resume, end and credit.
struct Caller {
  UserId user;
  bool admin = false;
};

/// What a step of a game gives besides the new state, in the order in which it is to be carried out. A table is
/// created before the first message to it (its TableCreated event) and removed after the last (TableRemoved).
struct GameOutput {
  std::vector<GameEvent> events;
  std::vector<ToTable> to_tables;
  std::vector<TableId> created, removed;
  std::vector<Answer> answers;
  void clear() { events.clear(), to_tables.clear(), created.clear(), removed.clear(), answers.clear(); }
};

}  // namespace cardroom
