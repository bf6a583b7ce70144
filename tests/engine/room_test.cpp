#include <gtest/gtest.h>

#include "tests/engine/game_fake_table.hpp"
#include "tests/engine/room_fixture.hpp"

// Game and tables together, by sections of the rules: what happens is told from outside.
namespace cardroom::fake {
namespace {

Settings settings(int seats = 9) {
  Settings s;
  s.game_id = GameId("g1");
  s.small_blind = {5};
  s.big_blind = {10};
  s.number_of_seats = seats;
  return s;
}

/// A room with `n` players p1, p2, ... who have bought in; those after the second joined an ACTIVE game.
RoomUnderTest active(int n, const Settings& s = settings(), std::uint64_t seed = 1) {
  RoomUnderTest r(s, seed);
  for (int i = 1; i <= n; ++i) {
    r.join(nth(i));
    r.buy(nth(i), 500);
  }
  EXPECT_EQ(r.game(StartGame{}), Error::NONE);
  return r;
}

TEST(Room, TheFirstHandIsDealtWhenTheGameStarts) {
  RoomUnderTest r(settings());
  r.join("a"), r.join("b");
  EXPECT_EQ(r.room.game.status, GameStatus::SEATING);
  r.buy("a", 500);
  EXPECT_EQ(r.game(StartGame{}), Error::NOT_ENOUGH_PLAYERS);
  r.buy("b", 500);
  EXPECT_EQ(r.game(StartGame{}), Error::NONE);
  const TableState& t = r.table_of("a");
  EXPECT_EQ(t.status, TableStatus::PLAYING);
  EXPECT_EQ(t.phase, HandPhase::PRE_FLOP_BETTING);
  EXPECT_EQ(t.hand.v, 1u);
  EXPECT_EQ(r.errors, std::vector<std::string>{});
}

TEST(Room, TableCommandsAreForRegisteredPlayersOfAnActiveGame) {
  RoomUnderTest r(settings());
  r.join("a"), r.join("b");
  const TableId table = r.player("a").table;
  const auto act = [&](const char* user, const TableId& at) {
    return r.give(room::TableCall{at, PlayerActionCommand{UserId(user), Action::FOLD, {}, {}, {}}});
  };
  EXPECT_EQ(act("stranger", table), Error::NOT_REGISTERED);
  EXPECT_EQ(act("a", table), Error::INVALID_STATE);
  r.buy("a", 500), r.buy("b", 500);
  r.game(StartGame{});
  EXPECT_EQ(act("stranger", table), Error::NOT_REGISTERED);
  EXPECT_EQ(act("a", TableId("nowhere")), Error::NO_TABLE);
  const TableState& t = r.table_of("a");
  const std::string turn = t.seats[static_cast<std::size_t>(t.to_act.v)].user.str();
  EXPECT_EQ(act(turn == "a" ? "b" : "a", table), Error::NOT_YOUR_TURN);
  EXPECT_EQ(act(turn.c_str(), table), Error::NONE);
  r.game(PauseGame{});
  EXPECT_EQ(r.room.game.status, GameStatus::ACTIVE);  // the hand is under review
  r.pass(60'000);
  ASSERT_EQ(r.room.game.status, GameStatus::PAUSED);
  EXPECT_EQ(act("a", table), Error::INVALID_STATE);
  r.game(EndGame{});
  EXPECT_EQ(act("a", table), Error::INVALID_STATE);
  EXPECT_EQ(act("stranger", table), Error::INVALID_STATE);
  EXPECT_EQ(r.errors, std::vector<std::string>{});
}

TEST(Room, BuyInLimits) {
  RoomUnderTest r(settings());
  r.join("a");
  EXPECT_EQ(r.buy("a", 399), Error::BAD_BUY_IN);
  EXPECT_EQ(r.buy("a", 1'001), Error::BAD_BUY_IN);
  EXPECT_EQ(r.buy("a", 10'001), Error::INSUFFICIENT_BALANCE);
  EXPECT_EQ(r.buy("b", 500), Error::NOT_REGISTERED);
  EXPECT_EQ(r.buy("a", 400), Error::NONE);
  EXPECT_EQ(r.seat_of("a").stack.v, 400);
  EXPECT_EQ(r.buy("a", 800), Error::NONE);  // a top-up, cut at the maximum
  EXPECT_EQ(r.seat_of("a").stack.v, 1'000);
  EXPECT_EQ(r.balance("a").v, 9'000);
  EXPECT_EQ(r.errors, std::vector<std::string>{});
}

TEST(Room, SittingOutAndIn) {
  RoomUnderTest r(settings());
  r.join("a"), r.buy("a", 500);
  EXPECT_EQ(r.give(SitIn{UserId("a")}), Error::INVALID_STATE);
  EXPECT_EQ(r.give(SitOut{UserId("a")}), Error::NONE);
  EXPECT_EQ(r.give(SitOut{UserId("a")}), Error::INVALID_STATE);
  EXPECT_EQ(r.give(SitIn{UserId("a")}), Error::NONE);
  EXPECT_EQ(r.give(SitIn{UserId("b")}), Error::NOT_REGISTERED);
}

TEST(Room, PauseLetsEveryHandFinish) {
  RoomUnderTest r = active(8, settings(4));
  ASSERT_EQ(r.sizes(), (std::vector<int>{4, 4}));
  const auto tables = r.tables();
  for (const TableId& id : tables) ASSERT_EQ(r.room.tables.at(id).phase, HandPhase::PRE_FLOP_BETTING);
  EXPECT_EQ(r.game(PauseGame{}), Error::NONE);
  EXPECT_EQ(r.game(PauseGame{}), Error::INVALID_STATE);
  r.end_hand(tables[0]);
  r.pass(3'000);
  EXPECT_EQ(r.room.tables.at(tables[0]).status, TableStatus::PAUSED);
  EXPECT_EQ(r.room.game.status, GameStatus::ACTIVE);
  r.end_hand(tables[1]);
  r.pass(3'000);
  EXPECT_EQ(r.room.game.status, GameStatus::PAUSED);
  for (const TableId& id : tables) EXPECT_EQ(r.room.tables.at(id).phase, HandPhase::WAITING_FOR_PLAYERS);
  r.pass(3'600'000);
  EXPECT_EQ(r.room.tables.at(tables[0]).hand.v, 1u);  // nothing is dealt
  EXPECT_EQ(r.game(ResumeGame{}), Error::NONE);
  for (const TableId& id : tables) {
    EXPECT_EQ(r.room.tables.at(id).phase, HandPhase::PRE_FLOP_BETTING);
    EXPECT_EQ(r.room.tables.at(id).hand.v, 2u);
  }
  EXPECT_EQ(r.errors, std::vector<std::string>{});
}

TEST(Room, EndCashesEverybodyOut) {
  RoomUnderTest r = active(8, settings(4));
  EXPECT_EQ(r.game(PauseGame{}), Error::NONE);
  EXPECT_EQ(r.game(EndGame{}), Error::NONE);
  EXPECT_EQ(r.room.game.status, GameStatus::ACTIVE);
  r.end_hands();
  r.pass(3'000);
  EXPECT_EQ(r.room.game.status, GameStatus::COMPLETED);
  EXPECT_TRUE(r.room.tables.empty());
  Chips sum;
  for (const auto& [user, p] : r.room.game.players) sum += r.room.bank.balance(user);
  EXPECT_EQ(sum.v, 80'000);
  EXPECT_FALSE(room::next_deadline(r.room).set());
  EXPECT_EQ(r.errors, std::vector<std::string>{});
}

TEST(Room, TheTenthPlayerMakesASecondTable) {
  RoomUnderTest r = active(9);
  ASSERT_EQ(r.sizes(), std::vector<int>{9});
  r.join("p10");
  EXPECT_EQ(r.sizes(), (std::vector<int>{1, 9}));  // all nine are in the hand
  EXPECT_EQ(r.room.game.moves.size(), 4u);
  r.end_hands();
  r.pass(3'000);
  EXPECT_EQ(r.sizes(), (std::vector<int>{5, 5}));
  EXPECT_EQ(r.all<PlayerMoved>().size(), 4u);
  for (int i = 0; i < 20; ++i) {  // and then nobody moves any more
    r.end_hands();
    r.pass(3'000);
  }
  EXPECT_EQ(r.all<PlayerMoved>().size(), 4u);
  EXPECT_EQ(r.errors, std::vector<std::string>{});
}

TEST(Room, WaitingPlayersMoveAtOnce) {
  RoomUnderTest r(settings());
  for (int i = 1; i <= 9; ++i) r.join(nth(i));
  for (int i = 1; i <= 2; ++i) r.buy(nth(i), 500);
  r.game(StartGame{});  // PREDEAL does not wait for those who never bought in beyond its time
  r.pass(16'000);
  r.join("p10");
  EXPECT_EQ(r.sizes(), (std::vector<int>{5, 5}));
  EXPECT_EQ(r.player("p1").table, r.player("p2").table);
  EXPECT_EQ(r.errors, std::vector<std::string>{});
}

TEST(Room, ExcessTablesAreMergedAfterTheGracePeriod) {
  Settings s = settings();
  s.action_time = seconds(600);
  RoomUnderTest r = active(10, s);
  r.end_hands();
  r.pass(3'000);
  ASSERT_EQ(r.sizes(), (std::vector<int>{5, 5}));
  r.leave("p1");
  r.end_hands();
  r.pass(3'000);
  ASSERT_EQ(r.sizes(), (std::vector<int>{4, 5}));
  const Instant since = r.room.game.table_excess_since;
  ASSERT_TRUE(since.set());
  r.wake(since + Duration{59'999});
  EXPECT_EQ(r.room.tables.size(), 2u);
  EXPECT_TRUE(r.room.game.moves.empty());
  r.wake(since + Duration{60'000});
  EXPECT_EQ(r.room.game.moves.size(), 4u);  // in a hand: deferred
  r.end_hands();
  r.pass(3'000);
  EXPECT_EQ(r.sizes(), std::vector<int>{9});
  EXPECT_EQ(r.errors, std::vector<std::string>{});
}

TEST(Room, LeavingMidHandIsCashedOutWhenItIsComplete) {
  RoomUnderTest r = active(3);
  EXPECT_EQ(r.leave("p1"), Error::NONE);
  EXPECT_EQ(r.leave("p1"), Error::INVALID_STATE);
  EXPECT_TRUE(r.player("p1").registered);
  EXPECT_EQ(r.seat_of("p1").player, PlayerStatus::LEAVING);
  r.end_hands();
  r.pass(3'000);
  EXPECT_FALSE(r.player("p1").registered);
  EXPECT_EQ(r.leave("p1"), Error::NOT_REGISTERED);
  EXPECT_EQ(r.sizes(), std::vector<int>{2});
  EXPECT_EQ(r.errors, std::vector<std::string>{});
}

TEST(Room, TheAwayAreRemovedAndCashedOut) {
  RoomUnderTest r = active(3);
  r.end_hands();
  EXPECT_EQ(r.give(Disconnected{UserId("p3")}), Error::NONE);
  r.give(SitOut{UserId("p1")});
  r.pass(299'000);
  EXPECT_TRUE(r.player("p3").registered);
  r.pass(60'000);
  EXPECT_FALSE(r.player("p3").registered);
  EXPECT_EQ(r.errors, std::vector<std::string>{});
}

TEST(Room, RatHoling) {
  RoomUnderTest r(settings());
  r.join("a"), r.buy("a", 900);
  r.leave("a"), r.join("a");
  EXPECT_EQ(r.buy("a", 500), Error::BAD_BUY_IN);
  EXPECT_EQ(r.buy("a", 900), Error::NONE);
  r.leave("a"), r.join("a");
  r.pass(1'800'001);
  EXPECT_EQ(r.buy("a", 500), Error::NONE);
  EXPECT_EQ(r.errors, std::vector<std::string>{});
}

TEST(Room, AutoStartAtTheStartTime) {
  Settings s = settings();
  s.start = StartMode::AUTO;
  s.start_time = Instant{2'000'000};
  RoomUnderTest r(s);
  EXPECT_EQ(room::next_deadline(r.room).ms, 1'700'000);
  r.wake(Instant{1'700'000});
  for (const char* p : {"a", "b"}) r.join(p), r.buy(p, 500);
  r.wake(Instant{1'999'999});
  EXPECT_EQ(r.room.game.status, GameStatus::SEATING);
  r.wake(Instant{2'000'000});
  EXPECT_EQ(r.room.game.status, GameStatus::ACTIVE);
  EXPECT_EQ(r.table_of("a").hand.v, 1u);
}

TEST(Room, DeadlinesRunInOrderHoweverLateTheyAreCalled) {
  const auto play = [](std::int64_t stride) {
    RoomUnderTest r = active(12, settings(4));
    r.leave("p12"), r.leave("p11"), r.leave("p10"), r.leave("p9");
    for (std::int64_t at = 0; at < 3'600'000; at += stride) r.pass(stride);
    EXPECT_EQ(r.errors, std::vector<std::string>{});
    return std::pair(digest_of(r.room), r.events.size());
  };
  const auto whole = play(3'600'000);
  EXPECT_EQ(play(7'200), whole);
  EXPECT_EQ(play(600'000), whole);
  EXPECT_GT(whole.second, 100u);
}

TEST(Room, AStepsTimeIsItsDeadline) {
  RoomUnderTest r = active(2);
  const Instant deadline = r.table_of("p1").action_deadline;
  r.pass(600'000);
  EXPECT_EQ(r.room.now.ms, 1'600'000);
  const auto timed_out = r.all<PlayerTimedOut>();
  ASSERT_GE(timed_out.size(), 1u);
  EXPECT_LT(deadline, r.room.now);
  for (const auto& [id, t] : r.room.tables) EXPECT_LT(t.phase_started_at, r.room.now);
}

TEST(Room, TheSameSeedAndCommandsMakeTheSameRoom) {
  EXPECT_EQ(digest_of(active(10).room), digest_of(active(10).room));
  EXPECT_NE(digest_of(active(10, settings(), 1).room), digest_of(active(10, settings(), 2).room));
}

TEST(Room, TheClockNeverRunsBack) {
  RoomUnderTest r = active(2);
  r.wake(Instant{5});
  EXPECT_EQ(r.room.now.ms, 1'000'000);
}

}  // namespace
}  // namespace cardroom::fake
