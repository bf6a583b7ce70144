#include "actors/protocol/parse.hpp"

#include <gtest/gtest.h>

#include "actors/protocol/wire.hpp"

namespace cardroom::protocol {
namespace {

ProtocolError refused(std::string_view text) {
  auto result = parse_command(text);
  EXPECT_TRUE(std::holds_alternative<ProtocolError>(result)) << text;
  auto* error = std::get_if<ProtocolError>(&result);
  return error ? *error : ProtocolError{};
}

Request accepted(std::string_view text) {
  auto result = parse_command(text);
  auto* error = std::get_if<ProtocolError>(&result);
  EXPECT_FALSE(error) << text << ": " << error->message;
  return error ? Request{} : std::get<Request>(result);
}

constexpr std::string_view kAct =
    R"({"v":1,"type":"ACT","id":17,"tableId":"g/1","handNumber":3,"turn":9,"action":"RAISE","amount":60})";

std::string act_with(std::string_view from, std::string_view to) {
  std::string text(kAct);
  text.replace(text.find(from), from.size(), to);
  return text;
}

TEST(Parse, ReadsEveryFieldOfACommand) {
  const Request request = accepted(kAct);
  EXPECT_EQ(request.id.v, 17u);
  const auto& act = std::get<client::Act>(request.command);
  EXPECT_EQ(act.table_id.view(), "g/1");
  EXPECT_EQ(act.hand_number.v, 3u);
  EXPECT_EQ(act.turn.v, 9u);
  EXPECT_EQ(act.action, Action::RAISE);
  EXPECT_EQ(act.amount, Chips{60});
}

TEST(Parse, FieldsComeInAnyOrder) {
  const Request request = accepted(R"({"gameId":"g","amount":500,"id":1,"type":"BUY_IN","v":1})");
  EXPECT_EQ(std::get<client::BuyIn>(request.command).amount, Chips{500});
}

TEST(Parse, WhatIsWrittenIsReadAgain) {
  const client::Act act{TableId("t"), {2}, {5}, Action::FOLD, {}};
  const std::string text = to_text(ClientId{8}, act);
  EXPECT_EQ(text, R"({"v":1,"type":"ACT","id":8,"tableId":"t","handNumber":2,"turn":5,"action":"FOLD"})");
  EXPECT_TRUE(same(std::get<client::Act>(accepted(text).command), act));
  EXPECT_EQ(to_text(ClientId{1}, client::ListGames{}), R"({"v":1,"type":"LIST_GAMES","id":1})");
}

TEST(Parse, TypesAreUpperSnakeCase) {
  EXPECT_EQ(wire_type<client::LoginGuest>(), "LOGIN_GUEST");
  EXPECT_EQ(wire_type<client::Act>(), "ACT");
}

TEST(Parse, RefusesOtherVersions) {
  for (const char* v : {R"("v":2)", R"("v":0)", R"("v":"1")", R"("v":null)", R"("w":1)"}) {
    const ProtocolError error = refused(act_with(R"("v":1)", v));
    EXPECT_EQ(error.code, Code::BAD_VERSION);
    EXPECT_EQ(error.id.v, 17u);
  }
}

TEST(Parse, RefusesUnknownTypes) {
  EXPECT_EQ(refused(act_with(R"("ACT")", R"("ACTS")")).code, Code::UNKNOWN_TYPE);
  EXPECT_EQ(refused(act_with(R"("ACT")", R"("act")")).code, Code::UNKNOWN_TYPE);
  EXPECT_EQ(refused(act_with(R"("ACT")", R"("WELCOME")")).id.v, 17u);
}

TEST(Parse, NamesAMissingOrMistypedField) {
  const std::pair<std::string, std::string> cases[] = {
      {act_with(R"("type":"ACT",)", ""), "type: is missing"},
      {act_with(R"("ACT")", "5"), "type: must be a string"},
      {act_with(R"("tableId":"g/1",)", ""), "tableId: is missing"},
      {act_with(R"("g/1")", "7"), "tableId: must be a string"},
      {act_with(R"("g/1")", R"("")"), "tableId: must not be empty"},
      {act_with(R"("g/1")", '"' + std::string(33, 'x') + '"'),
       "tableId: must be a string of at most 32 bytes"},
      {act_with(R"("g/1")", R"("a\u0000b")"),
       "tableId: must be a string of at most 32 bytes without control"},
      {act_with(R"("turn":9)", R"("turn":0)"), "turn: must be at least 1"},
      {act_with(R"("turn":9)", R"("turn":-1)"), "turn: must be a whole number"},
      {act_with(R"("turn":9)", R"("turn":9.5)"), "turn: must be a whole number"},
      {act_with(R"("turn":9)", R"("turn":4294967296)"), "turn: must be a whole number"},
      {act_with(R"("turn":9)", R"("turn":"9")"), "turn: must be a whole number"},
      {act_with(R"("turn":9)", R"("turn":null)"), "turn: must be a whole number"},
      {act_with(R"("RAISE")", R"("JUMP")"), "action: must be one of"},
      {act_with(R"("RAISE")", R"("NONE")"), "action: must be one of FOLD, CHECK, CALL, BET, RAISE, ALL_IN"},
      {act_with("60", "-60"), "amount: must be a whole number from 0"},
      {act_with("60", "99999999999999999999999"), "amount: must be a whole number"},
      {act_with("60", "9007199254740992"), "amount: must be a whole number from 0 to 9007199254740991"},
      {act_with("60", "1e3"), "amount: must be a whole number"},
      {act_with(R"(,"amount":60)", ""), "amount: is missing"},
      {act_with("amount", "ammount"), "ammount: is not known here"},
      {act_with(R"("RAISE")", R"({"a":1})"), "action: must be one of"},
  };
  for (const auto& [text, message] : cases) {
    const ProtocolError error = refused(text);
    EXPECT_EQ(error.code, Code::BAD_REQUEST) << text;
    EXPECT_EQ(error.message.substr(0, message.size()), message) << text;
    EXPECT_EQ(error.id.v, 17u) << text;
  }
}

TEST(Parse, DemandsAnId) {
  for (const char* id :
       {R"("id":0)", R"("id":-1)", R"("id":"17")", R"("id":9007199254740992)", R"("id":1.5)"}) {
    const ProtocolError error = refused(act_with(R"("id":17)", id));
    EXPECT_EQ(error.code, Code::BAD_REQUEST);
    EXPECT_EQ(error.message, "id: must be a whole number from 1 to 9007199254740991");
    EXPECT_EQ(error.id.v, 0u);
  }
  EXPECT_EQ(refused(act_with(R"("id":17,)", "")).message, "id: is missing");
}

TEST(Parse, LogInTakesANameOrAToken) {
  const auto login = [](std::string_view fields) {
    return R"({"v":1,"type":"LOGIN_GUEST","id":2)" + std::string(fields) + "}";
  };
  EXPECT_EQ(std::get<client::LoginGuest>(accepted(login(R"(,"name":"Ann")")).command).name, "Ann");
  EXPECT_EQ(std::get<client::LoginGuest>(accepted(login(R"(,"token":"ab")")).command).token, "ab");
  EXPECT_EQ(refused(login("")).message, "give either name or token");
  EXPECT_EQ(refused(login(R"(,"name":"Ann","token":"ab")")).message, "give either name or token");
  EXPECT_EQ(refused(login(R"(,"name":"")")).message,
            "name: must be 1 to 32 bytes without control characters");
  EXPECT_EQ(refused(login(R"(,"name":"a\nb")")).message,
            "name: must be 1 to 32 bytes without control characters");
  EXPECT_EQ(refused(login(",\"name\":\"" + std::string(33, 'n') + '"')).code, Code::BAD_REQUEST);
  EXPECT_EQ(refused(login(",\"token\":\"" + std::string(65, 'n') + '"')).message,
            "token: must be 1 to 64 bytes");
}

TEST(Parse, IntentsNameAStreet) {
  const auto intent = [](std::string_view street, std::string_view rest) {
    return R"({"v":1,"type":"INTENT","id":2,"tableId":"t","handNumber":1,"street":")" + std::string(street) +
           R"(","intent":)" + std::string(rest) + "}";
  };
  accepted(intent("FLOP_BETTING", R"("CHECK_FOLD")"));
  accepted(intent("FLOP_BETTING", R"("NONE")"));
  accepted(intent("RIVER_BETTING", R"("CALL","amount":20)"));
  EXPECT_EQ(refused(intent("FLOP", R"("FOLD")")).message.substr(0, 7), "street:");
  EXPECT_EQ(refused(intent("FLOP_BETTING", R"("RAISE")")).message.substr(0, 7), "amount:");
}

