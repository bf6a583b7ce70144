#include "config/store_url.hpp"

#include <gtest/gtest.h>

namespace cardroom::config {
namespace {

StoreUrl read(std::string_view url) {
  const auto parsed = parse_store_url(url);
  const auto* why = std::get_if<std::string>(&parsed);
  EXPECT_EQ(why, nullptr) << url << ": " << *why;
  return why ? StoreUrl{} : std::get<StoreUrl>(parsed);
}

TEST(StoreUrlTest, ReadsUnixSockets) {
  EXPECT_EQ(read("unix:/run/redis.sock").socket_path, "/run/redis.sock");
  EXPECT_EQ(read("unix:///run/redis.sock").socket_path, "/run/redis.sock");
  EXPECT_EQ(read("unix:/run/redis.sock?db=3"), (StoreUrl{.socket_path = "/run/redis.sock", .database = 3}));
  EXPECT_EQ(read("unix://:s%40cret%2F@/run/redis.sock"),
            (StoreUrl{.socket_path = "/run/redis.sock", .password = "s@cret/"}));
  EXPECT_EQ(read("unix://joe:pw@/run/redis.sock?db=12"),
            (StoreUrl{.socket_path = "/run/redis.sock", .user = "joe", .password = "pw", .database = 12}));
}

TEST(StoreUrlTest, ReadsHostPortPasswordAndDatabase) {
  const auto plain = read("redis://10.0.0.5");
  EXPECT_EQ(plain, (StoreUrl{.host = "10.0.0.5"}));
  const auto full = read("redis://:s%40cret%2F@localhost:6400/3");
  EXPECT_EQ(full, (StoreUrl{.host = "localhost", .port = 6400, .password = "s@cret/", .database = 3}));
  const auto six = read("redis://joe:pw@[::1]:7000/");
  EXPECT_EQ(six, (StoreUrl{.host = "::1", .port = 7000, .user = "joe", .password = "pw"}));
}

TEST(StoreUrlTest, RefusesWhatItCannotRead) {
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
    EXPECT_TRUE(std::holds_alternative<std::string>(parse_store_url(url))) << url;
  }
}

TEST(StoreUrlTest, SaysWhyAndNeverThePassword) {
  const auto why = [](std::string_view url) { return std::get<std::string>(parse_store_url(url)); };
  EXPECT_EQ(why("unix://u:hidden@/run/r?db=x"), "after ? comes something else than db= and a number");
  EXPECT_EQ(why("redis://u:hidden@h:x"), "host or port cannot be read");
  EXPECT_EQ(why("redis://hidden@h"), "user and password before @ cannot be read");
  EXPECT_EQ(why("redis://h/hidden"), "after the last / comes no number");
  EXPECT_EQ(why("unix:hidden"), "after unix: comes no absolute path of a socket");
  EXPECT_EQ(why("http://hidden"), "its scheme is unknown");
  EXPECT_EQ(why("rediss://hidden"),
            "there is no TLS to Redis (use a Unix socket, a private network or a tunnel)");
}

}  // namespace
}  // namespace cardroom::config
