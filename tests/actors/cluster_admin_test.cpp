#include <gtest/gtest.h>

#include <algorithm>

#include "actors/cluster/wire.hpp"
#include "tests/actors/cluster.hpp"
#include "tests/log_lines.hpp"

/// What operators are told of what is not to be seen from where they ask, and what the log says by itself.
namespace cardroom::testing {
namespace {

const TableId kTable("main-t1");

std::string name(int node) { return "node-" + std::to_string(node); }
std::string about(const std::string& command, const std::string& key, const std::string& value) {
  return R"({"command":")" + command + R"(",")" + key + R"(":")" + value + R"("})";
}
void expect_part(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << part << " in " << text;
}

/// A game and its table at two nodes, players at a third; whoever is asked is a fourth.
struct ClusterAdmin : ::testing::Test {
  void SetUp() override {
    all.make_game(0);
    players = {all[2].player("Bob"), all[2].player("Eve")};
    all[2].start();
    all.advance(seconds(1));
    game = all.home();
    table = all.home(kTable);
    ASSERT_NE(game, table);
  }
  /// Whatever happens, every request is answered.
  std::string answer(int node, const std::string& request) {
    const auto lines = all[node].admin_later(request);
    all.advance(seconds(5));
    EXPECT_EQ(lines->size(), 1u) << request;
    return lines->empty() ? "" : lines->front();
  }
  /// As if it had stopped in order.
  void forget(int node) {
    auto& contents = all.registry->contents;
    const auto gone = std::find_if(contents.nodes.begin(), contents.nodes.end(),
                                   [&](const auto& n) { return n.name == name(node); });
    contents.beats.erase({gone->incarnation});
    contents.nodes.erase(gone);
    ++contents.now.change;
  }

