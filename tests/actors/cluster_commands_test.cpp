#include <gtest/gtest.h>

#include <caf/send.hpp>

#include "actors/cluster/wire_json.hpp"
#include "actors/lobby_messages.hpp"
#include "tests/actors/cluster_table.hpp"

/// What becomes of commands whose game is at another node, moves or is lost sight of.
namespace cardroom::testing {
namespace {

namespace client = protocol::client;
using ClusterCommands = ClusterTest;

TEST_F(ClusterCommands, AGameThatIsNewAtOtherNodesIsWaitedFor) {
  const auto late = all[2].login("Late");
  const ClientId early = late->send(client::Register{GameId("new")});
  const ClientId wrong = late->send(client::Register{GameId("wrong")});
  all.advance({20});
  Settings settings = usual_settings();
  settings.game_id = GameId("new");
  all.make_game(3, settings);
  all.advance({500});
  EXPECT_EQ(late->outcome(early), "OK");
  EXPECT_EQ(late->outcome(wrong), "NO_GAME");
}

TEST_F(ClusterCommands, OfAGameThatStaysWhereItIsNothingIsGivenUp) {
  const ClientId out = players[0]->send(client::SitOut{GameId("main")});
  caf::anon_send(all[2].lobby, Membership{GameId("main"), {players[0]->user}, true});
  all.run();
  EXPECT_EQ(players[0]->outcome(out), "OK");
  const auto late = all[2].login("Late");
  const ClientId in = late->send(client::Register{GameId("main")});
  caf::anon_send(all[2].lobby, Membership{GameId("main"), {late->user}, true});
  all.run();
  EXPECT_EQ(late->outcome(in), "OK");
}

TEST_F(ClusterCommands, WhatWasOnItsWayToANodeThatIsGoneIsSaidAgainToTheNext) {
  const ClientId leave = players[0]->send(client::Leave{GameId("main")});
  all.freeze(game);
  const ClientId chat = players[0]->send(client::Chat{GameId("main"), "Where is it?"});
  const auto late = all[2].login("Late");
  const ClientId come = late->send(client::Register{GameId("main")});
  const ClientId buy_in = late->send(client::BuyIn{GameId("main"), {500}});
  all.run();
  for (const ClientId waits : {leave, chat}) EXPECT_EQ(players[0]->outcome(waits), "");
  for (const ClientId waits : {come, buy_in}) EXPECT_EQ(late->outcome(waits), "");
  all.advance(seconds(5));
  ASSERT_NE(all.home(), game);
  for (const ClientId done : {leave, chat}) EXPECT_EQ(players[0]->outcome(done), "OK");
  for (const ClientId done : {come, buy_in}) EXPECT_EQ(late->outcome(done), "OK") << "in their order";
  EXPECT_EQ(all[2].chips_problem(), "");
}

TEST_F(ClusterCommands, WhatNobodyCanAnswerIsAnsweredInTheEnd) {
  const ClientId leave = players[0]->send(client::Leave{GameId("main")});
  const ClientId chat = players[0]->send(client::Chat{GameId("main"), "Lost."});
  for (int node = 0; node < all.size(); ++node)
    if (node != 2) all.cut(2, node);
  EXPECT_EQ(players[0]->outcome(chat), "UNAVAILABLE") << "people would say it twice";
  const ClientId buy_in = players[0]->send(client::BuyIn{GameId("main"), {100}});
  all.advance(seconds(9));
  EXPECT_EQ(players[0]->outcome(leave), "");
  EXPECT_EQ(players[0]->outcome(buy_in), "");
  all.advance(seconds(2));
  EXPECT_EQ(players[0]->outcome(leave), "UNAVAILABLE");
  EXPECT_EQ(players[0]->outcome(buy_in), "UNAVAILABLE");
}

TEST_F(ClusterCommands, HoweverManyAreLostEachIsAnswered) {
  all.loses = [](const cluster::WireFrame& frame) {
    return frame.kind == cluster::ChatIn::kKind || frame.kind == cluster::CallGame::kKind;
  };
  std::vector<ClientId> sent;
  for (int i = 0; i < 40; ++i) {
    sent.push_back(players[0]->send(client::Chat{GameId("main"), "Is anybody there?"}));
    sent.push_back(players[0]->send(client::TopUp{GameId("main"), {1}}));
  }
  all.run();
  for (const ClientId waits : sent) ASSERT_EQ(players[0]->outcome(waits), "");
  all.loses = nullptr;
  all.freeze(game);
  all.advance(seconds(12));
  for (const ClientId done : sent) EXPECT_NE(players[0]->outcome(done), "") << done.v;
  EXPECT_EQ(players[0]->outcome(sent[0]), "UNAVAILABLE");
}

TEST_F(ClusterCommands, MoreThanAnybodyWaitsForIsRefusedAtOnce) {
  all.loses = [](const cluster::WireFrame& frame) { return frame.kind == cluster::ChatIn::kKind; };
  std::vector<ClientId> sent;
  for (int i = 0; i < 300; ++i)
    sent.push_back(players[0]->send(client::Chat{GameId("main"), "Is anybody there?"}));
  all.run();
  EXPECT_EQ(players[0]->outcome(sent.front()), "");
  EXPECT_EQ(players[0]->outcome(sent.back()), "BUSY");
}

TEST_F(ClusterCommands, WhatWasDoneAndNotAnsweredIsNotDoneAgain) {
  const auto late = all[2].login("Late");
  all[2].expect(late, client::Register{GameId("main")});
  const Chips balance = late->balances.at("main");
  for (const std::int64_t amount : {10, 500}) {
    const ClientId buy_in = late->send(client::BuyIn{GameId("main"), {amount}});
    int lost = 0;
    all.loses = [&](const cluster::WireFrame& frame) {
      cluster::SessionAnswered said;
      if (frame.kind != said.kKind || !cluster::from_wire(frame.bytes, said)) return false;
      lost += said.client == buy_in ? 1 : 0;
      return said.client == buy_in;
    };
    all.run();
    all.loses = {};
    ASSERT_EQ(lost, 1) << "the game has decided";
    ASSERT_EQ(late->outcome(buy_in), "");
    all.cut(2, game);
    all.mend(2, game);
    all.advance(seconds(2));
    EXPECT_EQ(late->outcome(buy_in), amount == 500 ? "OK" : "BAD_BUY_IN");
  }
  EXPECT_EQ(late->balances.at("main").v, balance.v - 500);
  EXPECT_EQ(all[2].chips_problem(), "");
}

/// What a game remembers of its players' commands goes with it.
TEST_F(ClusterCommands, WhatWasDoneAtANodeThatIsGoneIsNotDoneAgain) {
  const auto late = all[2].login("Late");
  all[2].expect(late, client::Register{GameId("main")});
  const Chips balance = late->balances.at("main");
  const ClientId buy_in = late->send(client::BuyIn{GameId("main"), {500}});
  all.loses = [&](const cluster::WireFrame& frame) { return frame.kind == cluster::SessionAnswered::kKind; };
  all.run();
  all.loses = {};
  ASSERT_EQ(late->outcome(buy_in), "");
  all.freeze(game);
  all.advance(seconds(5));
  ASSERT_NE(all.home(), game);
  EXPECT_EQ(late->outcome(buy_in), "OK");
  EXPECT_EQ(late->balances.at("main").v, balance.v - 500);
  EXPECT_EQ(all[2].chips_problem(), "");
}

TEST_F(ClusterCommands, WhatIsLostOfSomebodyWhoDoesNotPlayIsAnsweredInTheEnd) {
  const auto late = all[2].login("Late");
  all.loses = [](const cluster::WireFrame& frame) { return frame.kind == cluster::CallGame::kKind; };
  late->send_as({77}, client::Register{GameId("main")});
  all.run();
  all.loses = {};
  all.advance(seconds(9));
  EXPECT_EQ(late->outcome({77}), "");
  all.advance(seconds(2));
  EXPECT_EQ(late->outcome({77}), "UNAVAILABLE");
  late->send_as({77}, client::Register{GameId("main")});
  all.run();
  EXPECT_EQ(late->outcome({77}), "OK") << "the same again is carried out";
  all.advance(seconds(11));
  EXPECT_EQ(late->outcome({77}), "OK");
}

TEST_F(ClusterCommands, ACommandThatIsRepeatedAtAnotherNodeIsCarriedOutOnce) {
  auto late = all[2].login("Late");
  all[2].expect(late, client::Register{GameId("main")});
  const Chips balance = late->balances.at("main");
  const ClientId buy_in{77};
  late->send_as(buy_in, client::BuyIn{GameId("main"), {500}});
  all.run();
  ASSERT_EQ(late->outcome(buy_in), "OK");
  for (const int node : {3, 1}) {
    const auto again = all[node].login_token(late->token);
    all.run();
    again->send_as(buy_in, client::BuyIn{GameId("main"), {500}});
    again->send_as({78}, client::BuyIn{GameId("main"), {100}});
    all.run();
    EXPECT_EQ(again->outcome(buy_in), "OK");
    EXPECT_EQ(again->outcome({78}), "OK") << "another one, once";
    EXPECT_EQ(again->balances.at("main").v, balance.v - 600);
  }
  // What a game remembers goes with it.
  all.freeze(game);
  all.advance(seconds(6));
  ASSERT_NE(all.home(), game);
  const auto last = all[2].login_token(late->token);
  all.advance(seconds(1));
  last->send_as({78}, client::BuyIn{GameId("main"), {100}});
  all.run();
  EXPECT_EQ(last->outcome({78}), "OK");
  EXPECT_EQ(last->balances.at("main").v, balance.v - 600);
  // A client's numbers may begin anew.
  all.advance(seconds(61));
  last->send_as({78}, client::BuyIn{GameId("main"), {100}});
  all.run();
  EXPECT_EQ(last->balances.at("main").v, balance.v - 700);
  EXPECT_EQ(all[2].chips_problem(), "");
}

/// Whatever comes first over the new link, at either end.
TEST_F(ClusterCommands, ABuyInIsAnsweredWhenItsTableComesIntoSightAgain) {
  const Chips balance = players[0]->balances.at("main");
  for (int i = 0; i < 20; ++i) {
    all.cut(game, table);
    const ClientId buy_in = players[0]->send(client::BuyIn{GameId("main"), {10}});
    all.advance({100});
    EXPECT_EQ(players[0]->outcome(buy_in), "");
    all.mend(game, table);
    all.advance({500});
    EXPECT_EQ(players[0]->outcome(buy_in), "OK") << i;
  }
  EXPECT_EQ(players[0]->balances.at("main").v, balance.v - 200);
  EXPECT_EQ(all[2].chips_problem(), "");
}

}  // namespace
}  // namespace cardroom::testing
