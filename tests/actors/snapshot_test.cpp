#include <gtest/gtest.h>

#include "actors/record.hpp"
#include "tests/actors/room.hpp"

namespace cardroom::testing {
namespace {

namespace client = protocol::client;

const TableId kTable("main-t1");

TableState stored_table(const FakeStorage& storage, const std::string& id = "main-t1") {
  std::string problem;
  const auto table = read_table(storage.table(id), problem);
  EXPECT_EQ(problem, "");
  return table.value_or(TableState{});
}

GameRecord stored_game(const FakeStorage& storage) {
  std::string problem;
  const auto game = read_game(storage.game("main"), problem);
  EXPECT_EQ(problem, "");
  return game.value_or(GameRecord{});
}

/// All chips of the stored records; those that both sides know of are counted once.
Chips stored_chips(const FakeStorage& storage) {
  const GameRecord game = stored_game(storage);
  Chips sum;
  for (const auto& [user, player] : game.state.players) sum += player.balance;
  for (const auto& [id, entry] : game.state.tables) {
    const TableState table = stored_table(storage, id.str());
    sum += chips_at(table);
    for (const Transfer& transfer : entry.transfers) {
      const auto* add = std::get_if<AddChips>(&transfer.message);
      if (add && add->seq > table.in) sum += add->amount;
    }
    for (int i = 0; i < table.seat_count; ++i) {
      const Seat& s = table.seats[i];
      if (s.player == PlayerStatus::OUT && s.out <= entry.received) sum -= s.stack;
    }
  }
  return sum;
}

TEST(Snapshot, AtMostOnceAnIntervalAndOnlyWhatChanged) {
  Settings s = usual_settings();
  s.number_of_seats = 3;
  Room room({s});
  const auto players = room.players(6);
  room.start();
  room.advance(seconds(6));
  const int saves = room.storage->saves;
  const int first = room.storage->tables.at("main-t1").writes,
            second = room.storage->tables.at("main-t2").writes;
  // Twenty actions at one table within one interval.
  std::vector<ClientPtr> at_first;
  for (const auto& p : players)
    if (*p->seats.at("main").table_id == kTable) at_first.push_back(p);
  play(room, at_first, 3, passive);
  room.advance(seconds(1));
  play(room, at_first, 3, passive);
  room.advance(seconds(1));
  EXPECT_LE(room.storage->saves, saves + 1);
  room.advance(seconds(4));
  EXPECT_LE(room.storage->saves, saves + 2);
  EXPECT_GT(room.storage->tables.at("main-t1").writes, first);
  EXPECT_EQ(room.storage->tables.at("main-t2").writes, second);
  EXPECT_TRUE(room.storage->broken_rules.empty());
}

TEST(Snapshot, NothingIsStoredWhenNothingChanges) {
  Room room;
  const auto ann = room.player("Ann");
  room.advance(seconds(30));
  const int saves = room.storage->saves;
  room.advance(seconds(60));
  EXPECT_EQ(room.storage->saves, saves);
}

TEST(Snapshot, IsAlwaysBetweenHands) {
  Room room;
  const auto players = room.players(2);
  room.start();
  room.advance(seconds(6));
  const TableState table = stored_table(*room.storage);
  EXPECT_FALSE(in_play(table.phase));
  EXPECT_TRUE(table.dealt.empty());
  EXPECT_EQ(chips_at(table), Chips{2000});
  for (const auto& p : players) EXPECT_EQ(table.seats[p->table().you->seat_index.v].stack, Chips{1000});
  EXPECT_EQ(players[0]->table().state.hand_phase, HandPhase::PRE_FLOP_BETTING);
}

TEST(Snapshot, GameAndTablesFitTogetherWhateverHappensMeanwhile) {
  Settings s = usual_settings();
  s.number_of_seats = 3;
  s.next_hand_delay = s.review_hand_time = Duration{100};
  Room room({s});
  auto players = room.players(9);
  room.start();
  int seen = 0;
  for (int round = 0; round < 120; ++round) {
    // Commands that move chips are under way when the snapshot is taken.
    const auto& p = players[round % players.size()];
    if (round % 7 == 3) {
      p->send(client::Leave{GameId("main")});
    } else if (round % 7 == 5) {
      p->send(client::Register{GameId("main")});
    } else {
      p->send(client::BuyIn{GameId("main"), {400 + round}});
    }
    play(room, players, 5, round % 3 == 0 ? folding : passive);
    room.advance(Duration{500});
    if (room.storage->saves == seen) continue;
    seen = room.storage->saves;
    EXPECT_EQ(stored_chips(*room.storage), stored_game(*room.storage).state.credited) << "round " << round;
    EXPECT_TRUE(room.chips_fit());
  }
  EXPECT_GT(seen, 8);
  EXPECT_TRUE(room.storage->broken_rules.empty());
}

TEST(Snapshot, ACrashBringsEverythingOfTheLastOneBack) {
  std::shared_ptr<FakeStorage> left;
  std::vector<std::string> tokens;
  std::map<std::string, Chips> balances;
  SeatIndex button;
  std::map<std::string, std::pair<int, Chips>> seats;
  {
    Room room;
    const auto players = room.players(3, "main", {500});
    room.start();
    play(room, players, 30, folding);
    room.advance(seconds(2));
    play(room, players, 30, passive);
    room.advance(seconds(10));
    room.expect(players[0], client::TopUp{GameId("main"), {50}});
    room.advance(seconds(10));
    const TableState stored = stored_table(*room.storage);
    button = stored.button;
    for (int i = 0; i < stored.seat_count; ++i)
      if (!stored.seats[i].user.empty())
        seats[stored.seats[i].user.str()] = {i, stored.seats[i].stack + stored.seats[i].pending};
    for (const auto& p : players) {
      tokens.push_back(p->token);
      balances[p->user.str()] = p->balances.at("main");
    }
    left = room.crash();
  }
  ASSERT_EQ(seats.size(), 3u);
  Room room({usual_settings()}, left);
  EXPECT_EQ(room.start_problem, "");
  EXPECT_EQ(room.game_status(), "ACTIVE");
  std::vector<ClientPtr> players;
  for (const auto& token : tokens) players.push_back(room.login_token(token));
  for (const auto& p : players) {
    EXPECT_EQ(p->balances.at("main"), balances.at(p->user.str()));
    ASSERT_TRUE(p->seats.at("main").table_id);
    EXPECT_EQ(p->seats.at("main").seat_index.v, seats.at(p->user.str()).first);
    EXPECT_EQ(p->table().epoch, Epoch{2u << 20u});
    const SeatView seat = p->seat_of(*p);
    EXPECT_EQ(seat.stack + seat.street_bet + seat.pending.value_or(Chips{}), seats.at(p->user.str()).second);
  }
  EXPECT_TRUE(room.chips_fit());
  // The game goes on with the button where it would have been.
  EXPECT_NE(players[0]->table().state.dealer_seat_index, button);
  play(room, players, 30, folding);
  EXPECT_TRUE(room.chips_fit());
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

TEST(Snapshot, ShutdownRefundsTheRunningHandAndStoresIt) {
  const auto storage = std::make_shared<FakeStorage>();
  Room room({usual_settings()}, storage);
  const auto players = room.players(2);
  room.start();
  play(room, players, 3, passive);
  EXPECT_EQ(room.shutdown(), "");
  for (const auto& p : players) {
    EXPECT_EQ(p->count<HandRefunded>(kTable), 1);
    EXPECT_TRUE(p->heard("SHUTDOWN"));
    EXPECT_EQ(p->closed, CloseReason::SHUTTING_DOWN);
  }
  const TableState table = stored_table(*storage);
  for (const auto& p : players) EXPECT_EQ(table.seats[p->table().you->seat_index.v].stack, Chips{1000});
  EXPECT_EQ(stored_chips(*storage), Chips{20'000});
  EXPECT_TRUE(storage->broken_rules.empty());
  ASSERT_EQ(storage->hands.size(), 1u);
  EXPECT_NE(storage->hands[0].find("HandRefunded"), std::string::npos);
}

TEST(Snapshot, ShutdownStoresEvenWhatChangedAMomentAgo) {
  const auto storage = std::make_shared<FakeStorage>();
  Room room({usual_settings()}, storage);
  const auto ann = room.player("Ann");
  room.expect(ann, client::TopUp{GameId("main"), {0 + 77}}, "OK");
  EXPECT_EQ(room.shutdown(), "");
  EXPECT_EQ(stored_chips(*storage), Chips{10'000});
  EXPECT_EQ(stored_game(*storage).state.players.at(ann->user).balance, ann->balances.at("main"));
}

TEST(Snapshot, AFailedWriteIsTriedAgain) {
  Room room;
  room.storage->fail_next = 2;
  const auto ann = room.player("Ann");
  room.advance(seconds(20));
  EXPECT_GE(room.storage->saves, 3);
  EXPECT_EQ(stored_chips(*room.storage), Chips{10'000});
  room.storage->lose_answers = 1;
  room.expect(ann, client::TopUp{GameId("main"), {10}});
  room.advance(seconds(20));
  EXPECT_EQ(stored_table(*room.storage).seats[ann->seats.at("main").seat_index.v].stack, Chips{1000});
  EXPECT_TRUE(room.storage->broken_rules.empty());
}

TEST(Snapshot, TheLastWriteIsTriedAgainAndThenGivenUp) {
  Room room;
  room.player("Ann");
  room.storage->fail_next = 3;
  EXPECT_EQ(room.shutdown(), "");
  Room other;
  other.player("Bob");
  other.storage->fail_next = 100;
  EXPECT_NE(other.shutdown().find("not stored"), std::string::npos);
}

TEST(Snapshot, AFencedGameStopsAtOnce) {
  Room room;
  const auto players = room.players(2);
  room.start();
  room.storage->fenced = true;
  room.advance(seconds(6));
  EXPECT_EQ(room.game_status(), "");
  EXPECT_NE(room.shutdown().find("somebody else"), std::string::npos);
}

TEST(Snapshot, AnAlteredRecordIsNotOpenedAndIsNamed) {
  const auto storage = std::make_shared<FakeStorage>();
  {
    Room room({usual_settings()}, storage);
    room.players(2);
    EXPECT_EQ(room.shutdown(), "");
  }
  std::string& json = storage->tables.at("main-t1").text.json;
  const auto at = json.find("\"stack\":1000");
  ASSERT_NE(at, std::string::npos);
  json.replace(at, 12, "\"stack\":9000");
  Room room({usual_settings()}, storage);
  EXPECT_NE(room.start_problem.find("table main-t1"), std::string::npos);
  EXPECT_EQ(room.game_status(), "") << "not opened, and not made anew either";
}

TEST(Snapshot, ATableThatIsGoneLeavesTheStore) {
  Settings s = usual_settings();
  s.number_of_seats = 3;
  Room room({s});
  auto players = room.players(4);
  room.start();
  room.advance(seconds(6));
  ASSERT_EQ(room.storage->tables.size(), 2u);
  room.expect(players[0], client::Leave{GameId("main")});
  for (int i = 0; i < 80; ++i) {
    room.advance(seconds(1));
    play(room, players, 10, folding);
  }
  room.advance(seconds(6));
  EXPECT_EQ(room.table_ids().size(), 1u);
  EXPECT_EQ(room.storage->tables.size(), 1u);
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
