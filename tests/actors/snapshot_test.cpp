#include <gtest/gtest.h>

#include <caf/send.hpp>

#include "actors/lobby_messages.hpp"
#include "actors/record.hpp"
#include "engine/table.hpp"
#include "tests/actors/room.hpp"

namespace cardroom::testing {
namespace {

namespace client = protocol::client;

const TableId kTable("main-t1");

TableState stored_table(const FakeStorage& storage, const std::string& id = "main-t1") {
  std::string problem;
  const auto table = read_table(*storage.tables.at(id).snapshot, problem);
  EXPECT_EQ(problem, "");
  return table.value_or(TableState{});
}

/// Hands without pauses, so that boundaries are frequent.
Settings quick() {
  Settings s = usual_settings();
  s.next_hand_delay = s.review_hand_time = Duration{100};
  return s;
}

TEST(Snapshot, AtMostOnceAnIntervalAndOnlyWhatChanged) {
  Settings s = quick();
  s.number_of_seats = 3;
  Room room({s});
  const auto players = room.players(6);
  room.start();
  std::vector<ClientPtr> at_first;
  for (const auto& p : players)
    if (*p->seats.at("main").table_id == kTable) at_first.push_back(p);
  const int first = room.storage->tables.at("main-t1").saves,
            second = room.storage->tables.at("main-t2").saves;
  for (int i = 0; i < 24; ++i) {
    play(room, at_first, 10, folding);
    room.advance(Duration{500});
  }
  EXPECT_GE(room.storage->tables.at("main-t1").saves, first + 2);
  EXPECT_LE(room.storage->tables.at("main-t1").saves, first + 3) << "twelve seconds";
  EXPECT_EQ(room.storage->tables.at("main-t2").saves, second) << "mid-hand the journal carries it";
  EXPECT_TRUE(room.storage->broken_rules.empty());
}

TEST(Snapshot, NothingIsStoredWhenNothingChanges) {
  Room room;
  room.player("Ann");
  room.advance(seconds(30));
  const auto saves = [&] {
    return room.storage->games.at("main").saves + room.storage->tables.at("main-t1").saves;
  };
  const int before = saves();
  const std::size_t entries = room.storage->tables.at("main-t1").entries.size();
  room.advance(seconds(60));
  EXPECT_EQ(saves(), before);
  EXPECT_EQ(room.storage->tables.at("main-t1").entries.size(), entries);
}

TEST(Snapshot, IsAlwaysBetweenHandsAndTheJournalIsTrimmedBehindTheOneBefore) {
  Room room({quick()});
  const auto players = room.players(3);
  room.start();
  for (int i = 0; i < 60; ++i) {
    play(room, players, 10, folding);
    room.advance(Duration{500});
    const TableState table = stored_table(*room.storage);
    EXPECT_FALSE(in_play(table.phase));
    const auto& kept = room.storage->tables.at("main-t1");
    if (!kept.previous) continue;
    EXPECT_LT(kept.previous->version, kept.snapshot->version);
    if (kept.entries.empty()) continue;
    EXPECT_GT(kept.entries.front().version, kept.previous->version);
  }
  EXPECT_GE(room.storage->tables.at("main-t1").saves, 5);
  EXPECT_TRUE(room.storage->broken_rules.empty());
}

TEST(Snapshot, WaitsForTheHandsBeforeIt) {
  Room room({quick()});
  const auto players = room.players(3);
  room.start();
  room.storage->fail_hands = true;
  room.advance(seconds(6));
  const int saves = room.storage->tables.at("main-t1").saves;
  for (int i = 0; i < 10; ++i) {
    play(room, players, 10, folding);
    room.advance(seconds(1));
  }
  EXPECT_EQ(room.storage->tables.at("main-t1").saves, saves) << "their steps are still needed";
  EXPECT_TRUE(room.storage->hands["main-t1"].empty());
  room.storage->fail_hands = false;
  room.advance(seconds(2));
  EXPECT_EQ(room.storage->tables.at("main-t1").saves, saves + 1);
  EXPECT_GE(room.storage->hands["main-t1"].size(), 5u);
}

TEST(Snapshot, AFailedOneIsFollowedByTheNext) {
  Room room({quick()});
  const auto players = room.players(3);
  room.start();
  room.storage->fail_saves = true;
  for (int i = 0; i < 12; ++i) {
    play(room, players, 10, folding);
    room.advance(seconds(1));
  }
  room.storage->fail_saves = false;
  const int saves = room.storage->tables.at("main-t1").saves;
  for (int i = 0; i < 12; ++i) {
    play(room, players, 10, folding);
    room.advance(seconds(1));
  }
  EXPECT_GT(room.storage->tables.at("main-t1").saves, saves);
}

TEST(Snapshot, OlderFormatsAreRead) {
  std::string problem;
  TableState table = cardroom::table::init(usual_settings(), TableId("t"));
  table.version = {3};
  StoredText text = table_record(table);
  EXPECT_EQ(text.json.find("{\"format\":2,\"state\":{"), 0u);
  EXPECT_EQ(read_table(text, problem), table) << problem;
  // As the first release wrote it.
  const StoredText bare{"t", {3}, text.digest, R"({"id":"t","version":3,"seatCount":6})"};
  EXPECT_EQ(read_table(bare, problem), table) << problem;
  const StoredText first{
      "t", {3}, text.digest, R"({"format":1,"state":{"id":"t","version":3,"seatCount":6}})"};
  EXPECT_EQ(read_table(first, problem), table) << problem;
  StoredText newer = text;
  newer.json.replace(0, 11, "{\"format\":3");
  EXPECT_FALSE(read_table(newer, problem));
  EXPECT_NE(problem.find("newer cardroom"), std::string::npos) << problem;
}

TEST(Snapshot, AStartCostsOneStepHoweverManyPlayersThereAre) {
  const auto storage = std::make_shared<FakeStorage>();
  Settings s = usual_settings();
  s.number_of_seats = 3;
  {
    Room room({s}, storage);
    room.players(12);
    EXPECT_EQ(room.shutdown(), "");
  }
  ASSERT_EQ(storage->tables.size(), 4u);
  const Version game = storage->games.at("main").top;
  std::map<std::string, Version> tables;
  for (const auto& [id, table] : storage->tables) tables[id] = table.top;
  Room room({s}, storage);
  std::string steps;
  for (const Entry& entry : storage->games.at("main").entries)
    if (entry.version > game) steps += entry.text;
  EXPECT_NE(steps.find("Restarted"), std::string::npos);
  EXPECT_EQ(steps.find("Disconnected"), std::string::npos) << steps;
  EXPECT_EQ(steps.find("ReadyChanged"), std::string::npos) << steps;
  EXPECT_LE(storage->games.at("main").top.v, game.v + 1 + tables.size());
  for (const auto& [id, table] : storage->tables) EXPECT_LE(table.top.v, tables[id].v + 3) << id;
}

TEST(Snapshot, NobodyIsConnectedAfterAStart) {
  const auto storage = std::make_shared<FakeStorage>();
  std::string token;
  {
    Room room({usual_settings()}, storage);
    const auto players = room.players(2);
    token = players[0]->token;
    EXPECT_EQ(room.shutdown(), "");
  }
  Room room({usual_settings()}, storage);
  const auto watcher = room.login("Watcher");
  room.expect(watcher, client::Watch{kTable});
  ASSERT_EQ(watcher->table().state.seats.size(), 2u);
  for (const SeatView& seat : watcher->table().state.seats) EXPECT_FALSE(seat.connected);
  const auto back = room.login_token(token);
  EXPECT_TRUE(watcher->seat_of(*back).connected);
  EXPECT_EQ(watcher->seat_of(*back).display_name, DisplayName("Player 0"));
  // The other one is away, and gives the seat up in time.
  room.advance(seconds(301));
  EXPECT_EQ(watcher->table().state.seats.size(), 1u);
}

TEST(Snapshot, ShutdownLetsTheRunningHandGoOnAfterTheNextStart) {
  const auto storage = std::make_shared<FakeStorage>();
  std::vector<std::string> tokens;
  std::vector<TableView> seen;
  {
    Room room({usual_settings()}, storage);
    const auto players = room.players(2);
    room.start();
    play(room, players, 3, passive);
    for (const auto& p : players) {
      tokens.push_back(p->token);
      seen.push_back(p->table().state);
    }
    EXPECT_EQ(room.shutdown(), "");
    for (const auto& p : players) {
      EXPECT_EQ(p->count<HandRefunded>(kTable), 0);
      EXPECT_TRUE(p->heard("SHUTDOWN"));
      EXPECT_EQ(p->closed, CloseReason::SHUTTING_DOWN);
    }
  }
  Room room({usual_settings()}, storage);
  for (std::size_t i = 0; i < 2; ++i) {
    const auto p = room.login_token(tokens[i]);
    EXPECT_EQ(p->table().state.hand_number, seen[i].hand_number);
    EXPECT_EQ(p->table().state.community_cards, seen[i].community_cards);
    EXPECT_EQ(p->table().state.to_act_seat_index, seen[i].to_act_seat_index);
  }
  EXPECT_TRUE(storage->broken_rules.empty());
}

TEST(Snapshot, ShutdownStoresBothGameAndTables) {
  const auto storage = std::make_shared<FakeStorage>();
  Room room({usual_settings()}, storage);
  const auto ann = room.player("Ann");
  room.expect(ann, client::TopUp{GameId("main"), {77}}, "OK");
  EXPECT_EQ(room.shutdown(), "");
  for (const auto* kept : {&storage->games.at("main"), &storage->tables.at("main-t1")})
    EXPECT_EQ(kept->snapshot->version, kept->top);
}

TEST(Snapshot, ATableThatIsJustBeingMadeDoesNotHoldUpTheEnd) {
  const auto storage = std::make_shared<FakeStorage>();
  storage->table = kTable;
  storage->mode = FakeStorage::Mode::OPEN_LATER;
  Room room({usual_settings()}, storage);
  std::string problem = "not answered";
  caf::anon_send(room.lobby, StopAll{[&](std::string text) { problem = std::move(text); }});
  room.run();
  EXPECT_EQ(problem, "not answered");
  storage->mode = FakeStorage::Mode::AT_ONCE;
  ASSERT_TRUE(storage->release());
  room.run();
  EXPECT_EQ(problem, "") << "without waiting for anything";
  room.shutdown();
}

TEST(Snapshot, AStoreThatIsGoneDoesNotHoldUpTheEnd) {
  Room room;
  const auto players = room.players(2);
  room.start();
  room.storage->table = kTable;
  room.storage->mode = FakeStorage::Mode::OPEN_FAILS;
  for (const auto& p : players)
    if (p->to_act(kTable)) p->act(Action::CALL);
  room.run();
  EXPECT_NE(room.shutdown().find("nobody was told"), std::string::npos);
}

TEST(Snapshot, ATableThatIsGoneLeavesTheStore) {
  Settings s = usual_settings();
  s.number_of_seats = 3;
  Room room({s});
  auto players = room.players(4);
  room.start();
  room.advance(seconds(6));
  const auto open = [&] {
    int n = 0;
    for (const auto& [id, kept] : room.storage->tables) n += kept.closed ? 0 : 1;
    return n;
  };
  ASSERT_EQ(open(), 2);
  room.expect(players[0], client::Leave{GameId("main")});
  for (int i = 0; i < 80; ++i) {
    room.advance(seconds(1));
    play(room, players, 10, folding);
  }
  room.advance(seconds(6));
  EXPECT_EQ(room.table_ids().size(), 1u);
  EXPECT_EQ(open(), 1);
}

TEST(Snapshot, ASecondGameIsMadeAndKept) {
  const auto storage = std::make_shared<FakeStorage>();
  std::string token;
  {
    Room room({usual_settings()}, storage);
    const auto host = room.login("Host");
    token = host->token;
    Settings s = usual_settings();
    s.game_id = GameId("friday");
    room.expect(host, client::CreateGame{s});
    room.expect(host, client::Register{GameId("friday")});
    EXPECT_EQ(room.shutdown(), "");
  }
  Room room({usual_settings()}, storage);
  EXPECT_EQ(room.game_status("friday"), "SEATING");
  const auto host = room.login_token(token);
  EXPECT_EQ(host->seats.count("friday"), 1u);
}

}  // namespace
}  // namespace cardroom::testing
