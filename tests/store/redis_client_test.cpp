#include "actors/store/redis_client.hpp"

#include <netinet/in.h>
#include <sys/socket.h>

#include "actors/store/server_check.hpp"
#include "tests/store/redis_fixture.hpp"

namespace cardroom::testing {
namespace {

using std::chrono::milliseconds;

TEST(RedisClientTest, ReadsEveryKindOfReply) {
  TestRedis redis;
  auto client = redis.client();
  EXPECT_EQ(client.command({"SET", "k", std::string("a\0b", 3)})->text(), "OK");
  EXPECT_EQ(client.command({"GET", "k"})->text(), std::string_view("a\0b", 3));
  EXPECT_TRUE(client.command({"GET", "none"})->is_nil());
  EXPECT_EQ(client.command({"INCR", "n"})->integer(), 1);
  EXPECT_EQ(client.command({"GET", "n"})->integer(), 1);
  const auto list = *client.command({"MGET", "n", "none"});
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[0].text(), "1");
  EXPECT_TRUE(list[1].is_nil());
  EXPECT_TRUE(list[2].is_nil());
}

TEST(RedisClientTest, AnErrorOfTheServerIsAValueWithoutTheArguments) {
  TestRedis redis;
  const auto result = redis.client().command({"NOSUCH", "secret"});
  EXPECT_EQ(code_of(result), StoreError::REFUSED);
  EXPECT_NE(result.error().text.find("NOSUCH"), std::string::npos);
  EXPECT_EQ(result.error().text.find("secret"), std::string::npos);
}

TEST(RedisClientTest, AFrozenServerIsUnknownAndThenTheClientIsDone) {
  TestRedis redis;
  auto client = RedisClient::connect(redis.address(), milliseconds(100));
  ASSERT_TRUE(client->command({"PING"}));
  redis.freeze();
  EXPECT_EQ(code_of(client->command({"PING"})), StoreError::UNKNOWN);
  redis.thaw();
  EXPECT_EQ(code_of(client->command({"PING"})), StoreError::UNAVAILABLE);
}

TEST(RedisClientTest, NoServerIsUnavailable) {
  TempDir folder;
  EXPECT_EQ(code_of(RedisClient::connect({.socket_path = folder / "none"}, milliseconds(100))),
            StoreError::UNAVAILABLE);
}

TEST(RedisClientTest, ReachesASocketWithALongPath) {
  TestRedis redis;
  std::string deep = redis.folder();
  for (int i = 0; i < 6; ++i) deep += "/" + std::string(40, 'x');
  std::filesystem::create_directories(deep);
  std::filesystem::rename(redis.address().socket_path, deep + "/redis.sock");
  auto client = RedisClient::connect({.socket_path = deep + "/redis.sock"}, kPatience);
  ASSERT_TRUE(client) << client.error().text;
  EXPECT_EQ(client->command({"PING"})->text(), "PONG");
}

// A port that nobody listens on: bound by us, so that nobody else gets it meanwhile.
class BoundPort {
 public:
  BoundPort() : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in where{};
    where.sin_family = AF_INET;
    where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof where;
    ::bind(socket_.get(), reinterpret_cast<sockaddr*>(&where), size);
    ::getsockname(socket_.get(), reinterpret_cast<sockaddr*>(&where), &size);
    port_ = ntohs(where.sin_port);
  }
  std::uint16_t port() const { return port_; }
  void free() { socket_.reset(); }

 private:
  Descriptor socket_;
  std::uint16_t port_ = 0;
};

