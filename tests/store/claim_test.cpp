#include "actors/store/claim.hpp"

#include "tests/store/node_fixture.hpp"

namespace cardroom::testing {
namespace {

using std::chrono::milliseconds;
using ::testing::Test;

constexpr ClaimTimes kQuick{milliseconds(600), milliseconds(100)};

/// Somebody whose process cannot be looked for.
Claimant far(const std::string& token) {
  return {token, "far", "another boot", "1", "1", "2027-01-31T20:00:00Z"};
}

struct ClaimTest : Test {
  Result<Claim> take(const Claimant& who) {
    RedisClient client = redis.client();
    return take_claim(client, who, kQuick, [this](const std::string& text) { progress.push_back(text); });
  }
  std::string holder() {
    return std::string(redis.client().command({"HGET", "cardroom:daemon", "token"})->text());
  }
  TestRedis redis;
  std::vector<std::string> progress;
};

TEST_F(ClaimTest, AFreeStoreIsTakenAtOnceAndExpires) {
  const Claimant self = this_claimant();
  const auto claim = take(self);
  ASSERT_TRUE(claim);
  EXPECT_EQ(claim->term, 1u);
  EXPECT_EQ(holder(), self.token);
  const auto left = redis.client().command({"PTTL", "cardroom:daemon"})->integer();
  EXPECT_GT(left, 0);
  EXPECT_LE(left, kQuick.expiry.count());
}

TEST_F(ClaimTest, OneThatIsRenewedIsRefusedAndNamed) {
  const auto claim = take(far("a"));
  ASSERT_TRUE(claim);
  Store store({.address = redis.address()});
  ASSERT_TRUE(store.wait_until_up(kPatience));
  const ClaimKeeper keeper(store, *claim, kQuick, {});
  const auto second = take(this_claimant());
  EXPECT_EQ(code_of(second), StoreError::IN_USE);
  EXPECT_NE(second.error().text.find("cardroomd on far (pid 1), since 2027-01-31T20:00:00Z"),
            std::string::npos)
      << second.error().text;
  EXPECT_EQ(holder(), "a");
}

TEST_F(ClaimTest, OneThatIsSilentIsWaitedFor) {
  ASSERT_TRUE(take(far("a")));
  const auto begin = std::chrono::steady_clock::now();
  const auto claim = take(this_claimant());
  ASSERT_TRUE(claim);
  EXPECT_EQ(claim->term, 2u);
  EXPECT_GT(std::chrono::steady_clock::now() - begin, kQuick.expiry / 2);
  ASSERT_EQ(progress.size(), 1u);
  EXPECT_NE(progress[0].find("cardroomd on far"), std::string::npos) << progress[0];
}

TEST_F(ClaimTest, OneWhoseProcessHasEndedIsTakenOverAtOnce) {
  // A process that is gone, and one whose pid is another's by now.
  Claimant gone = this_claimant(), reused = gone;
  gone.pid = "999999999";
  reused.started = "1";
  for (const Claimant& dead : {gone, reused}) {
    EXPECT_TRUE(has_ended(dead, this_claimant()));
    RedisClient client = redis.client();
    client.command({"DEL", "cardroom:daemon"});
    const ClaimTimes never{std::chrono::hours(1), milliseconds(10)};
    ASSERT_TRUE(take_claim(client, dead, never, {}));
    ASSERT_TRUE(take_claim(client, this_claimant(), never, {}));
  }
  EXPECT_FALSE(has_ended(this_claimant(), this_claimant()));
  EXPECT_FALSE(has_ended(far("a"), this_claimant()));
}

TEST_F(ClaimTest, AClusterThatBeatsIsRefusedAndNamed) {
  NodeClient nodes(redis.address());
  nodes.join("a", "a1");
  nodes.join("b", "b1");
  Promise<Result<Claim>> claim;
  std::thread taking([&] { claim.set(take(this_claimant())); });
  while (!claim.has()) nodes.beat("b1");
  taking.join();
  EXPECT_EQ(code_of(claim.get()), StoreError::IN_USE);
  EXPECT_NE(claim.get().error().text.find("in use by a cluster (nodes a, b)"), std::string::npos)
      << claim.get().error().text;
  EXPECT_TRUE(nodes.beat("a1").accepted) << "nobody was harmed";
}

TEST_F(ClaimTest, AClusterThatIsSilentIsWaitedForAndThenDead) {
  NodeClient nodes(redis.address());
  nodes.join("a", "a1");
  nodes.join("b", "b1");
  const auto begin = std::chrono::steady_clock::now();
  ASSERT_TRUE(take(this_claimant()));
  EXPECT_GE(std::chrono::steady_clock::now() - begin, kQuick.expiry);
  ASSERT_EQ(progress.size(), 1u);
  EXPECT_NE(progress[0].find("a cluster (nodes a, b) has the store and is silent"), std::string::npos)
      << progress[0];
  EXPECT_FALSE(nodes.beat("a1").accepted);
  EXPECT_EQ(nodes.read().dead.size(), 2u);
}

TEST_F(ClaimTest, NobodyIsSilentWhileTheServerTakesNoWrites) {
  NodeClient nodes(redis.address());
  nodes.join("a", "a1");
  redis.client().command({"CONFIG", "SET", "min-replicas-to-write", "1"});
  EXPECT_EQ(code_of(take(this_claimant())), StoreError::FEW_REPLICAS);
}

struct KeptClaimTest : ClaimTest {
  void SetUp() override {
    ASSERT_TRUE(store.wait_until_up(kPatience));
    const auto claim = take(far("a"));
    ASSERT_TRUE(claim);
    keeper.emplace(store, *claim, kQuick, taken.callback());
  }
  /// When the keeper has asked once more.
  void renewed() {
    keeper->renew();
    Promise<Result<Reply>> answer;
    store.command({"PING"}, answer.callback());
    ASSERT_TRUE(answer.get());
  }
  Store store{{.address = redis.address()}};
  Promise<std::string> taken;
  std::optional<ClaimKeeper> keeper;
};

TEST_F(KeptClaimTest, ATakenClaimIsTold) {
  redis.client().command({"DEL", "cardroom:daemon"});
  // Between two renewals somebody else was quicker.
  RedisClient client = redis.client();
  client.command({"HSET", "cardroom:daemon", "token", "b", "host", "near", "pid", "7", "since", "noon"});
  EXPECT_NE(taken.get().find("cardroomd on near (pid 7), since noon"), std::string::npos);
  EXPECT_EQ(holder(), "b");
}

TEST_F(KeptClaimTest, OneThatWasTakenAndGivenUpIsNotMineAgain) {
  RedisClient client = redis.client();
  client.eval(Script{"redis.call('INCR', 'cardroom:daemon:terms') redis.call('DEL', 'cardroom:daemon')"}, {},
              {});
  EXPECT_NE(taken.get(), "");
  EXPECT_EQ(holder(), "");
}

TEST_F(KeptClaimTest, OneThatOnlyExpiredIsMineAgain) {
  redis.client().command({"DEL", "cardroom:daemon"});
  for (int i = 0; i < 1'000 && holder() != "a"; ++i) renewed();
  EXPECT_EQ(holder(), "a");
  EXPECT_FALSE(taken.has());
}

TEST_F(KeptClaimTest, OneThatExpiredIsNotTakenBackFromACluster) {
  redis.client().command({"DEL", "cardroom:daemon"});
  NodeClient nodes(redis.address());
  // Unless the keeper was quicker.
  while (nodes.joined("n", "n1") != cluster::JoinWord::JOINED)
    redis.client().command({"DEL", "cardroom:daemon"});
  EXPECT_EQ(taken.get(), "the store was taken over by a cluster (node n)");
  EXPECT_EQ(holder(), "");
}

TEST_F(KeptClaimTest, AReleasedClaimIsFreeAtOnce) {
  keeper->release();
  store.stop(kPatience);
  EXPECT_EQ(holder(), "");
}

TEST_F(KeptClaimTest, AnothersClaimIsNotReleased) {
  RedisClient client = redis.client();
  client.command({"HSET", "cardroom:daemon", "token", "b"});
  keeper->release();
  store.stop(kPatience);
  EXPECT_EQ(holder(), "b");
}

}  // namespace
}  // namespace cardroom::testing
