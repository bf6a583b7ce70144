#include <gtest/gtest.h>

#include "tests/engine/game_fake.hpp"

// Registration, seats, leaving, connections.
namespace cardroom::fake {
namespace {

TEST(GamePlayers, RegisteringBooksTheGuestCreditOnce) {
  World w = seating();
  EXPECT_EQ(w.join("a"), Error::NONE);
  EXPECT_EQ(w.balance("a").v, 10'000);  // 1,000 big blinds
  EXPECT_EQ(w.all<PlayerRegistered>().size(), 1u);
  ASSERT_EQ(w.all<BalanceChanged>().size(), 1u);
  EXPECT_EQ(w.all<BalanceChanged>()[0].balance.v, 10'000);
  EXPECT_EQ(w.join("a"), Error::ALREADY_REGISTERED);
  EXPECT_EQ(w.leave("a"), Error::NONE);
  EXPECT_FALSE(w.player("a").registered);
  EXPECT_EQ(w.join("a"), Error::NONE);
  EXPECT_EQ(w.balance("a").v, 10'000);
}

TEST(GamePlayers, UnregisteringBeforeSeatingGivesUpThePlace) {
  Settings s = settings();
  s.start_time = Instant{9'000'000};
  World w(s);
  w.join("a"), w.join("b");
  EXPECT_EQ(w.give(UnregisterFromGame{UserId("a")}), Error::NONE);
  EXPECT_EQ(w.give(UnregisterFromGame{UserId("a")}), Error::NOT_REGISTERED);
  ASSERT_EQ(w.all<PlayerLeft>().size(), 1u);
  w.wake(Instant{8'700'000});
  EXPECT_EQ(w.sizes(), std::vector<int>{1});
  EXPECT_TRUE(w.player("a").table.empty());
  EXPECT_EQ(w.balance("a").v, 10'000);
}

TEST(GamePlayers, NewcomersSitAtTheTableWithTheFewestPlayers) {
  World w = seating(settings(4));
  for (int i = 0; i < 4; ++i) w.join(nth(i));
  EXPECT_EQ(w.sizes(), std::vector<int>{4});
  w.join("p4");  // all full: a table more, but nothing is balanced in SEATING
  EXPECT_EQ(w.sizes(), (std::vector<int>{1, 4}));
  w.join("p5"), w.join("p6");
  EXPECT_EQ(w.sizes(), (std::vector<int>{3, 4}));
  w.leave("p0"), w.leave("p1"), w.leave("p2");
  EXPECT_EQ(w.sizes(), (std::vector<int>{1, 3}));
  w.join("p7");
  EXPECT_EQ(w.sizes(), (std::vector<int>{2, 3}));
  EXPECT_EQ(w.errors, std::vector<std::string>{});
}

TEST(GamePlayers, ANewPlayerBringsTheWholeTimeBankAndNoChips) {
  World w = seating();
  w.join("a");
  const auto& seat = *w.table_of("a").find(UserId("a"));
  EXPECT_EQ(seat.carried.chips.v, 0);
  EXPECT_EQ(seat.carried.player, PlayerStatus::BUYING_IN);
  EXPECT_EQ(seat.carried.time_bank, 30'000);
  EXPECT_TRUE(seat.carried.connected);
  EXPECT_TRUE(seat.carried.holds_predeal);
}

TEST(GamePlayers, TheTimeBankIsAPlayersForTheWholeGame) {
  World w = seating();
  w.join("a");
  w.table_of("a").find(UserId("a"))->carried.time_bank = 12'345;
  w.table_of("a").find(UserId("a"))->carried.hands = 7;
  w.leave("a"), w.join("a");
  EXPECT_EQ(w.table_of("a").find(UserId("a"))->carried.time_bank, 12'345);
  EXPECT_EQ(w.table_of("a").find(UserId("a"))->carried.hands, 7);
}

TEST(GamePlayers, LeavingIsCashedOut) {
  World w = active(3);
  EXPECT_EQ(w.balance("p1").v, 9'500);
  EXPECT_EQ(w.leave("p1"), Error::NONE);
  EXPECT_EQ(w.balance("p1").v, 10'000);
  EXPECT_FALSE(w.player("p1").registered);
  EXPECT_TRUE(w.player("p1").table.empty());
  ASSERT_EQ(w.all<PlayerLeft>().size(), 1u);
  EXPECT_EQ(w.all<PlayerLeft>()[0].cashed_out.v, 500);
  EXPECT_EQ(w.sizes(), std::vector<int>{2});
}

TEST(GamePlayers, LeavingDuringAHandTakesEffectWhenItEnds) {
  World w = active(3);
  w.hands(true);
  EXPECT_EQ(w.leave("p1"), Error::NONE);
  EXPECT_TRUE(w.player("p1").registered);
  EXPECT_EQ(w.leave("p1"), Error::INVALID_STATE);
  EXPECT_EQ(w.buy("p1", 100), Error::INVALID_STATE);
  EXPECT_EQ(w.give(SitOut{UserId("p1")}), Error::INVALID_STATE);
  EXPECT_EQ(w.join("p1"), Error::ALREADY_REGISTERED);
  w.hands(false);
  EXPECT_FALSE(w.player("p1").registered);
  EXPECT_EQ(w.join("p1"), Error::NONE);
  EXPECT_EQ(w.errors, std::vector<std::string>{});
}

TEST(GamePlayers, ASeatIsGivenAgainOnlyAfterTheTableLetsItGo) {
  World w = active(2, settings(2));
  w.hands(true);
  w.leave("p1");
  const TableId table = w.player("p1").table;
  w.join("new");  // p1's seat is not free yet
  EXPECT_NE(w.player("new").table, table);
  EXPECT_EQ(w.tables.size(), 2u);
  w.hands(false);
  EXPECT_EQ(w.errors, std::vector<std::string>{});
  w.check_quiet();
}

TEST(GamePlayers, TheTableLearnsOfConnections) {
  World w = seating();
  w.join("a");
  w.give(Disconnected{UserId("a")});
  EXPECT_FALSE(w.table_of("a").find(UserId("a"))->carried.connected);
  const int told = w.told<SetConnection>();
  w.give(Disconnected{UserId("a")});  // no news
  EXPECT_EQ(w.told<SetConnection>(), told);
  w.give(Reconnected{UserId("a")});
  EXPECT_TRUE(w.table_of("a").find(UserId("a"))->carried.connected);
}

TEST(GamePlayers, AfterARestartNobodyIsConnectedAndEachTableHearsItOnce) {
  World w = active(7, settings(3));
  ASSERT_EQ(w.tables.size(), 3u);
  w.sent.clear();
  EXPECT_EQ(w.give(Restarted{}), Error::NONE);
  EXPECT_EQ(w.told<AllDisconnected>(), 3);
  EXPECT_EQ(w.sent.size(), 3u);
  for (const auto& [user, player] : w.game.players) {
    EXPECT_FALSE(player.connected) << user.str();
    EXPECT_FALSE(w.tables.at(player.table).find(user)->carried.connected) << user.str();
  }
  w.give(Reconnected{UserId("p2")});
  EXPECT_TRUE(w.table_of("p2").find(UserId("p2"))->carried.connected);
  EXPECT_FALSE(w.table_of("p1").find(UserId("p1"))->carried.connected);
}

TEST(GamePlayers, WhoIsDisconnectedWhenSeatingBeginsIsAwayFromThen) {
  Settings s = settings();
  s.start_time = Instant{9'000'000};
  World w(s);
  w.join("a");
  w.give(Disconnected{UserId("a")});
  w.wake(Instant{8'700'000});
  const auto& seat = *w.table_of("a").find(UserId("a"));
  EXPECT_FALSE(seat.carried.connected);
  EXPECT_EQ(seat.carried.away_since.ms, 8'700'000);
}

TEST(GamePlayers, RegisteringAgainConnects) {
  World w = seating();
  w.join("a");
  w.give(Disconnected{UserId("a")});
  w.leave("a");
  EXPECT_EQ(w.give(Disconnected{UserId("a")}), Error::NOT_REGISTERED);
  w.join("a");
  EXPECT_TRUE(w.player("a").connected);
}

TEST(GamePlayers, AnAwayPlayerRemovedByTheTableIsUnregistered) {
  World w = active(3);
  FakeTable& t = w.table_of("p2");
  const TableId id = w.player("p2").table;
  t.remove(*t.find(UserId("p2")), OutReason::LEFT);
  w.collect(id, t);
  w.settle();
  EXPECT_FALSE(w.player("p2").registered);
  EXPECT_EQ(w.balance("p2").v, 10'000);
  EXPECT_EQ(w.game.ready, 2);
}

TEST(GamePlayers, ReadinessToldByAFormerTableDoesNotCount) {
  World w = active(2, settings(2));
  w.join("p3");
  const TableId other = w.player("p3").table;
  ASSERT_NE(other, w.player("p1").table);
  w.step(FromTable{other, ReadyChanged{UserId("p1"), false}}, {});
  EXPECT_EQ(w.game.ready, 2);
  EXPECT_EQ(w.errors, std::vector<std::string>{});
}

TEST(GamePlayers, WhoTheTableRefusesToSeatIsCashedOutAndUnregistered) {
  World w = seating();
  w.hold = true;
  w.join("a");
  const TableId table = w.player("a").table;
  w.to_tables[table].clear();
  w.tables.at(table).notices.push_back(Applied{Sequence{1}, Error::SEAT_TAKEN});
  w.collect(table, w.tables.at(table));
  w.settle();
  EXPECT_FALSE(w.player("a").registered);
  EXPECT_TRUE(w.player("a").table.empty());
  EXPECT_EQ(w.errors, std::vector<std::string>{});
}

}  // namespace
}  // namespace cardroom::fake