TEST(RedisClientTest, TcpWithPasswordAndDatabase) {
  BoundPort free_port;
  TestRedis redis;
  RedisAddress address{.host = "127.0.0.1", .port = free_port.port(), .password = "pw", .database = 5};
  EXPECT_EQ(code_of(RedisClient::connect(address, kPatience)), StoreError::UNAVAILABLE);
  auto admin = redis.client();
  free_port.free();
  ASSERT_TRUE(admin.command({"CONFIG", "SET", "port", std::to_string(address.port)}));
  ASSERT_TRUE(admin.command({"CONFIG", "SET", "requirepass", "pw"}));
  auto client = RedisClient::connect(address, kPatience);
  ASSERT_TRUE(client) << client.error().text;
  ASSERT_TRUE(client->command({"SET", "k", "v"}));
  EXPECT_EQ(admin.command({"EXISTS", "k"})->integer(), 0);
  ASSERT_TRUE(admin.command({"SELECT", "5"}));
  EXPECT_EQ(admin.command({"EXISTS", "k"})->integer(), 1);
  address.password = "wrong";
  EXPECT_EQ(code_of(RedisClient::connect(address, kPatience)), StoreError::REFUSED);
}

TEST(ServerCheckTest, AServerThatCannotBeUsedIsNamedWithWhatToLookAt) {
  const RedisAddress address{.host = "h", .port = 7, .password = "hidden", .database = 99};
  const auto text = [&](const char* why) { return unreachable(address, {StoreError::REFUSED, why}).text; };
  const std::string server = "the Redis server at redis://h:7/99 cannot be used (";
  EXPECT_EQ(text("cannot connect: Connection refused"),
            server +
                "cannot connect: Connection refused): see whether it runs, and whether store.url is its "
                "address");
  for (const char* why : {"WRONGPASS invalid username-password pair", "NOAUTH Authentication required."})
    EXPECT_EQ(text(why), server + why + "): see the user and password in store.url");
  EXPECT_EQ(text("ERR DB index is out of range"),
            server + "ERR DB index is out of range): see the database in store.url");
}

TEST(ServerCheckTest, AcceptsAProperServer) {
  TestRedis redis({"--appendonly", "yes"});
  auto client = redis.client();
  EXPECT_TRUE(check_server(client, false));
}

TEST(ServerCheckTest, RefusesWhatEndangersGames) {
  TestRedis redis;
  auto client = redis.client();
  const auto no_aof = check_server(client, false);
  EXPECT_EQ(code_of(no_aof), StoreError::UNFIT);
  EXPECT_NE(no_aof.error().text.find("appendonly"), std::string::npos);
  EXPECT_TRUE(check_server(client, true));

  ASSERT_TRUE(client.command({"CONFIG", "SET", "appendonly", "yes"}));
  ASSERT_TRUE(client.command({"CONFIG", "SET", "appendfsync", "no"}));
  const auto no_sync = check_server(client, false);
  EXPECT_EQ(code_of(no_sync), StoreError::UNFIT);
  EXPECT_NE(no_sync.error().text.find("appendfsync"), std::string::npos);

  ASSERT_TRUE(client.command({"CONFIG", "SET", "maxmemory-policy", "allkeys-lru"}));
  for (const bool allow_volatile : {false, true}) {
    const auto evicts = check_server(client, allow_volatile);
    EXPECT_EQ(code_of(evicts), StoreError::UNFIT);
    EXPECT_NE(evicts.error().text.find("allkeys-lru"), std::string::npos);
  }
  ASSERT_TRUE(client.command({"REPLICAOF", "127.0.0.1", "1"}));
  const auto replica = check_server(client, true);
  EXPECT_EQ(code_of(replica), StoreError::UNFIT);
  EXPECT_NE(replica.error().text.find("replica"), std::string::npos);
}

TEST(ServerCheckTest, RefusesARedisCluster) {
  TestRedis redis({"--cluster-enabled", "yes", "--port", "0", "--tls-port", "0", "--appendonly", "yes"});
  auto client = redis.client();
  EXPECT_EQ(code_of(check_server(client, false)), StoreError::UNFIT);
}

TEST(ServerCheckTest, ReadsVersionsAndFields) {
  EXPECT_TRUE(version_suffices("7.0.15"));
  EXPECT_TRUE(version_suffices("10.1"));
  EXPECT_FALSE(version_suffices("6.2.14"));
  EXPECT_FALSE(version_suffices(""));
  EXPECT_EQ(info_field("# Server\r\nrole_x:a\r\nrole:master\r\n", "role"), "master");
  EXPECT_EQ(info_field("role:master", "version"), "");
}

}  // namespace
}  // namespace cardroom::testing
