#include "tests/engine_io/driver.hpp"

namespace cardroom::engine_io {
namespace {

class BadInput : public Driver {};

TEST_F(BadInput, TextThatIsNotJson) {
  for (const char* line :
       {"", " ", "{", "nonsense", "{\"op\":}", "{\"op\":\"state\"} x", "{'op':'state'}", "\xff\xfe",
        "{\"op\":\"\xc3\x28\"}", "{\"op\":\"\\ud800\"}", "nul", "01", "[1,]", "\"\\x\""})
    EXPECT_EQ(code(line), "BAD_JSON") << line;
  EXPECT_EQ(code(std::string_view("{\"op\":\0\"state\"}", 15)), "BAD_JSON");
}

TEST_F(BadInput, JsonThatIsNoRequest) {
  for (const char* line : {"[]", "7", "\"state\"", "null", "true", "{}", R"({"op":7})", R"({"op":null})",
                           R"({"op":["state"]})", R"({"Op":"state"})"})
    EXPECT_EQ(code(line), "BAD_REQUEST") << line;
  for (const char* line : {R"({"op":""})", R"({"op":"STATE"})", R"({"op":"deal"})"})
    EXPECT_EQ(code(line), "UNKNOWN_OP") << line;
}

TEST_F(BadInput, DeepNestingAndLongTexts) {
  const std::string deep(100'000, '[');
  EXPECT_EQ(code(deep), "BAD_JSON");
  EXPECT_EQ(code(deep + std::string(100'000, ']')), "BAD_JSON");
  std::string objects;
  for (int i = 0; i < 50'000; ++i) objects += R"({"op":)";
  EXPECT_EQ(code(objects), "BAD_JSON");
  EXPECT_EQ(code(R"({"op":")" + std::string(900'000, 'a') + "\"}"), "UNKNOWN_OP");
  EXPECT_EQ(code(R"({"op":"view","userId":")" + std::string(900'000, 'a') + "\"}"), "BAD_REQUEST");
}

TEST_F(BadInput, HugeNumbers) {
  init();
  for (const char* number : {"1e400", "-1e400", "1e18", "99999999999999999999999999", "-9223372036854775809",
                             "0.1", "18446744073709551615", "1e-400"}) {
    EXPECT_EQ(code(R"({"op":"unseat","seatIndex":)" + std::string(number) + "}"), "BAD_REQUEST") << number;
    EXPECT_EQ(code(R"({"op":"act","userId":"u0","action":"RAISE","amount":)" + std::string(number) + "}"),
              "BAD_REQUEST")
        << number;
  }
}

TEST_F(BadInput, UnknownFieldsAreIgnoredAndOfTwinsTheLastCounts) {
  init(R"(,"colour":"green")");
  ok(R"({"op":"state","more":{"deep":[1,2]}})");
  ok(R"({"op":"nonsense","op":"state"})");
}

TEST_F(BadInput, TheTooLongLine) {
  EXPECT_EQ(boost::json::parse(too_long()).at("error").at("code"), "BAD_JSON");
}

}  // namespace
}  // namespace cardroom::engine_io
