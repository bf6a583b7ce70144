#include "tests/store/node_history.hpp"

#include <atomic>

namespace cardroom::testing {
namespace {

using namespace cardroom::cluster;

TEST(NodeHistoryTest, OneLivesUnderANameTermsGrowAndTheDeadStayDead) {
  TestRedis redis;
  NodeClient a(redis.address()), b(redis.address()), c(redis.address());
  std::map<std::string, int> counts;
  for (std::uint64_t seed = 0; seed < 60 && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    ASSERT_TRUE(redis.client().command({"FLUSHALL"}));
    NodeHistory history({&a, &b, &c}, seed);
    for (int turn = 0; turn < 300 && !::testing::Test::HasFailure(); ++turn) history.turn();
    for (const auto& [what, count] : history.counts()) counts[what] += count;
  }
  EXPECT_EQ(counts.size(), 24u);
  for (const auto& [what, count] : counts) {
    RecordProperty(what, count);
    EXPECT_GT(count, 10) << what << " hardly ever happened";
  }
}

/// Repeats a call until it is answered.
template <class T>
void insist(std::function<void(Done<T>)> call, std::function<void(const T&)> heard) {
  call([=](const Result<T>& answer) { answer ? heard(*answer) : insist<T>(call, heard); });
}

// All want the same name, lead and beat at once, over connections that are lost again and again.
TEST(NodeHistoryTest, LostConnectionsMakeNoSecondCoordinator) {
  TestRedis redis;
  RedisClient admin = redis.client();
  NodeClient clients[3]{NodeClient(redis.address()), NodeClient(redis.address()),
                        NodeClient(redis.address())};
  std::mutex mutex;
  std::multimap<std::uint64_t, std::string> leaders;
  std::uint64_t most = 0;
  for (int round = 0; round < 150; ++round) {
    std::atomic<int> joined = 0;
    Counter ended;
    for (int i = 0; i < 3; ++i) {
      auto& nodes = clients[i].nodes();
      const auto self = "i" + std::to_string(round) + std::string(1, static_cast<char>('a' + i));
      insist<JoinAnswer>(
          [&nodes, self](auto done) {
            nodes.join(NodeClient::record("n" + self.substr(1, self.size() - 2), self), {}, done);
          },
          [&](const JoinAnswer& answer) { joined += answer.word == JoinWord::JOINED, ended.add(); });
      insist<std::optional<Term>>([&nodes, self, most](auto done) { nodes.lead({most}, {self}, done); },
                                  [&, self](const std::optional<Term>& term) {
                                    const std::lock_guard lock(mutex);
                                    if (term) leaders.emplace(term->v, self);
                                    ended.add();
                                  });
      insist<BeatAnswer>([&nodes, self](auto done) { nodes.beat({self}, done); },
                         [&](const BeatAnswer&) { ended.add(); });
    }
    admin.command({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"});
    ASSERT_TRUE(ended.wait_for(9));
    EXPECT_EQ(joined, 1);
    Promise<std::uint64_t> term_now;
    insist<PollAnswer>([&](auto done) { clients[0].nodes().poll(done); },
                       [&](const PollAnswer& answer) { term_now.set(answer.now.term.v); });
    most = term_now.get();
    for (std::uint64_t term = 1; term <= most; ++term) ASSERT_LE(leaders.count(term), 1u);
  }
  EXPECT_GT(most, 10u);
  EXPECT_EQ(clients[0].read().beats.size(), 150u);
}

}  // namespace
}  // namespace cardroom::testing
