#pragma once
#include <map>
#include <string>
#include <vector>

#include "actors/storage.hpp"

namespace cardroom::testing {

/// A store in memory that keeps the rules of the real one and can be told to fail.
class FakeStorage : public Storage {
 public:
  void load(std::function<void(RoomContents)> done) override;
  void create(StoredText game, std::function<void(StorageResult, Epoch)> done) override;
  void save(SavedGame game, std::function<void(StorageResult)> done) override;
  void save_guest(GuestRecord guest, std::function<void(StorageResult)> done) override;
  void append_hand(const GameId& game, std::string hand) override;

  /// Answers what was held back.
  void release();
  const StoredText& table(const std::string& id) const { return tables.at(id).text; }
  const StoredText& game(const std::string& id) const { return games.at(id).text; }

  struct Game {
    Epoch epoch;
    StoredText text;
  };
  struct Table {
    std::string game;
    StoredText text;
    int writes = 0;
  };
  std::map<std::string, Game> games;
  std::map<std::string, Table> tables;
  std::vector<GuestRecord> guests;
  std::vector<std::string> hands;
  std::vector<std::string> broken_rules;  ///< what the real store would have refused
  int saves = 0;
  int table_writes = 0;
  int fail_next = 0;     ///< saves that end as FAILED
  int lose_answers = 0;  ///< saves that are written and end as FAILED
  bool fenced = false;   ///< every save ends as FENCED
  bool hold = false;     ///< answers wait for `release`
  bool fail_guests = false;

 private:
  void answer(std::function<void()> call);
  StorageResult write(const SavedGame& game);

  std::vector<std::function<void()>> held_;
};

}  // namespace cardroom::testing
