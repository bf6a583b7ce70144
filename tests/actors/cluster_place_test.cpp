#include <gtest/gtest.h>

#include <caf/send.hpp>

#include "actors/cluster/wire.hpp"
#include "actors/codec/json.hpp"
#include "actors/lobby_messages.hpp"
#include "tests/actors/cluster.hpp"

/// Which node has what: games that are made, spread and drained.
namespace cardroom::testing {
namespace {

namespace client = protocol::client;
const TableId kTable("main-t1");

TEST(ClusterPlace, AnyNodeRebalances) {
  Cluster cluster(2);
  cluster.make_game(0);
  const std::vector<ClientPtr> players{cluster[0].player("Bob"), cluster[0].player("Eve")};
  cluster[0].admin(R"({"command":"node drain","node":"node-1"})");
  cluster.advance(seconds(2));
  ASSERT_EQ(cluster.turns(1).back(), cluster::NodeTurn::DRAINED);
  cluster.begin_anew(1);
  cluster.advance(seconds(2));
  EXPECT_EQ(cluster.home(), 0);
  EXPECT_EQ(cluster.home(kTable), 0) << "nothing moves by itself";
  // Node 0 coordinates.
  EXPECT_EQ(cluster[1].admin(R"({"command":"cluster rebalance"})").at(0).find(R"({"ok":true,)"), 0u);
  cluster.advance(seconds(2));
  EXPECT_NE(cluster.home(), cluster.home(kTable));
  cluster[0].start();
  play(cluster[0], players, 30, passive);
  EXPECT_GE(players[0]->count<HandComplete>(kTable), 1);
}

TEST(ClusterPlace, ATableWithoutPausesBetweenHandsMovesAfterItsHand) {
  Settings settings = usual_settings();
  settings.review_hand_time = settings.next_hand_delay = {};
  Cluster cluster(2);
  cluster.make_game(0, settings);
  const std::vector<ClientPtr> players{cluster[0].player("Bob"), cluster[0].player("Eve")};
  cluster[0].start();
  play(cluster[0], players, 2, folding);
  ASSERT_EQ(cluster.home(kTable), 1);
  const HandNumber hand = players[0]->table().state.hand_number;
  cluster[0].admin(R"({"command":"node drain","node":"node-1"})");
  cluster.advance(seconds(2));
  EXPECT_EQ(players[0]->table().state.hand_number, hand);
  ASSERT_NE(cluster.turns(1).back(), cluster::NodeTurn::DRAINED);
  play(cluster[0], players, 1, folding);
  cluster.advance(seconds(1));
  EXPECT_EQ(cluster.turns(1).back(), cluster::NodeTurn::DRAINED);
  EXPECT_EQ(players[0]->table().epoch, Epoch{2});
  EXPECT_EQ(players[0]->table().state.hand_number, HandNumber{hand.v + 1});
}

TEST(ClusterPlace, TheLastNodeIsNotDrainedAndOneThatDrainsTakesWhatADeadOneHad) {
  Cluster cluster(2);
  cluster.make_game(0);
  const std::vector<ClientPtr> players{cluster[1].player("Bob"), cluster[1].player("Eve")};
  cluster[1].start();
  play(cluster[1], players, 1, passive);
  ASSERT_EQ(cluster.home(), 0);
  ASSERT_EQ(cluster.home(kTable), 1);
  cluster[0].admin(R"({"command":"node drain","node":"node-1","deadline":1000})");
  cluster.advance(seconds(1));
  ASSERT_EQ(cluster.home(kTable), 0) << "it is to have it behind the hand";
  EXPECT_NE(
      cluster[1].admin(R"({"command":"node drain","node":"node-0"})").at(0).find("could take over its games"),
      std::string::npos);
  cluster.freeze(0);
  cluster.advance(seconds(8));
  EXPECT_EQ(cluster.home(), 1);
  EXPECT_EQ(cluster.home(kTable), 1);
  const int hands = players[0]->count<HandComplete>(kTable);
  for (int i = 0; i < 10; ++i) {
    play(cluster[1], players, 30, passive);
    cluster.advance(seconds(1));
  }
  EXPECT_GE(players[0]->count<HandComplete>(kTable), hands + 2);
}

TEST(ClusterPlace, AGameThatIsMadeWhileTheRegistryIsAwayFindsItsPlaceLater) {
  Cluster cluster(2);
  cluster.cut_registry(0);
  cluster.make_game(0);
  EXPECT_EQ(cluster.home(), -1);
  cluster.advance(seconds(1));
  cluster.cut_registry(0, false);
  cluster.advance(seconds(3));
  EXPECT_GE(cluster.home(), 0);
  EXPECT_EQ(cluster[1].game_status(), "SEATING");
}

TEST(ClusterPlace, AGameIsOpenWhereItStaysWhenItsMakerHearsThatItIsMade) {
  Cluster cluster(3);
  cluster.make_game(0);
  cluster.advance(seconds(1));
  int let_go = 0;
  cluster.on_frame = [&](const cluster::WireFrame& frame) {
    let_go += frame.kind == cluster::GameUnlisted::kKind ? 1 : 0;
  };
  const auto host = cluster[0].login("Host");
  std::set<int> homes;
  for (int i = 0; i < 4; ++i) {
    Settings settings = usual_settings();
    settings.game_id = GameId("game" + std::to_string(i));
    const ClientId made = host->send(client::CreateGame{settings});
    for (int steps = 0; steps < 50 && host->outcome(made).empty(); ++steps) cluster.advance({20});
    EXPECT_EQ(host->outcome(made), "OK");
    homes.insert(cluster.home(settings.game_id));
    for (int node = 0; node < 3; ++node) {
      cluster[node].expect(cluster[node].login("Guest"), client::Register{settings.game_id});
      EXPECT_EQ(cluster[node].game_status(settings.game_id.str()), "SEATING");
    }
  }
  cluster.advance(seconds(2));
  EXPECT_EQ(homes.size(), 3u);
  EXPECT_EQ(let_go, 0);
}

TEST(ClusterPlace, AGameWhoseMakerDiesBeforeItHasAPlaceIsGivenOne) {
  Cluster cluster(3);
  cluster.advance(seconds(1));
  const auto host = cluster[2].login("Host");
  cluster.cut_registry(2);
  Settings settings = usual_settings();
  const ClientId made = host->send(client::CreateGame{settings});
  cluster.run();
  EXPECT_EQ(host->outcome(made), "");
  cluster.freeze(2);
  cluster.advance(seconds(8));
  EXPECT_GE(cluster.home(), 0);
  EXPECT_EQ(cluster[0].game_status(), "SEATING");
}

/// There are as many nodes as before.
TEST(ClusterPlace, SoIsOneWhoseMakerHasBegunAnew) {
  Cluster cluster(3);
  cluster.advance(seconds(1));
  const auto host = cluster[2].login("Host");
  cluster.cut_registry(2);
  host->send(client::CreateGame{usual_settings()});
  cluster.run();
  host->gone = true;
  host->session = nullptr;
  cluster.begin_anew(2);
  cluster.advance(seconds(8));
  EXPECT_GE(cluster.home(), 0);
  EXPECT_EQ(cluster[0].game_status(), "SEATING");
}

}  // namespace
}  // namespace cardroom::testing
