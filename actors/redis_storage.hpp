#pragma once
#include "actors/storage.hpp"
#include "actors/store/journal_store.hpp"
#include "actors/store/room_store.hpp"

namespace cardroom {

/// What a journal holds, as actors read it.
OpenedJournal to_actors(const std::string& id, JournalContents contents);

/// The storage of actors in Redis. The store outlives it, and ends before whoever is called back does.
class RedisStorage : public Storage {
 public:
  /// `self`: node and incarnation that own what is opened; its token is not used.
  RedisStorage(RoomStore& rooms, JournalStore& journals, Opener self)
      : rooms_(rooms), journals_(journals), self_(std::move(self)) {}

  void load(std::function<void(RoomContents)> done) override;
  void load_guests(std::function<void(RoomContents)> done) override;
  void load_game(const GameId& game, std::function<void(OpenedJournal)> done) override;
  void open_tables(const std::vector<TableId>& tables,
                   std::function<void(std::vector<OpenedJournal>)> done) override;
  void create_game(StoredText game, std::function<void(CreatedGame)> done) override;
  JournalMaker new_table(StoredText first) override;
  void save_guest(GuestRecord guest, std::function<void(StorageResult)> done) override;
  void append_hand(const TableId& table, HandText hand, std::function<void(StorageResult)> done) override;

 private:
  void open_all(std::vector<JournalName> names, std::vector<std::string> ids,
                std::function<void(std::vector<OpenedJournal>)> done);
  void open(const JournalName& name, const std::string& id, const std::function<void(OpenedJournal)>& done);
  JournalMaker maker(JournalTitle title, std::string seen);

  RoomStore& rooms_;
  JournalStore& journals_;
  Opener self_;
};

}  // namespace cardroom
