#include "daemon/cardroom-bots/bot.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

#include "actors/protocol/parse.hpp"
#include "actors/protocol/server.hpp"
#include "actors/protocol/wire.hpp"

namespace cardroom::bots {
namespace {

namespace client = protocol::client;
namespace server = protocol::server;
using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class BotTest : public ::testing::Test, public Bot::Host {
 protected:
  BotTest() {
    plan.game = "g";
    plan.restless = 0;
  }

  // What the bot asks for.
  void send(std::string text) override {
    auto parsed = protocol::parse_command(text);
    ASSERT_TRUE(std::holds_alternative<protocol::Request>(parsed)) << text;
    sent.push_back(std::get<protocol::Request>(parsed));
  }
  void set_alarm(Bot::Alarm which, std::chrono::microseconds after) override {
    (which == Bot::Alarm::TURN ? turn_alarm : chore_alarm) = after;
  }
  std::chrono::microseconds thinking() override { return 7ms; }
  void logged_in(const Identity& identity) override { known = identity; }
  void come_back(Bot::Return as) override { returned = as; }
  void go_to(const std::vector<std::string>& urls) override { sent_to = urls; }
  Bot::Clock::time_point now() override { return time; }

  /// The commands since the last call, by type.
  std::vector<std::string> types() {
    std::vector<std::string> names;
    for (const auto& request : sent)
      std::visit([&]<class T>(const T&) { names.emplace_back(protocol::wire_type<T>()); }, request.command);
    last = sent.empty() ? last : sent.back();
    sent.clear();
    return names;
  }
  template <class T>
  const T& last_as() const {
    return std::get<T>(last.command);
  }

  template <class T>
  void hear(const T& message) {
    bot.on_text(protocol::to_text(message));
  }
  void ok(std::uint64_t id) { hear(server::Ok{{id}, {}}); }
  void refuse(cardroom::Error error) { hear(server::refusal(last.id, error)); }

  /// A bot that sits at g-1, seat 2, with the limits known.
  void sit() {
    bot.on_open({"bot-1-0", "secret"});
    hear(server::Welcome{{1000}, 1, "x"});
    plan.min_buy_in = {40};
    plan.max_buy_in = {100};
    hear(server::LoggedIn{{1001}, UserId("me"), "bot-1-0", "secret", {{GameId("g"), TableId("g-1"), {2}}}});
    types();
  }
  protocol::server::TableState frame(std::uint64_t previous, std::uint64_t version) {
    protocol::server::TableState f;
    f.game_id = GameId("g");
    f.table_id = TableId("g-1");
    f.epoch = {1};
    f.previous = {previous};
    f.version = {version};
    f.state.hand_phase = HandPhase::FLOP_BETTING;
    f.state.hand_number = {3};
    f.state.turn = {30};
    SeatView seat;
    seat.seat_index = {2};
    seat.user_id = UserId("me");
    seat.stack = {70};
    f.state.seats.push_back(seat);
    f.you.emplace().seat_index = {2};
    return f;
  }
  void snapshot() {
    auto f = frame(0, 10);
    f.snapshot = true;
    hear(f);
  }
  protocol::server::TableState my_turn(std::uint64_t previous, std::uint64_t version) {
    auto f = frame(previous, version);
    f.you->actions.push_back(Action::CHECK);
    return f;
  }
  protocol::server::TableState broke(std::uint64_t previous, std::uint64_t version) {
    auto f = frame(previous, version);
    f.state.hand_phase = HandPhase::PREDEAL;
    f.state.seats[0].stack = {0};
    f.state.seats[0].player_status = PlayerStatus::BUYING_IN;
    return f;
  }

  Plan plan;
  Tally tally;
  std::vector<protocol::Request> sent;
  protocol::Request last;
  std::optional<std::chrono::microseconds> turn_alarm, chore_alarm;
  std::optional<Bot::Return> returned;
  std::vector<std::string> sent_to;
  Identity known;
  Bot::Clock::time_point time{};
  Bot bot{*this, plan, tally, 5, 1000};
};

TEST_F(BotTest, ComesInWithANameAndRegisters) {
  bot.on_open({"bot-1-0", ""});
  EXPECT_THAT(types(), ElementsAre("HELLO", "LOGIN_GUEST"));
  EXPECT_EQ(last_as<client::LoginGuest>().name, "bot-1-0");
  hear(server::Welcome{{1000}, 1, "x"});
  hear(server::LoggedIn{{1001}, UserId("me"), "bot-1-0", "secret", {}});
  EXPECT_EQ(known.token, "secret");
  EXPECT_THAT(types(), ElementsAre("LIST_GAMES", "REGISTER"));
  server::LobbyGame game;
  game.game_id = GameId("g");
  game.min_buy_in = {40};
  game.max_buy_in = {100};
  hear(server::Lobby{{1002}, {game}});
  EXPECT_EQ(plan.max_buy_in, Chips{100});
  EXPECT_EQ(tally.counts.errors, 0u);
  EXPECT_EQ(tally.counts.log_ins, 1u);
}

TEST_F(BotTest, ComesBackWithItsTokenToItsSeat) {
  sit();
  EXPECT_THAT(types(), IsEmpty());
  bot.on_close();
  bot.on_open({"bot-1-0", "secret"});
  EXPECT_THAT(types(), ElementsAre("HELLO", "LOGIN_GUEST"));
  EXPECT_EQ(last_as<client::LoginGuest>().token, "secret");
}

TEST_F(BotTest, ARefusedTokenMakesANewPlayer) {
  bot.on_open({"bot-1-0", "stale"});
  hear(server::refusal(ClientId{1001}, protocol::Code::BAD_TOKEN));
  EXPECT_EQ(returned, Bot::Return::AS_NEW);
}

TEST_F(BotTest, TriesAgainWhileTheGameIsNotThere) {
  bot.on_open({"bot-1-0", ""});
  hear(server::LoggedIn{{1001}, UserId("me"), "bot-1-0", "secret", {}});
  types();
  hear(server::refusal(last.id, protocol::Code::NO_GAME));
  EXPECT_TRUE(chore_alarm);
  bot.on_alarm(Bot::Alarm::CHORE);
  EXPECT_THAT(types(), ElementsAre("REGISTER"));
}

TEST_F(BotTest, TakesASeatThatItWasNotPromised) {
  plan.min_buy_in = {40};
  plan.max_buy_in = {100};
  bot.on_open({"bot-1-0", ""});
  hear(server::Welcome{{1000}, 1, "x"});
  hear(server::LoggedIn{{1001}, UserId("me"), "bot-1-0", "secret", {}});
  types();
  hear(server::refusal(last.id, protocol::Code::UNAVAILABLE));
  hear(server::Seat{GameId("g"), TableId("g-1"), SeatIndex{2}});
  auto first = broke(0, 10);
  first.snapshot = true;
  hear(first);
  EXPECT_THAT(types(), ElementsAre("BUY_IN"));
}

TEST_F(BotTest, ActsWhenAskedAfterThinking) {
  sit();
  snapshot();
  EXPECT_FALSE(turn_alarm);
  hear(my_turn(10, 11));
  EXPECT_EQ(turn_alarm, 7ms);
  EXPECT_THAT(types(), IsEmpty());
  bot.on_alarm(Bot::Alarm::TURN);
  EXPECT_THAT(types(), ElementsAre("ACT"));
  const auto& act = last_as<client::Act>();
  EXPECT_EQ(act.table_id.view(), "g-1");
  EXPECT_EQ(act.hand_number.v, 3u);
  EXPECT_EQ(act.turn.v, 30u);
  EXPECT_EQ(act.action, Action::CHECK);
  EXPECT_TRUE(bot.busy());
  time += 3ms;
  auto done = frame(11, 12);
  done.you->ack = protocol::Ack{last.id};
  hear(done);
  EXPECT_FALSE(bot.busy());
  EXPECT_EQ(tally.counts.acted, 1u);
  EXPECT_EQ(tally.latency.max_us(), 3000u);
}

TEST_F(BotTest, ActsOnceATurn) {
  sit();
  snapshot();
  hear(my_turn(10, 11));
  bot.on_alarm(Bot::Alarm::TURN);
  types();
  turn_alarm.reset();
  hear(my_turn(11, 12));
  EXPECT_FALSE(turn_alarm);
  bot.on_alarm(Bot::Alarm::TURN);
  EXPECT_THAT(types(), IsEmpty());
}

TEST_F(BotTest, DoesNotActOnATurnThatPassed) {
  sit();
  snapshot();
  hear(my_turn(10, 11));
  hear(frame(11, 12));
  bot.on_alarm(Bot::Alarm::TURN);
  EXPECT_THAT(types(), IsEmpty());
}

TEST_F(BotTest, RacesAreNoErrors) {
  sit();
  snapshot();
  hear(my_turn(10, 11));
  bot.on_alarm(Bot::Alarm::TURN);
  types();
  refuse(cardroom::Error::STALE_ACTION);
  EXPECT_EQ(tally.counts.stale, 1u);
  EXPECT_THAT(tally.counts.refusals, IsEmpty());
  EXPECT_EQ(tally.counts.errors, 0u);
}

TEST_F(BotTest, BuysInWithinTheLimits) {
  sit();
  hear(broke(0, 10));
  EXPECT_THAT(types(), ElementsAre("BUY_IN"));
  EXPECT_GE(last_as<client::BuyIn>().amount, Chips{40});
  EXPECT_LE(last_as<client::BuyIn>().amount, Chips{100});
  hear(broke(10, 11));
  EXPECT_THAT(types(), IsEmpty()) << "one at a time";
  ok(last.id.v);
  EXPECT_EQ(tally.counts.buy_ins, 1u);
}

TEST_F(BotTest, AsksAgainForLimitsThatItWasNotTold) {
  sit();
  plan.max_buy_in = {0};
  hear(broke(0, 10));
  EXPECT_THAT(types(), ElementsAre("LIST_GAMES"));
  hear(server::Lobby{last.id, {}});
  bot.on_alarm(Bot::Alarm::CHORE);
  EXPECT_THAT(types(), ElementsAre("LIST_GAMES"));
  server::LobbyGame game;
  game.game_id = GameId("g");
  game.min_buy_in = {40};
  game.max_buy_in = {100};
  hear(server::Lobby{last.id, {game}});
  bot.on_alarm(Bot::Alarm::CHORE);
  EXPECT_THAT(types(), ElementsAre("BUY_IN"));
}

TEST_F(BotTest, PendingChipsAreEnough) {
  sit();
  auto f = broke(0, 10);
  f.state.seats[0].pending = Chips{50};
  hear(f);
  EXPECT_THAT(types(), IsEmpty());
}

TEST_F(BotTest, WhoIsBrokeComesBackAsSomebodyElse) {
  sit();
  hear(broke(0, 10));
  types();
  refuse(cardroom::Error::INSUFFICIENT_BALANCE);
  EXPECT_THAT(types(), ElementsAre("LEAVE"));
  EXPECT_EQ(returned, Bot::Return::AS_NEW);
}

TEST_F(BotTest, SitsInAfterTimeOuts) {
  sit();
  auto f = frame(0, 10);
  f.state.hand_phase = HandPhase::PREDEAL;
  f.state.seats[0].player_status = PlayerStatus::SITTING_OUT;
  hear(f);
  bot.on_alarm(Bot::Alarm::CHORE);
  EXPECT_THAT(types(), ElementsAre("SIT_IN"));
}

TEST_F(BotTest, RestsNowAndThenAndReturns) {
  plan.restless = 1000;
  bool sat_out = false, left = false;
  for (int i = 0; i < 50 && !(sat_out && left); ++i) {
    bot.on_close();
    bot.on_open({"bot-1-0", "secret"});
    types();
    hear(server::LoggedIn{last.id, UserId("me"), "bot-1-0", "secret", {{GameId("g"), TableId("g-1"), {2}}}});
    types();
    auto f = frame(0, 10);
    f.state.hand_phase = HandPhase::HAND_COMPLETE;
    f.events.emplace_back(HandComplete{{3}, {}});
    hear(f);
    const auto asked = types();
    ASSERT_THAT(asked, SizeIs(1));
    chore_alarm.reset();
    ok(last.id.v);
    if (asked[0] == "LEAVE") hear(server::Seat{GameId("g"), {}, {}});
    ASSERT_TRUE(chore_alarm);
    bot.on_alarm(Bot::Alarm::CHORE);
    EXPECT_THAT(types(), ElementsAre(asked[0] == "LEAVE" ? "REGISTER" : "SIT_IN"));
    (asked[0] == "LEAVE" ? left : sat_out) = true;
  }
  EXPECT_TRUE(sat_out && left);
}

TEST_F(BotTest, ASnapshotSettlesWhatWasUnderWay) {
  sit();
  snapshot();
  hear(my_turn(10, 11));
  bot.on_alarm(Bot::Alarm::TURN);
  EXPECT_THAT(types(), ElementsAre("ACT"));
  const auto first = last.id;
  auto anew = my_turn(0, 11);
  anew.epoch = {2};
  anew.snapshot = true;
  hear(anew);
  bot.on_alarm(Bot::Alarm::TURN);
  EXPECT_THAT(types(), ElementsAre("ACT")) << "it still is its turn";
  ok(first.v);
  EXPECT_TRUE(tally.counts.wrong.empty()) << "a late answer is none to nothing";
}

TEST_F(BotTest, GoesWhereItIsSent) {
  sit();
  hear(server::Shutdown{{{"ws://127.0.0.1:1/ws", "ws://127.0.0.1:2/ws"}}});
  EXPECT_THAT(sent_to, ElementsAre("ws://127.0.0.1:1/ws", "ws://127.0.0.1:2/ws"));
}

TEST_F(BotTest, AGapIsAnErrorAndHealed) {
  sit();
  snapshot();
  hear(frame(12, 13));
  EXPECT_EQ(tally.counts.wrong.count("gap"), 1u);
  EXPECT_THAT(types(), ElementsAre("WATCH"));
  ok(last.id.v);
  auto f = frame(0, 13);
  f.snapshot = true;
  hear(f);
  hear(frame(13, 14));
  EXPECT_EQ(tally.counts.errors, 1u);
}

TEST_F(BotTest, OldFramesAreDropped) {
  sit();
  snapshot();
  hear(my_turn(9, 10));
  EXPECT_FALSE(turn_alarm);
  EXPECT_EQ(tally.counts.errors, 0u);
}

TEST_F(BotTest, LaggingIsToldAndNoError) {
  sit();
  snapshot();
  hear(my_turn(10, 11));
  bot.on_alarm(Bot::Alarm::TURN);
  types();
  hear(server::refusal(ClientId{}, protocol::Code::LAGGED));
  EXPECT_FALSE(bot.busy());
  EXPECT_EQ(tally.counts.errors, 0u);
  auto f = my_turn(0, 15);
  f.snapshot = true;
  turn_alarm.reset();
  hear(f);
  EXPECT_TRUE(turn_alarm);
}

TEST_F(BotTest, WhatMustNotBeIsCounted) {
  sit();
  bot.on_text("hello");
  bot.on_text(R"({"v":1,"type":"TABLE_STATE"})");
  ok(999'999);
  hear(server::refusal(ClientId{}, protocol::Code::BAD_JSON));
  EXPECT_EQ(tally.counts.errors, 4u);
  EXPECT_THAT(tally.counts.wrong, SizeIs(4));
}

TEST_F(BotTest, AReplacedSessionEndsIt) {
  sit();
  hear(server::SessionReplaced{});
  EXPECT_TRUE(bot.stopped());
  EXPECT_EQ(tally.counts.errors, 1u);
}

TEST_F(BotTest, NothingAfterTheStop) {
  sit();
  snapshot();
  hear(my_turn(10, 11));
  bot.stop();
  bot.on_alarm(Bot::Alarm::TURN);
  hear(broke(11, 12));
  EXPECT_THAT(types(), IsEmpty());
}

TEST(Tally, CountsAFrameOnceForAllBots) {
  protocol::server::TableState f;
  f.table_id = TableId("t");
  f.epoch = {1};
  f.version = {5};
  f.events.emplace_back(PlayerActed{{0}, Action::RAISE, {40}, {20}, true});
  f.events.emplace_back(PlayerActed{{1}, Action::FOLD, {}, {}, false});
  ShowdownResult shown;
  shown.pot_results.length = 3;
  f.events.emplace_back(shown);
  f.events.emplace_back(HandComplete{{1}, {}});
  Tally tally;
  for (int bot = 0; bot < 3; ++bot) {
    const std::string text = protocol::to_text(f);
    tally.frame(*split_frame(text));
  }
  f.version = {6};
  f.snapshot = true;
  const std::string text = protocol::to_text(f);
  tally.frame(*split_frame(text));
  const Report r = tally.report(2s);
  EXPECT_EQ(r.frames, 4u);
  EXPECT_EQ(r.hands, 1u);
  EXPECT_EQ(r.actions, (ActionCounts{1, 0, 0, 0, 1}));
  EXPECT_EQ(r.all_ins, 1u);
  EXPECT_EQ(r.side_pots, 2u);
  EXPECT_EQ(r.showdowns, 1u);
  EXPECT_EQ(r.seconds, 2u);
}

}  // namespace
}  // namespace cardroom::bots
