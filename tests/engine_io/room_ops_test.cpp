#include <random>
#include <set>

#include "tests/engine_io/driver.hpp"

namespace cardroom::engine_io {
namespace {

using boost::json::value;

class Room : public Driver {
 protected:
  static constexpr std::int64_t kCredit = 100'000;

  static std::string game_line(std::string_view config = "", std::string_view more = R"("now":0)") {
    return R"({"op":"game","config":{"game_id":"g1","number_of_seats":6,"small_blind":5,"big_blind":10,)"
           R"("min_buy_in":100,"max_buy_in":1000,"start":"auto","guest_credit":100000)" +
           std::string(config) + "}," + std::string(more) +
           R"(,"seed":"5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5A"})";
  }
  std::string command_line(std::string_view fields) const {
    return R"({"op":"command","now":)" + std::to_string(now_) + R"(,"command":{)" + std::string(fields) +
           "}}";
  }
  std::string player_line(std::string_view type, std::string_view user, std::string_view more = "") const {
    return command_line(R"("type":")" + std::string(type) + R"(","userId":")" + std::string(user) + "\"" +
                        std::string(more));
  }
  value player(std::string_view type, std::string_view user, std::string_view more = "") {
    return checked(player_line(type, user, more));
  }
  value wake(std::int64_t now) {
    now_ = now;
    return checked(R"({"op":"wake","now":)" + std::to_string(now) + "}");
  }
  /// A reply that must succeed and add up.
  value checked(const std::string& line) {
    value reply = ok(line);
    if (reply.at("ok") == true) {
      EXPECT_EQ(sum(reply), players(reply) * kCredit) << line << "\n" << reply;
    }
    return reply;
  }
  static std::int64_t players(const value& reply) {
    return static_cast<std::int64_t>(reply.at("game").at("players").as_array().size());
  }
  static std::int64_t sum(const value& reply) {
    const value& game = reply.at("game");
    std::int64_t chips = game.at("inTransit").as_int64() + game.at("rake").as_int64();
    for (const value& player : game.at("players").as_array()) chips += player.at("balance").as_int64();
    for (const value& table : game.at("tables").as_array()) {
      chips += table.at("potTotal").as_int64();
      for (const value& seat : table.at("seats").as_array())
        chips += seat.at("stack").as_int64() + seat.at("pending").as_int64();
    }
    return chips;
  }

  /// Players a, b, ... with 500 chips each; the first hand is dealt.
  value playing(int players, std::string_view config = "") {
    ok(game_line(config));
    now_ = 1;
    for (char user = 'a'; user < 'a' + players; ++user) player("RegisterForGame", std::string(1, user));
    value reply = wake(2);
    for (char user = 'a'; user < 'a' + players; ++user)
      reply = player("BuyIn", std::string(1, user), R"(,"amount":500)");
    EXPECT_EQ(reply.at("game").at("status"), "ACTIVE");
    return reply;
  }
  static const value& table(const value& reply, std::size_t i = 0) {
    return reply.at("game").at("tables").at(i);
  }
  std::string action_line(const value& reply, std::string_view action, std::string_view more = "") const {
    const value& at = table(reply);
    return player_line("PlayerActionCommand", std::string_view(at.at("toAct").at("userId").as_string()),
                       R"(,"tableId":")" + std::string(at.at("tableId").as_string()) + R"(","action":")" +
                           std::string(action) + "\"" + std::string(more));
  }

  std::int64_t now_ = 0;
};

TEST_F(Room, NothingWorksBeforeAGame) {
  EXPECT_EQ(code(R"({"op":"wake","now":1})"), "NO_TABLE");
  EXPECT_EQ(code(player_line("RegisterForGame", "a")), "NO_TABLE");
}

TEST_F(Room, AFreshGame) {
  const value reply = ok(game_line(R"(,"start_time":1000)"));
  EXPECT_EQ(reply, json(R"({"ok":true,"events":[],"game":{"status":"SCHEDULED","tables":[],"players":[],
    "inTransit":0,"rake":0,"tableExcessSince":null},"nextDeadline":0})"));
}

