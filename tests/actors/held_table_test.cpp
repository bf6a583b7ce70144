#include <gtest/gtest.h>

#include "engine/revision.hpp"
#include "tests/actors/room.hpp"

/// Tables whose journal does not lead to the state that it says.
namespace cardroom::testing {
namespace {

namespace client = protocol::client;

const TableId kTable("main-t1");

struct HeldTable : ::testing::Test {
  /// A crash in the second hand; then `spoil` is let at what is left.
  void SetUp() override {
    Settings s = usual_settings();
    s.next_hand_delay = s.review_hand_time = Duration{100};
    settings = s;
    s.number_of_seats = 3;
    settings = s;
    Room room({settings});
    const auto players = room.players(5);
    room.start();
    play(room, players, 40, folding);
    room.advance(seconds(1));
    play(room, players, 2, passive);
    for (const auto& p : players) {
      tokens.push_back(p->token);
      tables.push_back(*p->seats.at("main").table_id);
    }
    left = room.crash();
  }
  void spoil(std::size_t from_the_end) {
    auto& entries = left->tables.at("main-t1").entries;
    Entry& entry = entries.at(entries.size() - 1 - from_the_end);
    const auto at = entry.text.find("\"digest\":");
    ASSERT_NE(at, std::string::npos);
    char& digit = entry.text[at + 10];
    digit = digit == '1' ? '2' : '1';
  }
  Settings settings;
  std::shared_ptr<FakeStorage> left;
  std::vector<std::string> tokens;
  std::vector<TableId> tables;
};

TEST_F(HeldTable, IsNamedAndTheOthersGoOn) {
  spoil(0);
  Room room({settings}, left);
  EXPECT_EQ(room.start_problem, "");
  const auto list = room.admin(R"({"command":"table list"})").at(0);
  EXPECT_NE(list.find("DIFFERS"), std::string::npos) << list;
  std::vector<ClientPtr> others;
  ClientPtr here;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const auto p = room.login_token(tokens[i]);
    if (tables[i] == kTable)
      here = p;
    else
      others.push_back(p);
  }
  ASSERT_TRUE(here);
  ASSERT_GE(others.size(), 2u);
  const TableId other("main-t2");
  const int hands = others[0]->count<HandStarted>(other);
  for (int i = 0; i < 10; ++i) {
    play(room, others, 20, folding);
    room.advance(seconds(1));
  }
  EXPECT_GT(others[0]->count<HandStarted>(other), hands + 2);
  const auto& state = here->table(kTable).state;
  const ClientId act = here->send(client::Act{kTable, state.hand_number, state.turn, Action::FOLD, {}});
  room.run();
  EXPECT_EQ(here->outcome(act), "UNAVAILABLE");
  EXPECT_EQ(room.chips_problem(), "table main-t1: version 12: DIFFERS") << "and nothing else";
  EXPECT_EQ(room.admin(R"({"command":"table void","table":"main-t2"})").at(0).find("{\"ok\":false"), 0u);
}

TEST_F(HeldTable, TheRevisionThatDealtTheHandIsNamedWhenItIsAnother) {
  for (Entry& entry : left->tables.at("main-t1").entries) {
    const std::string own = "\"engine\":" + std::to_string(kEngineRevision);
    if (const auto at = entry.text.find(own); at != std::string::npos)
      entry.text.replace(at, own.size(), "\"engine\":9999");
  }
  spoil(0);
  Room room({settings}, left);
  const auto list = room.admin(R"({"command":"table list"})").at(0);
  EXPECT_NE(list.find("DIFFERS (the hand was dealt by engine revision 9999"), std::string::npos) << list;
}

TEST_F(HeldTable, GoesOnOnceItsHandIsVoided) {
  spoil(1);
  Room room({settings}, left);
  std::vector<ClientPtr> players;
  for (const auto& token : tokens) players.push_back(room.login_token(token));
  EXPECT_EQ(room.admin(R"({"command":"table void","table":"main-t1"})").at(0), R"({"ok":true})");
  EXPECT_EQ(room.admin(R"({"command":"table list"})").at(0).find("held"), std::string::npos);
  EXPECT_EQ(room.chips_problem(), "");
  ClientPtr here;
  for (std::size_t i = 0; i < players.size(); ++i)
    if (tables[i] == kTable) here = players[i];
  const int hands = here->count<HandStarted>(kTable);
  for (int i = 0; i < 10; ++i) {
    play(room, players, 40, folding);
    room.advance(seconds(1));
  }
  EXPECT_GT(here->count<HandStarted>(kTable), hands + 2);
  EXPECT_EQ(room.chips_problem(), "");
  // And it comes back like any other.
  const auto again = room.crash();
  Room third({settings}, again);
  EXPECT_EQ(third.admin(R"({"command":"table list"})").at(0).find("held"), std::string::npos);
  EXPECT_EQ(third.chips_problem(), "");
}

TEST_F(HeldTable, OfWhichNoStateIsCertainIsNotVoided) {
  FakeStorage::Kept& table = left->tables.at("main-t1");
  ASSERT_TRUE(table.snapshot);
  table.snapshot->digest = "5";
  if (table.previous) table.previous->json = "{\"x";
  Room room({settings}, left);
  const auto listed = room.admin(R"({"command":"table list"})").at(0);
  const auto answer = room.admin(R"({"command":"table void","table":"main-t1"})").at(0);
  EXPECT_NE(answer.find(R"("code":"UNAVAILABLE","message":"Neither of its snapshots)"), std::string::npos)
      << answer;
  EXPECT_EQ(room.admin(R"({"command":"table list"})").at(0), listed) << "still held, nobody gone";
}

TEST_F(HeldTable, IsInNobodysWayWhenTheGamePauses) {
  spoil(0);
  Room room({settings}, left);
  std::vector<ClientPtr> players;
  for (std::size_t i = 0; i < tokens.size(); ++i)
    if (const auto p = room.login_token(tokens[i]); tables[i] != kTable) players.push_back(p);
  room.admin(R"({"command":"game pause","game":"main"})");
  for (int i = 0; i < 5; ++i) {
    play(room, players, 40, folding);
    room.advance(seconds(1));
  }
  EXPECT_EQ(room.game_status(), "PAUSED");
}

TEST_F(HeldTable, IsNotHeldWhenTheSnapshotBeforeLeadsToTheEnd) {
  auto& kept = left->tables.at("main-t1");
  ASSERT_TRUE(kept.snapshot);
  if (!kept.previous) kept.previous = kept.snapshot;
  kept.snapshot->digest = "1";
  Room room({settings}, left);
  EXPECT_EQ(room.admin(R"({"command":"table list"})").at(0).find("held"), std::string::npos);
  EXPECT_EQ(room.chips_problem(), "");
}

}  // namespace
}  // namespace cardroom::testing
