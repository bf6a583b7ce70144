#include "actors/store/node_store.hpp"

#include "actors/store/claim.hpp"
#include "tests/store/node_fixture.hpp"

namespace cardroom::testing {
namespace {

using namespace cardroom::cluster;
using enum JoinWord;

struct NodeStoreTest : ::testing::Test {
  std::uint64_t change() { return nodes.poll().now.change; }
  std::string wanted(const std::string& subject) {
    const auto want = nodes.read().want;
    return want.contains(subject) ? want.at(subject).v : "";
  }
  TestRedis redis;
  NodeClient nodes{redis.address()};
};

TEST_F(NodeStoreTest, ANameIsItsHoldersWhileThatLives) {
  EXPECT_EQ(nodes.joined("a", "a1"), JOINED);
  EXPECT_EQ(nodes.joined("a", "a1"), JOINED) << "its own repeat";
  const auto held = nodes.join("a", "a2");
  EXPECT_EQ(held.word, HELD);
  EXPECT_EQ(held.holder, NodeClient::record("a", "a1"));
  EXPECT_EQ(nodes.joined("a", "a2", "another"), HELD);
  EXPECT_EQ(nodes.joined("b", "b1"), JOINED);
  EXPECT_EQ(nodes.poll().beats, (Beats{{{"a1"}, {0}}, {{"b1"}, {0}}}));
}

TEST_F(NodeStoreTest, TheOwnerOfADirectoryTakesItsNameBack) {
  nodes.join("a", "a1");
  nodes.place("a1", "table:t", "a1");
  EXPECT_EQ(nodes.joined("a", "a2", "a1"), JOINED);
  EXPECT_EQ(nodes.joined("a", "a2", "a1"), JOINED) << "its own repeat";
  EXPECT_FALSE(nodes.beat("a1").accepted);
  EXPECT_TRUE(nodes.beat("a2").accepted);
  EXPECT_EQ(nodes.joined("a", "a1", "a2"), DEAD) << "for good";
  const auto all = nodes.read();
  EXPECT_EQ(all.nodes, (std::vector<NodeRecord>{NodeClient::record("a", "a2")}));
  EXPECT_EQ(all.dead, (std::map<Incarnation, NodeRecord>{{{"a1"}, NodeClient::record("a", "a1")}}));
  EXPECT_EQ(all.want.at("table:t"), Incarnation{"a1"});
}

TEST_F(NodeStoreTest, ABeatCountsAndTellsWhatChanged) {
  EXPECT_FALSE(nodes.beat("a1").accepted);
  nodes.join("a", "a1");
  const auto first = nodes.beat("a1"), second = nodes.beat("a1");
  EXPECT_EQ(first.beat, Beat{1});
  EXPECT_EQ(second.beat, Beat{2});
  EXPECT_EQ(first.now, second.now) << "a beat is no change";
  EXPECT_EQ(second.now, nodes.poll().now);
  nodes.join("b", "b1");
  EXPECT_GT(nodes.beat("a1").now.change, second.now.change);
}

TEST_F(NodeStoreTest, TheDeadAreForgottenWhenNothingLeadsToThemAnyMore) {
  nodes.join("a", "a1");
  nodes.join("b", "b1");
  nodes.place("a1", "table:t", "a1");
  const auto term = nodes.lead(0, "b1");
  ASSERT_EQ(nodes.declare(term, "a1", 0), DeclareWord::DEAD);
  EXPECT_EQ(nodes.read().nodes.size(), 2u) << "what it was is still known";
  nodes.join("a", "a2");
  EXPECT_TRUE(nodes.read().dead.contains({"a1"}));
  nodes.assign(term, {{"table:t", {"a1"}, {"b1"}}});
  EXPECT_TRUE(nodes.read().dead.empty());
  EXPECT_FALSE(nodes.beat("a1").accepted);
}

TEST_F(NodeStoreTest, WhetherANodeDrainsIsInItsRecord) {
  nodes.join("a", "a1");
  nodes.join("b", "b1");
  const auto before = change();
  EXPECT_EQ(nodes.set_draining("a1", true), DrainWord::DONE);
  EXPECT_EQ(nodes.set_draining("a1", true), DrainWord::DONE);
  EXPECT_EQ(change(), before + 1);
  EXPECT_TRUE(nodes.read().nodes[0].draining);
  EXPECT_EQ(nodes.read().nodes[0].drain_deadline, 60u);
  EXPECT_EQ(nodes.set_draining("a1", true, 0), DrainWord::DONE);
  EXPECT_TRUE(nodes.read().nodes[0].draining) << "at once";
  EXPECT_EQ(nodes.read().nodes[0].drain_deadline, 0u);
  EXPECT_EQ(nodes.set_draining("a1", false), DrainWord::DONE);
  EXPECT_FALSE(nodes.read().nodes[0].draining);
  EXPECT_EQ(nodes.set_draining("a2", true), DrainWord::REFUSED);
}

TEST_F(NodeStoreTest, SomeNodeIsNotDrained) {
  nodes.join("a", "a1");
  EXPECT_EQ(nodes.set_draining("a1", true), DrainWord::LONE);
  nodes.join("b", "b1");
  EXPECT_EQ(nodes.set_draining("a1", true), DrainWord::DONE);
  EXPECT_EQ(nodes.set_draining("b1", true), DrainWord::LONE);
  EXPECT_FALSE(nodes.read().nodes[1].draining);
  EXPECT_EQ(nodes.set_draining("a1", true, 0), DrainWord::DONE) << "it is drained already";
  nodes.join("c", "c1");
  EXPECT_EQ(nodes.set_draining("b1", true), DrainWord::DONE);
  ASSERT_EQ(nodes.declare(nodes.lead(0, "a1"), "c1", 0), DeclareWord::DEAD);
  EXPECT_EQ(nodes.set_draining("b1", false), DrainWord::DONE);
  EXPECT_EQ(nodes.set_draining("b1", true), DrainWord::LONE) << "the dead take nothing over";
}

TEST_F(NodeStoreTest, WhoLeavesFreesItsNameAndLeavesNothingBehindUnlessForced) {
  nodes.join("a", "a1");
  nodes.place("a1", "table:t", "a1");
  EXPECT_EQ(nodes.leave("a1"), LeaveWord::PLACED);
  EXPECT_TRUE(nodes.beat("a1").accepted);
  EXPECT_EQ(nodes.leave("a1", true), LeaveWord::LEFT);
  EXPECT_EQ(nodes.leave("a1", true), LeaveWord::LEFT);
  EXPECT_FALSE(nodes.beat("a1").accepted);
  EXPECT_TRUE(nodes.read().nodes.empty());
  EXPECT_TRUE(nodes.read().dead.contains({"a1"})) << "it is wanted there";
  nodes.join("a", "a2");
  EXPECT_TRUE(nodes.remove("table:t", "a1"));
  EXPECT_EQ(nodes.leave("a2"), LeaveWord::LEFT);
  const auto all = nodes.read();
  EXPECT_TRUE(all.nodes.empty() && all.dead.empty() && all.beats.empty() && all.want.empty());
}

TEST_F(NodeStoreTest, EachTermHasOneCoordinatorWhoLivedWhenItBegan) {
  EXPECT_EQ(nodes.lead(0, "a1"), 0u);
  nodes.join("a", "a1");
  nodes.join("b", "b1");
  EXPECT_EQ(nodes.lead(0, "a1"), 1u);
  EXPECT_EQ(nodes.lead(0, "a1"), 1u) << "its own repeat";
  EXPECT_EQ(nodes.lead(0, "b1"), 0u);
  EXPECT_EQ(nodes.lead(1, "b1"), 2u);
  EXPECT_EQ(nodes.lead(0, "a1"), 0u);
  EXPECT_EQ(nodes.lead(3, "a1"), 0u) << "a term that was never";
  const auto now = nodes.poll().now;
  EXPECT_EQ(now.term, Term{2});
  EXPECT_EQ(now.coordinator, Incarnation{"b1"});
}

TEST_F(NodeStoreTest, OnlyTheCoordinatorDeclaresAndOnlyWhoIsStillSilent) {
  nodes.join("a", "a1");
  nodes.join("b", "b1");
  EXPECT_EQ(nodes.declare(0, "a1", 0), DeclareWord::OLD_TERM) << "nobody coordinates";
  nodes.lead(0, "b1");
  nodes.beat("a1");
  EXPECT_EQ(nodes.declare(1, "a1", 0), DeclareWord::BEATS);
  EXPECT_EQ(nodes.declare(1, "a1", 1), DeclareWord::DEAD);
  EXPECT_EQ(nodes.declare(1, "a1", 1), DeclareWord::DEAD) << "its own repeat";
  EXPECT_FALSE(nodes.beat("a1").accepted);
  nodes.join("c", "c1");
  nodes.lead(1, "c1");
  EXPECT_EQ(nodes.declare(1, "c1", 0), DeclareWord::OLD_TERM);
  nodes.join("c", "c2", "c1");
  EXPECT_EQ(nodes.declare(2, "b1", 0), DeclareWord::OLD_TERM) << "the coordinator is dead";
}

TEST_F(NodeStoreTest, AssignmentsAreFromWhatWasSeenToWhoLives) {
  nodes.join("a", "a1");
  nodes.join("b", "b1");
  nodes.lead(0, "a1");
  using enum AssignWord;
  using Words = std::vector<AssignWord>;
  EXPECT_EQ(nodes.assign(1, {{"game:g", {}, {"a1"}}, {"table:t", {}, {"b1"}}}).words, (Words{DONE, DONE}));
  const auto before = change();
  EXPECT_EQ(nodes.assign(1, {{"game:g", {}, {"a1"}}, {"table:t", {}, {"b1"}}}).words, (Words{DONE, DONE}));
  EXPECT_EQ(change(), before) << "a repeat is no change";
  EXPECT_EQ(nodes
                .assign(1, {{"game:g", {}, {"b1"}},
                            {"table:t", {"b1"}, {"dead"}},
                            {"table:u", {"b1"}, {"a1"}},
                            {"table:t", {"b1"}, {"a1"}}})
                .words,
            (Words{MOVED, DEAD, MOVED, DONE}));
  EXPECT_EQ(wanted("game:g"), "a1");
  EXPECT_EQ(wanted("table:t"), "a1");
  EXPECT_EQ(wanted("table:u"), "");
  nodes.lead(1, "b1");
  const auto old = nodes.assign(1, {{"game:g", {"a1"}, {"b1"}}});
  EXPECT_TRUE(old.old_term);
  EXPECT_TRUE(old.words.empty());
  EXPECT_EQ(wanted("game:g"), "a1");
}

TEST_F(NodeStoreTest, SomethingNewIsPlacedOnceAndRemovedByWhoHasIt) {
  nodes.join("a", "a1");
  nodes.join("b", "b1");
  EXPECT_EQ(nodes.place("a1", "table:t", "dead"), "");
  EXPECT_EQ(nodes.place("dead", "table:t", "a1"), "");
  EXPECT_EQ(nodes.place("a1", "table:t", "b1"), "b1");
  EXPECT_EQ(nodes.place("a1", "table:t", "a1"), "b1");
  EXPECT_FALSE(nodes.remove("table:t", "a1"));
  EXPECT_TRUE(nodes.remove("table:t", "b1"));
  EXPECT_TRUE(nodes.remove("table:t", "b1"));
  EXPECT_EQ(wanted("table:t"), "");
}

TEST_F(NodeStoreTest, ThousandsAreAssignedAtOnce) {
  nodes.join("a", "a1");
  nodes.lead(0, "a1");
  std::vector<Assignment> all;
  for (int i = 0; i < 20'000; ++i) all.push_back({"table:" + std::to_string(i), {}, {"a1"}});
  EXPECT_EQ(nodes.assign(1, all).words.size(), all.size());
  EXPECT_EQ(nodes.read().want.size(), all.size());
}

TEST_F(NodeStoreTest, APollFailsWhileNobodysBeatGetsThrough) {
  nodes.join("a", "a1");
  RedisClient admin = redis.client();
  admin.command({"CONFIG", "SET", "min-replicas-to-write", "1"});
  Promise<Result<PollAnswer>> polled;
  nodes.nodes().poll(polled.callback());
  EXPECT_EQ(code_of(polled.get()), StoreError::FEW_REPLICAS);
  Promise<Result<BeatAnswer>> refused, again;
  nodes.nodes().beat({"a1"}, refused.callback());
  EXPECT_EQ(code_of(refused.get()), StoreError::FEW_REPLICAS) << "it is asked though the store is down";
  admin.command({"CONFIG", "SET", "min-replicas-to-write", "0"});
  nodes.nodes().beat({"a1"}, again.callback());
  EXPECT_TRUE(again.get()->accepted);
  EXPECT_FALSE(nodes.poll().beats.empty());
  EXPECT_EQ(admin.command({"EXISTS", "{cluster}:probe"})->integer(), 0) << "a poll leaves nothing";
}

TEST_F(NodeStoreTest, ARecordThatCannotBeReadIsNamed) {
  redis.client().command({"HSET", "{cluster}:nodes", "a", "a1 0 {"});
  Promise<Result<ClusterContents>> contents;
  nodes.nodes().read(contents.callback());
  EXPECT_EQ(code_of(contents.get()), StoreError::CORRUPT);
  EXPECT_NE(contents.get().error().text.find("node a "), std::string::npos);
}

TEST_F(NodeStoreTest, NobodyJoinsWhileADaemonOfItsOwnHasTheStore) {
  RedisClient client = redis.client();
  ASSERT_TRUE(take_claim(client, {"t", "far", "boot", "1", "1", "noon"}, {}, [](const std::string&) {}));
  const auto answer = nodes.join("a", "a1");
  EXPECT_EQ(answer.word, DAEMON);
  EXPECT_EQ(answer.daemon, "cardroomd on far (pid 1), since noon");
  client.command({"DEL", "cardroom:daemon"});
  EXPECT_EQ(nodes.joined("a", "a1"), JOINED);
}

}  // namespace
}  // namespace cardroom::testing
