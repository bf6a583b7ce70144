#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>

#include "tests/actors/room.hpp"

/// A store that takes nothing, or has lost what it took.
namespace cardroom::testing {
namespace {

namespace client = protocol::client;
using Mode = FakeStorage::Mode;

const TableId kTable("main-t1");

TEST(StoreTrouble, EverybodyIsToldAndClocksStand) {
  Room room;
  const auto players = room.players(2);
  room.start();
  const Duration remaining = *players[0]->table().state.action_remaining;
  room.advance(seconds(3));
  room.store_turned(true, "out of memory");
  EXPECT_TRUE(players[0]->heard("cannot store"));
  const std::string status = room.admin(R"({"command":"status"})").at(0);
  EXPECT_NE(status.find("storeDownSince"), std::string::npos);
  EXPECT_NE(status.find(R"("storeDownReason":"out of memory")"), std::string::npos) << status;
  room.advance(seconds(600));
  EXPECT_EQ(players[0]->count<PlayerActed>(kTable), 0) << "nobody is timed out meanwhile";
  room.store_turned(false);
  EXPECT_TRUE(players[0]->heard("stores again"));
  EXPECT_EQ(room.admin(R"({"command":"status"})").at(0).find("storeDownSince"), std::string::npos);
  EXPECT_EQ(players[0]->table().state.action_remaining, Duration{remaining.ms - 3000});
  room.advance(seconds(60));
  EXPECT_GE(players[0]->count<PlayerActed>(kTable), 1);
}

TEST(StoreTrouble, ANewReasonIsOneOutage) {
  Room room;
  const auto players = room.players(2);
  room.start();
  room.store_turned(true, "out of memory");
  const std::string since = "\"storeDownSince\":";
  const auto status = [&] { return room.admin(R"({"command":"status"})").at(0); };
  const auto began = status().substr(status().find(since), 40);
  room.advance(seconds(5));
  room.store_turned(true, "no connection");
  EXPECT_EQ(status().substr(status().find(since), 40), began);
  EXPECT_NE(status().find("no connection"), std::string::npos);
  const auto news = players[0]->news("GAME_EVENTS");
  EXPECT_EQ(std::count_if(news.begin(), news.end(),
                          [](const auto& message) {
                            return boost::json::serialize(message).find("cannot store") != std::string::npos;
                          }),
            1);
}

/// The operator's questions about a game whose step waits for the store.
struct Overview : ::testing::Test {
  void SetUp() override {
    room.players(2);
    room.start();
    room.storage->mode = Mode::OPEN_FAILS;
    newcomer = room.login("Newcomer");
    id = newcomer->send(client::Register{GameId("main")});
    room.run();
    ASSERT_EQ(newcomer->outcome(id), "");
  }
  void TearDown() override {
    room.storage->mode = Mode::AT_ONCE;
    room.store_turned(false);
    EXPECT_EQ(newcomer->outcome(id), "OK");
  }
  Room room;
  ClientPtr newcomer;
  ClientId id;
};

TEST_F(Overview, IsGivenAtOnceWhileTheStoreIsDown) {
  room.store_turned(true, "out of memory");
  for (const char* command : {"game list", "game show", "table list"}) {
    const auto lines = room.admin(std::string(R"({"command":")") + command + R"(","game":"main"})");
    ASSERT_EQ(lines.size(), 1u) << command;
    EXPECT_NE(lines[0].find(R"("ok":true)"), std::string::npos) << lines[0];
    EXPECT_NE(lines[0].find("storeDownSince"), std::string::npos) << lines[0];
  }
}

TEST_F(Overview, IsGivenOnceItIsKnownThatTheStoreIsDown) {
  const auto lines = room.admin_later(R"({"command":"game list"})");
  EXPECT_TRUE(lines->empty()) << "the store may answer any moment";
  room.store_turned(true, "out of memory");
  ASSERT_EQ(lines->size(), 1u);
  EXPECT_NE(lines->at(0).find("storeDownSince"), std::string::npos);
}

TEST_F(Overview, IsForTheOperatorAlone) {
  room.store_turned(true, "out of memory");
  // Players see nothing that is not stored.
  newcomer->send(client::ListGames{});
  room.run();
  EXPECT_TRUE(newcomer->news("LOBBY").empty());
  room.advance(seconds(2));
  ASSERT_EQ(newcomer->news("LOBBY").size(), 1u);
  EXPECT_TRUE(newcomer->news("LOBBY")[0].at("games").as_array().empty());
}

/// A step of a table that the store does not take.
struct WaitingStep : ::testing::Test {
  void begin(Mode mode) {
    players = room.players(2);
    room.start();
    room.storage->table = kTable;
    room.storage->mode = mode;
    for (const auto& p : players)
      if (p->to_act(kTable)) actor = p;
    id = actor->act(Action::CALL);
  }
  void expect_taken() {
    EXPECT_EQ(actor->outcome(id), "OK");
    EXPECT_EQ(actor->count<PlayerTimedOut>(kTable), 0);
    EXPECT_GT(actor->table().state.action_remaining, seconds(10));
  }
  Room room;
  std::vector<ClientPtr> players;
  ClientPtr actor;
  ClientId id;
};

TEST_F(WaitingStep, IsTakenWhenTheStoreIsBack) {
  begin(Mode::OPEN_FAILS);
  room.store_turned(true);
  room.advance(seconds(100));
  EXPECT_EQ(actor->outcome(id), "");
  room.storage->mode = Mode::AT_ONCE;
  room.store_turned(false);
  expect_taken();
}

TEST_F(WaitingStep, IsTriedOnceASecondWithAStoreThatTakesNothing) {
  begin(Mode::NOT_STORED);
  room.advance(seconds(100));
  EXPECT_EQ(actor->outcome(id), "");
  EXPECT_LE(room.storage->openings, 102);
  room.storage->mode = Mode::AT_ONCE;
  room.advance(seconds(1));
  expect_taken();
}

TEST(StoreTrouble, StepsThatTheStoreHasLostAreTakenBackEverywhere) {
  Room room;
  const auto players = room.players(3);
  room.start();
  play(room, players, 2, passive);
  const TableView before = players[0]->table().state;
  play(room, players, 1, passive);
  const Epoch epoch = players[0]->table().epoch;
  room.storage->lose_tail("main-t1", 1);
  room.storage->table = kTable;
  room.storage->mode = Mode::NOT_STORED;
  room.storage->times = 1;
  for (const auto& p : players)
    if (p->to_act(kTable)) p->act(Action::CHECK);
  room.run();
  room.advance(Duration{100});
  const TableView& after = players[0]->table().state;
  EXPECT_EQ(after.turn, before.turn);
  EXPECT_EQ(after.to_act_seat_index, before.to_act_seat_index);
  EXPECT_GT(players[0]->table().epoch, epoch);
  EXPECT_EQ(room.chips_problem(), "");
  EXPECT_EQ(play(room, players, 6, passive), 6);
  EXPECT_EQ(room.chips_problem(), "");
}

TEST(StoreTrouble, WhoIsThereWhenTheGameComesBackStaysConnected) {
  Room room;
  const auto players = room.players(2);
  room.start();
  play(room, players, 2, passive);
  room.storage->lose_tail("main-t1", 1);
  room.storage->hold = true;
  room.storage->table = kTable;
  room.storage->mode = Mode::NOT_STORED;
  room.storage->times = 1;
  for (const auto& p : players)
    if (p->to_act(kTable)) p->act(Action::CHECK);
  room.run();
  room.storage->release();
  room.storage->hold = true;
  room.run();  // The game is there, and waits for its tables.
  ASSERT_TRUE(room.storage->release());
  room.run();
  for (const SeatView& seat : players[0]->table().state.seats) EXPECT_TRUE(seat.connected);
}

}  // namespace
}  // namespace cardroom::testing
