#include <gtest/gtest.h>

#include <random>

#include "actors/codec/json.hpp"
#include "tests/actors/room.hpp"

namespace cardroom::testing {
namespace {

namespace client = protocol::client;
using Mode = FakeStorage::Mode;

const TableId kTable("main-t1");

struct Seen {
  std::string token;
  TableView state;
  std::optional<protocol::You> you;
};

std::vector<Seen> seen_by(const std::vector<ClientPtr>& players) {
  std::vector<Seen> seen;
  for (const auto& p : players) seen.push_back({p->token, p->table().state, p->table().you});
  return seen;
}

/// Whoever comes back finds the hand as it was last seen.
void expect_same(const Seen& seen, Client& now) {
  const TableView &a = seen.state, &b = now.table().state;
  EXPECT_EQ(a.hand_number, b.hand_number);
  EXPECT_EQ(a.hand_phase, b.hand_phase);
  EXPECT_EQ(a.community_cards, b.community_cards);
  EXPECT_EQ(a.to_act_seat_index, b.to_act_seat_index);
  EXPECT_EQ(a.pots, b.pots);
  ASSERT_EQ(a.seats.size(), b.seats.size());
  for (std::size_t i = 0; i < a.seats.size(); ++i) {
    EXPECT_EQ(a.seats[i].user_id, b.seats[i].user_id);
    EXPECT_EQ(a.seats[i].display_name, b.seats[i].display_name);
    EXPECT_EQ(a.seats[i].stack, b.seats[i].stack);
    EXPECT_EQ(a.seats[i].street_bet, b.seats[i].street_bet);
  }
  ASSERT_EQ(seen.you.has_value(), now.table().you.has_value());
  if (seen.you) {
    EXPECT_EQ(seen.you->hole_cards, now.table().you->hole_cards);
  }
}

TEST(Recovery, AHandGoesOnAfterACrashWithTheSameCards) {
  std::shared_ptr<FakeStorage> left;
  std::vector<Seen> seen;
  {
    Room room;
    const auto players = room.players(3);
    room.start();
    play(room, players, 4, passive);
    ASSERT_EQ(players[0]->table().state.hand_phase, HandPhase::FLOP_BETTING);
    seen = seen_by(players);
    left = room.crash();
  }
  Room room({usual_settings()}, left);
  EXPECT_EQ(room.start_problem, "");
  std::vector<ClientPtr> players;
  for (const Seen& s : seen) {
    players.push_back(room.login_token(s.token));
    expect_same(s, *players.back());
  }
  EXPECT_EQ(room.chips_problem(), "");
  play(room, players, 30, passive);
  for (const auto& p : players) EXPECT_EQ(p->count<HandComplete>(kTable), 1);
  EXPECT_EQ(room.chips_problem(), "");
  ASSERT_EQ(left->hands["main-t1"].count({1, 0}), 1u) << "the record is whole, from before the crash on";
  const std::string& hand = left->hands["main-t1"].at({1, 0});
  for (const char* part : {"HandStarted", "HoleCardsDealt", "HandComplete"})
    EXPECT_NE(hand.find(part), std::string::npos) << part;
}

TEST(Recovery, ClocksStandWhileTheDaemonIsDown) {
  std::shared_ptr<FakeStorage> left;
  std::string token;
  Duration remaining;
  {
    Room room;
    const auto players = room.players(2);
    room.start();
    token = players[0]->token;
    const TableView& t = players[0]->table().state;
    ASSERT_TRUE(t.action_remaining);
    remaining = *t.action_remaining;
    room.advance(seconds(4));
    left = room.crash();
  }
  Room room({usual_settings()}, left);
  const auto back = room.login_token(token);
  // As much as at the last step: nobody loses time for what is no fault of theirs.
  EXPECT_EQ(back->table().state.action_remaining, remaining);
}

/// The same, at every message of the actors, whatever is under way: chips fit, nobody is lost, all goes on.
TEST(Recovery, AtAnyMomentNothingIsLost) {
  for (int stop = 1; stop < 2'500; stop += 53) {
    SCOPED_TRACE("crash after " + std::to_string(stop) + " messages");
    Settings s = usual_settings();
    s.number_of_seats = 3;
    s.next_hand_delay = s.review_hand_time = Duration{100};
    s.rathole_time = {};
    std::mt19937 random(static_cast<unsigned>(stop));
    std::shared_ptr<FakeStorage> left;
    std::vector<std::string> tokens;
    {
      Room room({s});
      auto players = room.players(7);
      for (const auto& p : players) tokens.push_back(p->token);
      room.start();
      int budget = stop;
      while (budget > 0) {
        const auto& p = players[random() % players.size()];
        switch (random() % 8) {
          case 0:
            p->send(client::Leave{GameId("main")});
            break;
          case 1:
            p->send(client::Register{GameId("main")});
            break;
          case 2:
            p->send(client::BuyIn{GameId("main"), {400 + static_cast<int>(random() % 600)}});
            break;
          case 3:
            p->send(client::SitOut{GameId("main")});
            break;
          case 4:
            p->send(client::SitIn{GameId("main")});
            break;
          default:
            for (const auto& q : players)
              for (const auto& [id, table] : q->tables)
                if (q->to_act(id)) {
                  q->send(client::Act{id,
                                      table.state.hand_number,
                                      table.state.turn,
                                      random() % 3 == 0 ? folding(*q, id) : passive(*q, id),
                                      {}});
                  break;
                }
        }
        budget -= room.run_some(std::min<int>(budget, 1 + static_cast<int>(random() % 40)));
        if (random() % 4 == 0) room.tick(Duration{100});
        --budget;
      }
      left = room.crash();
    }
    EXPECT_TRUE(left->broken_rules.empty());
    Room room({s}, left);
    ASSERT_EQ(room.start_problem, "");
    ASSERT_EQ(room.chips_problem(), "");
    std::vector<ClientPtr> players;
    for (const auto& token : tokens) players.push_back(room.login_token(token));
    // What they say from here on repeats nothing.
    for (const auto& p : players) p->next_id += 10'000;
    ASSERT_EQ(room.chips_problem(), "");
    for (int i = 0; i < 6; ++i) {
      play(room, players, 20, folding);
      room.advance(Duration{200});
    }
    ASSERT_EQ(room.chips_problem(), "");
    for (const auto& p : players)
      if (p->seats.count("main") == 0 || !p->seats.at("main").table_id) {
        p->send(client::Register{GameId("main")});
        room.run();
      }
    for (const auto& p : players) ASSERT_TRUE(p->seats.at("main").table_id) << p->user.str();
    // Two with chips and nobody who holds them up: each such table deals.
    for (const auto& p : players) {
      p->send(client::SitIn{GameId("main")});
      p->send(client::BuyIn{GameId("main"), {1000}});
    }
    room.run();
    std::map<TableId, HandNumber> before;
    for (const auto& p : players)
      for (const auto& [id, t] : p->tables) before[id] = t.state.hand_number;
    for (int i = 0; i < 100; ++i) {
      play(room, players, 20, folding);
      room.advance(Duration{500});
    }
    for (const auto& p : players) {
      const TableId id = *p->seats.at("main").table_id;
      const TableView& t = p->table(id).state;
      if (t.seats.size() > 1) {
        EXPECT_GT(t.hand_number, before[id]) << id.str();
      }
    }
    ASSERT_EQ(room.chips_problem(), "");
    EXPECT_EQ(left->broken_rules, std::vector<std::string>());
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(Recovery, TablesThatCannotBeAskedForAreAskedForAgain) {
  const auto storage = std::make_shared<FakeStorage>();
  {
    Room room({usual_settings()}, storage);
    room.players(8);
    EXPECT_EQ(room.shutdown(), "");
  }
  storage->unknown_openings = 3;
  Room room({usual_settings()}, storage);
  EXPECT_EQ(room.start_problem, "not started");
  room.advance(seconds(2));
  EXPECT_EQ(room.start_problem, "");
  EXPECT_EQ(room.admin(R"({"command":"table list"})").at(0).find("held"), std::string::npos);
  EXPECT_EQ(room.table_ids().size(), 2u);
  EXPECT_EQ(room.chips_problem(), "");
}

TEST(Recovery, AStopBeforeTheTablesAreThereLeavesThemInTheStore) {
  const auto storage = std::make_shared<FakeStorage>();
  {
    Room room({usual_settings()}, storage);
    room.players(2);
    EXPECT_EQ(room.shutdown(), "");
  }
  storage->unknown_openings = 1;
  {
    Room room({usual_settings()}, storage);
    EXPECT_EQ(room.shutdown(), "");
  }
  Room room({usual_settings()}, storage);
  EXPECT_EQ(room.chips_problem(), "");
}

TEST(Recovery, NoCardAndNoSeedOfARunningHandIsReadable) {
  Room room;
  const auto players = room.players(3);
  room.start();
  play(room, players, 4, passive);
  const std::string text = room.storage->all_text();
  std::string problem;
  for (const auto& p : players) {
    ASSERT_TRUE(p->table().you->hole_cards);
    for (const Card card : *p->table().you->hole_cards)
      EXPECT_EQ(text.find(to_json(card)), std::string::npos);
  }
  EXPECT_EQ(text.find("\"deck\""), std::string::npos);
}

TEST(Recovery, AGameThatCannotBeReadIsNotOpenedAndNamed) {
  const auto storage = std::make_shared<FakeStorage>();
  {
    Room room({usual_settings()}, storage);
    room.players(2);
    EXPECT_EQ(room.shutdown(), "");
  }
  std::string& json = storage->games.at("main").snapshot->json;
  const auto at = json.find("\"inside\":2000");
  ASSERT_NE(at, std::string::npos);
  json.replace(at, 13, "\"inside\":2001");
  storage->games.at("main").previous.reset();
  Settings friday = usual_settings();
  friday.game_id = GameId("friday");
  Room room({usual_settings(), friday}, storage);
  EXPECT_EQ(room.start_problem, "") << "all others play";
  EXPECT_EQ(room.game_status(), "") << "not opened, and not made anew either";
  for (const char* request :
       {R"({"command":"status"})", R"({"command":"game list"})", R"({"command":"game show","game":"main"})",
        R"({"command":"game start","game":"main"})"}) {
    const std::string answer = room.admin(request).at(0);
    EXPECT_NE(answer.find("game main: the digest does not fit"), std::string::npos) << answer;
  }
  EXPECT_NE(room.admin(R"({"command":"game list"})").at(0).find(R"({"gameId":"friday","status":"SEATING")"),
            std::string::npos);
  room.player("Ann", "friday");
}

TEST(Recovery, AStoreThatCannotBeAskedForAGameKeepsTheRoomClosed) {
  const auto storage = std::make_shared<FakeStorage>();
  {
    Room room({usual_settings()}, storage);
    EXPECT_EQ(room.shutdown(), "");
  }
  storage->unknown_games = true;
  Room room({usual_settings()}, storage);
  EXPECT_NE(room.start_problem.find("game main"), std::string::npos) << room.start_problem;
}

TEST(Recovery, ATableWhoseCloseWasLostIsClosedAtTheNextStart) {
  const auto storage = std::make_shared<FakeStorage>();
  Settings s = usual_settings();
  s.number_of_seats = 3;
  {
    Room room({s}, storage);
    auto players = room.players(4);
    room.start();
    room.advance(seconds(6));
    const auto at_two = storage->tables.at("main-t2");
    room.expect(players[0], client::Leave{GameId("main")});
    for (int i = 0; i < 80; ++i) {
      room.advance(seconds(1));
      play(room, players, 10, folding);
    }
    ASSERT_EQ(room.table_ids().size(), 1u);
    EXPECT_EQ(room.shutdown(), "");
    const std::string gone = storage->tables.at("main-t2").closed ? "main-t2" : "main-t1";
    ASSERT_TRUE(storage->tables.at(gone).closed);
    storage->tables.at(gone) = at_two;
  }
  const auto open = [&] {
    return std::count_if(storage->tables.begin(), storage->tables.end(),
                         [](const auto& table) { return !table.second.closed; });
  };
  ASSERT_EQ(open(), 2);
  Room room({s}, storage);
  EXPECT_EQ(open(), 1);
  EXPECT_FALSE(storage->tables.at(room.table_ids().at(0)).closed);
  EXPECT_EQ(room.chips_problem(), "");
}

}  // namespace
}  // namespace cardroom::testing
