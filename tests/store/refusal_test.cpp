#include <filesystem>

#include "actors/store/store.hpp"
#include "tests/store/journal_fixture.hpp"
#include "tests/store/replica_fixture.hpp"

/// A server that answers and takes no writes is down like one that does not answer.
namespace cardroom::testing {
namespace {

using std::chrono::milliseconds;
constexpr Script kAdd{"return redis.call('INCRBY', KEYS[1], ARGV[1])"};

class RefusalTest : public ::testing::Test {
 protected:
  StoreOptions options() {
    StoreOptions out{.address = redis_.address()};
    out.limits.ping_after = milliseconds(20);
    out.probe_after = milliseconds(20);
    out.first_retry = milliseconds(5);
    turns_.listen(out);
    return out;
  }
  Result<Reply> ask(std::vector<std::string> args, StoreLane lane = StoreLane::JOURNAL) {
    Promise<Result<Reply>> answer;
    store_.command(std::move(args), answer.callback(), lane);
    return answer.get();
  }
  Result<Reply> add() {
    Promise<Result<Reply>> answer;
    store_.eval(kAdd, {"n"}, {"1"}, answer.callback());
    return answer.get();
  }
  void admin(std::vector<std::string> args) {
    const auto reply = redis_.client().command(args);
    ASSERT_TRUE(reply) << reply.error().text;
  }
  /// The server refuses from now on: nothing is sent to it until it does not.
  void expect_down(StoreError code, const std::string& word) {
    const auto refused = ask({"SET", "n", "1"});
    EXPECT_EQ(code_of(refused), code);
    EXPECT_NE(refused.error().text.find(word), std::string::npos) << refused.error().text;
    ASSERT_TRUE(turns_.down.wait_for(1));
    EXPECT_EQ(turns_.last, code);
    EXPECT_FALSE(store_.wait_until_up(milliseconds(0)));
    const auto read = ask({"GET", "n"});
    EXPECT_EQ(code_of(read), StoreError::UNAVAILABLE);
    EXPECT_NE(read.error().text.find(word), std::string::npos) << read.error().text;
    EXPECT_EQ(turns_.up.count(), 0);
  }
  void expect_up() {
    ASSERT_TRUE(turns_.up.wait_for(1));
    EXPECT_TRUE(store_.wait_until_up(milliseconds(0)));
    EXPECT_TRUE(ask({"SET", "n", "1"}));
    EXPECT_EQ(turns_.down.count(), 1);
    EXPECT_EQ(turns_.up.count(), 1);
  }

  Turns turns_;
  TestRedis redis_{{"--dbfilename", "dump"}};
  Store store_{options()};
};

TEST_F(RefusalTest, OutOfMemory) {
  ASSERT_TRUE(store_.wait_until_up(kPatience));
  admin({"CONFIG", "SET", "maxmemory", "1"});
  expect_down(StoreError::NO_MEMORY, "memory");
  admin({"CONFIG", "SET", "maxmemory", "0"});
  expect_up();
}

TEST_F(RefusalTest, AReplica) {
  ASSERT_TRUE(store_.wait_until_up(kPatience));
  admin({"REPLICAOF", "127.0.0.1", "1"});
  expect_down(StoreError::READ_ONLY, "read-only");
  admin({"REPLICAOF", "NO", "ONE"});
  expect_up();
}

TEST_F(RefusalTest, ADiskThatTakesNothing) {
  ASSERT_TRUE(store_.wait_until_up(kPatience));
  const std::string file = redis_.folder() + "/dump";
  const auto save = [&](const char* status) {
    admin({"CONFIG", "SET", "save", "3600 1000000"});
    auto client = redis_.client();
    (void)client.command({"BGSAVE"});
    for (std::string info; info.find(status) == std::string::npos ||
                           info.find("rdb_bgsave_in_progress:1") != std::string::npos;)
      info = client.command({"INFO", "persistence"})->text();
  };
  // A file cannot be renamed to a folder.
  ASSERT_TRUE(std::filesystem::create_directory(file));
  save("rdb_last_bgsave_status:err");
  // Such a server refuses even a PING, so the store may know it before anybody asks.
  ASSERT_TRUE(turns_.down.wait_for(1));
  EXPECT_EQ(turns_.last, StoreError::DISK);
  EXPECT_EQ(code_of(ask({"SET", "n", "1"})), StoreError::UNAVAILABLE);
  ASSERT_TRUE(std::filesystem::remove(file));
  save("rdb_last_bgsave_status:ok");
  expect_up();
}

TEST_F(RefusalTest, FewerReplicasThanTheServerDemands) {
  ASSERT_TRUE(store_.wait_until_up(kPatience));
  admin({"CONFIG", "SET", "min-replicas-to-write", "1"});
  expect_down(StoreError::FEW_REPLICAS, "replicas");
  admin({"CONFIG", "SET", "min-replicas-to-write", "0"});
  expect_up();
}

TEST_F(RefusalTest, AScriptThatIsRefused) {
  ASSERT_TRUE(store_.wait_until_up(kPatience));
  ASSERT_TRUE(add());
  admin({"CONFIG", "SET", "maxmemory", "1"});
  EXPECT_EQ(code_of(add()), StoreError::NO_MEMORY);
  ASSERT_TRUE(turns_.down.wait_for(1));
  admin({"CONFIG", "SET", "maxmemory", "0"});
  ASSERT_TRUE(turns_.up.wait_for(1));
  EXPECT_EQ(add()->integer(), 2);
}

TEST_F(RefusalTest, AClaimIsRenewedMeanwhile) {
  ASSERT_TRUE(store_.wait_until_up(kPatience));
  admin({"SET", "claim", "mine", "EX", "100"});
  admin({"CONFIG", "SET", "maxmemory", "1"});
  expect_down(StoreError::NO_MEMORY, "memory");
  EXPECT_TRUE(ask({"PEXPIRE", "claim", "10000"}, StoreLane::CLAIM));
  admin({"CONFIG", "SET", "maxmemory", "0"});
  expect_up();
}

TEST_F(RefusalTest, OneReasonAfterTheOtherIsOneOutage) {
  ASSERT_TRUE(store_.wait_until_up(kPatience));
  admin({"CONFIG", "SET", "maxmemory", "1"});
  expect_down(StoreError::NO_MEMORY, "memory");
  redis_.kill();
  ASSERT_TRUE(turns_.down.wait_for(2));
  EXPECT_EQ(turns_.last, StoreError::UNAVAILABLE);
  // It comes back and still takes nothing.
  redis_.start({"--maxmemory", "1"});
  ASSERT_TRUE(turns_.down.wait_for(3));
  EXPECT_EQ(turns_.last, StoreError::NO_MEMORY);
  EXPECT_EQ(turns_.up.count(), 0);
  admin({"CONFIG", "SET", "maxmemory", "0"});
  ASSERT_TRUE(turns_.up.wait_for(1));
  EXPECT_TRUE(ask({"SET", "n", "1"}));
}

}  // namespace
}  // namespace cardroom::testing
