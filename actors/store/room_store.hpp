#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "actors/store/opener.hpp"
#include "actors/store/redis_client.hpp"
#include "actors/store/store.hpp"

/// What survives beside the journals: which games there are, the players, the finished hands. Values are
/// opaque here.
namespace cardroom {

/// A player's or guest's record.
struct StoredPlayer {
  std::string id;
  std::string json;
  friend bool operator==(const StoredPlayer&, const StoredPlayer&) = default;
};

/// A part of a finished hand: its record (0), then whatever was added to it afterwards, one after the other.
struct HandPart {
  std::uint64_t hand = 0;
  std::uint64_t part = 0;
  std::string json;
};

/// Asynchronous. Every call may also fail as any command (see `StoreError`); after UNKNOWN it may be
/// repeated.
class RoomStore {
 public:
  /// `store` outlives this and all calls in flight. `kept_hands`: how many a table's stream keeps, about;
  /// 0 = all, somebody else trims it.
  explicit RoomStore(Store& store, std::size_t kept_hands = 1'000) : store_(store), kept_hands_(kept_hands) {}

  /// Lists a game, before its journal is created: listed games without one were never made.
  void add_game(const std::string& id, Done<void> done);
  /// The ids of all games, in order.
  void list_games(Done<std::vector<std::string>> done);

  /// Adds a part to the table's stream of hands, unless it is there already.
  void append_hand(const std::string& table, HandPart part, Done<void> done);

  /// Writes records of players, at least one; all or none.
  void save_players(std::vector<StoredPlayer> players, Done<void> done);
  /// All players, in order of their ids.
  void load_players(Done<std::vector<StoredPlayer>> done);

 private:
  Store& store_;
  std::size_t kept_hands_;
};

/// The same for tools, blocking.
Result<std::vector<std::string>> list_games(RedisClient& client);
/// Whether a player or guest was ever here.
Result<bool> knows_player(RedisClient& client, const std::string& id);

}  // namespace cardroom