TEST(Parse, ChatIsBounded) {
  const auto chat = [](const std::string& text) {
    return R"({"v":1,"type":"CHAT","id":2,"gameId":"g","text":")" + text + "\"}";
  };
  accepted(chat(std::string(200, 'x')));
  EXPECT_EQ(refused(chat(std::string(201, 'x'))).message, "text: must be 1 to 200 bytes");
  EXPECT_EQ(refused(chat("")).message, "text: must be 1 to 200 bytes");
  EXPECT_EQ(refused(chat(R"(\u001b[2J)")).message, "text: must be without control characters");
}

TEST(Parse, SettingsAreChecked) {
  const auto create = [](std::string_view settings) {
    return R"({"v":1,"type":"CREATE_GAME","id":2,"settings":)" + std::string(settings) + "}";
  };
  const Request request = accepted(create(R"({"gameId":"g","smallBlind":1,"bigBlind":2,"start":"AUTO"})"));
  const Settings& settings = std::get<client::CreateGame>(request.command).settings;
  EXPECT_EQ(settings.start, StartMode::AUTO);
  EXPECT_EQ(settings.number_of_seats, 9);

  const auto error = refused(create(R"({"gameId":"g","smallBlind":3,"bigBlind":2})"));
  EXPECT_EQ(error.code, Code::BAD_CONFIG);
  EXPECT_EQ(error.message.substr(0, 9), "settings.") << error.message;
  EXPECT_EQ(refused(create(R"({"gameId":"g","smallBlind":1,"bigBlind":2,"seats":3})")).message,
            "settings.seats: is not known here");
  EXPECT_EQ(refused(create(R"({"gameId":"g","smallBlind":1,"bigBlind":9007199254740992})")).message,
            "settings.bigBlind: must be a whole number from 0 to 9007199254740991");
  EXPECT_EQ(refused(create(R"("g")")).code, Code::BAD_REQUEST);
}