  LogLines log;
  Cluster all{4};
  std::vector<ClientPtr> players;
  int game = -1, table = -1;
  static constexpr int kAsked = 3;
};

TEST_F(ClusterAdmin, ATableAtANodeThatIsNotLinkedIsNotWaitedFor) {
  all.cut(kAsked, table);
  for (const char* command : {"table show", "table watch", "table void"}) {
    const std::string refused = answer(kAsked, about(command, "table", "main-t1"));
    expect_part(refused, R"("code":"UNAVAILABLE")");
    expect_part(refused, "Table main-t1 is open nowhere that is seen from here. Node " + name(table) +
                             " is to have it, and this node has no link with it");
  }
  expect_part(answer(kAsked, R"({"command":"cluster status"})"), R"("unlinked":1)");
  const std::string list = answer(kAsked, R"({"command":"table list"})");
  expect_part(list, R"("problem":"Node )" + name(table));
  all.mend(kAsked, table);
  expect_part(answer(kAsked, about("table show", "table", "main-t1")), R"("ok":true)");
  EXPECT_EQ(answer(kAsked, R"({"command":"table list"})").find("problem"), std::string::npos);
  expect_part(answer(kAsked, R"({"command":"cluster status"})"), R"("unlinked":0)");
  expect_part(answer(kAsked, about("table show", "table", "main-t9")), "NO_TABLE");
}

TEST_F(ClusterAdmin, ATableThatItsGameCannotReachIsNotSaidToPlay) {
  all.cut(game, table);
  const std::string refused = answer(kAsked, about("table void", "table", "main-t1"));
  expect_part(refused, R"("code":"UNAVAILABLE")");
  expect_part(refused, "whether it is held is not known");
  all.mend(game, table);
  all.advance(seconds(2));
  expect_part(answer(kAsked, about("table void", "table", "main-t1")), "INVALID_STATE");
}

TEST_F(ClusterAdmin, ATableWhoseNodeHasJustDiedIsNotWaitedFor) {
  all.freeze(table);
  const auto lines = all[kAsked].admin_later(about("table show", "table", "main-t1"));
  EXPECT_EQ(lines->size(), 1u) << "at once";
  all.advance(seconds(8));
  expect_part(answer(kAsked, about("table show", "table", "main-t1")), R"("ok":true)");
}

TEST_F(ClusterAdmin, ATableThatSaysNothingIsNotWaitedForLong) {
  all.loses = [](const cluster::WireFrame& frame) { return frame.kind == cluster::FollowTable::kKind; };
  for (const char* command : {"table show", "table watch"})
    expect_part(answer(kAsked, about(command, "table", "main-t1")), "Table main-t1 does not answer.");
}

TEST_F(ClusterAdmin, AWatcherWhoSeesTheTableIsNotGivenUp) {
  const auto frames = all[kAsked].admin_later(about("table watch", "table", "main-t1"));
  all.advance(seconds(10));
  const std::size_t before = frames->size();
  play(all[2], players, 4, passive);
  EXPECT_GT(frames->size(), before);
  for (const std::string& frame : *frames) expect_part(frame, R"("ok":true)");
}

TEST_F(ClusterAdmin, TablesOfAGameThatIsNotSeenAreListedAllTheSame) {
  all.cut(kAsked, game);
  all.advance(seconds(1));
  const std::string closed = answer(kAsked, about("game show", "game", "main"));
  expect_part(closed, "UNAVAILABLE");
  all.cut(kAsked, table);
  const std::string tables = answer(kAsked, R"({"command":"table list"})");
  expect_part(tables, R"("tableId":"main-t1")");
  expect_part(tables, "Node " + name(table) + " is to have it, and this node has no link with it");
}

TEST_F(ClusterAdmin, WhoMayPlayWhereNobodySeesIsNotSaidToPlayNowhere) {
  for (int node = 0; node < kAsked; ++node) all.freeze(node);
  all.begin_anew(kAsked);
  all.advance({500});
  const std::string shown = all[kAsked].admin(about("player show", "user", players[0]->user.str())).at(0);
  expect_part(shown, R"("name":"Bob","balance":9000,"tableId")");
  expect_part(all[kAsked].admin(R"({"command":"game list"})").at(0),
              "it is open nowhere that is seen from here. Node " + name(game) +
                  " is to have it, and this node has no link with it");
}

TEST_F(ClusterAdmin, AGameThatDoesNotAnswerIsNamed) {
  all.loses = [](const cluster::WireFrame& frame) { return frame.kind == cluster::AskGame::kKind; };
  expect_part(answer(kAsked, about("game show", "game", "main")), "Game main does not answer.");
  all.loses = [](const cluster::WireFrame& frame) { return frame.kind == cluster::CallGame::kKind; };
  expect_part(answer(kAsked, about("game pause", "game", "main")), "look before you ask again");
}

TEST_F(ClusterAdmin, ANodeThatIsNotThereIsNoNodeForEveryCommand) {
  for (const char* command : {"node show", "node drain", "node undrain"})
    expect_part(answer(kAsked, about(command, "node", "node-9")), R"("code":"NO_NODE")");
  all.freeze(table);
  all.advance(seconds(5));
  expect_part(answer(kAsked, about("node show", "node", name(table))), R"("state":"DEAD")");
  expect_part(answer(kAsked, about("node drain", "node", name(table))), R"("code":"INVALID_STATE")");
}

TEST_F(ClusterAdmin, AnOrderThatTheStoreDoesNotAnswerMayBeDone) {
  all.cut_registry(kAsked);
  for (const std::string& order :
       {about("node drain", "node", name(table)), std::string(R"({"command":"cluster rebalance"})")}) {
    const std::string text = answer(kAsked, order);
    expect_part(text, R"("code":"UNAVAILABLE")");
    expect_part(text, "this may be done all the same");
  }
  EXPECT_TRUE(log.with("rebalancing").empty());
  all.cut_registry(kAsked, false);
  all.advance(seconds(1));
  expect_part(answer(kAsked, about("node drain", "node", name(table))), R"({"ok":true,)");
  EXPECT_EQ(log.with("the operator drains node " + name(table)).size(), 1u);
}

TEST_F(ClusterAdmin, WhatADrainHasBegunIsSaidAndSeenToGoOn) {
  const auto left = [&] { return all[kAsked].admin(about("node show", "node", name(table))).at(0); };
  expect_part(left(), R"("games":0,"tables":1,"leaving":0,)");
  EXPECT_EQ(all[kAsked].admin(about("node drain", "node", name(table))).at(0),
            R"({"ok":true,"message":"Node )" + name(table) +
                " is being drained: 0 games and 1 table are to go to the others, tables after their hand or "
                "after 60 s; then its daemon ends. node show " +
                name(table) +
                " says what is left (games, tables, leaving); a node that has ended is not in node list any "
                "more.\"}");
  all.advance({500});
  expect_part(left(), R"("state":"DRAINING")");
  expect_part(left(), R"("games":0,"tables":0,"leaving":1,)");
  play(all[2], players, 10, folding);
  all.advance(seconds(1));
  EXPECT_EQ(all.turns(table).back(), cluster::NodeTurn::DRAINED);
  expect_part(left(), R"("games":0,"tables":0,"leaving":0,)");
}

TEST_F(ClusterAdmin, ATableThatHasToGoGoesThoughItsNodeIsNotDrainedAnyMore) {
  all[kAsked].admin(about("node drain", "node", name(table)));
  all.advance({500});
  const auto undrain = [&] { return all[kAsked].admin(about("node undrain", "node", name(table))).at(0); };
  expect_part(undrain(),
              "Node " + name(table) +
                  " is not drained any more: it keeps what is not on its way to others yet, and is "
                  "given games and tables again.");
  expect_part(undrain(), "Node " + name(table) + " was not being drained: it keeps what it has.");
  all.advance({500});
  play(all[2], players, 10, folding);
  all.advance(seconds(1));
  EXPECT_NE(all.home(kTable), table);
  EXPECT_NE(all.turns(table).back(), cluster::NodeTurn::DRAINED);
}

TEST_F(ClusterAdmin, WhatARebalanceMovesIsSaid) {
  const auto rebalance = [&] { return all[kAsked].admin(R"({"command":"cluster rebalance"})").at(0); };
  EXPECT_EQ(rebalance(), R"({"ok":true,"message":"Nothing is to move: each node has its share."})");
  for (const auto& node : all.registry->contents.nodes)
    if (node.name == name(game)) all.registry->contents.want["table:main-t1"] = {node.incarnation};
  ++all.registry->contents.now.change;
  all.advance({500});
  expect_part(
      rebalance(),
      "1 game and 0 tables are to move, tables after their hand. node list says how many each node is "
      "to have, and how many tables have yet to leave it (leaving).");
}

TEST_F(ClusterAdmin, WhatLiesAtANodeThatIsNotLinkedIsLoggedOnce) {
  all.cut(kAsked, table);
  all.advance(seconds(2));
  EXPECT_TRUE(log.with("is not linked").empty()) << "it may come back";
  all.advance(seconds(60));
  const auto lines = log.with("is not linked", spdlog::level::warn);
  ASSERT_EQ(lines.size(), 1u);
  expect_part(lines[0],
              "node " + name(table) + " lives and is not linked with this one: 0 games and 1 table there");
}

TEST_F(ClusterAdmin, WhatWasTakenFromANodeThatStoodStillIsOneLineOfItsLog) {
  for (const auto& [node, taken] :
       {std::pair(table, "0 games and 1 table"), std::pair(game, "1 game and ")}) {
    LogLines since;
    all.freeze(node);
    all.advance(seconds(6));
    all.thaw(node);
    all.advance(seconds(10));
    const auto lines = since.with("", spdlog::level::err);
    ASSERT_EQ(lines.size(), 1u) << lines.back();
    expect_part(lines[0], std::string("declared dead by the others: it ends and joins anew. ") + taken);
    for (const std::string& warning : since.warnings())
      EXPECT_EQ(warning.find("journal"), std::string::npos) << warning;
    all.begin_anew(node);
    all.advance(seconds(2));
  }
}

TEST_F(ClusterAdmin, ATableThatAnotherNodeHasOpenedIsNoErrorOfTheOneBefore) {
  all.keep_unaware(table);
  all.cut(table, kAsked);
  for (const auto& node : all.registry->contents.nodes)
    if (node.name == name(kAsked)) all.registry->contents.want["table:main-t1"] = {node.incarnation};
  ++all.registry->contents.now.change;
  // Until the clocks of the one before run out.
  all.advance(seconds(90));
  EXPECT_FALSE(log.with("table main-t1 stops: somebody else owns its journal").empty());
  EXPECT_EQ(log.with("", spdlog::level::err), std::vector<std::string>{});
}

TEST_F(ClusterAdmin, ATableThatCameBeforeItsNodeHadReadSoIsNotSentAway) {
  constexpr int kTo = 2;
  all.keep_unaware(kTo);
  for (const auto& node : all.registry->contents.nodes)
    if (node.name == name(kTo)) all.registry->contents.want["table:main-t1"] = {node.incarnation};
  ++all.registry->contents.now.change;
  for (int i = 0; i < 10; ++i) {
    play(all[2], players, 10, folding);
    all.advance(seconds(1));
  }
  EXPECT_EQ(players[0]->table().epoch, Epoch{2});
  EXPECT_EQ(log.with("table main-t1 goes to node").size(), 1u);
}

TEST_F(ClusterAdmin, WhoLeavesInOrderIsNotSaidToBeDead) {
  constexpr int kLeaves = 2;
  all.freeze(kLeaves);
  forget(kLeaves);
  all.advance(seconds(1));
  EXPECT_EQ(log.with("node node-2 has left the cluster").size(), 3u);
  EXPECT_EQ(log.warnings(), std::vector<std::string>{});
}

TEST_F(ClusterAdmin, WhoIsDeclaredDeadIsSaidToBeSoByAll) {
  all.freeze(table);
  all.advance(seconds(5));
  EXPECT_EQ(log.with("node " + name(table) + " is dead", spdlog::level::warn).size(), 3u);
}

/// A node whose certificate ends so long after it begins.
struct ClusterCertificates : ::testing::Test {
  void begin(Duration until_end) {
    end = all[0].now() + until_end;
    all.certificates = {{end, "cluster.tls.cert", "a.pem expires", "a.pem expired"}};
    all.begin_anew(0);
    all.advance(seconds(2));
  }
  void pass(Duration time) {
    all[0].tick(time);
    all.advance(seconds(2));
  }
  std::size_t warned(const std::string& what) {
    return log.with("cluster.tls.cert: a.pem " + what, spdlog::level::warn).size();
  }