TEST_F(Room, BadGames) {
  EXPECT_EQ(code(R"({"op":"game"})"), "BAD_REQUEST");
  EXPECT_EQ(code(game_line("", R"("now":-1)")), "BAD_REQUEST");
  EXPECT_EQ(code(game_line("", R"("now":1e15)")), "BAD_REQUEST");
  EXPECT_EQ(code(game_line("", R"("then":1)")), "BAD_REQUEST");
  EXPECT_EQ(
      code(R"({"op":"game","config":{"game_id":"g","small_blind":1,"big_blind":2},"now":0,"seed":"5a"})"),
      "BAD_REQUEST");
  EXPECT_EQ(code(R"({"op":"game","config":{"game_id":"g","small_blind":1},"now":0,"seed":")" +
                 std::string(64, '0') + "\"}"),
            "BAD_REQUEST");
  for (const char* bad :
       {R"(,"number_of_seats":11)", R"(,"start":"never")", R"(,"small_blind":11)", R"(,"colour":1)",
        R"(,"action_time":"20s")", R"(,"action_time":-1)", R"(,"min_buy_in":2000)",
        R"(,"big_blind":9223372036854775807)", R"(,"rake_percent":101)", R"(,"rake_cap":-1)",
        R"(,"rake_caps":5)", R"(,"rake_caps":[5,-1])", R"(,"rake_caps":[1,2,3,4,5,6,7,8,9,10])",
        R"(,"reopen":"CUMULATIVE")", R"(,"guest_credit":-1)", R"(,"start_time":-5)"})
    EXPECT_EQ(code(game_line(bad)), "BAD_CONFIG") << bad;
  EXPECT_EQ(code(R"({"op":"wake","now":1})"), "NO_TABLE") << "a refused game makes no room";
}

TEST_F(Room, TimeNeverGoesBack) {
  ok(game_line());
  wake(500);
  EXPECT_EQ(code(R"({"op":"wake","now":499})"), "BAD_REQUEST");
  EXPECT_EQ(code(R"({"op":"wake"})"), "BAD_REQUEST");
  EXPECT_EQ(code(R"({"op":"wake","now":"500"})"), "BAD_REQUEST");
  now_ = 499;
  EXPECT_EQ(code(player_line("RegisterForGame", "a")), "BAD_REQUEST");
  now_ = 500;
  player("RegisterForGame", "a");
  ok(game_line());  // a new game has a clock of its own
  wake(3);
}

TEST_F(Room, BadCommands) {
  playing(2);
  const auto bad = [&](std::string_view fields) { return code(command_line(fields)); };
  EXPECT_EQ(code(R"({"op":"command","now":2})"), "BAD_REQUEST");
  EXPECT_EQ(code(R"({"op":"command","now":2,"command":"BuyIn"})"), "BAD_REQUEST");
  EXPECT_EQ(bad(R"("userId":"a")"), "BAD_REQUEST");
  EXPECT_EQ(bad(R"("type":"Dance","userId":"a")"), "BAD_REQUEST");
  EXPECT_EQ(bad(R"("type":"FromTable","userId":"a")"), "BAD_REQUEST");
  EXPECT_EQ(bad(R"("type":"CreditPlayer","admin":true,"userId":"a","amount":5)"), "BAD_REQUEST");
  EXPECT_EQ(bad(R"("type":"BuyIn","userId":"a")"), "BAD_REQUEST");
  EXPECT_EQ(bad(R"("type":"BuyIn","userId":"a","amount":"500")"), "BAD_REQUEST");
  EXPECT_EQ(bad(R"("type":"BuyIn","admin":true,"amount":500)"), "BAD_REQUEST") << "for whom?";
  EXPECT_EQ(bad(R"("type":"RegisterForGame","userId":"")"), "BAD_REQUEST");
  EXPECT_EQ(bad(R"("type":"RegisterForGame","userId":"123456789012345678901234567890123")"), "BAD_REQUEST");
  EXPECT_EQ(bad(R"("type":"PauseGame")"), "BAD_REQUEST");
  EXPECT_EQ(bad(R"("type":"PauseGame","userId":"a")"), "NOT_ALLOWED");
  EXPECT_EQ(bad(R"("type":"PlayerActionCommand","userId":"a","action":"FOLD")"), "BAD_REQUEST");
  EXPECT_EQ(bad(R"("type":"PlayerActionCommand","userId":"a","tableId":"t","action":"RAISE")"),
            "BAD_REQUEST");
  EXPECT_EQ(bad(R"("type":"PlayerActionCommand","userId":"a","tableId":"t")"), "BAD_REQUEST");
  EXPECT_EQ(bad(R"("type":"PlayerActionCommand","userId":"a","tableId":"nowhere","action":"FOLD")"),
            "NO_TABLE");
  EXPECT_EQ(bad(R"("type":"PlayerIntent","userId":"a","tableId":"t","intent":"CALL")"), "BAD_REQUEST");
  EXPECT_EQ(bad(R"("type":"PlayerIntent","userId":"a","tableId":"t","intent":"DREAM")"), "BAD_REQUEST");
  EXPECT_EQ(bad(R"("type":"PlayerIntent","userId":"a","tableId":"t","intent":"FOLD","street":"OCEAN")"),
            "BAD_REQUEST");
  EXPECT_EQ(bad(R"("type":"RegisterForGame","userId":"a")"), "ALREADY_REGISTERED");
  EXPECT_EQ(bad(R"("type":"BuyIn","userId":"z","amount":500)"), "NOT_REGISTERED");
  EXPECT_EQ(bad(R"("type":"BuyIn","userId":"a","amount":99999999999)"), "INSUFFICIENT_BALANCE");
}

