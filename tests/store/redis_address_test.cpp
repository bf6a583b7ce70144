#include "actors/store/redis_address.hpp"

#include <gtest/gtest.h>

#include "actors/store/store_error.hpp"

namespace cardroom {
namespace {

TEST(RedisAddressTest, NeverShowsThePassword) {
  EXPECT_EQ(to_string(RedisAddress{.host = "h", .port = 1, .user = "u", .password = "hidden", .database = 2}),
            "redis://h:1/2");
  EXPECT_EQ(
      to_string(RedisAddress{.socket_path = "/run/r", .user = "u", .password = "hidden", .database = 2}),
      "unix:/run/r?db=2");
}

TEST(RedisAddressTest, GreetsOnlyWhereNeeded) {
  using Commands = std::vector<std::vector<std::string>>;
  EXPECT_EQ(greeting({.host = "h"}), Commands{});
  EXPECT_EQ(greeting({.host = "h", .password = "p", .database = 4}),
            (Commands{{"AUTH", "p"}, {"SELECT", "4"}}));
  EXPECT_EQ(greeting({.host = "h", .user = "u", .password = "p"}), (Commands{{"AUTH", "u", "p"}}));
}

TEST(StoreErrorTest, HasNames) {
  EXPECT_STREQ(to_string(StoreError::FENCED), "FENCED");
  EXPECT_STREQ(to_string(StoreError::TIMEOUT), "TIMEOUT");
}

}  // namespace
}  // namespace cardroom
