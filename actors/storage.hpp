#pragma once
#include <boost/describe.hpp>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "actors/journal.hpp"
#include "actors/last_commands.hpp"
#include "actors/message.hpp"
#include "engine/game_state.hpp"
#include "engine/view.hpp"

/// What survives of everything, as actors see it. Every callback is called exactly once, from any thread.
namespace cardroom {

/// A guest: found again by the hash of the token.
struct GuestRecord {
  UserId user_id;
  DisplayName name;
  std::string token_hash;
};
BOOST_DESCRIBE_STRUCT(GuestRecord, (), (user_id, name, token_hash))

/// The names of everybody who ever registered for a game.
using PlayerNames = std::map<UserId, DisplayName>;

struct NamedGame {
  GameState state;
  PlayerNames names;
};
BOOST_DESCRIBE_STRUCT(NamedGame, (), (state, names))

/// What a snapshot of a game holds. A table's is its TableState.
struct GameRecord : NamedGame {
  LastCommands commands;
};
BOOST_DESCRIBE_STRUCT(GameRecord, (NamedGame), (commands))

/// A journal of the store, now opened by this daemon, with everything that it holds.
struct OpenedJournal {
  std::string id;
  bool missing = false;  ///< there never was one
  bool unknown = false;  ///< the store could not be asked: try again
  std::string problem;   ///< why it could not be opened or read; empty = it was
  Epoch epoch;           ///< of this opening, above all before
  Version top;           ///< the last one stored
  std::optional<StoredText> snapshot, previous;
  std::vector<Entry> entries;  ///< those behind `previous`, oldest first
  JournalMaker journal;
};

enum class StorageResult : std::uint8_t {
  DONE,
  EXISTS,  ///< the id is or was in use
  FAILED   ///< nothing is known to be stored; try again later
};

/// A game that was made.
struct CreatedGame {
  StorageResult result = StorageResult::DONE;
  Epoch epoch;
  JournalMaker journal;
};

/// Everything there was. `problem` says what could not be read, if anything.
struct RoomContents {
  std::vector<GuestRecord> guests;
  std::vector<OpenedJournal> games;
  std::string problem;
};

/// A part of a finished hand (hand_log.hpp).
struct HandText {
  HandNumber hand;
  std::uint64_t part = 0;  ///< 0 = the record; what comes later has a higher one
  std::string json;
};

class Storage {
 public:
  virtual ~Storage() = default;

  /// Reads all guests and games, and opens the games.
  virtual void load(std::function<void(RoomContents)> done) = 0;
  /// Reads all guests.
  virtual void load_guests(std::function<void(RoomContents)> done) = 0;
  /// Opens one game again.
  virtual void load_game(const GameId& game, std::function<void(OpenedJournal)> done) = 0;
  /// Opens tables; the answers come in the order of `tables`.
  virtual void open_tables(const std::vector<TableId>& tables,
                           std::function<void(std::vector<OpenedJournal>)> done) = 0;
  /// Stores a new game and opens it.
  virtual void create_game(StoredText game, std::function<void(CreatedGame)> done) = 0;
  /// The journal of a new table: its first `open` makes it.
  virtual JournalMaker new_table(StoredText first) = 0;
  virtual void save_guest(GuestRecord guest, std::function<void(StorageResult)> done) = 0;
  /// Adds a part of a finished hand to the table's; again does no harm.
  virtual void append_hand(const TableId& table, HandText hand, std::function<void(StorageResult)> done) = 0;
};

}  // namespace cardroom
