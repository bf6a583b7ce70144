#include "actors/codec/json_write.hpp"

#include <gtest/gtest.h>

#include "engine/settings.hpp"
#include "tests/codec/json_types.hpp"

namespace cardroom {
namespace {
using namespace json_test;

constexpr auto kOmit = Defaults::OMIT;

TEST(JsonWrite, EveryKindOfMember) {
  EXPECT_EQ(
      to_json(all_set()),
      R"({"baseNumber":-4,"isOpen":true,"i64":-9223372036854775808,"u64":18446744073709551615,"u8":255,)"
      R"("stack":1000000,"at":1700000000000,"length":20000,"version":17,"seatIndex":9,"button":null,)"
      R"("dealtIn":[0,2,9],"user":"Jörg",)"
      R"("seed":"0109111921293139414951596169717981899199a1a9b1b9c1c9d1d9e1e9f1f9",)"
      R"("card":"As","hole":["Td","??"],"board":["2c"],)"
      "\"text\":\"a \\\"quoted\\\" \\\\ line\\nand \\u0001 \xf0\x9f\x82\xa1 end\","
      R"("street":"TURN_CARD","maybe":{"chips":3,"smallCount":4},"usual":null,)"
      R"("pair":[{"chips":1,"smallCount":1},{"chips":0,"smallCount":7}],)"
      R"("few":[{"chips":10,"smallCount":7},{"chips":0,"smallCount":7}],"seats":[1,null],)"
      R"("named":{"ann":{"chips":1,"smallCount":2},"bob":{"chips":0,"smallCount":7}},)"
      R"("lists":{"":[],"x":[1,-2]},"message":{"type":"RENAMED_ONE","text":"hi"},)"
      R"("any":{"type":"Inner","chips":1,"smallCount":7},"special":{"chips":0,"smallCount":7}})");
}

TEST(JsonWrite, DefaultsKept) {
  EXPECT_EQ(to_json(Inner{}), R"({"chips":0,"smallCount":7})");
  EXPECT_EQ(to_json(All{}).substr(0, 54), R"({"baseNumber":3,"isOpen":false,"i64":0,"u64":0,"u8":0,)");
  EXPECT_EQ(to_json(All{}).find("maybe"), std::string::npos);
  EXPECT_EQ(to_json(All{}).find("seatIndex"), std::string::npos);
  EXPECT_EQ(to_json(All{}).find("any"), std::string::npos);
}

TEST(JsonWrite, DefaultsOmitted) {
  EXPECT_EQ((to_json<Keys::CAMEL, kOmit>(All{})), "{}");
  EXPECT_EQ((to_json<Keys::CAMEL, kOmit>(Inner{{1}, 7})), R"({"chips":1})");
  All a;
  a.special.chips = {0};  // not the default of this place
  a.pair[1].small_count = 7;
  a.few.push_back({});
  a.message = Inner{};
  EXPECT_EQ((to_json<Keys::CAMEL, kOmit>(a)),
            R"({"pair":[{},{"smallCount":7}],"few":[{}],"message":{"type":"Inner"},)"
            R"("special":{"chips":0}})");
}

TEST(JsonWrite, AsWritten) {
  Settings s;
  s.game_id = GameId("demo");
  s.small_blind = {5};
  s.big_blind = {10};
  s.min_raise = MinRaise::DOUBLE;
  s.start = StartMode::AUTO;
  EXPECT_EQ((to_json<Keys::AS_WRITTEN, kOmit>(s)),
            R"({"game_id":"demo","small_blind":5,"big_blind":10,"start":"auto","min_raise":"double"})");
}

TEST(JsonWrite, VariantsNameTheirStruct) {
  EXPECT_EQ(to_json(Message{Ping{}}), R"({"type":"Ping"})");
  EXPECT_EQ(to_json(Message{Inner{}}), R"({"type":"Inner","chips":0,"smallCount":7})");
  EXPECT_EQ(to_json(std::vector<Message>{Ping{}, Ping{}}), R"([{"type":"Ping"},{"type":"Ping"}])");
}

TEST(JsonWrite, EmptyThings) {
  EXPECT_EQ(to_json(Ping{}), "{}");
  EXPECT_EQ(to_json(std::vector<Chips>{}), "[]");
  EXPECT_EQ(to_json(SeatMask{}), "[]");
  EXPECT_EQ(to_json(std::map<UserId, Chips>{}), "{}");
  EXPECT_EQ(to_json(std::optional<Chips>{}), "null");
  EXPECT_EQ(to_json(std::string{}), "\"\"");
}

struct Shared {
  std::shared_ptr<const Inner> inner;
  const Inner* raw = nullptr;
};
BOOST_DESCRIBE_STRUCT(Shared, (), (inner, raw))

TEST(JsonWrite, Pointers) {
  const Inner inner{{1}, 2};
  EXPECT_EQ(to_json(Shared{}), "{}");
  EXPECT_EQ(to_json(Shared{std::make_shared<const Inner>(inner), &inner}),
            R"({"inner":{"chips":1,"smallCount":2},"raw":{"chips":1,"smallCount":2}})");
}

TEST(JsonWrite, EveryControlCharacterIsEscaped) {
  std::string all, expected = "\"";
  for (int c = 0; c < 32; ++c) {
    all += static_cast<char>(c);
    char code[8];
    std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned>(c));
    const std::string_view letters = "btn\0fr";
    expected +=
        c >= 8 && c <= 13 && c != 11 ? std::string("\\") + letters[static_cast<std::size_t>(c - 8)] : code;
  }
  EXPECT_EQ(to_json(all), expected + "\"");
}

TEST(JsonWrite, AppendsAndGrows) {
  std::string out = "x";
  const std::string large(100'000, 'a');
  write_json(out, large);
  write_json(out, std::vector<std::string>(3, std::string(5'000, '"')));
  EXPECT_EQ(out.substr(0, 4), "x\"aa");
  EXPECT_EQ(out.size(), 1 + 100'002 + 3 * 10'002 + 4u);
}

TEST(JsonWrite, EveryCard) {
  for (std::uint8_t i = 0; i < kDeckSize; ++i) EXPECT_EQ(to_json(Card{i}), '"' + to_string(Card{i}) + '"');
}

}  // namespace
}  // namespace cardroom
