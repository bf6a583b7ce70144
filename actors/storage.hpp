#pragma once
#include <boost/describe.hpp>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "engine/game_state.hpp"
#include "engine/view.hpp"

/// What survives a stop or a crash, as actors see it. Every callback is called exactly once, from any thread.
namespace cardroom {

/// A guest: found again by the hash of the token.
struct GuestRecord {
  UserId user_id;
  DisplayName name;
  std::string token_hash;
};
BOOST_DESCRIBE_STRUCT(GuestRecord, (), (user_id, name, token_hash))

/// A notice of a table that was on its way to the game when the snapshot was taken.
struct NoticeOnTheWay {
  TableId table;
  TableNotice notice;
};
BOOST_DESCRIBE_STRUCT(NoticeOnTheWay, (), (table, notice))

/// What is stored of a game. A table's record is its TableState.
struct GameRecord {
  GameState state;
  std::map<UserId, DisplayName> names;
  std::vector<NoticeOnTheWay> notices;
};
BOOST_DESCRIBE_STRUCT(GameRecord, (), (state, names, notices))

/// A record as text, with the digest of what the text says.
struct StoredText {
  std::string id;
  Version version;
  std::string digest;
  std::string json;
};

/// A game and some of its tables at one moment.
struct SavedGame {
  StoredText game;
  std::vector<StoredText> tables;  ///< those that changed since they were stored
  std::vector<TableId> gone;       ///< tables removed since
};

/// A game of the store, now opened by this daemon.
struct OpenedGame {
  Epoch epoch;  ///< of this opening, above all before
  StoredText game;
  std::vector<StoredText> tables;
};

enum class StorageResult : std::uint8_t {
  DONE,
  EXISTS,  ///< the id is or was in use
  FENCED,  ///< somebody else has opened the game
  FAILED   ///< nothing is known to be stored; try again later
};

/// Everything there was. `problem` says what could not be read, if anything.
struct RoomContents {
  std::vector<GuestRecord> guests;
  std::vector<OpenedGame> games;
  std::string problem;
};

class Storage {
 public:
  virtual ~Storage() = default;

  /// Reads all guests and games, and opens the games.
  virtual void load(std::function<void(RoomContents)> done) = 0;
  /// Stores a new game and opens it.
  virtual void create(StoredText game, std::function<void(StorageResult, Epoch)> done) = 0;
  /// Writes a game and its changed tables together or not at all.
  virtual void save(SavedGame game, std::function<void(StorageResult)> done) = 0;
  virtual void save_guest(GuestRecord guest, std::function<void(StorageResult)> done) = 0;
  /// Adds a finished hand (JSON) to the game's stream.
  virtual void append_hand(const GameId& game, std::string hand) = 0;
};

}  // namespace cardroom
