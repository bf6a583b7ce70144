#pragma once
#include <map>
#include <mutex>

#include "actors/storage.hpp"
#include "actors/store/game_store.hpp"

namespace cardroom {

/// The storage of actors in Redis. The store outlives it, and ends before whoever is called back does.
class RedisStorage : public Storage {
 public:
  explicit RedisStorage(GameStore& store) : store_(store) {}

  void load(std::function<void(RoomContents)> done) override;
  void create(StoredText game, std::function<void(StorageResult, Epoch)> done) override;
  void save(SavedGame game, std::function<void(StorageResult)> done) override;
  void save_guest(GuestRecord guest, std::function<void(StorageResult)> done) override;
  void append_hand(const GameId& game, std::string hand) override;

 private:
  struct Loading;
  void open_next(const std::shared_ptr<Loading>& loading);
  std::string token_of(const std::string& game);
  void keep_token(const std::string& game, const std::string& token);

  GameStore& store_;
  std::mutex mutex_;
  std::map<std::string, std::string> tokens_;  ///< with which games were opened
};

}  // namespace cardroom
