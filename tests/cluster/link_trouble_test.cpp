#include "actors/cluster/link_trouble.hpp"

#include <gtest/gtest.h>

#include "tests/cluster/link_fixture.hpp"
#include "tests/log_lines.hpp"

namespace cardroom::cluster {
namespace {

using Log = LinkTrouble::Log;
using std::chrono::milliseconds;
constexpr LinkTime kStart{std::chrono::hours(1)};

TEST(LinkTrouble, WhatHealsIsNoWarning) {
  LinkTrouble trouble;
  EXPECT_EQ(trouble.failed("refused", kStart), Log::INFO);
  EXPECT_EQ(trouble.failed("refused", kStart + milliseconds(100)), Log::NOT) << "it was said";
  EXPECT_EQ(trouble.failed("lost", kStart + milliseconds(200)), Log::INFO) << "it is another reason";
  EXPECT_EQ(trouble.on_time(kStart + kLasts - milliseconds(1)), Log::NOT);
  trouble.over();
  EXPECT_EQ(trouble.on_time(kStart + 2 * kLasts), Log::NOT);
  EXPECT_EQ(trouble.failed("lost", kStart + 2 * kLasts), Log::INFO) << "it begins anew";
}

TEST(LinkTrouble, WhatLastsIsOne) {
  LinkTrouble trouble;
  trouble.failed("refused", kStart);
  EXPECT_EQ(trouble.on_time(kStart + kLasts), Log::WARNING);
  EXPECT_EQ(trouble.on_time(kStart + 2 * kLasts), Log::NOT) << "once";
  EXPECT_EQ(trouble.failed("refused", kStart + 2 * kLasts), Log::NOT);
  EXPECT_EQ(trouble.failed("lost", kStart + 2 * kLasts), Log::WARNING) << "it still lasts";
  LinkTrouble other;
  EXPECT_EQ(other.failed("another protocol", kStart, true), Log::WARNING) << "it cannot heal";
}

TEST(LinkTrouble, WhoIsToConnectAndDoesNotIsOne) {
  LinkTrouble trouble;
  trouble.awaits("it does not connect", kStart);
  EXPECT_EQ(trouble.on_time(kStart + milliseconds(100)), Log::NOT);
  trouble.awaits("it does not connect", kStart + milliseconds(200));
  EXPECT_EQ(trouble.on_time(kStart + kLasts), Log::WARNING);
  trouble.over();
  trouble.failed("lost", kStart);
  trouble.awaits("it does not connect", kStart);
  EXPECT_EQ(trouble.why(), "lost") << "that says more";
}

TEST(LinkTrouble, BothNodesNameTheAddressThatLeadsNowhere) {
  cardroom::testing::LogLines log;
  testing::Node a("a"), b("b");
  NodeRecord nowhere = b.record;
  nowhere.address = "127.0.0.1:1";
  a.know({nowhere});
  b.know({a.record});
  EXPECT_TRUE(log.wait("no link with node b: Connection refused (at 127.0.0.1:1)"));
  EXPECT_TRUE(log.wait("no link with node a: it does not connect. It has to reach this node where"));
}

TEST(LinkTrouble, AStrangerWhoStaysOneIsWorthAWarning) {
  LinkStrangers strangers;
  for (milliseconds at{0}; at < kLasts; at += milliseconds(500))
    EXPECT_FALSE(strangers.refused("a", kStart + at));
  EXPECT_FALSE(strangers.refused("b", kStart + kLasts));
  EXPECT_TRUE(strangers.refused("a", kStart + kLasts));
  EXPECT_FALSE(strangers.refused("a", kStart + 3 * kLasts)) << "it was away";
  bool full = false;
  for (int i = 0; i < 1'000; ++i) full = strangers.refused(std::to_string(i), kStart + 3 * kLasts) || full;
  EXPECT_TRUE(full) << "anybody may connect under any name";
}

TEST(LinkTrouble, ANodeThatHasNotHeardOfAnotherYetWarnsNobody) {
  cardroom::testing::LogLines log;
  testing::Node a("a"), b("b");
  a.know({b.record});
  ASSERT_TRUE(log.wait("no link with node b: it refuses: node b does not know this incarnation"));
  b.know({a.record});
  ASSERT_TRUE(a.seen->wait_up("b"));
  ASSERT_TRUE(b.seen->wait_up("a"));
  // And one that leaves.
  a.know({});
  ASSERT_TRUE(a.seen->wait_down("b"));
  ASSERT_TRUE(b.seen->wait_down("a"));
  EXPECT_EQ(log.warnings(), std::vector<std::string>{});
}

}  // namespace
}  // namespace cardroom::cluster
