#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "daemon/gateway/application.hpp"
#include "daemon/gateway/attempts.hpp"
#include "daemon/gateway/pulse.hpp"
#include "tests/gateway_app/fakes.hpp"

namespace cardroom::gateway {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using namespace std::chrono_literals;

constexpr const char* kHello = R"({"v":1,"type":"HELLO","id":1,"protocol":1})";
constexpr const char* kPlayer = R"({"v":1,"type":"LOGIN_GUEST","id":2,"name":"Ann"})";

std::string login(std::string_view token, int id = 2) {
  return R"({"v":1,"type":"LOGIN_ADMIN","id":)" + std::to_string(id) + R"(,"token":")" + std::string(token) +
         "\"}";
}
std::string order(std::string_view request, int id = 3) {
  return R"({"v":1,"type":"ADMIN","id":)" + std::to_string(id) + R"(,"request":)" + std::string(request) +
         "}";
}

/// Keeps requests until the test answers them.
class FakeAdministration final : public Administration {
 public:
  bool admits(std::string_view token) const override { return token == "secret"; }
  void carry_out(std::string request, Reply reply) override {
    requests.push_back(std::move(request));
    replies.push_back(std::move(reply));
  }
  std::vector<std::string> requests;
  std::vector<Reply> replies;
};

class AdminTest : public ::testing::Test {
 protected:
  void SetUp() override { app.on_open(connection); }
  void TearDown() override { app.on_close(*connection); }
  std::vector<std::string> say(std::string_view text) {
    app.on_message(*connection, text);
    return connection->take();
  }
  void come_in() {
    say(kHello);
    EXPECT_THAT(say(login("secret")), ElementsAre(R"({"v":1,"type":"OK","id":2})"));
  }
  void reconnect() {
    app.on_close(*connection);
    connection = std::make_shared<FakeConnection>();
    app.on_open(connection);
    say(kHello);
  }

  FakeEntrance entrance;
  FakeAdministration administration;
  Metrics metrics;
  Application app{entrance, metrics, &administration};
  std::shared_ptr<FakeConnection> connection = std::make_shared<FakeConnection>();
};

TEST_F(AdminTest, RequestsArePassedOnAsTheyAre) {
  come_in();
  EXPECT_THAT(say(order(R"({"command":"game pause","game":"main"})")), IsEmpty());
  ASSERT_THAT(administration.requests, ElementsAre(R"({"command":"game pause","game":"main"})"));
  administration.replies[0](R"({"ok":true})", true);
  EXPECT_THAT(connection->take(), ElementsAre(R"({"v":1,"type":"ADMIN_DONE","id":3})"));
  say(order(R"({"command":"game list"})", 4));
  administration.replies[1](R"({"ok":true,"data":[{"gameId":"main","players":3}]})", true);
  EXPECT_THAT(connection->take(),
              ElementsAre(R"({"v":1,"type":"ADMIN_DONE","id":4,"data":[{"gameId":"main","players":3}]})"));
}

TEST_F(AdminTest, RefusalsAreErrors) {
  come_in();
  say(order(R"({"command":"game end","game":"x"})"));
  administration.replies[0](R"({"ok":false,"error":{"code":"NO_GAME","message":"There is no such game."}})",
                            true);
  EXPECT_THAT(
      connection->take(),
      ElementsAre(R"({"v":1,"type":"ERROR","id":3,"code":"NO_GAME","message":"There is no such game."})"));
}

TEST_F(AdminTest, AWrongTokenIsRefusedAndTheThirdClosesTheConnection) {
  say(kHello);
  for (int id = 2; id < 5; ++id) {
    EXPECT_EQ(connection->closed.second, "");
    EXPECT_THAT(say(login("secreT", id)), ElementsAre(HasSubstr("BAD_TOKEN")));
  }
  EXPECT_EQ(connection->closed.first, CloseCode::POLICY);
  EXPECT_EQ(metrics.admins_refused, 3u);
  EXPECT_THAT(say(order(R"({"command":"status"})")), ElementsAre(HasSubstr("NOT_ALLOWED")));
}

TEST_F(AdminTest, AnAddressWithTooManyWrongTokensIsNotListenedToWithTheRightOneEither) {
  for (int i = 0; i < Attempts::kMost; ++i) {
    reconnect();
    EXPECT_THAT(say(login("wrong")), ElementsAre(HasSubstr("BAD_TOKEN")));
  }
  reconnect();
  EXPECT_THAT(say(login("secret")), ElementsAre(HasSubstr("RATE_LIMITED")));
  EXPECT_EQ(connection->closed.first, CloseCode::POLICY);
}

