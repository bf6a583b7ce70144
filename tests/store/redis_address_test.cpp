#include "actors/store/redis_address.hpp"

#include <gtest/gtest.h>

namespace cardroom {
namespace {

TEST(RedisAddressTest, ReadsUnixSockets) {
  EXPECT_EQ(parse_address("unix:/run/redis.sock")->socket_path, "/run/redis.sock");
  EXPECT_EQ(parse_address("unix:///run/redis.sock")->socket_path, "/run/redis.sock");
  EXPECT_EQ(*parse_address("unix:/run/redis.sock?db=3"),
            (RedisAddress{.socket_path = "/run/redis.sock", .database = 3}));
  EXPECT_EQ(*parse_address("unix://:s%40cret%2F@/run/redis.sock"),
            (RedisAddress{.socket_path = "/run/redis.sock", .password = "s@cret/"}));
  EXPECT_EQ(
      *parse_address("unix://joe:pw@/run/redis.sock?db=12"),
      (RedisAddress{.socket_path = "/run/redis.sock", .user = "joe", .password = "pw", .database = 12}));
}

TEST(RedisAddressTest, ReadsHostPortPasswordAndDatabase) {
  const auto plain = parse_address("redis://10.0.0.5");
  EXPECT_EQ(*plain, (RedisAddress{.host = "10.0.0.5"}));
  const auto full = parse_address("redis://:s%40cret%2F@localhost:6400/3");
  EXPECT_EQ(*full, (RedisAddress{.host = "localhost", .port = 6400, .password = "s@cret/", .database = 3}));
  const auto six = parse_address("redis://joe:pw@[::1]:7000/");
  EXPECT_EQ(*six, (RedisAddress{.host = "::1", .port = 7000, .user = "joe", .password = "pw"}));
}

TEST(RedisAddressTest, RefusesWhatItCannotRead) {
  for (const auto* url : {"",
                          "localhost:6379",
                          "http://x",
                          "rediss://x",
                          "unix:",
                          "unix:relative",
                          "unix:/folder/",
                          "redis://",
                          "redis://:@x",
                          "redis://user@x",
                          "redis://x:0",
                          "redis://x:70000",
                          "redis://x:1x",
                          "redis://x/one",
                          "redis://x:1/-1",
                          "redis://:p%4@x",
                          "redis://:p%zz@x",
                          "redis://[::1",
                          "redis://[::1]x",
                          "unix://u:p@run",
                          "unix://up@/run",
                          "unix://u:@/run",
                          "unix:/run?db=",
                          "unix:/run?db=x",
                          "unix:/run?db=1&x",
                          "unix:/run?pw=x"}) {
    const auto result = parse_address(url);
    ASSERT_TRUE(result.has_error()) << url;
    EXPECT_EQ(result.error().code, StoreError::BAD_ADDRESS) << url;
  }
}

TEST(RedisAddressTest, NeverShowsThePassword) {
  EXPECT_EQ(to_string(*parse_address("redis://u:hidden@h:1/2")), "redis://h:1/2");
  EXPECT_EQ(to_string(*parse_address("unix://u:hidden@/run/r?db=2")), "unix:/run/r?db=2");
  EXPECT_EQ(parse_address("unix://u:hidden@/run/r?db=x").error().text.find("hidden"), std::string::npos);
  EXPECT_EQ(parse_address("redis://u:hidden@h:x").error().text.find("hidden"), std::string::npos);
}

TEST(RedisAddressTest, GreetsOnlyWhereNeeded) {
  using Commands = std::vector<std::vector<std::string>>;
  EXPECT_EQ(greeting(*parse_address("redis://h")), Commands{});
  EXPECT_EQ(greeting(*parse_address("redis://:p@h/4")), (Commands{{"AUTH", "p"}, {"SELECT", "4"}}));
  EXPECT_EQ(greeting(*parse_address("redis://u:p@h")), (Commands{{"AUTH", "u", "p"}}));
}

TEST(StoreErrorTest, HasNames) {
  EXPECT_STREQ(to_string(StoreError::FENCED), "FENCED");
  EXPECT_STREQ(to_string(StoreError::TIMEOUT), "TIMEOUT");
}

}  // namespace
}  // namespace cardroom