TEST(Parse, GarbageIsAnswered) {
  std::string deep = R"({"v":1,"type":"PING","id":)" + std::string(2000, '[') + std::string(2000, ']') + "}";
  const std::string texts[] = {
      "",  " ",     "{",         "}",  "nul",         "{\"v\":1,}",         "\xff\xfe", "{\"v\":1}x",  "[1,2",
      "'", "{v:1}", "{\"v\":-}", deep, "\"\\ud800\"", std::string(3, '\0'), "/*x*/{}",  "{\"a\":\x01}"};
  for (const std::string& text : texts) EXPECT_EQ(refused(text).code, Code::BAD_JSON) << text;
  for (const char* text : {"1", "null", "[]", "\"HELLO\"", "true", "1e300"})
    EXPECT_EQ(refused(text).message, "must be an object") << text;
}

TEST(Parse, EveryCommandIsFound) {
  std::size_t found = 0;
  [&]<class... T>(std::variant<T...>*) {
    ((found += refused(R"({"v":1,"id":1,"none":1,"type":")" + std::string(wire_type<T>()) + "\"}").code ==
               Code::BAD_REQUEST),
     ...);
  }(static_cast<ClientCommand*>(nullptr));
  EXPECT_EQ(found, std::variant_size_v<ClientCommand>);
}

}  // namespace
}  // namespace cardroom::protocol