TEST_F(AdminTest, PlayersGiveNoOrdersAndAdministratorsDoNotPlay) {
  say(kHello);
  EXPECT_THAT(say(order(R"({"command":"status"})")), ElementsAre(HasSubstr("NOT_ALLOWED")));
  say(kPlayer);
  EXPECT_THAT(say(login("secret")), ElementsAre(HasSubstr("ALREADY_LOGGED_IN")));
  entrance.logins.at(0).done(std::make_shared<FakeSession>());
  entrance.logins.clear();
  EXPECT_THAT(say(login("secret")), ElementsAre(HasSubstr("ALREADY_LOGGED_IN")));
  EXPECT_THAT(say(order(R"({"command":"status"})")), ElementsAre(HasSubstr("NOT_ALLOWED")));
  reconnect();
  say(login("secret"));
  EXPECT_THAT(say(kPlayer), ElementsAre(HasSubstr("ALREADY_LOGGED_IN")));
  EXPECT_THAT(say(R"({"v":1,"type":"LIST_GAMES","id":9})"), ElementsAre(HasSubstr("NOT_LOGGED_IN")));
  EXPECT_THAT(say(R"({"v":1,"type":"PING","id":10})"), ElementsAre(HasSubstr("OK")));
  EXPECT_THAT(administration.requests, IsEmpty());
  EXPECT_THAT(entrance.logins, IsEmpty());
}

TEST_F(AdminTest, HelloComesFirst) {
  EXPECT_THAT(say(login("secret")), ElementsAre(HasSubstr("NOT_LOGGED_IN")));
}

TEST_F(AdminTest, WhatHasNoEndIsNotForHere) {
  come_in();
  EXPECT_THAT(say(order(R"({"command":"table watch","table":"t"})")), ElementsAre(HasSubstr("BAD_REQUEST")));
  EXPECT_THAT(say(order(R"({"game":1,"command":2})")), ElementsAre(HasSubstr("request.command")));
  EXPECT_THAT(say(order("[1]")), ElementsAre(HasSubstr("BAD_REQUEST")));
  EXPECT_THAT(administration.requests, IsEmpty());
}

TEST_F(AdminTest, NotMoreThanSixteenAtATime) {
  come_in();
  for (int id = 10; id < 26; ++id) EXPECT_THAT(say(order(R"({"command":"status"})", id)), IsEmpty());
  EXPECT_THAT(say(order(R"({"command":"status"})", 26)), ElementsAre(HasSubstr(R"("id":26,"code":"BUSY")")));
  administration.replies[0](R"({"ok":true})", true);
  connection->take();
  EXPECT_THAT(say(order(R"({"command":"status"})", 27)), IsEmpty());
}

TEST_F(AdminTest, AnAnswerToWhoHasGoneIsNothing) {
  come_in();
  say(order(R"({"command":"status"})"));
  app.on_close(*connection);
  EXPECT_EQ(connection.use_count(), 1) << "somebody keeps a closed connection";
  EXPECT_FALSE(administration.replies[0](R"({"ok":true})", true));
  app.on_open(connection);
}

TEST(AdminDoor, IsClosedWhereTheOperatorWantsItSo) {
  FakeEntrance entrance;
  Metrics metrics;
  Application app{entrance, metrics};
  const auto connection = std::make_shared<FakeConnection>();
  app.on_open(connection);
  app.on_message(*connection, kHello);
  connection->take();
  app.on_message(*connection, login("secret"));
  EXPECT_THAT(connection->take(), ElementsAre(HasSubstr("UNAVAILABLE")));
  app.on_close(*connection);
}

TEST(AttemptsTest, TenAMinuteFromANetwork) {
  Attempts attempts;
  const auto start = Attempts::Clock::now();
  for (int i = 0; i < Attempts::kMost; ++i) {
    EXPECT_TRUE(attempts.allowed("2001:db8::1", start));
    attempts.failed("2001:db8::" + std::to_string(i + 1), start);
  }
  EXPECT_FALSE(attempts.allowed("2001:db8::ffff", start + 30s)) << "a customer's network is one address";
  EXPECT_TRUE(attempts.allowed("2001:db8:0:1::1", start + 30s));
  EXPECT_TRUE(attempts.allowed("10.0.0.1", start + 30s));
  EXPECT_TRUE(attempts.allowed("2001:db8::1", start + 61s));
}

TEST(PulseTest, TellsTheLastTenSeconds) {
  Pulse pulse;
  EXPECT_EQ(pulse.figures().hands_per_second, 0);
  const auto start = Pulse::Clock::now();
  Histogram inside;
  for (int second = 0; second <= 30; ++second) {
    // Slow in the first twenty seconds, four actions a second since.
    for (int i = 0; i < 4; ++i) inside.record(second <= 20 ? 50ms : 200us);
    const auto n = static_cast<std::uint64_t>(second);
    pulse.add({start + second * 1s, 3 * n, 4 * n, inside.counts()});
  }
  const auto told = pulse.figures();
  EXPECT_DOUBLE_EQ(told.hands_per_second, 3);
  EXPECT_DOUBLE_EQ(told.actions_per_second, 4);
  EXPECT_EQ(told.hands, 90u);
  ASSERT_TRUE(told.latency_p50 && told.latency_p99);
  EXPECT_NEAR(static_cast<double>(*told.latency_p50), 200, 15);
  EXPECT_LT(*told.latency_p99, 1000u);
}

TEST(PulseTest, WithoutActionsThereIsNoLatency) {
  Pulse pulse;
  const auto start = Pulse::Clock::now();
  pulse.add({start, 5, 7, {}});
  pulse.add({start + 1s, 6, 7, {}});
  EXPECT_DOUBLE_EQ(pulse.figures().hands_per_second, 1);
  EXPECT_FALSE(pulse.figures().latency_p50);
}

}  // namespace
}  // namespace cardroom::gateway
