#pragma once
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "actors/storage.hpp"
#include "actors/store/seal.hpp"
#include "engine/bank.hpp"

namespace cardroom::testing {

/// A store in memory that keeps the rules of the real one and can be told to fail.
class FakeStorage : public Storage {
 public:
  void load(std::function<void(RoomContents)> done) override;
  void load_guests(std::function<void(RoomContents)> done) override;
  void load_game(const GameId& game, std::function<void(OpenedJournal)> done) override;
  void open_tables(const std::vector<TableId>& tables,
                   std::function<void(std::vector<OpenedJournal>)> done) override;
  void create_game(StoredText game, std::function<void(CreatedGame)> done) override;
  JournalMaker new_table(StoredText first) override;
  void save_guest(GuestRecord guest, std::function<void(StorageResult)> done) override;
  void append_hand(const TableId& table, HandText hand, std::function<void(StorageResult)> done) override;

  /// How appends end.
  enum class Mode {
    AT_ONCE,     ///< stored and answered in place
    LATER,       ///< stored, answered by `release`
    TWICE,       ///< stored, answered twice by `release`
    NOT_STORED,  ///< answered as UNKNOWN, and not stored
    UNCLEAR,     ///< answered as UNKNOWN, and stored
    FENCED,      ///< answered as FENCED
    OPEN_LATER,  ///< as UNCLEAR, and the next opening is answered by `release`; so is that of a new table
    OPEN_FAILS,  ///< as UNCLEAR, and openings fail while the mode lasts
    OPEN_TAKEN,  ///< as UNCLEAR, and the next opening finds another owner
  };
  Mode mode = Mode::AT_ONCE;
  int times = 0;               ///< entries that `mode` is for; 0 = all
  TableId table;               ///< the only table that `mode` is for; empty = the games
  std::uint64_t appends = 0;   ///< so far, of all journals
  std::uint64_t fault_at = 0;  ///< the append, counted from 1, that `fault` is for; 0 = none
  Mode fault = Mode::AT_ONCE;
  int openings = 0;
  Instant used_until;  ///< by the last daemon: the next one's clock goes on from there

  struct Kept {
    Epoch epoch;
    Version top;
    bool closed = false;
    std::optional<StoredText> snapshot, previous;
    std::vector<Entry> entries;  ///< behind `previous`
    int saves = 0;
  };
  std::map<std::string, Kept> games, tables;
  std::vector<GuestRecord> guests;
  Bank bank;
  std::map<std::string, std::map<std::pair<std::uint64_t, std::uint64_t>, std::string>> hands;  ///< by table
  std::vector<std::string> broken_rules;  ///< what the real store would have refused
  bool hold = false;                      ///< answers about games, tables and guests wait for `release`
  std::function<bool()> slow;             ///< drawn for each answer: whether it waits for `release`
  int unknown_openings = 0;               ///< so many openings of tables that cannot be asked for
  bool unknown_games = false;             ///< games cannot be asked for
  bool fail_guests = false;
  bool unknown_guests = false;  ///< guests cannot be asked for
  int guest_readings = 0;
  bool fail_hands = false;
  bool fail_saves = false;

  /// Calls at once, or by `release` if answers are slow.
  void answer_slowly(std::function<void()> call);
  /// Answers what was held back, in order; false when nothing was.
  bool release();
  /// Answers the oldest only.
  void release_one();
  std::size_t held() const { return held_.size(); }
  /// Answers one of those held back.
  void release_at(std::size_t index);
  /// Forgets the last entries of a journal, as a server does that lost its tail.
  void lose_tail(const std::string& table, std::size_t entries);
  /// What it holds now, without opening it.
  OpenedJournal look(const std::string& id, bool game) const;
  /// What is wrong with the chips, told from the store alone; empty when every one is where it should be.
  std::string chips_problem(const Sealer& sealer) const;
  /// Everything that the store ever had of it, in one text.
  std::string all_text() const;

 private:
  class Hold;
  Kept& kept(const std::string& id, bool game) { return game ? games[id] : tables[id]; }
  OpenedJournal open(const std::string& id, bool game);
  Mode next_mode(const std::string& id, bool game);
  void answer(std::function<void()> call);
  bool is_slow() const { return slow && slow(); }

  std::vector<std::function<void()>> held_;
};

}  // namespace cardroom::testing
