#include <gtest/gtest.h>

#include "tests/actors/room.hpp"

namespace cardroom::testing {
namespace {

namespace client = protocol::client;

Settings small_tables() {
  Settings s = usual_settings();
  s.number_of_seats = 3;
  return s;
}

void pause(Room& room) {
  EXPECT_EQ(room.admin(R"({"command":"game pause","game":"main"})").at(0), R"({"ok":true})");
}

/// How many players each table has.
std::map<std::string, int> sizes(Room& room) {
  std::map<std::string, int> all;
  const auto watcher = room.login("Watcher");
  for (const std::string& id : room.table_ids()) {
    room.expect(watcher, client::Watch{TableId(id)});
    int players = 0;
    for (const SeatView& seat : watcher->table(TableId(id)).state.seats)
      players += seat.user_id && seat.player_status != PlayerStatus::OUT ? 1 : 0;
    all[id] = players;
  }
  room.disconnect(watcher);
  return all;
}

bool within_one(const std::map<std::string, int>& sizes) {
  int low = 99, high = 0;
  for (const auto& [id, n] : sizes) low = std::min(low, n), high = std::max(high, n);
  return high - low <= 1;
}

TEST(Flow, PauseWaitsForTheHandsOfEveryTable) {
  Room room({small_tables()});
  const auto players = room.players(6);
  ASSERT_EQ(room.table_ids().size(), 2u);
  room.start();
  EXPECT_EQ(players[0]->news("GAME_EVENTS").empty(), false);
  pause(room);
  EXPECT_EQ(room.game_status(), "ACTIVE");
  EXPECT_EQ(room.admin(R"({"command":"game pause","game":"main"})")
                .at(0)
                .find(R"({"ok":false,"error":{"code":"INVALID_STATE")"),
            0u);
  // One table ends its hand: the other is still playing.
  const TableId first = *players[0]->seats.at("main").table_id;
  std::vector<ClientPtr> at_first, at_second;
  for (const auto& p : players) (*p->seats.at("main").table_id == first ? at_first : at_second).push_back(p);
  play(room, at_first, 20, folding);
  room.advance(seconds(2));
  EXPECT_EQ(at_first[0]->table(first).state.status, TableStatus::PAUSED);
  EXPECT_EQ(room.game_status(), "ACTIVE");
  play(room, at_second, 20, folding);
  room.advance(seconds(2));
  EXPECT_EQ(room.game_status(), "PAUSED");
  EXPECT_TRUE(players[5]->heard(R"("newStatus":"PAUSED")"));
  room.advance(seconds(60));
  for (const auto& p : players) EXPECT_FALSE(p->to_act(*p->seats.at("main").table_id));

  EXPECT_EQ(room.admin(R"({"command":"game resume","game":"main"})").at(0), R"({"ok":true})");
  EXPECT_EQ(room.game_status(), "ACTIVE");
  EXPECT_EQ(at_first[0]->table(first).state.hand_phase, HandPhase::PRE_FLOP_BETTING);
  EXPECT_EQ(room.chips_problem(), "");
}

TEST(Flow, EndCashesEverybodyOut) {
  Room room({small_tables()});
  const auto players = room.players(4);
  room.start();
  EXPECT_EQ(room.admin(R"({"command":"game end","game":"main"})").at(0), R"({"ok":true})");
  EXPECT_EQ(room.game_status(), "ACTIVE");
  play(room, players, 40, folding);
  room.advance(seconds(2));
  EXPECT_EQ(room.game_status(), "COMPLETED");
  Chips sum;
  for (const auto& p : players) {
    EXPECT_FALSE(p->seats.at("main").table_id);
    sum += p->balances.at("main");
  }
  EXPECT_EQ(sum, Chips{4 * 10'000});
  EXPECT_EQ(room.chips_problem(), "");
  room.expect(players[0], client::BuyIn{GameId("main"), {1000}}, "INVALID_STATE");
  room.expect(players[0], client::Register{GameId("main")}, "INVALID_STATE");
}

TEST(Flow, ATableIsRemovedWhenItsLastStepIsStored) {
  Room room;
  const auto players = room.players(2);
  room.storage->mode = FakeStorage::Mode::LATER;
  room.storage->table = TableId("main-t1");
  room.admin_later(R"({"command":"game end","game":"main"})");
  do room.run();
  while (room.storage->release());
  EXPECT_TRUE(room.storage->tables.at("main-t1").closed);
  EXPECT_TRUE(room.table_ids().empty());
  EXPECT_EQ(room.game_status(), "COMPLETED");
}

// The table opens while the game's next step, that seats one more player there, is not stored yet.
TEST(Flow, ATableThatOpensMeanwhileGetsEveryPlayer) {
  Room room;
  const GameId friday("friday");
  Settings s = usual_settings();
  s.game_id = friday;
  s.start_time = room.now() + seconds(900);
  s.seating_time = seconds(300);
  std::vector<ClientPtr> players;
  for (int i = 0; i < 6; ++i) players.push_back(room.login("Player " + std::to_string(i)));
  room.expect(players[0], client::CreateGame{s});
  for (int i = 0; i < 5; ++i) room.expect(players[static_cast<std::size_t>(i)], client::Register{friday});
  room.storage->mode = FakeStorage::Mode::LATER;
  room.tick(seconds(600));
  room.run();
  players[5]->send(client::Register{friday});
  room.run();
  room.storage->release_one();
  do room.run();
  while (room.storage->release());
  EXPECT_EQ(room.game_status("friday"), "SEATING");
  for (const auto& p : players) ASSERT_TRUE(p->seats.at("friday").table_id);
  EXPECT_EQ(players[0]->table().state.seats.size(), 6u);
}

TEST(Flow, AHostHasAFewGamesThatAreNotOver) {
  Room room(std::vector<Settings>{});
  const auto host = room.login("Host");
  Settings s = usual_settings();
  for (int n = 1; n <= 5; ++n) {
    s.game_id = GameId("g" + std::to_string(n));
    room.expect(host, client::CreateGame{s});
  }
  s.game_id = GameId("more");
  room.expect(host, client::CreateGame{s}, "UNAVAILABLE");
  room.expect(host, client::GameEnd{GameId("g3")});
  room.run();
  ASSERT_EQ(room.game_status("g3"), "COMPLETED");
  room.expect(host, client::CreateGame{s});
  s.game_id = GameId("yet-more");
  room.expect(host, client::CreateGame{s}, "UNAVAILABLE");
  room.expect(room.login("Other"), client::CreateGame{s});
}

TEST(Flow, AHostSteersOnlyHisOwnGame) {
  Room room(std::vector<Settings>{});
  const auto host = room.login("Host");
  Settings s = usual_settings();
  s.game_id = GameId("friday");
  room.expect(host, client::CreateGame{s});
  room.expect(host, client::CreateGame{s}, "GAME_EXISTS");
  s.game_id = GameId("bad");
  s.min_buy_in = {10};
  s.max_buy_in = {5};
  room.expect(host, client::CreateGame{s}, "BAD_CONFIG");
  const auto guest = room.login("Guest");
  for (const auto& p : {host, guest}) {
    room.expect(p, client::Register{GameId("friday")});
    room.expect(p, client::BuyIn{GameId("friday"), {1000}}, "INSUFFICIENT_BALANCE");  // it grants nothing
    room.admin(R"({"command":"player credit","amount":1000,"user":")" + p->user.str() + "\"}");
    room.expect(p, client::BuyIn{GameId("friday"), {1000}});
  }
  room.expect(guest, client::GameStart{GameId("friday")}, "NOT_ALLOWED");
  room.expect(host, client::GameStart{GameId("friday")});
  EXPECT_EQ(room.game_status("friday"), "ACTIVE");
  room.expect(guest, client::GamePause{GameId("friday")}, "NOT_ALLOWED");
  room.expect(host, client::GamePause{GameId("friday")});
  play(room, {host, guest}, 10, folding);
  room.advance(seconds(2));
  EXPECT_EQ(room.game_status("friday"), "PAUSED");
  room.expect(host, client::GameResume{GameId("friday")});
  room.expect(host, client::GameEnd{GameId("friday")});
  play(room, {host, guest}, 10, folding);
  room.advance(seconds(2));
  EXPECT_EQ(room.game_status("friday"), "COMPLETED");
}

TEST(Flow, StartNeedsTwoWithChips) {
  Room room;
  const auto ann = room.player("Ann");
  EXPECT_NE(room.admin(R"({"command":"game start","game":"main"})").at(0).find("NOT_ENOUGH_PLAYERS"),
            std::string::npos);
  const auto bob = room.player("Bob");
  room.start();
  EXPECT_EQ(room.game_status(), "ACTIVE");
}

TEST(Flow, AutoStartsByItself) {
  Settings s = usual_settings();
  s.start = StartMode::AUTO;
  Room room({s});
  const auto players = room.players(2);
  EXPECT_EQ(room.game_status(), "ACTIVE");
  EXPECT_EQ(players[0]->table().state.hand_phase, HandPhase::PRE_FLOP_BETTING);
}

TEST(Flow, BalancingMovesAPlayerWhoIsInAHandAfterwards) {
  Room room({small_tables()});
  auto players = room.players(6);
  room.start();
  const TableId big = *players[0]->seats.at("main").table_id;
  std::vector<ClientPtr> at_big, at_small;
  for (const auto& p : players) (*p->seats.at("main").table_id == big ? at_big : at_small).push_back(p);
  // Two of three leave one table between hands; the other plays on.
  play(room, at_small, 20, folding);
  for (int i = 0; i < 2; ++i) room.expect(at_small[i], client::Leave{GameId("main")});
  room.advance(seconds(2));
  // The move waits for the hand at the big table.
  EXPECT_EQ(sizes(room)[big.str()], 3);
  EXPECT_FALSE(within_one(sizes(room)));
  for (const auto& p : at_big) EXPECT_EQ(p->seats.at("main").table_id, big);
  play(room, at_big, 20, folding);
  room.advance(seconds(2));
  EXPECT_TRUE(within_one(sizes(room)));
  int moved = 0;
  for (const auto& p : at_big) {
    if (p->seats.at("main").table_id == big) continue;
    ++moved;
    const TableId now = *p->seats.at("main").table_id;
    ASSERT_EQ(p->tables.count(now), 1u) << "the new table's frames come by themselves";
    EXPECT_TRUE(p->table(now).you);
    EXPECT_TRUE(p->heard("PlayerMoved"));
  }
  EXPECT_EQ(moved, 1);
  EXPECT_EQ(room.chips_problem(), "");
}

TEST(Flow, AnExcessTableIsMergedAfterTheGraceAndNotBefore) {
  Room room({small_tables()});
  auto players = room.players(4);
  room.start();
  ASSERT_EQ(room.table_ids().size(), 2u);
  room.expect(players[0], client::Leave{GameId("main")});
  for (int i = 0; i < 59; ++i) {
    room.advance(seconds(1));
    play(room, players, 10, folding);
  }
  EXPECT_EQ(room.table_ids().size(), 2u);
  for (int i = 0; i < 15; ++i) {
    room.advance(seconds(1));
    play(room, players, 10, folding);
  }
  EXPECT_EQ(room.table_ids().size(), 1u);
  EXPECT_EQ(sizes(room).begin()->second, 3);
  EXPECT_EQ(room.chips_problem(), "");
}

TEST(Flow, ANewPlayerWithinTheGraceKeepsTheTable) {
  Room room({small_tables()});
  auto players = room.players(4);
  room.start();
  room.expect(players[0], client::Leave{GameId("main")});
  for (int i = 0; i < 50; ++i) {
    room.advance(seconds(1));
    play(room, players, 10, folding);
  }
  players.push_back(room.player("Late"));
  for (int i = 0; i < 30; ++i) {
    room.advance(seconds(1));
    play(room, players, 10, folding);
  }
  EXPECT_EQ(room.table_ids().size(), 2u) << "the count recovered";
  room.expect(players[1], client::Leave{GameId("main")});
  for (int i = 0; i < 50; ++i) {
    room.advance(seconds(1));
    play(room, players, 10, folding);
  }
  EXPECT_EQ(room.table_ids().size(), 2u) << "the grace begins anew";
}

TEST(Flow, AnEmptyTableIsRemovedAtOnce) {
  Room room({small_tables()});
  auto players = room.players(6);
  room.start();
  const TableId first = *players[0]->seats.at("main").table_id;
  std::vector<ClientPtr> at_first, others;
  for (const auto& p : players) (*p->seats.at("main").table_id == first ? at_first : others).push_back(p);
  pause(room);
  play(room, players, 40, folding);
  room.advance(seconds(2));
  ASSERT_EQ(room.game_status(), "PAUSED");
  for (const auto& p : at_first) room.expect(p, client::Leave{GameId("main")});
  EXPECT_EQ(room.admin(R"({"command":"game resume","game":"main"})").at(0), R"({"ok":true})");
  EXPECT_EQ(room.table_ids().size(), 1u);
  EXPECT_TRUE(others[0]->heard("TableRemoved"));
  const auto watcher = room.login("Watcher");
  room.expect(watcher, client::Watch{first}, "NO_TABLE");
}

TEST(Flow, TheLobbyListsGamesAndTables) {
  Room room({small_tables()});
  const auto players = room.players(4);
  const ClientId id = room.expect(players[0], client::ListGames{});
  const auto lobby = players[0]->news("LOBBY");
  ASSERT_EQ(lobby.size(), 1u);
  EXPECT_EQ(lobby[0].at("id").to_number<std::uint64_t>(), id.v);
  const auto& game = lobby[0].at("games").as_array().at(0).as_object();
  EXPECT_EQ(game.at("gameId").as_string(), "main");
  EXPECT_EQ(game.at("status").as_string(), "SEATING");
  EXPECT_EQ(game.at("players").to_number<int>(), 4);
  EXPECT_EQ(game.at("tables").as_array().size(), 2u);
}

const boost::json::object& only_game(const boost::json::object& told) {
  return told.at("games").as_array().at(0).as_object();
}

TEST(Flow, TheLobbyTellsTheTermsOfAGame) {
  Settings s = usual_settings();
  s.action_time = seconds(12);
  s.guest_credit = Chips{7'000};
  Room room({s});
  const auto ann = room.login("Ann");
  Settings own = usual_settings();
  own.game_id = GameId("friday");
  own.start_time = room.now() + seconds(900);
  room.expect(ann, client::CreateGame{own});
  room.expect(ann, client::Register{GameId("friday")});
  room.expect(ann, client::ListGames{});
  const boost::json::object lobby = ann->news("LOBBY").back();
  const auto& games = lobby.at("games").as_array();
  const auto& friday = games.at(0).as_object();
  const auto& house = games.at(1).as_object();
  EXPECT_EQ(friday.at("hostName").as_string(), "Ann");
  EXPECT_EQ(friday.at("startTime").to_number<std::int64_t>(), own.start_time.ms);
  EXPECT_EQ(friday.at("guestCredit").to_number<int>(), 0);
  EXPECT_EQ(house.at("actionTime").to_number<int>(), 12'000);
  EXPECT_EQ(house.at("guestCredit").to_number<int>(), 7'000);
  EXPECT_FALSE(house.contains("hostName"));
  EXPECT_FALSE(house.contains("startTime"));
}

TEST(Flow, WhoFollowsTheLobbyHearsOfChangesOnceASecond) {
  Room room;
  const auto ann = room.login("Ann");
  const auto bob = room.login("Bob");
  room.expect(bob, client::ListGames{});
  room.expect(ann, client::ListGames{true});
  room.advance(seconds(5));
  EXPECT_TRUE(ann->news("LOBBY_CHANGED").empty()) << "nothing has changed";
  const auto players = room.players(3);
  EXPECT_TRUE(ann->news("LOBBY_CHANGED").empty());
  room.advance(seconds(1));
  ASSERT_EQ(ann->news("LOBBY_CHANGED").size(), 1u);
  EXPECT_EQ(only_game(ann->news("LOBBY_CHANGED")[0]).at("players").to_number<int>(), 3);
  room.advance(seconds(3));
  EXPECT_EQ(ann->news("LOBBY_CHANGED").size(), 1u);
  EXPECT_TRUE(bob->news("LOBBY_CHANGED").empty()) << "Bob only looked";

  room.expect(ann, client::ListGames{false});
  room.expect(players[0], client::Leave{GameId("main")});
  room.advance(seconds(3));
  EXPECT_EQ(ann->news("LOBBY_CHANGED").size(), 1u);
}

TEST(Flow, WhatSomebodyElsesListShowedOnTheWayIsToldToFollowersToo) {
  Room room;
  const auto ann = room.login("Ann");
  const auto bob = room.login("Bob");
  room.expect(ann, client::ListGames{true});
  room.advance(seconds(2));
  // For a moment there is a player, whom only Bob sees.
  const auto cat = room.login("Cat");
  room.expect(cat, client::Register{GameId("main")});
  room.expect(bob, client::ListGames{true});
  EXPECT_EQ(only_game(bob->news("LOBBY").back()).at("players").to_number<int>(), 1);
  room.expect(cat, client::Leave{GameId("main")});
  room.advance(seconds(2));
  ASSERT_FALSE(bob->news("LOBBY_CHANGED").empty());
  EXPECT_EQ(only_game(bob->news("LOBBY_CHANGED").back()).at("players").to_number<int>(), 0);
}

TEST(Flow, TheLobbyTellsHowHighAndHowFastIsPlayed) {
  Room room;
  const auto players = room.players(2);
  const auto watcher = room.login("Watcher");
  room.expect(watcher, client::ListGames{true});
  room.start();
  for (int hand = 0; hand < 4; ++hand) {
    play(room, players, 1, folding);
    room.advance(seconds(15));
  }
  const auto told = watcher->news("LOBBY_CHANGED");
  ASSERT_FALSE(told.empty());
  const auto& game = only_game(told.back());
  // Who folds the small blind leaves the big blind twice its worth: what was not called went back.
  EXPECT_EQ(game.at("averagePot").to_number<int>(), 10);
  EXPECT_GT(game.at("handsPerHour").to_number<int>(), 100);
  const auto& table = game.at("tables").as_array().at(0).as_object();
  EXPECT_EQ(table.at("averagePot"), game.at("averagePot"));
  EXPECT_EQ(table.at("handsPerHour"), game.at("handsPerHour"));
}

TEST(Flow, AConnectionThatEndsFollowsTheLobbyNoMore) {
  Room room;
  const auto ann = room.login("Ann");
  room.expect(ann, client::ListGames{true});
  room.disconnect(ann);
  const auto again = room.login_token(ann->token);
  const auto players = room.players(2);
  room.advance(seconds(3));
  EXPECT_TRUE(again->news("LOBBY_CHANGED").empty());
}

TEST(Flow, ChatGoesToPlayersAndWatchers) {
  Room room;
  const auto ann = room.player("Ann");
  const auto bob = room.player("Bob");
  const auto watcher = room.login("Watcher");
  const auto stranger = room.login("Stranger");
  room.expect(watcher, client::Chat{GameId("main"), "hello"}, "NOT_REGISTERED");
  room.expect(watcher, client::Watch{TableId("main-t1")});
  room.expect(ann, client::Chat{GameId("main"), "good luck"});
  EXPECT_TRUE(bob->heard("good luck"));
  EXPECT_TRUE(watcher->heard("good luck"));
  EXPECT_FALSE(stranger->heard("good luck"));
  room.expect(watcher, client::Chat{GameId("main"), "thanks"});
  EXPECT_TRUE(ann->heard("thanks"));
  room.expect(watcher, client::Unwatch{TableId("main-t1")});
  room.expect(ann, client::Chat{GameId("main"), "bye"});
  EXPECT_FALSE(watcher->heard("bye"));
  const int frames = watcher->table().frames;
  room.start();
  EXPECT_EQ(watcher->table().frames, frames);
}

}  // namespace
}  // namespace cardroom::testing
