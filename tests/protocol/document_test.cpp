#include "tests/protocol/document.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "actors/codec/json.hpp"
#include "actors/protocol/parse.hpp"

namespace cardroom::protocol {
namespace {

using ::testing::IsEmpty;

class DocumentTest : public ::testing::Test {
 protected:
  static const Document& document() {
    static const Document read = read_document(CARDROOM_PROTOCOL_DOCUMENT);
    return read;
  }
};

boost::json::value json(std::string_view text) {
  auto parsed = parse_json(text);
  if (auto* error = std::get_if<JsonError>(&parsed)) {
    ADD_FAILURE() << to_string(*error) << " in " << text;
    return nullptr;
  }
  return std::get<boost::json::value>(parsed);
}

/// Whether `text` read as a command and written again says the same.
bool same_command(std::string_view text) {
  const auto parsed = parse_command(text);
  if (const auto* error = std::get_if<ProtocolError>(&parsed)) {
    ADD_FAILURE() << error->message << " in " << text;
    return false;
  }
  const auto& request = std::get<Request>(parsed);
  std::string again;
  std::visit([&](const auto& command) { again = to_text(request.id, command); }, request.command);
  const auto written = json(again);
  // CREATE_GAME may leave settings out, which are written with their defaults.
  auto expected = json(text);
  if (std::holds_alternative<client::CreateGame>(request.command)) {
    auto& settings = expected.as_object()["settings"].as_object();
    for (const auto& member : written.at("settings").as_object())
      if (!settings.contains(member.key())) settings[member.key()] = member.value();
  }
  EXPECT_EQ(written, expected);
  return written == expected;
}

/// Whether `text`, an object with a `type` of one of the variant's, read and written again says the same.
template <class T>
bool same_as(std::string_view text, std::string_view again(const T&, std::string&)) {
  T value;
  auto expected = json(text);
  const bool message = expected.as_object().contains("v");
  auto fields = expected;
  if (message) {
    fields.as_object().erase("v");
    fields.as_object().erase("type");
  }
  if (const auto error = read_json(fields, value, Unknown::REFUSE)) {
    ADD_FAILURE() << to_string(*error) << " in " << text;
    return false;
  }
  std::string out;
  const auto written = json(again(value, out));
  EXPECT_EQ(written, expected);
  return written == expected;
}

template <class... T>
bool same_message(std::string_view type, std::string_view text, std::variant<T...>*) {
  return ((type == wire_type<T>() && same_as<T>(text,
                                                [](const T& message, std::string& out) -> std::string_view {
                                                  return out = to_text(message);
                                                })) ||
          ...);
}
bool same_message(std::string_view text) {
  const auto message = json(text);
  return same_message(std::string_view(message.at("type").as_string()), text,
                      static_cast<ServerMessage*>(nullptr));
}

template <class Event>
bool same_event(std::string_view text) {
  return same_as<Event>(text, [](const Event& event, std::string& out) -> std::string_view {
    write_json(out, event);
    return out;
  });
}

TEST_F(DocumentTest, EveryStructAndFieldIsThere) {
  const auto code = described_types().structs;
  const auto& text = document().types.structs;
  for (const auto& [name, fields] : code) {
    ASSERT_TRUE(text.contains(name)) << name << " is not in the document";
    EXPECT_EQ(text.at(name), fields) << name;
  }
  for (const auto& [name, fields] : text) EXPECT_TRUE(code.contains(name)) << name << " is not in the code";
  EXPECT_THAT(document().without_meaning, IsEmpty());
}

TEST_F(DocumentTest, EveryEnumeratorIsThere) { EXPECT_EQ(document().types.enums, described_types().enums); }

TEST_F(DocumentTest, EveryErrorCodeIsThere) {
  std::set<std::string> code;
  for (const auto& [value, name] : kEnumerators<Code>) code.emplace(name);
  for (const auto& [value, name] : kEnumerators<cardroom::Error>)
    if (value != cardroom::Error::NONE) code.emplace(name);
  EXPECT_EQ(std::set<std::string>(document().codes.begin(), document().codes.end()), code);
}

TEST_F(DocumentTest, EveryExampleIsReadAndWrittenAlike) {
  std::set<std::string> seen;
  for (const auto& [heading, text] : document().examples) {
    SCOPED_TRACE(heading);
    const auto example = json(text);
    const std::string type(example.at("type").as_string());
    if (heading.starts_with("> ")) {
      EXPECT_EQ("> " + type, heading);
      EXPECT_TRUE(same_command(text));
    } else if (heading.starts_with("< ")) {
      EXPECT_EQ("< " + type, heading);
      EXPECT_TRUE(same_message(text));
    } else {
      EXPECT_EQ(type, heading);
      const bool of_game = [&]<class... E>(std::variant<E...>*) {
        return ((type == type_name<E>()) || ...);
      }(static_cast<GameEvent*>(nullptr));
      EXPECT_TRUE(of_game ? same_event<GameEvent>(text) : same_event<TableEvent>(text));
    }
    seen.insert(heading);
  }
  std::set<std::string> all;
  for (const auto& [name, fields] : described_types().structs)
    if (name[0] == '>' || name[0] == '<') all.insert(name);
  [&]<class... T>(std::variant<T...>*) {
    (all.emplace(type_name<T>()), ...);
  }(static_cast<boost::mp11::mp_append<TableEvent, GameEvent>*>(nullptr));
  EXPECT_EQ(seen, all);
}

TEST_F(DocumentTest, TheWalkThroughIsSpokenHere) {
  EXPECT_GE(document().lines.size(), 10u);
  for (const auto& [from_client, text] : document().lines)
    EXPECT_TRUE(from_client ? same_command(text) : same_message(text)) << text;
}

}  // namespace
}  // namespace cardroom::protocol