  LogLines log;
  Cluster all{1};
  Instant end;
};

TEST_F(ClusterCertificates, WhatIsNearItsEndIsWarnedOfEachDayWhileTheNodeRuns) {
  begin(seconds(15 * 86'400 + 43'200));
  std::size_t before = 0, after = 0;
  for (int day = 1; day <= 18; ++day) {
    pass(seconds(86'400 - 600));
    EXPECT_EQ(warned("expires"), before) << day;
    EXPECT_EQ(warned("expired"), after) << day;
    pass(seconds(600));
    if (day >= 2) ++(day <= 15 ? before : after);
    EXPECT_EQ(warned("expires"), before) << day;
    EXPECT_EQ(warned("expired"), after) << day;
  }
}

TEST_F(ClusterCertificates, WhatIsNearItsEndIsWarnedOfAtTheStart) {
  begin(seconds(13 * 86'400));
  EXPECT_EQ(warned("expires"), 1u);
}

TEST_F(ClusterCertificates, TheEndIsShownWithTheNode) {
  const std::string ask = about("node show", "node", name(0));
  EXPECT_EQ(all[0].admin(ask).at(0).find("certificateUntil"), std::string::npos);
  begin(seconds(15 * 86'400));
  expect_part(all[0].admin(ask).at(0), R"("certificateUntil":)" + std::to_string(end.ms));
}

TEST(ClusterEnded, AGameThatIsOverIsNoLoadAndNoWarningWhereverItGoes) {
  LogLines log;
  Cluster all(2);
  all.make_game(0);
  EXPECT_NE(all[0].admin(R"({"command":"game end","game":"main"})").at(0).find("true"), std::string::npos);
  all.advance(seconds(2));
  const int home = all.home();
  ASSERT_GE(home, 0);
  for (int node = 0; node < 2; ++node) {
    EXPECT_EQ(all[node].game_status(), "COMPLETED");
    expect_part(all[node].admin(R"({"command":"cluster status"})").at(0),
                R"("games":0,"tables":0,"ended":1)");
    const std::string nodes = all[node].admin(R"({"command":"node list"})").at(0);
    EXPECT_EQ(nodes.find(R"("games":1)"), std::string::npos) << nodes;
  }
  all[0].admin(about("node drain", "node", name(home)));
  all.advance(seconds(2));
  EXPECT_NE(all.home(), home) << "it can be looked at all the same";
  EXPECT_EQ(all[home].game_status(), "COMPLETED");
  EXPECT_EQ(log.warnings(), std::vector<std::string>{});
}

TEST(ClusterEnded, OneOfTheConfigurationIsWarnedOfOnceANode) {
  LogLines log;
  Cluster all(2);
  all.make_game(0);
  all[0].admin(R"({"command":"game end","game":"main"})");
  all.advance(seconds(2));
  EXPECT_TRUE(log.with("its id is not used again").empty()) << "the operator has just ended it";
  all.make_game(1);
  all.advance(seconds(1));
  all.make_game(1);
  EXPECT_EQ(log.with("game main of the configuration has ended").size(), 2u);
}

}  // namespace
}  // namespace cardroom::testing
