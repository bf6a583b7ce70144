#include "actors/codec/json_read.hpp"

#include <gtest/gtest.h>

#include "actors/codec/json_write.hpp"
#include "engine/settings.hpp"
#include "tests/codec/json_types.hpp"

namespace cardroom {
namespace {
using namespace json_test;

/// The error of reading `text` as a `T`, as one string; "" if there is none.
template <class T, Keys K = Keys::CAMEL>
std::string error(std::string_view text, Unknown unknown = Unknown::IGNORE) {
  T out{};
  const auto e = read_json_text<K>(text, out, unknown);
  return e ? to_string(*e) : "";
}

/// What is read from `text`.
template <class T>
T read(std::string_view text) {
  T out{};
  const auto e = read_json_text(text, out);
  EXPECT_FALSE(e) << to_string(*e);
  return out;
}

template <Keys K, Defaults P>
void round_trip(const All& a) {
  const std::string text = to_json<K, P>(a);
  All b;
  const auto e = read_json_text<K>(text, b, Unknown::REFUSE);
  ASSERT_FALSE(e) << to_string(*e);
  EXPECT_TRUE(same(a, b)) << text << "\n" << to_json(b);
}

TEST(JsonRead, RoundTrips) {
  for (const All& a : {All{}, all_set()}) {
    round_trip<Keys::CAMEL, Defaults::KEEP>(a);
    round_trip<Keys::CAMEL, Defaults::OMIT>(a);
    round_trip<Keys::AS_WRITTEN, Defaults::KEEP>(a);
    round_trip<Keys::AS_WRITTEN, Defaults::OMIT>(a);
  }
}

TEST(JsonRead, MembersInAnyOrderAndSpacing) {
  EXPECT_TRUE(same(read<Inner>(" { \"smallCount\" : 1 , \"x\":[{}], \"chips\" : 2 } "), Inner{{2}, 1}));
  EXPECT_TRUE(same(read<Message>(R"({"text":"a","type":"RENAMED_ONE"})"), Message{Renamed{"a"}}));
}

TEST(JsonRead, MissingMembersKeepTheirDefault) {
  EXPECT_TRUE(same(read<All>("{}"), All{}));
  EXPECT_EQ(read<All>(R"({"special":{"chips":1}})").special.small_count, 9);
  EXPECT_EQ(read<All>(R"({"few":[{}]})").few[0].small_count, 7);
}

TEST(JsonRead, ListsAreReadAsAWhole) {
  std::vector<std::int32_t> list{1, 2, 3};
  EXPECT_FALSE(read_json_text("[4]", list));
  EXPECT_EQ(list, std::vector<std::int32_t>{4});
}

TEST(JsonRead, UnknownMembers) {
  EXPECT_EQ(error<Inner>(R"({"chip":1})"), "");
  EXPECT_EQ(error<Inner>(R"({"chip":1})", Unknown::REFUSE), "chip: is not known here");
  EXPECT_EQ(error<All>(R"({"few":[{},{"chips":1,"stack":{}}]})", Unknown::REFUSE),
            "few[1].stack: is not known here");
  EXPECT_EQ(error<Message>(R"({"type":"Ping"})", Unknown::REFUSE), "");
  EXPECT_EQ(error<Message>(R"({"type":"Ping","x":1})", Unknown::REFUSE), "x: is not known here");
  EXPECT_EQ(error<Inner>(R"({"type":"Inner"})", Unknown::REFUSE), "type: is not known here");
}

TEST(JsonRead, WholeNumbersOnly) {
  const std::string range = "smallCount: must be a whole number from -128 to 127";
  for (const char* wrong : {"128", "-129", "1.5", "1.0", "1e1", "1e400", "18446744073709551616",
                            "99999999999999999999999", "\"1\"", "true", "null", "[]", "{}"})
    EXPECT_EQ(error<Inner>("{\"smallCount\":" + std::string(wrong) + "}"), range) << wrong;
  EXPECT_EQ(read<Inner>(R"({"smallCount":-128})").small_count, -128);
  EXPECT_EQ(read<Inner>(R"({"smallCount":127})").small_count, 127);
  EXPECT_EQ(error<All>(R"({"u64":-1})"), "u64: must be a whole number");
  EXPECT_EQ(error<All>(R"({"i64":9223372036854775808})"), "i64: must be a whole number");
  EXPECT_EQ(error<All>(R"({"version":-1})"), "version: must be a whole number");
}

TEST(JsonRead, Seats) {
  const std::string range = "must be a whole number from 0 to 9";
  EXPECT_EQ(error<All>(R"({"seatIndex":10})"), "seatIndex: " + range);
  EXPECT_EQ(error<All>(R"({"seatIndex":-1})"), "seatIndex: " + range);
  EXPECT_EQ(error<All>(R"({"seats":[1,"2"]})"), "seats[1]: " + range);
  EXPECT_EQ(error<All>(R"({"dealtIn":[1,10]})"), "dealtIn[1]: " + range);
  EXPECT_EQ(error<All>(R"({"dealtIn":3})"), "dealtIn: must be an array");
  EXPECT_EQ(error<All>(R"({"dealtIn":[1,1,1,1,1,1,1,1,1,1,1]})"), "dealtIn: must have at most 10 elements");
  EXPECT_EQ(read<All>(R"({"button":null})").button, kNoSeat);
}

TEST(JsonRead, Names) {
  const std::string rule = "user: must be a string of at most 32 bytes without control characters";
  const std::string longest(32, 'a');
  EXPECT_EQ(read<All>("{\"user\":\"" + longest + "\"}").user.view(), longest);
  EXPECT_TRUE(read<All>(R"({"user":""})").user.empty());
  EXPECT_EQ(error<All>("{\"user\":\"" + longest + "a\"}"), rule);
  for (const char* wrong : {R"("a\u0000")", R"("a\n")", R"("\u007f")", "1", "null", "[]"})
    EXPECT_EQ(error<All>("{\"user\":" + std::string(wrong) + "}"), rule) << wrong;
  EXPECT_EQ(error<All>(R"({"named":{"":{}}})"), "named: must have names of 1 to 32 bytes as keys");
}

TEST(JsonRead, StringsCardsSeedsBooleansEnumerators) {
  EXPECT_EQ(error<All>(R"({"text":1})"), "text: must be a string");
  EXPECT_EQ(error<All>(R"({"isOpen":1})"), "isOpen: must be true or false");
  for (const char* wrong : {"\"as\"", "\"Asx\"", "\"\"", "\"1s\"", "51", "null"})
    EXPECT_EQ(error<All>("{\"card\":" + std::string(wrong) + "}"),
              "card: must be a card such as \"As\" or \"Td\", or \"\?\?\"")
        << wrong;
  const std::string hex(62, '0');
  for (const char* wrong : {"", "1", "0x", "-1", "1g", "123"})
    EXPECT_EQ(error<All>("{\"seed\":\"" + hex + wrong + "\"}"), "seed: must be 64 hex digits") << wrong;
  EXPECT_EQ(read<All>("{\"seed\":\"" + hex + "aF\"}").seed.bytes[31], 0xaf);
  for (const char* wrong : {"\"flop\"", "\"FLO\"", "\"\"", "1", "null"})
    EXPECT_EQ(error<All>("{\"street\":" + std::string(wrong) + "}"),
              "street: must be one of PREFLOP, FLOP, TURN_CARD")
        << wrong;
  EXPECT_EQ((error<Settings, Keys::AS_WRITTEN>(R"({"start":"HOST"})")), "start: must be one of host, auto");
}

TEST(JsonRead, ListsObjectsMaps) {
  EXPECT_EQ(error<All>(R"({"few":[{},{},{},{}]})"), "few: must have at most 3 elements");
  EXPECT_EQ(error<All>(R"({"few":{}})"), "few: must be an array");
  EXPECT_EQ(error<All>(R"({"pair":[{},{},{}]})"), "pair: must have at most 2 elements");
  EXPECT_EQ(error<All>(R"({"pair":[{},{"chips":"1"}]})").substr(0, 14), "pair[1].chips:");
  EXPECT_EQ(error<All>(R"({"special":[]})"), "special: must be an object");
  EXPECT_EQ(error<All>(R"({"named":[]})"), "named: must be an object");
  EXPECT_EQ(error<All>(R"({"lists":{"x":[1,true]}})").substr(0, 11), "lists.x[1]:");
  EXPECT_EQ(error<All>("[]"), "must be an object");
  EXPECT_EQ(error<std::vector<Chips>>("[1,2.5]").substr(0, 4), "[1]:");
}

TEST(JsonRead, Variants) {
  for (const char* wrong : {R"({"type":"Pong"})", R"({"type":1})", R"({})", R"({"type":"Renamed"})"})
    EXPECT_EQ(error<Message>(wrong), "type: must be one of Ping, Inner, RENAMED_ONE") << wrong;
  EXPECT_EQ(error<Message>("1"), "must be an object");
  EXPECT_EQ(error<Message>(R"({"type":"Inner","chips":null})").substr(0, 6), "chips:");
  EXPECT_EQ(error<All>(R"({"any":{"type":"monostate"}})"), "any.type: must be one of Inner");
}

TEST(JsonRead, LastOfTheSameNameCounts) {
  EXPECT_EQ(read<Inner>(R"({"chips":1,"chips":2})").chips, Chips{2});
  EXPECT_EQ(error<Inner>(R"({"chips":1,"chips":"x"})").substr(0, 6), "chips:");
}

TEST(JsonRead, NumbersAreKeysAsText) {
  const std::map<MoveId, Inner> moves{{{3}, Inner{}}, {{12}, Inner{}}};
  const std::string text = to_json(moves);
  EXPECT_NE(text.find("\"12\":{"), std::string::npos);
  std::map<MoveId, Inner> read;
  EXPECT_FALSE(read_json_text(text, read));
  EXPECT_TRUE(same(read, moves));
  for (const char* bad :
       {R"({"x":{}})", R"({"1x":{}})", R"({"":{}})", R"({"-1":{}})", R"({"4294967296":{}})"})
    EXPECT_TRUE(read_json_text(bad, read)) << bad;
}

}  // namespace
}  // namespace cardroom
