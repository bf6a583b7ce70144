#include "tests/actors/fake_storage.hpp"

#include <algorithm>

#include "actors/restore.hpp"
#include "engine/audit.hpp"
#include "engine/game.hpp"

namespace cardroom::testing {

/// One actor's hold on a journal.
class FakeStorage::Hold : public Journal {
 public:
  /// Of the opening that made the journal this epoch: another one may have come since.
  Hold(FakeStorage& all, std::string id, bool game, Epoch epoch, JournalAnswer answer)
      : all_(all), id_(std::move(id)), game_(game), answer_(std::move(answer)), epoch_(epoch) {}
  Hold(FakeStorage& all, StoredText first, JournalAnswer answer)
      : all_(all), id_(first.id), game_(false), answer_(std::move(answer)), first_(std::move(first)) {}

  JournalToken token() const override { return token_; }

  std::optional<StoreResult> append(const Entry& entry) override {
    opening_ = all_.next_mode(id_, game_);
    if (opening_ == Mode::FENCED || !mine()) return StoreResult::FENCED;
    if (opening_ == Mode::NOT_STORED) return StoreResult::UNKNOWN;
    if (entry.version <= kept().top) all_.broken_rules.push_back("an entry of an old version: " + id_);
    kept().top = entry.version;
    kept().entries.push_back(entry);
    if (opening_ == Mode::AT_ONCE && !all_.is_slow()) return StoreResult::STORED;
    if (opening_ != Mode::AT_ONCE && opening_ != Mode::LATER && opening_ != Mode::TWICE)
      return StoreResult::UNKNOWN;
    const auto call = [answer = answer_, stored = Stored{token_, entry.version, StoreResult::STORED}] {
      answer(stored);
    };
    all_.held_.push_back(call);
    if (opening_ == Mode::TWICE) all_.held_.push_back(call);
    return std::nullopt;
  }

  std::optional<Opened> open() override {
    token_ = token_.next();
    if (first_) {
      if (all_.tables.count(id_) > 0) return Opened{token_, OpenResult::LOST, {}, {}};
      all_.tables[id_] = {{1}, first_->version, false, first_, {}, {}, 0};
      epoch_ = {1};
      first_.reset();
      const Opened made{token_, OpenResult::OPEN, kept().top, epoch_};
      const bool later = all_.mode == Mode::OPEN_LATER && id_ == all_.table.str();
      if (!later && !all_.is_slow()) return made;
      all_.held_.push_back([answer = answer_, made] { answer(made); });
      return std::nullopt;
    }
    ++all_.openings;
    if (opening_ == Mode::OPEN_FAILS && all_.mode == Mode::OPEN_FAILS)
      return Opened{token_, OpenResult::FAILED, {}, {}};
    if (opening_ == Mode::OPEN_TAKEN) kept().epoch = kept().epoch.next();
    if (!mine()) return Opened{token_, OpenResult::LOST, {}, {}};
    epoch_ = kept().epoch = kept().epoch.next();
    const Opened opened{token_, OpenResult::OPEN, kept().top, epoch_};
    if (opening_ != Mode::OPEN_LATER && !all_.is_slow()) return opened;
    all_.held_.push_back([answer = answer_, opened] { answer(opened); });
    return std::nullopt;
  }

  void save(StoredText snapshot) override {
    const bool stored = mine() && !all_.fail_saves;
    const Version version = snapshot.version;
    if (stored) store(std::move(snapshot));
    answer_(SnapshotEnded{version, stored});
  }

  void replace(StoredText snapshot) override {
    const Version version = snapshot.version;
    kept().entries.clear();
    kept().previous.reset();
    kept().top = version;
    kept().snapshot = std::move(snapshot);
    answer_(SnapshotEnded{version, true});
  }

  void close() override {
    if (mine()) kept() = {epoch_, {}, true, {}, {}, {}, 0};
  }

