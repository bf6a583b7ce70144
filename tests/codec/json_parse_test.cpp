#include "actors/codec/json_parse.hpp"

#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>

namespace cardroom {
namespace {

bool parses(std::string_view text) { return std::holds_alternative<boost::json::value>(parse_json(text)); }
std::string error(std::string_view text) { return to_string(std::get<JsonError>(parse_json(text))); }

TEST(JsonParse, WellFormed) {
  for (const char* text :
       {"{}", "[]", "1", "null", " true ", "\"\"", "\"\\u00e9\\ud83c\\udca1\"", "-0", "1e5"})
    EXPECT_TRUE(parses(text)) << text;
}

TEST(JsonParse, Malformed) {
  for (const char* text :
       {"",        " ",      "{",     "}",     "[1,]",    "{\"a\":1,}",  "{'a':1}",     "{a:1}",
        "01",      "+1",     ".5",    "1.",    "nul",     "NaN",         "Infinity",    "\"",
        "\"\\x\"", "\"\n\"", "{} {}", "[1] x", "// x\n1", "\"\\ud800\"", "\"\\udc00\"", "1e999999999999"})
    EXPECT_FALSE(parses(text)) << text;
  EXPECT_EQ(error("[1,").substr(0, 14), "must be JSON: ");
}

TEST(JsonParse, ZeroBytes) {
  EXPECT_FALSE(parses(std::string_view("{}\0", 3)));
  EXPECT_FALSE(parses(std::string_view("\"\0\"", 3)));
}

TEST(JsonParse, OnlyUtf8) {
  for (const char* text :
       {"\xff", "\xc0\xaf", "\xc3", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82", "\x80"})
    EXPECT_FALSE(parses('"' + std::string(text) + '"')) << text;
  EXPECT_TRUE(parses("\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x82\xa1\""));
}

TEST(JsonParse, Depth) {
  const auto nested = [](std::size_t n, std::string open, std::string close) {
    std::string text;
    for (std::size_t i = 0; i < n; ++i) text += open;
    text += "1";
    for (std::size_t i = 0; i < n; ++i) text += close;
    return text;
  };
  EXPECT_TRUE(parses(nested(16, "[", "]")));
  EXPECT_EQ(error(nested(17, "[", "]")), "must not nest deeper than 16");
  EXPECT_TRUE(parses(nested(16, "{\"a\":", "}")));
  EXPECT_EQ(error(nested(17, "{\"a\":", "}")), "must not nest deeper than 16");
  EXPECT_FALSE(parses(std::string(1'000'000, '[')));
}

TEST(JsonParse, DocumentIsReused) {
  JsonDocument document;
  EXPECT_TRUE(document.value().is_null());
  for (int i = 0; i < 3; ++i) {
    EXPECT_FALSE(document.parse(R"({"a":[1,2,{"b":"text that is longer than fits in place"}]})"));
    EXPECT_EQ(document.value().at("a").as_array().size(), 3u);
    EXPECT_TRUE(document.parse("[1,2"));
    EXPECT_TRUE(document.value().is_null());
    EXPECT_FALSE(document.parse('[' + std::string(100'000, ' ') + '"' + std::string(50'000, 'x') + "\"]"));
    EXPECT_EQ(document.value().at(0).as_string().size(), 50'000u);
  }
}

TEST(JsonParse, ADocumentTakesAnyNumberOfLongTexts) {
  std::string text = "[0";
  for (int i = 1; i < 2000; ++i) text += "," + std::to_string(i);
  text += "]";
  JsonDocument document;
  for (int i = 0; i < 100; ++i) {
    const auto error = document.parse(text);
    ASSERT_FALSE(error) << to_string(*error) << " in text " << i;
    ASSERT_EQ(document.value().as_array().size(), 2000u);
  }
}

TEST(JsonParse, AgreesWithTheDocument) {
  JsonDocument document;
  const std::string text = R"({"type":"ACT","amount":120,"list":[1,2,3],"none":null})";
  ASSERT_FALSE(document.parse(text));
  EXPECT_EQ(boost::json::serialize(document.value()), text);
  EXPECT_EQ(std::get<boost::json::value>(parse_json(text)), document.value());
}

}  // namespace
}  // namespace cardroom
