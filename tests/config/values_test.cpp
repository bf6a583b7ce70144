#include "config/values.hpp"

#include <gtest/gtest.h>

#include "config/source.hpp"

namespace cardroom::config {
namespace {

TEST(ConfigValues, Durations) {
  EXPECT_EQ(parse_duration("0s"), Duration{0});
  EXPECT_EQ(parse_duration("500ms"), Duration{500});
  EXPECT_EQ(parse_duration("20s"), Duration{20'000});
  EXPECT_EQ(parse_duration("10min"), Duration{600'000});
  EXPECT_EQ(parse_duration("2h"), Duration{7'200'000});
  EXPECT_EQ(parse_duration("24000h"), Duration{86'400'000'000});
  for (const char* wrong : {"", "5", "s", "5 s", "5m", "5S", "-5s", "+5s", "1.5s", "5ss", " 5s", "24001h",
                            "99999999999999999999s", "4294967295min"})
    EXPECT_EQ(parse_duration(wrong), std::nullopt) << wrong;
}

TEST(ConfigValues, DurationsAsText) {
  for (const char* text : {"0s", "1ms", "1500ms", "20s", "90s", "10min", "2h"})
    EXPECT_EQ(to_text(*parse_duration(text)), text);
  EXPECT_EQ(to_text(Duration{3'600'000}), "1h");
}

TEST(ConfigValues, PrintableText) {
  EXPECT_EQ(printable("a\n\x7f\x1b"), "a\\x0a\\x7f\\x1b");
  EXPECT_EQ(printable("abcdef", 3), "abc...");
  EXPECT_EQ(printable("ab\xc3\xa9g", 3), "ab\xc3\xa9...");
  EXPECT_EQ(printable("abc", 3), "abc");
}

TEST(ConfigValues, NearestName) {
  const std::vector<std::string_view> names{"port", "address", "max_connections"};
  EXPECT_EQ(nearest("prot", names), "port");
  EXPECT_EQ(nearest("adress", names), "address");
  EXPECT_EQ(nearest("maxconnections", names), "max_connections");
  EXPECT_EQ(nearest("something", names), "");
  EXPECT_EQ(nearest(std::string(100'000, 'a'), names), "");
}

}  // namespace
}  // namespace cardroom::config
