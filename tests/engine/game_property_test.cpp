#include <gtest/gtest.h>

#include <random>

#include "tests/engine/game_fake.hpp"

// Random histories of commands with scripted tables; messages are delivered at once, or late and interleaved.
namespace cardroom::fake {
namespace {

class History {
 public:
  History(std::uint32_t seed, bool late) : random_(seed), w_(choose(seed)), late_(late) {
    w_.steps = seed * 100'000ull;
    w_.hold = late;
  }

  void run(int steps) {
    w_.give(Wake{});
    for (int i = 0; i < steps && w_.errors.empty(); ++i) {
      step();
      if (late_)
        deliver(below(8));
      else
        quiet();
    }
    if (w_.errors.empty()) finish();
  }
  const std::vector<std::string>& errors() const { return w_.errors; }
  std::size_t moves() const { return w_.all<PlayerMoved>().size(); }
  std::size_t removed() const { return w_.removed.size(); }

 private:
  static Settings choose(std::uint32_t seed) {
    Settings s = settings(2 + static_cast<int>(seed % 9));
    s.table_merge_grace = Duration{static_cast<std::int64_t>(seed % 3) * 20'000};
    if (seed % 5 == 0) s.start = StartMode::AUTO;
    return s;
  }
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  UserId somebody() { return UserId(nth(below(60))); }

  void step() {
    const int players = w_.game.seated;
    switch (below(22)) {
      case 0:
      case 1:
      case 2:
      case 3:
      case 4:
        w_.give(RegisterForGame{somebody()});
        break;
      case 5:
      case 6:
        w_.buy(somebody().str(), static_cast<std::int64_t>(300 + below(900)));
        break;
      case 7:
      case 8:
        w_.give(LeaveGame{somebody()});
        break;
      case 9:
        w_.give(SitOut{somebody()});
        break;
      case 10:
        w_.give(SitIn{somebody()});
        break;
      case 11:
        w_.give(below(20) == 0 ? GameCommand(Restarted{}) : Disconnected{somebody()});
        break;
      case 12:
        w_.give(Reconnected{somebody()});
        break;
      case 13:
      case 14:
        hand();
        break;
      case 15:
      case 16:
        w_.now = w_.now + seconds(below(40));
        w_.give(Wake{});
        break;
      case 17:
        w_.bank.credit(std::to_string(w_.steps), somebody(), {static_cast<std::int64_t>(below(2000) - 500)});
        break;
      case 18:
        w_.admin(StartGame{});
        break;
      case 19:
        below(3) == 0 ? void(w_.admin(PauseGame{})) : void(w_.admin(ResumeGame{}));
        break;
      case 20:
        crowd(players > 30 || below(2) == 0);
        break;
      case 21:
        remove_somebody();
        break;
    }
  }
  /// Many come or go at once.
  void crowd(bool leave) {
    for (int i = below(12); i > 0; --i)
      leave ? w_.give(LeaveGame{somebody()}) : w_.give(RegisterForGame{somebody()});
  }
  FakeTable* some_table(TableId& id) {
    if (w_.tables.empty()) return nullptr;
    auto it = w_.tables.begin();
    std::advance(it, below(static_cast<int>(w_.tables.size())));
    id = it->first;
    return &it->second;
  }
  void hand() {
    TableId id;
    FakeTable* t = some_table(id);
    if (!t || t->closed) return;
    if (t->hand) {
      // Somebody wins something, perhaps all.
      FakeSeat* a = &t->seats[static_cast<std::size_t>(below(static_cast<int>(t->seats.size())))];
      FakeSeat* b = &t->seats[static_cast<std::size_t>(below(static_cast<int>(t->seats.size())))];
      if (a != b && a->in_hand && b->in_hand && a->present() && b->present()) {
        const Chips won{below(2) ? a->carried.chips.v : a->carried.chips.v / 2};
        a->carried.chips -= won;
        b->carried.chips += won;
      }
      t->end_hand();
    } else if (t->status == TableStatus::PLAYING) {
      t->start_hand();
    }
    w_.collect(id, *t);
    if (!late_) w_.settle();
  }
  /// The table removes a player by itself, as after a long absence.
  void remove_somebody() {
    TableId id;
    FakeTable* t = some_table(id);
    if (!t || t->closed) return;
    for (FakeSeat& s : t->seats)
      if (s.present() && !s.in_hand) {
        t->remove(s, OutReason::LEFT);
        break;
      }
    w_.collect(id, *t);
    if (!late_) w_.settle();
  }
  void deliver(int count) {
    for (; count > 0; --count) {
      if (below(3) == 0 && w_.deliver_to_bank()) continue;
      std::vector<TableId> ids;
      for (auto& [id, queue] : w_.to_tables)
        if (!queue.empty() && w_.tables.contains(id)) ids.push_back(id);
      for (auto& [id, queue] : w_.to_game)
        if (!queue.empty()) ids.push_back(id);
      if (ids.empty()) return;
      const TableId id = ids[static_cast<std::size_t>(below(static_cast<int>(ids.size())))];
      if (below(2) ? !w_.deliver_to_table(id) : !w_.deliver_to_game(id))
        w_.to_tables[id].empty() || !w_.tables.contains(id) ? w_.deliver_to_game(id)
                                                            : w_.deliver_to_table(id);
    }
  }
  void quiet() { w_.check_quiet(); }
  void expect(bool ok, const char* what) {
    if (!ok) w_.errors.push_back(what);
  }
  /// Ends all hands and delivers everything; then the tables are even and stay so.
  void finish() {
    w_.hold = false;
    w_.settle();
    w_.hands(false);
    if (w_.game.status == GameStatus::PAUSED) w_.admin(ResumeGame{});
    w_.settle();
    for (int i = 0; i < 3; ++i) w_.hands(false);
    quiet();
    if (w_.game.status == GameStatus::ACTIVE) {
      expect(w_.game.moves.empty(), "a move is left though no hand runs");
      const auto sizes = w_.sizes();
      expect(sizes.empty() || sizes.back() - sizes.front() <= 1, "not balanced within one");
      const int told = w_.told<MoveOut>();
      for (int i = 0; i < 3; ++i) w_.hands(true), w_.hands(false);
      expect(w_.told<MoveOut>() == told, "a plan without arrivals and departures");
      for (int i = 0; i < 40 && game::next_deadline(w_.game).set(); ++i)
        w_.wake(std::max(w_.now, game::next_deadline(w_.game)));
      const std::size_t seats = static_cast<std::size_t>(w_.game.settings.number_of_seats);
      expect(w_.tables.size() == (static_cast<std::size_t>(w_.game.seated) + seats - 1) / seats,
             "tables too many");
      const auto merged = w_.sizes();
      expect(merged.empty() || merged.back() - merged.front() <= 1, "not balanced after merges");
    }
    w_.admin(EndGame{});
    w_.hands(false);
    expect(w_.game.status == GameStatus::COMPLETED, "not completed");
    expect(w_.tables.empty(), "a table outlived the game");
    expect(w_.game.inside == Chips{}, "chips lost in the end");
  }

  std::mt19937 random_;
  World w_;
  bool late_;
};

void histories(bool late, std::uint32_t from, int count, int steps) {
  std::size_t moves = 0, removed = 0;
  for (std::uint32_t seed = from; seed < from + static_cast<std::uint32_t>(count); ++seed) {
    History h(seed, late);
    h.run(steps);
    ASSERT_EQ(h.errors(), std::vector<std::string>{}) << "seed " << seed;
    moves += h.moves();
    removed += h.removed();
  }
  EXPECT_GT(moves, 1000u);
  EXPECT_GT(removed, 100u);
}

TEST(GameProperty, RandomHistoriesWithTablesThatAnswerAtOnce) { histories(false, 1, 150, 400); }

TEST(GameProperty, RandomHistoriesWithMessagesThatCrossEachOther) { histories(true, 5000, 250, 400); }

}  // namespace
}  // namespace cardroom::fake
