#include <gtest/gtest.h>

#include "tests/engine/game_fake.hpp"

// Statuses of a game: how each is reached, and the start.
namespace cardroom::fake {
namespace {

Settings later() {
  Settings s = settings();
  s.start_time = Instant{2'000'000};
  s.seating_time = Duration{300'000};
  return s;
}

TEST(GameStatus, SeatingBeginsSeatingTimeBeforeTheStart) {
  World w(later());
  EXPECT_EQ(game::next_deadline(w.game).ms, 1'700'000);
  w.wake(Instant{1'699'999});
  EXPECT_EQ(w.game.status, GameStatus::SCHEDULED);
  w.wake(Instant{1'700'000});
  EXPECT_EQ(w.game.status, GameStatus::SEATING);
  ASSERT_EQ(w.all<GameStatusChanged>().size(), 1u);
  EXPECT_EQ(w.all<GameStatusChanged>()[0].new_status, GameStatus::SEATING);
}

TEST(GameStatus, WithoutAStartTimeSeatingBeginsAtOnce) {
  World w(settings());
  EXPECT_EQ(game::next_deadline(w.game), w.now);
  w.give(Wake{});
  EXPECT_EQ(w.game.status, GameStatus::SEATING);
  EXPECT_EQ(w.tables.size(), 1u);
  EXPECT_FALSE(game::next_deadline(w.game).set());
}

TEST(GameStatus, RegisteredPlayersAreSpreadEvenlyOverAsFewTablesAsHoldThem) {
  for (const auto& [players, sizes] : std::vector<std::pair<int, std::vector<int>>>{
           {0, {0}}, {1, {1}}, {9, {9}}, {10, {5, 5}}, {18, {9, 9}}, {19, {6, 6, 7}}, {28, {7, 7, 7, 7}}}) {
    World w(later());
    for (int i = 0; i < players; ++i) EXPECT_EQ(w.join(nth(i)), Error::NONE);
    EXPECT_EQ(w.tables.size(), 0u);
    w.wake(Instant{1'700'000});
    EXPECT_EQ(w.sizes(), sizes) << players;
    w.check_quiet();
    EXPECT_EQ(w.errors, std::vector<std::string>{});
  }
}

TEST(GameStatus, SeatsAreRandom) {
  std::set<int> seats, tables;
  for (int seed = 0; seed < 40; ++seed) {
    World w(later());
    w.steps = static_cast<std::uint64_t>(seed) * 1000;
    for (int i = 0; i < 10; ++i) w.join(nth(i));
    w.wake(Instant{1'700'000});
    seats.insert(w.player("p0").seat.v);
    tables.insert(w.player("p0").table.view().back());
  }
  EXPECT_GE(seats.size(), 7u);
  EXPECT_EQ(tables.size(), 2u);
}

TEST(GameStatus, StartNeedsTheHostOrAnAdministrator) {
  World w = seating();
  for (const char* p : {"a", "b"}) w.join(p), w.buy(p, 500);
  EXPECT_EQ(w.give(StartGame{}, {UserId("a"), false}), Error::NOT_ALLOWED);
  EXPECT_EQ(w.give(StartGame{}, {UserId("host"), false}), Error::NONE);
  EXPECT_EQ(w.game.status, GameStatus::ACTIVE);
}

TEST(GameStatus, WithoutAHostAnEmptyNameIsNobody) {
  World w(settings(), UserId{});
  w.give(Wake{});
  for (const char* p : {"a", "b"}) w.join(p), w.buy(p, 500);
  EXPECT_EQ(w.give(StartGame{}, {UserId{}, false}), Error::NOT_ALLOWED);
  EXPECT_EQ(w.admin(StartGame{}), Error::NONE);
}

TEST(GameStatus, StartNeedsTwoReadyPlayersAndTheStartTime) {
  World w(later());
  for (const char* p : {"a", "b"}) w.join(p);
  EXPECT_EQ(w.admin(StartGame{}), Error::INVALID_STATE);
  w.wake(Instant{1'700'000});
  EXPECT_EQ(w.buy("a", 500), Error::NONE);
  w.now = Instant{1'999'999};
  EXPECT_EQ(w.admin(StartGame{}), Error::INVALID_STATE);
  w.now = Instant{2'000'000};
  EXPECT_EQ(w.admin(StartGame{}), Error::NOT_ENOUGH_PLAYERS);
  EXPECT_EQ(w.buy("b", 500), Error::NONE);
  EXPECT_EQ(w.give(SitOut{UserId("b")}), Error::NONE);
  EXPECT_EQ(w.admin(StartGame{}), Error::NOT_ENOUGH_PLAYERS);
  EXPECT_EQ(w.give(SitIn{UserId("b")}), Error::NONE);
  EXPECT_EQ(w.admin(StartGame{}), Error::NONE);
  EXPECT_EQ(w.game.status, GameStatus::ACTIVE);
  EXPECT_EQ(w.all<GameMessage>().back().text, "Game is now active");
  for (auto& [id, t] : w.tables) {
    EXPECT_EQ(t.status, TableStatus::PLAYING);
    EXPECT_EQ(t.game, GameStatus::ACTIVE);
  }
}

TEST(GameStatus, ReadyPlayersCountOverAllTables) {
  World w = seating(settings(2));
  for (const char* p : {"a", "b", "c"}) w.join(p);
  ASSERT_EQ(w.tables.size(), 2u);
  std::vector<std::string> one_each;
  for (const char* p : {"a", "b", "c"})
    if (one_each.empty() || w.player(p).table != w.player(one_each[0]).table) one_each.push_back(p);
  w.buy(one_each[0], 500);
  EXPECT_EQ(w.admin(StartGame{}), Error::NOT_ENOUGH_PLAYERS);
  w.buy(one_each[1], 500);
  EXPECT_EQ(w.admin(StartGame{}), Error::NONE);
}

TEST(GameStatus, AReadyPlayerWhoLeavesCountsNoMore) {
  World w = seating();
  for (const char* p : {"a", "b"}) w.join(p), w.buy(p, 500);
  w.leave("b");
  EXPECT_EQ(w.admin(StartGame{}), Error::NOT_ENOUGH_PLAYERS);
}

TEST(GameStatus, AutoStartsWithTheSecondReadyPlayerAfterTheStartTime) {
  Settings s = settings();
  s.start = StartMode::AUTO;
  World w = seating(s);
  for (const char* p : {"a", "b"}) w.join(p);
  w.buy("a", 500);
  EXPECT_EQ(w.game.status, GameStatus::SEATING);
  w.buy("b", 500);
  EXPECT_EQ(w.game.status, GameStatus::ACTIVE);
}

TEST(GameStatus, AutoStartsAtTheStartTimeWhenPlayersAreReadyBefore) {
  Settings s = later();
  s.start = StartMode::AUTO;
  World w(s);
  w.wake(Instant{1'700'000});
  for (const char* p : {"a", "b"}) w.join(p);
  w.buy("a", 500);
  EXPECT_FALSE(game::next_deadline(w.game).set());
  w.buy("b", 500);
  EXPECT_EQ(w.game.status, GameStatus::SEATING);
  EXPECT_EQ(game::next_deadline(w.game).ms, 2'000'000);
  w.wake(Instant{1'999'999});
  EXPECT_EQ(w.game.status, GameStatus::SEATING);
  w.wake(Instant{2'000'000});
  EXPECT_EQ(w.game.status, GameStatus::ACTIVE);
}

TEST(GameStatus, HostGamesDoNotStartByThemselves) {
  World w = seating();
  for (const char* p : {"a", "b"}) w.join(p), w.buy(p, 500);
  w.wake(Instant{9'000'000});
  EXPECT_EQ(w.game.status, GameStatus::SEATING);
}

TEST(GameStatus, AnEarlyWakeChangesNothingButTheVersion) {
  World w(later());
  const Version before = w.game.version;
  w.give(Wake{});
  EXPECT_EQ(w.game.version, before.next());
  EXPECT_TRUE(w.events.empty());
  EXPECT_TRUE(w.sent.empty());
}

TEST(GameStatus, TableIdsAreNumberedAndNeverUsedAgain) {
  Settings s = settings(2);
  s.game_id = GameId("a-game-with-a-name-of-32-bytes-!");
  World w = active(2, s);
  EXPECT_EQ(w.created[0].view(), "a-game-with-a-name-of-32-byte-t1");
  for (int i = 0; i < 12; ++i) {
    w.join("x"), w.join("y");
    w.leave("x"), w.leave("y");
  }
  std::set<TableId> ids(w.created.begin(), w.created.end());
  EXPECT_EQ(ids.size(), w.created.size());
  EXPECT_GE(w.created.size(), 10u);
  for (const TableId& id : ids) EXPECT_LE(id.view().size(), 32u);
  EXPECT_EQ(w.created[9].view(), "a-game-with-a-name-of-32-byt-t10");
}

}  // namespace
}  // namespace cardroom::fake