TEST_F(Room, AllOfARoomIsToldAfterEveryStep) {
  const value reply = playing(2);
  const value& at = table(reply);
  EXPECT_EQ(at.at("status"), "PLAYING");
  EXPECT_EQ(at.at("handPhase"), "PRE_FLOP_BETTING");
  EXPECT_EQ(at.at("handNumber"), 1);
  EXPECT_EQ(at.at("potTotal"), 15);
  EXPECT_EQ(at.at("pendingMoves"), json("[]"));
  ASSERT_EQ(at.at("seats").as_array().size(), 6u);
  int taken = 0;
  for (const value& seat : at.at("seats").as_array()) {
    if (seat.at("userId").is_null()) {
      EXPECT_EQ(seat.at("status"), "EMPTY");
      EXPECT_TRUE(seat.at("playerStatus").is_null());
      continue;
    }
    ++taken;
    EXPECT_EQ(seat.at("status"), "ACTIVE");
    EXPECT_EQ(seat.at("playerStatus"), "ACTIVE");
    EXPECT_EQ(seat.at("connected"), true);
    EXPECT_EQ(seat.at("mustPostBlind"), false);
    EXPECT_EQ(seat.at("missedBigBlind"), false);
  }
  EXPECT_EQ(taken, 2);
  const value& to_act = at.at("toAct");
  EXPECT_EQ(to_act.at("seatIndex"), at.at("dealerSeatIndex"));
  EXPECT_EQ(to_act.at("handNumber"), 1);
  EXPECT_EQ(to_act.at("turn"), 1);
  EXPECT_EQ(to_act.at("callAmount"), 5);
  EXPECT_EQ(to_act.at("minTo"), 20);
  EXPECT_EQ(reply.at("nextDeadline"), now_ + 20'000);
  const value& player = reply.at("game").at("players").at(0);
  EXPECT_EQ(player.at("userId"), "a");
  EXPECT_EQ(player.at("balance"), kCredit - 500);
  EXPECT_EQ(player.at("tableId"), at.at("tableId"));
}

TEST_F(Room, EventsNameGameAndTable) {
  const value reply = playing(2);
  const auto started = events(reply, "HandStarted");
  ASSERT_EQ(started.size(), 1u);
  EXPECT_EQ(started[0].at("gameId"), "g1");
  EXPECT_EQ(started[0].at("tableId"), table(reply).at("tableId"));
  EXPECT_EQ(started[0].at("handNumber"), 1);
  EXPECT_EQ(started[0].at("dealerPosition"), table(reply).at("dealerSeatIndex"));
  EXPECT_EQ(events(reply, "HoleCardsDealt").size(), 2u);
  const auto changed = events(reply, "GameStatusChanged");
  ASSERT_EQ(changed.size(), 1u);
  EXPECT_EQ(changed[0].at("oldStatus"), "SEATING");
  EXPECT_EQ(changed[0].at("newStatus"), "ACTIVE");
  EXPECT_FALSE(changed[0].as_object().contains("tableId"));
  const auto bought = events(reply, "PlayerBuyIn");
  ASSERT_EQ(bought.size(), 1u);
  EXPECT_EQ(bought[0].at("amount"), 500);
  EXPECT_EQ(bought[0].at("newChipCount"), 500);
}

TEST_F(Room, ActionsNameHandAndTurn) {
  const value reply = playing(2);
  EXPECT_EQ(code(action_line(reply, "CALL", R"(,"handNumber":1,"turn":2)")), "STALE_ACTION");
  EXPECT_EQ(code(action_line(reply, "CALL", R"(,"handNumber":2,"turn":1)")), "STALE_ACTION");
  const value next = checked(action_line(reply, "CALL", R"(,"handNumber":1,"turn":1)"));
  EXPECT_EQ(table(next).at("toAct").at("turn"), 2);
  EXPECT_EQ(events(next, "PlayerActed").at(0).at("action"), "CALL");
  // Without numbers it is the present turn.
  EXPECT_EQ(table(checked(action_line(next, "CHECK"))).at("handPhase"), "FLOP_BETTING");
}

TEST_F(Room, IntentsByTheNameOfTheStreetOrThePhase) {
  const value reply = playing(2);
  const std::string waiting(table(reply).at("toAct").at("userId") == "a" ? "b" : "a");
  const std::string at = R"(,"tableId":")" + std::string(table(reply).at("tableId").as_string()) + "\"";
  player("PlayerIntent", waiting, at + R"(,"intent":"FOLD","street":"PREFLOP","handNumber":1)");
  player("PlayerIntent", waiting, at + R"(,"intent":"NONE")");
  player("PlayerIntent", waiting, at + R"(,"intent":"CHECK","street":"PRE_FLOP_BETTING")");
  EXPECT_EQ(code(player_line("PlayerIntent", waiting, at + R"(,"intent":"FOLD","street":"FLOP")")),
            "STALE_ACTION");
  const value flop = checked(action_line(reply, "CALL"));
  EXPECT_EQ(table(flop).at("handPhase"), "FLOP_BETTING") << "the intended check is applied at once";
}

