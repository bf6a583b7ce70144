#include <gtest/gtest.h>

#include "actors/alarm.hpp"
#include "tests/actors/room.hpp"

namespace cardroom::testing {
namespace {

namespace client = protocol::client;

const TableId kTable("main-t1");

ClientPtr actor_of(const std::vector<ClientPtr>& players) {
  for (const auto& p : players)
    if (p->to_act(kTable)) return p;
  return nullptr;
}

TEST(Timers, OneIsStartedOnlyWhenNoneEndsInTime) {
  Alarm alarm;
  EXPECT_FALSE(alarm.arm({}));
  EXPECT_TRUE(alarm.arm({100}));
  EXPECT_FALSE(alarm.arm({100}));
  EXPECT_FALSE(alarm.arm({200}));
  EXPECT_TRUE(alarm.arm({50}));
  alarm.rang({50});
  EXPECT_FALSE(alarm.arm({150})) << "the one for 100 is still under way";
  alarm.rang({100});
  EXPECT_TRUE(alarm.arm({150}));
}

TEST(Timers, TheTimeBankRunsBeforeTheDefaultAction) {
  Room room;
  const auto players = room.players(2);
  room.start();
  const auto actor = actor_of(players);
  EXPECT_EQ(actor->table().state.action_remaining, seconds(20));
  EXPECT_EQ(actor->table().state.time_bank_remaining, seconds(30));
  room.advance(Duration{19'980});
  EXPECT_EQ(actor->count<TimeBankStarted>(kTable), 0);
  room.advance(Duration{20});
  EXPECT_EQ(actor->count<TimeBankStarted>(kTable), 1);
  EXPECT_TRUE(actor->to_act(kTable));
  EXPECT_EQ(actor->table().state.time_bank_remaining, seconds(30));
  room.advance(Duration{29'980});
  EXPECT_EQ(actor->count<PlayerTimedOut>(kTable), 0);
  room.advance(Duration{20});
  EXPECT_EQ(actor->count<PlayerTimedOut>(kTable), 1);
  EXPECT_EQ(actor->count<HandComplete>(kTable), 1);
}

TEST(Timers, OnlyUsedSecondsOfTheBankAreCharged) {
  Room room;
  const auto players = room.players(2);
  room.start();
  const auto actor = actor_of(players);
  room.advance(seconds(25));
  actor->act(Action::CALL);
  room.run();
  EXPECT_EQ(actor->table().you->time_bank, seconds(25));
}

TEST(Timers, TwoTimeOutsInARowSitThePlayerOut) {
  Settings s = usual_settings();
  s.time_bank = {};
  Room room({s});
  const auto players = room.players(3);
  room.start();
  for (int i = 0; i < 2; ++i) {
    // Everybody but the first acts in time.
    for (int guard = 0; guard < 40; ++guard) {
      const auto actor = actor_of(players);
      if (!actor || actor == players[0]) break;
      actor->act(passive(*actor, kTable));
      room.run();
    }
    room.advance(seconds(20));
  }
  for (int guard = 0; guard < 30 && players[0]->count<PlayerTimedOut>(kTable) < 2; ++guard) {
    if (const auto actor = actor_of(players); actor && actor != players[0])
      actor->act(folding(*actor, kTable));
    room.run();
    room.advance(seconds(1));
  }
  EXPECT_EQ(players[0]->count<PlayerTimedOut>(kTable), 2);
  const auto& seats = players[1]->table().state.seats;
  const auto own = std::find_if(seats.begin(), seats.end(),
                                [&](const SeatView& seat) { return seat.user_id == players[0]->user; });
  ASSERT_NE(own, seats.end());
  EXPECT_EQ(own->player_status, PlayerStatus::SITTING_OUT);
  room.expect(players[0], client::SitIn{GameId("main")});
}

TEST(Timers, AStaleTimerChangesNothing) {
  Room room;
  const auto players = room.players(2);
  room.start();
  room.advance(seconds(15));
  const auto first = actor_of(players);
  first->act(Action::CALL);
  room.run();
  // The timer of the first question runs down during the second one.
  const auto second = actor_of(players);
  ASSERT_NE(second, first);
  const Version at = second->table().at;
  room.advance(seconds(10));
  EXPECT_EQ(second->table().at, at);
  EXPECT_EQ(second->count<TimeBankStarted>(kTable), 0);
  room.advance(seconds(10));
  EXPECT_EQ(second->count<TimeBankStarted>(kTable), 1) << "its own deadline is still kept";
}

TEST(Timers, WhoIsAwayHasNoTimeBankAndLosesTheSeat) {
  Room room;
  const auto players = room.players(3);
  room.start();
  const auto actor = actor_of(players);
  room.disconnect(actor);
  const auto& other = players[0] == actor ? players[1] : players[0];
  room.advance(seconds(20));
  EXPECT_EQ(other->count<TimeBankStarted>(kTable), 0);
  EXPECT_EQ(other->count<PlayerTimedOut>(kTable), 1);
  const auto sits = [&] {
    for (const SeatView& seat : other->table().state.seats)
      if (seat.user_id == actor->user) return true;
    return false;
  };
  for (int i = 0; i < 275; ++i) {
    room.advance(seconds(1));
    play(room, players, 10, folding);
  }
  EXPECT_TRUE(sits());
  for (int i = 0; i < 15; ++i) {
    room.advance(seconds(1));
    play(room, players, 10, folding);
  }
  EXPECT_FALSE(sits()) << "away for five minutes";
  EXPECT_EQ(room.chips_problem(), "");
}

TEST(Timers, WhoSitsOutTooLongLosesTheSeat) {
  Room room;
  const auto players = room.players(2);
  room.expect(players[0], client::SitOut{GameId("main")});
  room.advance(seconds(599));
  EXPECT_TRUE(players[0]->seats.at("main").table_id);
  room.advance(seconds(1));
  EXPECT_FALSE(players[0]->seats.at("main").table_id);
  EXPECT_EQ(players[0]->balances.at("main"), Chips{10'000});
}

TEST(Timers, AnIdleTableHasNone) {
  Room room;
  const auto ann = room.player("Ann");
  room.advance(seconds(20));
  auto& scheduler = dynamic_cast<caf::scheduler::test_coordinator&>(room.system.scheduler());
  EXPECT_FALSE(scheduler.has_pending_timeout());
}

}  // namespace
}  // namespace cardroom::testing
