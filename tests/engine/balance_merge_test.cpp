#include <gtest/gtest.h>

#include "tests/engine/game_fake.hpp"

// Excess tables: the grace period, the merge, removal of empty tables.
namespace cardroom::fake {
namespace {

/// Two tables of nine with five players each, at rest.
World two_tables() {
  World w = active(10);
  EXPECT_EQ(w.sizes(), (std::vector<int>{5, 5}));
  return w;
}

TEST(Merge, AfterTheGracePeriodAndNotBefore) {
  World w = two_tables();
  EXPECT_FALSE(w.game.table_excess_since.set());
  EXPECT_FALSE(game::next_deadline(w.game).set());
  w.now = Instant{3'000'000};
  w.leave("p1");  // nine players need one table
  EXPECT_EQ(w.game.table_excess_since.ms, 3'000'000);
  EXPECT_EQ(game::next_deadline(w.game).ms, 3'060'000);
  w.wake(Instant{3'059'999});
  EXPECT_EQ(w.sizes(), (std::vector<int>{4, 5}));
  w.wake(Instant{3'060'000});
  EXPECT_EQ(w.sizes(), std::vector<int>{9});
  EXPECT_EQ(w.all<TableRemoved>().size(), 1u);
  EXPECT_FALSE(w.game.table_excess_since.set());
  EXPECT_FALSE(game::next_deadline(w.game).set());
  w.check_quiet();
  EXPECT_EQ(w.errors, std::vector<std::string>{});
}

TEST(Merge, TheCountThatRecoversWithinTheGracePeriodClearsIt) {
  World w = two_tables();
  w.leave("p1");
  EXPECT_TRUE(w.game.table_excess_since.set());
  w.now = w.now + seconds(30);
  w.join("p11");
  EXPECT_FALSE(w.game.table_excess_since.set());
  w.now = w.now + seconds(10);
  w.leave("p2");
  EXPECT_EQ(w.game.table_excess_since, w.now);  // the period begins anew
  w.wake(w.now + Duration{59'999});
  EXPECT_EQ(w.tables.size(), 2u);
  w.wake(w.now + Duration{1});
  EXPECT_EQ(w.tables.size(), 1u);
}

TEST(Merge, FurtherLeaversDoNotProlongTheGracePeriod) {
  World w = two_tables();
  w.leave("p1");
  const Instant since = w.game.table_excess_since;
  w.now = w.now + seconds(30);
  w.leave("p2");
  EXPECT_EQ(w.game.table_excess_since, since);
}

TEST(Merge, PlayersInHandsMoveWhenTheirHandEnds) {
  World w = two_tables();
  w.hands(true);
  const TableId second = w.created[1];
  FakeTable& t = w.tables.at(second);
  for (FakeSeat& s : t.seats)
    if (s.present()) {
      t.remove(s, OutReason::LEFT);
      break;
    }
  w.collect(second, t);
  w.settle();
  w.wake(w.game.table_excess_since + seconds(60));
  EXPECT_TRUE(w.game.tables.at(second).closing);
  EXPECT_EQ(w.game.moves.size(), 4u);
  EXPECT_EQ(w.sizes(), (std::vector<int>{4, 5}));
  w.end_hand(second);
  EXPECT_EQ(w.sizes(), std::vector<int>{9});
  EXPECT_EQ(w.removed, std::vector<TableId>{second});
  w.check_quiet();
  EXPECT_EQ(w.errors, std::vector<std::string>{});
}

TEST(Merge, NobodyIsSeatedAtAClosingTable) {
  World w = active(10, settings(5));  // 5 and 5
  w.join("p11");                      // 3, 4, 4
  ASSERT_EQ(w.sizes(), (std::vector<int>{3, 4, 4}));
  w.hands(true);
  const auto remove_from_largest = [&] {
    const auto it = std::max_element(w.tables.begin(), w.tables.end(), [](const auto& a, const auto& b) {
      return a.second.players() < b.second.players();
    });
    for (FakeSeat& s : it->second.seats)
      if (s.present() && s.move.v == 0) {
        it->second.remove(s, OutReason::LEFT);
        break;
      }
    w.collect(it->first, it->second);
    w.settle();
  };
  remove_from_largest(), remove_from_largest(), remove_from_largest();  // 8 of 10 seats of two tables
  ASSERT_TRUE(w.game.table_excess_since.set());
  w.wake(w.game.table_excess_since + seconds(60));
  ASSERT_EQ(w.game.closing.size(), 1u);
  const TableId closing = w.game.closing.begin()->second;
  w.join("x");
  EXPECT_NE(w.player("x").table, closing);
  w.hands(false);
  EXPECT_EQ(w.sizes(), (std::vector<int>{4, 5}));
  w.check_quiet();
  EXPECT_EQ(w.errors, std::vector<std::string>{});
}

TEST(Merge, AClosingTableIsReopenedWhenItIsNeededAgain) {
  World w = two_tables();
  w.hands(true);
  const TableId second = w.created[1];
  FakeTable& t = w.tables.at(second);
  for (FakeSeat& s : t.seats)
    if (s.present()) {
      t.remove(s, OutReason::LEFT);
      break;
    }
  w.collect(second, t);
  w.settle();
  w.wake(w.game.table_excess_since + seconds(60));
  ASSERT_TRUE(w.game.tables.at(second).closing);
  w.join("p11");  // the tenth player again
  EXPECT_FALSE(w.game.tables.at(second).closing);
  EXPECT_EQ(w.tables.size(), 2u);
  EXPECT_EQ(w.told<CancelMove>(), 4);
  EXPECT_FALSE(w.game.table_excess_since.set());
  w.hands(false);
  EXPECT_EQ(w.sizes(), (std::vector<int>{5, 5}));
  EXPECT_EQ(w.removed.size(), 0u);
  w.check_quiet();
  EXPECT_EQ(w.errors, std::vector<std::string>{});
}

TEST(Merge, AReopenedTableKeepsItsPlayersAlsoWhileAPauseIsPending) {
  World w = two_tables();
  w.hands(true);
  const TableId second = w.created[1];
  FakeTable& t = w.tables.at(second);
  t.remove(*std::find_if(t.seats.begin(), t.seats.end(), [](auto& s) { return s.present(); }),
           OutReason::LEFT);
  w.collect(second, t);
  w.settle();
  w.wake(w.game.table_excess_since + seconds(60));
  ASSERT_EQ(w.game.moves.size(), 4u);
  w.admin(PauseGame{});
  w.join("p11");
  EXPECT_FALSE(w.game.tables.at(second).closing);
  EXPECT_TRUE(w.game.moves.empty());
  w.hands(false);
  EXPECT_EQ(w.game.status, GameStatus::PAUSED);
  EXPECT_EQ(w.sizes(), (std::vector<int>{5, 5}));
  EXPECT_EQ(w.errors, std::vector<std::string>{});
}

TEST(Merge, ATableThatWasOnlyKeptForAMoveIsRemovedWithIt) {
  World w = active(4, settings(3));  // 2 and 2
  ASSERT_EQ(w.sizes(), (std::vector<int>{2, 2}));
  const auto remove = [&](const TableId& id, const UserId& user) {
    FakeTable& t = w.tables.at(id);
    t.remove(*t.find(user), OutReason::LEFT);
    w.collect(id, t);
    w.settle();
  };
  const TableId first = w.created[0], second = w.created[1];
  const auto someone = [&](const TableId& id) {
    auto& seats = w.tables.at(id).seats;
    return std::find_if(seats.begin(), seats.end(), [](auto& s) { return s.present(); })->user;
  };
  w.join("p5");
  w.hands(true);
  const TableId three = w.player("p5").table, two = three == first ? second : first;
  remove(two, someone(two));  // 1 and 3: a move from the larger waits for the hand
  ASSERT_EQ(w.game.moves.size(), 1u);
  const UserId chosen = w.game.moves.begin()->second.user;
  remove(two, someone(two));  // nobody is left, but a seat is kept
  EXPECT_EQ(w.tables.size(), 2u);
  remove(three, chosen);
  EXPECT_TRUE(w.game.moves.empty());
  EXPECT_EQ(w.tables.size(), 1u);
  EXPECT_EQ(w.errors, std::vector<std::string>{});
}

TEST(Merge, EachTableTooManyHasAGracePeriodOfItsOwn) {
  World w = active(12, settings(4));  // three tables of four
  const auto larger = [](const auto& a, const auto& b) { return a.second.players() < b.second.players(); };
  for (int i = 0; i < 9; ++i) {
    auto& seats = std::max_element(w.tables.begin(), w.tables.end(), larger)->second.seats;
    w.give(LeaveGame{std::find_if(seats.begin(), seats.end(), [](auto& s) { return s.present(); })->user});
  }
  ASSERT_EQ(w.sizes(), (std::vector<int>{1, 1, 1}));  // 3 players need one table
  const Instant first = w.game.table_excess_since + seconds(60);
  w.wake(first);
  EXPECT_EQ(w.sizes(), (std::vector<int>{1, 2}));
  EXPECT_EQ(w.game.table_excess_since, first);
  w.wake(first + Duration{59'999});
  EXPECT_EQ(w.tables.size(), 2u);
  w.wake(first + seconds(60));
  EXPECT_EQ(w.sizes(), std::vector<int>{3});
  EXPECT_EQ(w.errors, std::vector<std::string>{});
}

TEST(Merge, WithoutAGracePeriodAtOnce) {
  Settings s = settings();
  s.table_merge_grace = Duration{0};
  World w = active(10, s);
  w.leave("p1");
  EXPECT_EQ(game::next_deadline(w.game), w.now);
  w.wake(w.now);
  EXPECT_EQ(w.sizes(), std::vector<int>{9});
}

TEST(Merge, AnEmptyTableIsRemovedAtOnce) {
  World w = active(3, settings(2));  // 2 and 1
  ASSERT_EQ(w.tables.size(), 2u);
  for (int i = 1; i <= 3; ++i)
    if (w.table_of(nth(i)).players() == 1) {
      w.leave(nth(i));
      break;
    }
  EXPECT_EQ(w.tables.size(), 1u);
  EXPECT_EQ(w.all<TableRemoved>().size(), 1u);
  EXPECT_FALSE(w.game.table_excess_since.set());
}

TEST(Merge, TheLastTableTooWhenNobodyIsLeft) {
  World w = active(2);
  w.leave("p1");
  EXPECT_EQ(w.tables.size(), 1u);
  w.leave("p2");
  EXPECT_TRUE(w.tables.empty());
  w.join("p3");
  EXPECT_EQ(w.tables.size(), 1u);
  EXPECT_EQ(w.table_of("p3").status, TableStatus::PLAYING);
}

TEST(Merge, NotBeforeTheStartAndNotWhilePaused) {
  World w = seating(settings(2));
  for (const char* p : {"a", "b", "c"}) w.join(p);
  for (const char* p : {"a", "b", "c"}) w.leave(p);
  EXPECT_EQ(w.sizes(), (std::vector<int>{0, 0}));
  EXPECT_FALSE(game::next_deadline(w.game).set());
  for (const char* p : {"a", "b"}) w.join(p), w.buy(p, 500);
  EXPECT_EQ(w.sizes(), (std::vector<int>{1, 1}));
  w.admin(StartGame{});
  EXPECT_TRUE(w.game.table_excess_since.set());
  w.admin(PauseGame{});
  EXPECT_FALSE(game::next_deadline(w.game).set());
  w.wake(w.now + seconds(600));
  EXPECT_EQ(w.tables.size(), 2u);
  w.admin(ResumeGame{});
  w.wake(game::next_deadline(w.game));
  EXPECT_EQ(w.sizes(), std::vector<int>{2});
}

TEST(Merge, EmptyTablesOfSeatingGoWhenPlayBegins) {
  World w = seating(settings(2));
  for (const char* p : {"a", "b", "c", "d", "e"}) w.join(p);
  ASSERT_EQ(w.tables.size(), 3u);
  w.leave("e");
  w.buy("a", 500), w.buy("b", 500);
  const bool empty = w.sizes()[0] == 0;
  w.admin(StartGame{});
  EXPECT_EQ(w.tables.size(), empty ? 2u : 3u);
  for (const auto& [id, t] : w.tables) EXPECT_GT(t.players(), 0);
}

}  // namespace
}  // namespace cardroom::fake