 private:
  Kept& kept() { return all_.kept(id_, game_); }
  bool mine() { return kept().epoch == epoch_ && !kept().closed; }
  void store(StoredText snapshot) {
    Kept& k = kept();
    if (k.snapshot && snapshot.version <= k.snapshot->version) all_.broken_rules.push_back("OLD " + id_);
    if (snapshot.version > k.top) all_.broken_rules.push_back("AHEAD " + id_);
    k.previous = std::exchange(k.snapshot, std::move(snapshot));
    std::erase_if(k.entries, [&](const Entry& e) { return e.version <= k.previous->version; });
    ++k.saves;
  }

  FakeStorage& all_;
  std::string id_;
  bool game_;
  JournalAnswer answer_;
  std::optional<StoredText> first_;
  Epoch epoch_;
  JournalToken token_{1};
  Mode opening_ = Mode::AT_ONCE;
};

FakeStorage::Mode FakeStorage::next_mode(const std::string& id, bool game) {
  if (++appends == fault_at) return fault;
  if (mode == Mode::AT_ONCE || (game ? !table.empty() : id != table.str())) return Mode::AT_ONCE;
  const Mode now = mode;
  if (times > 0 && --times == 0) mode = Mode::AT_ONCE;
  return now;
}

void FakeStorage::answer(std::function<void()> call) {
  if (hold || is_slow())
    held_.push_back(std::move(call));
  else
    call();
}

void FakeStorage::answer_slowly(std::function<void()> call) {
  if (is_slow())
    held_.push_back(std::move(call));
  else
    call();
}

bool FakeStorage::release() {
  hold = false;
  const auto calls = std::exchange(held_, {});
  for (const auto& call : calls) call();
  return !calls.empty();
}

void FakeStorage::release_one() { release_at(0); }

void FakeStorage::release_at(std::size_t index) {
  const auto at = held_.begin() + static_cast<std::ptrdiff_t>(index);
  const auto call = std::move(*at);
  held_.erase(at);
  call();
}

OpenedJournal FakeStorage::look(const std::string& id, bool game) const {
  OpenedJournal journal;
  journal.id = id;
  const auto& all = game ? games : tables;
  const auto it = all.find(id);
  if (it == all.end() || it->second.closed) {
    journal.missing = true;
    journal.problem = "there is none";
    return journal;
  }
  journal.top = it->second.top;
  journal.snapshot = it->second.snapshot;
  journal.previous = it->second.previous;
  journal.entries = it->second.entries;
  return journal;
}

std::string FakeStorage::chips_problem(const Sealer& sealer) const {
  const BankContents contents = bank.contents();
  if (const std::string bad = contents.check(); !bad.empty()) return bad;
  for (const auto& [id, kept] : games) {
    RestoredGame game = restore_game(look(id, true));
    if (!game.problem.empty()) return game.problem;
    GameState& state = game.record.state;
    if (game.uncounted) {
      std::vector<OpenedJournal> all;
      for (const auto& table : state.tables) all.push_back(look(table.first.str(), false));
      if (const std::string bad = count_tables(state, all, sealer); !bad.empty()) return bad;
    }
    if (!audit::game_fits(state) || !state.unpaid.empty()) return "game " + id + " does not fit";
    const auto desk = contents.desks.find(id);
    // An exchange under way has been answered by this bank or not at all; its answers it keeps to itself.
    if (desk != contents.desks.end() && desk->second.seq == state.banked &&
        audit::bank_fits(state, desk->second, {}) != audit::Fit::FITS)
      return "game " + id + " does not fit the bank";
    for (const auto& [table, entry] : state.tables) {
      const OpenedJournal journal = look(table.str(), false);
      if (journal.missing && game::unheard(entry)) continue;
      const RestoredTable restored = restore_table(state.settings, {}, journal, sealer);
      if (!restored.problem.empty()) return restored.problem;
      if (audit::table_fits(entry, restored.state) != audit::Fit::FITS)
        return "table " + table.str() + " does not fit";
    }
  }
  return {};
}

OpenedJournal FakeStorage::open(const std::string& id, bool game) {
  OpenedJournal journal;
  journal.id = id;
  auto& all = game ? games : tables;
  const auto it = all.find(id);
  if (it == all.end() || it->second.closed) {
    journal.missing = it == all.end();
    journal.problem = "there is none";
    return journal;
  }
  if (game ? unknown_games : unknown_openings > 0) {
    if (!game) --unknown_openings;
    journal.unknown = true;
    journal.problem = "the store does not answer";
    return journal;
  }
  Kept& k = it->second;
  journal.epoch = k.epoch = k.epoch.next();
  journal.top = k.top;
  journal.snapshot = k.snapshot;
  journal.previous = k.previous;
  journal.entries = k.entries;
  journal.journal = [this, id, game, epoch = k.epoch](JournalAnswer a) {
    return std::make_shared<Hold>(*this, id, game, epoch, std::move(a));
  };
  return journal;
}

void FakeStorage::load(std::function<void(RoomContents)> done) {
  RoomContents contents;
  contents.guests = guests;
  for (const auto& game : games) contents.games.push_back(open(game.first, true));
  answer([done = std::move(done), contents = std::move(contents)] { done(contents); });
}

void FakeStorage::load_guests(std::function<void(RoomContents)> done) {
  ++guest_readings;
  if (unknown_guests) return done({{}, {}, "it cannot be asked"});
  done({guests, {}, {}});
}

void FakeStorage::load_game(const GameId& game, std::function<void(OpenedJournal)> done) {
  answer([done = std::move(done), opened = open(game.str(), true)] { done(opened); });
}

void FakeStorage::open_tables(const std::vector<TableId>& ids,
                              std::function<void(std::vector<OpenedJournal>)> done) {
  std::vector<OpenedJournal> opened;
  for (const TableId& id : ids) opened.push_back(open(id.str(), false));
  answer([done = std::move(done), opened = std::move(opened)] { done(opened); });
}

void FakeStorage::create_game(StoredText game, std::function<void(CreatedGame)> done) {
  CreatedGame created;
  if (games.count(game.id) > 0) {
    created.result = StorageResult::EXISTS;
  } else {
    games[game.id] = {{1}, game.version, false, game, {}, {}, 0};
    created.epoch = {1};
    created.journal = [this, id = game.id](JournalAnswer a) {
      return std::make_shared<Hold>(*this, id, true, Epoch{1}, std::move(a));
    };
  }
  answer([=] { done(created); });
}

JournalMaker FakeStorage::new_table(StoredText first) {
  return [this, first = std::move(first)](JournalAnswer a) {
    return std::make_shared<Hold>(*this, first, std::move(a));
  };
}

void FakeStorage::save_guest(GuestRecord guest, std::function<void(StorageResult)> done) {
  if (!fail_guests) guests.push_back(guest);
  answer([=, fail = fail_guests] { done(fail ? StorageResult::FAILED : StorageResult::DONE); });
}

void FakeStorage::append_hand(const TableId& id, HandText hand, std::function<void(StorageResult)> done) {
  if (!fail_hands) {
    const auto [it, added] = hands[id.str()].emplace(std::pair(hand.hand.v, hand.part), hand.json);
    if (!added && it->second != hand.json)
      broken_rules.push_back("two records of one hand:\n" + it->second + "\n" + hand.json);
  }
  done(fail_hands ? StorageResult::FAILED : StorageResult::DONE);
}

void FakeStorage::lose_tail(const std::string& id, std::size_t entries) {
  Kept& k = tables.at(id);
  for (; entries > 0 && !k.entries.empty(); --entries) k.entries.pop_back();
  k.top = k.entries.empty() ? k.snapshot->version : k.entries.back().version;
}

std::string FakeStorage::all_text() const {
  std::string text;
  for (const auto* all : {&games, &tables})
    for (const auto& [id, k] : *all) {
      for (const auto& snapshot : {k.snapshot, k.previous})
        if (snapshot) text += snapshot->json + "\n";
      for (const Entry& entry : k.entries) text += entry.text + "\n";
    }
  return text;
}

}  // namespace cardroom::testing
