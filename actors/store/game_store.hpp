#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "actors/store/opener.hpp"
#include "actors/store/redis_client.hpp"
#include "actors/store/store.hpp"

/// What survives of games, tables and players, over `Store`. Values are opaque here: the caller makes and
/// reads them.
namespace cardroom {

/// A stored state: its id, version, digest and JSON.
struct StoredState {
  std::string id;
  std::uint64_t version = 0;  ///< below 2^53
  std::string digest;
  std::string json;
  friend bool operator==(const StoredState&, const StoredState&) = default;
};

/// A game and all its tables as they were at one moment; tables are ordered by id.
struct LoadedGame {
  StoredState game;
  std::vector<StoredState> tables;
};

/// One write of a game with what changed since the last one.
struct GameSave {
  std::string token;  ///< with which the game was opened
  StoredState game;
  std::vector<StoredState> changed_tables{};
  std::vector<std::string> gone_tables{};  ///< their snapshots are deleted, their ids never used again
};

/// A player's or guest's record.
struct StoredPlayer {
  std::string id;
  std::string json;
  friend bool operator==(const StoredPlayer&, const StoredPlayer&) = default;
};

/// The asynchronous store of games and players. Every method may also fail as any command (see `StoreError`);
/// after UNKNOWN the same call may be repeated, except `append_hand`, which would add the hand once more.
class GameStore {
 public:
  /// `store` outlives this and all calls in flight. `kept_hands`: hands that a game's stream keeps, about.
  explicit GameStore(Store& store, std::size_t kept_hands = 10'000)
      : store_(store), kept_hands_(kept_hands) {}

  /// Creates a game with its first snapshot and opens it; answers its epoch, 1. EXISTS: the id is or was in
  /// use.
  void create_game(const Opener& opener, StoredState game, Done<std::uint64_t> done);
  /// Takes a game over; answers its new epoch. `seen`: the owner's token that the caller takes it from, else
  /// LOST; empty = from anybody. MISSING: no such game. CLOSED: it is closed for good.
  void open_game(const std::string& id, const Opener& opener, const std::string& seen,
                 Done<std::uint64_t> done);
  /// Writes a game and its changed tables together or not at all. FENCED: opened by somebody else since. OLD:
  /// of the game or table named in the text something newer is stored. CLOSED, EXISTS: a table id of the past
  /// or of another game.
  void save_game(GameSave save, Done<void> done);
  /// Loads one game. MISSING: never created. CORRUPT: a snapshot is missing or misshapen; the text says
  /// whose.
  void load_game(const std::string& id, Done<LoadedGame> done);
  /// The ids of all games, in order.
  void list_games(Done<std::vector<std::string>> done);
  /// Loads all games, in order of their ids; the first failure is the answer of all.
  void load_games(Done<std::vector<LoadedGame>> done);

  /// Adds the events of a finished hand (JSON) to the game's stream.
  void append_hand(const std::string& game_id, std::string events, Done<void> done);

  /// Writes records of players, at least one; all or none.
  void save_players(std::vector<StoredPlayer> players, Done<void> done);
  /// All players, in order of their ids.
  void load_players(Done<std::vector<StoredPlayer>> done);

 private:
  Store& store_;
  std::size_t kept_hands_;
};

/// The same reads for start-up and tools, blocking.
Result<std::vector<std::string>> list_games(RedisClient& client);
Result<LoadedGame> load_game(RedisClient& client, const std::string& id);
Result<std::vector<StoredPlayer>> load_players(RedisClient& client);

}  // namespace cardroom