TEST_F(Room, ATimeOut) {
  playing(2, R"(,"time_bank":0)");
  const value reply = wake(now_ + 20'000);
  const auto told = events(reply, "PlayerTimedOut");
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0].at("defaultAction"), "FOLD");
  EXPECT_TRUE(told[0].as_object().contains("seatPosition"));
}

TEST_F(Room, ADeadlineAtOnceIsDueNow) {
  ok(game_line(R"(,"start_time":400000,"seating_time":300000)"));
  EXPECT_EQ(wake(5).at("nextDeadline"), 100'000);
  EXPECT_EQ(wake(99'999).at("game").at("status"), "SCHEDULED");
  EXPECT_EQ(wake(100'000).at("game").at("status"), "SEATING");
}

TEST_F(Room, WhatARefusedCommandsWakeDidIsToldWithTheNextReply) {
  playing(2, R"(,"time_bank":0)");
  now_ += 20'000;
  EXPECT_EQ(code(player_line("RegisterForGame", "a")), "ALREADY_REGISTERED");
  EXPECT_EQ(events(wake(now_), "PlayerTimedOut").size(), 1u);
}

TEST_F(Room, RakeCountsWhereverItIs) {
  const auto raked = [](const value& reply) { return reply.at("game").at("rake").as_int64(); };
  value reply = playing(2, R"(,"rake_percent":50,"rake_caps":[7,9])");
  reply = checked(action_line(reply, "CALL"));
  while (table(reply).at("toAct").is_object()) {
    EXPECT_EQ(raked(reply), 0);
    reply = checked(action_line(reply, "CHECK"));
  }
  EXPECT_EQ(raked(reply), 7) << "at the table";
  EXPECT_EQ(events(reply, "HandComplete").at(0).at("rake"), 7);
  EXPECT_EQ(events(reply, "ShowdownResult").at(0).at("potResults").at(0).at("rake"), 7);
  EXPECT_EQ(events(reply, "ShowdownResult").at(0).at("potResults").at(0).at("amount"), 20);
  checked(command_line(R"("type":"EndGame","admin":true)"));
  reply = wake(now_ + 60'000);
  EXPECT_EQ(reply.at("game").at("status"), "COMPLETED");
  EXPECT_TRUE(reply.at("game").at("tables").as_array().empty());
  EXPECT_EQ(raked(reply), 7) << "booked by the game";
}

/// A room under random commands, most of them sensible.
class RandomRoom : public Room, public ::testing::WithParamInterface<int> {};

TEST_P(RandomRoom, AlwaysAddsUp) {
  std::mt19937 random(static_cast<unsigned>(GetParam()));
  const auto number = [&](int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(random);
  };
  value reply = ok(game_line(R"(,"number_of_seats":4,"ante":3,"review_hand_time":100,"next_hand_delay":0,)"
                             R"("table_merge_grace":5000,"sit_out_limit":60000,"away_timeout":50000,)"
                             R"("require_missed_blind_post":true,"rathole_time":1000,)"
                             R"("rake_percent":5,"rake_caps":[20,30,50])"));
  std::set<std::string> seen;
  for (int n = 0; n < 1500; ++n) {
    now_ += number(0, 3) == 0 ? number(0, 3000) : 0;
    const std::string user = std::string(1, static_cast<char>('a' + number(0, 11)));
    const auto& tables = reply.at("game").at("tables").as_array();
    const value* at = tables.empty()
                          ? nullptr
                          : &tables[static_cast<std::size_t>(number(0, static_cast<int>(tables.size()) - 1))];
    const std::string on = at ? R"(,"tableId":")" + std::string(at->at("tableId").as_string()) + "\"" : "";
    std::string line;
    if (at && at->at("toAct").is_object() && number(0, 9) < 7) {
      const auto& to_act = at->at("toAct").as_object();
      const auto& actions = to_act.at("actions").as_array();
      const std::string action(
          actions[static_cast<std::size_t>(number(0, static_cast<int>(actions.size()) - 1))].as_string());
      const bool sized = action == "BET" || action == "RAISE";
      line = player_line("PlayerActionCommand", std::string_view(to_act.at("userId").as_string()),
                         on + R"(,"action":")" + action + "\"" +
                             (sized ? R"(,"amount":)" + boost::json::serialize(to_act.at("minTo")) : ""));
    } else {
      switch (number(0, 16)) {
        case 0:
        case 1:
        case 2:
          line = player_line("RegisterForGame", user);
          break;
        case 3:
        case 4:
        case 5:
          line = player_line("BuyIn", user, R"(,"amount":)" + std::to_string(number(1, 12) * 100));
          break;
        case 6:
          line = player_line("LeaveGame", user);
          break;
        case 7:
          line = player_line("SitOut", user);
          break;
        case 8:
          line = player_line("SitIn", user);
          break;
        case 9:
          line = player_line("Disconnected", user);
          break;
        case 10:
          line = player_line("Reconnected", user);
          break;
        case 11:
          line = player_line("PostBlind", user, on);
          break;
        case 12:
          line = player_line("ShowCards", user, on);
          break;
        case 13:
          line = command_line(R"("type":"PauseGame","admin":true)");
          break;
        case 14:
          line = command_line(R"("type":"ResumeGame","admin":true)");
          break;
        case 15:
          line = player_line("PlayerIntent", user, on + R"(,"intent":"CHECK_FOLD")");
          break;
        default:
          line = R"({"op":"wake","now":)" + std::to_string(now_) + "}";
      }
    }
    const value answer = send(line);
    if (answer.at("ok") == false) {
      seen.insert(std::string(answer.at("error").at("code").as_string()));
      continue;
    }
    reply = answer;
    ASSERT_EQ(sum(reply), players(reply) * kCredit) << line << "\n" << reply;
    for (const value& event : reply.at("events").as_array())
      seen.insert(std::string(event.at("type").as_string()));
    const value& due = reply.at("nextDeadline");
    if (due.is_number()) {
      ASSERT_GE(due.as_int64(), now_);
    }
  }
  for (const char* expected :
       {"HandStarted", "HandComplete", "ShowdownResult", "PlayerMoved", "PlayerLeft", "TableCreated"})
    EXPECT_TRUE(seen.contains(expected)) << expected;
  reply = checked(command_line(R"("type":"EndGame","admin":true)"));
  reply = wake(now_ + 1'000'000);
  EXPECT_EQ(reply.at("game").at("status"), "COMPLETED");
  for (const value& player : reply.at("game").at("players").as_array())
    EXPECT_TRUE(player.at("tableId").is_null());
  EXPECT_GT(reply.at("game").at("rake").as_int64(), 0);
  EXPECT_EQ(sum(reply), players(reply) * kCredit);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomRoom, ::testing::Range(1, 9));

}  // namespace
}  // namespace cardroom::engine_io
