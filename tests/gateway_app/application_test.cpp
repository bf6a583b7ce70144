#include "daemon/gateway/application.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/gateway_app/fakes.hpp"

namespace cardroom::gateway {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kHello = R"({"v":1,"type":"HELLO","id":1,"protocol":1})";
constexpr const char* kLogin = R"({"v":1,"type":"LOGIN_GUEST","id":2,"name":"Ann"})";
constexpr const char* kAct =
    R"({"v":1,"type":"ACT","id":9,"tableId":"t","handNumber":1,"turn":1,"action":"FOLD"})";

std::string list_games(int id) { return R"({"v":1,"type":"LIST_GAMES","id":)" + std::to_string(id) + "}"; }

class ApplicationTest : public ::testing::Test {
 protected:
  void SetUp() override { app.on_open(connection); }
  void TearDown() override {
    app.on_close(*connection);
    EXPECT_EQ(connection.use_count(), 1) << "somebody keeps a closed connection";
  }
  std::vector<std::string> say(std::string_view text) {
    app.on_message(*connection, text);
    return connection->take();
  }
  void log_in() {
    say(kHello);
    say(kLogin);
    entrance.logins.at(0).done(session);
    entrance.logins.clear();
  }

  FakeEntrance entrance;
  Metrics metrics;
  Application app{entrance, metrics};
  std::shared_ptr<FakeConnection> connection = std::make_shared<FakeConnection>();
  std::shared_ptr<FakeSession> session = std::make_shared<FakeSession>();
};

TEST_F(ApplicationTest, HelloIsAnsweredByWelcome) {
  EXPECT_THAT(
      say(kHello),
      ElementsAre(R"({"v":1,"type":"WELCOME","id":1,"protocol":1,"server":")" CARDROOM_VERSION R"("})"));
  EXPECT_THAT(say(R"({"v":1,"type":"HELLO","id":5,"protocol":2})"), ElementsAre(HasSubstr("BAD_VERSION")));
}

TEST_F(ApplicationTest, PingIsAnsweredAtOnce) {
  EXPECT_THAT(say(R"({"v":1,"type":"PING","id":3})"), ElementsAre(R"({"v":1,"type":"OK","id":3})"));
}

TEST_F(ApplicationTest, NothingGoesBeforeTheLogIn) {
  EXPECT_THAT(say(kLogin), ElementsAre(HasSubstr(R"("id":2,"code":"NOT_LOGGED_IN")")));
  say(kHello);
  EXPECT_THAT(say(kAct), ElementsAre(HasSubstr(R"("id":9,"code":"NOT_LOGGED_IN")")));
  EXPECT_THAT(entrance.logins, IsEmpty());
  EXPECT_EQ(metrics.messages_refused, 2u);
}

TEST_F(ApplicationTest, LogInOpensTheWayToTheSession) {
  say(kHello);
  EXPECT_THAT(say(kLogin), IsEmpty());
  ASSERT_EQ(entrance.logins.size(), 1u);
  EXPECT_EQ(entrance.logins[0].id.v, 2u);
  EXPECT_EQ(entrance.logins[0].login.name, "Ann");
  entrance.logins[0].done(session);
  EXPECT_THAT(say(kAct), IsEmpty());
  ASSERT_EQ(session->requests.size(), 1u);
  EXPECT_EQ(session->requests[0].id.v, 9u);
  EXPECT_THAT(say(kLogin), ElementsAre(HasSubstr("ALREADY_LOGGED_IN")));
  EXPECT_EQ(metrics.actions, 1u);
  EXPECT_EQ(metrics.logins, 1u);
  entrance.logins.clear();
}

TEST_F(ApplicationTest, CommandsSentDuringTheLogInWaitForIt) {
  say(kHello);
  say(kLogin);
  EXPECT_THAT(say(kLogin), ElementsAre(HasSubstr("ALREADY_LOGGED_IN")));
  for (int i = 10; i < 26; ++i) EXPECT_THAT(say(list_games(i)), IsEmpty());
  EXPECT_THAT(say(list_games(26)), ElementsAre(HasSubstr(R"("id":26,"code":"BUSY")")));
  entrance.logins[0].done(session);
  ASSERT_EQ(session->requests.size(), 16u);
  EXPECT_EQ(session->requests[0].id.v, 10u);
  EXPECT_EQ(session->requests[15].id.v, 25u);
  entrance.logins.clear();
}

TEST_F(ApplicationTest, ARefusedLogInMayBeTriedAgain) {
  say(kHello);
  say(kLogin);
  say(list_games(10));
  entrance.logins[0].done(nullptr);
  EXPECT_THAT(connection->take(), ElementsAre(HasSubstr(R"("id":10,"code":"NOT_LOGGED_IN")")));
  EXPECT_EQ(metrics.logins_refused, 1u);
  say(kLogin);
  EXPECT_EQ(entrance.logins.size(), 2u);
  entrance.logins.clear();
}

TEST_F(ApplicationTest, TheSessionHearsOfTheEnd) {
  log_in();
  app.on_close(*connection);
  EXPECT_EQ(session->endings, 1);
  EXPECT_EQ(connection->attachment(), nullptr);
  app.on_open(connection);
}

TEST_F(ApplicationTest, ALogInThatOutlivesItsConnectionIsUndone) {
  say(kHello);
  say(kLogin);
  app.on_close(*connection);
  entrance.logins[0].done(session);
  EXPECT_EQ(session->endings, 1);
  EXPECT_EQ(entrance.logins[0].outbox->message("late"), Sent::CLOSED);
  entrance.logins.clear();
  app.on_open(connection);
}

TEST_F(ApplicationTest, GarbageIsAnsweredAndTheConnectionGoesOn) {
  EXPECT_THAT(say("{"), ElementsAre(HasSubstr(R"("code":"BAD_JSON")")));
  EXPECT_THAT(say(R"({"v":1,"type":"DANCE","id":4})"),
              ElementsAre(HasSubstr(R"("id":4,"code":"UNKNOWN_TYPE")")));
  app.on_binary(*connection);
  EXPECT_THAT(connection->take(), ElementsAre(HasSubstr("BAD_JSON")));
  EXPECT_THAT(say(kHello), ElementsAre(HasSubstr("WELCOME")));
  EXPECT_EQ(metrics.messages_refused, 3u);
}

TEST_F(ApplicationTest, AFloodIsTold) {
  app.on_flood(*connection);
  EXPECT_THAT(connection->take(), ElementsAre(HasSubstr("RATE_LIMITED")));
  EXPECT_EQ(metrics.floods, 1u);
}

TEST_F(ApplicationTest, WhoLaggedIsToldAndResynced) {
  log_in();
  app.on_overflow(*connection);
  app.on_drained(*connection);
  EXPECT_THAT(connection->take(), ElementsAre(HasSubstr("LAGGED")));
  EXPECT_EQ(session->resyncs, 1);
  EXPECT_EQ(metrics.overflows, 1u);
}

TEST_F(ApplicationTest, TheOutboxTellsWhatBecameOfAFrame) {
  say(kHello);
  say(kLogin);
  const OutboxPtr outbox = entrance.logins[0].outbox;
  entrance.logins.clear();
  EXPECT_EQ(outbox->frame(std::make_shared<const std::string>("head,"), "tail", {}), Sent::QUEUED);
  EXPECT_EQ(outbox->message("text"), Sent::QUEUED);
  EXPECT_THAT(connection->take(), ElementsAre("head,tail", "text"));
  connection->lagging = true;
  EXPECT_EQ(outbox->message("text"), Sent::DROPPED);
  EXPECT_EQ(metrics.left_out, 1u);
  EXPECT_EQ(metrics.frames_sent, 1u);
}

TEST_F(ApplicationTest, ClosingSaysWhy) {
  say(kHello);
  say(kLogin);
  const OutboxPtr outbox = entrance.logins[0].outbox;
  entrance.logins.clear();
  outbox->close(CloseReason::REPLACED);
  EXPECT_EQ(connection->closed.first, CloseCode::POLICY);
  EXPECT_EQ(connection->closed.second, "replaced by a newer connection");
  outbox->close(CloseReason::SHUTTING_DOWN);
  EXPECT_EQ(connection->closed.first, CloseCode::GOING_AWAY);
}

TEST_F(ApplicationTest, AnActionIsMeasuredUntilItsFrameIsQueued) {
  say(kHello);
  say(kLogin);
  const OutboxPtr outbox = entrance.logins[0].outbox;
  entrance.logins[0].done(session);
  entrance.logins.clear();
  say(kAct);
  const auto head = std::make_shared<const std::string>("h");
  outbox->frame(head, "t", {8});
  EXPECT_EQ(metrics.inside.count(), 0u);
  outbox->frame(head, "t", {9});
  outbox->frame(head, "t", {9});
  EXPECT_EQ(metrics.inside.count(), 1u);
}

TEST(Metrics, QuantilesAreWithinASixteenth) {
  Histogram times;
  for (int us = 1; us <= 1000; ++us) times.record(std::chrono::microseconds(us));
  EXPECT_EQ(times.count(), 1000u);
  EXPECT_EQ(times.sum_us(), 500'500u);
  EXPECT_EQ(times.max_us(), 1000u);
  EXPECT_GE(times.quantile_us(500), 500u);
  EXPECT_LE(times.quantile_us(500), 532u);
  EXPECT_GE(times.quantile_us(990), 990u);
  EXPECT_LE(times.quantile_us(990), 1000u);
  times.record(std::chrono::hours(10));
  EXPECT_EQ(times.count(), 1001u);
  EXPECT_EQ(Histogram().quantile_us(990), 0u);
}

TEST(Metrics, ThePageHasEveryCounter) {
  Metrics metrics;
  metrics.connections_opened = 3;
  metrics.connections_closed = 1;
  metrics.inside.record(std::chrono::microseconds(1500));
  const std::string page = metrics_text(metrics);
  EXPECT_THAT(page, HasSubstr("# TYPE cardroom_connections gauge\ncardroom_connections 2\n"));
  EXPECT_THAT(page, HasSubstr("cardroom_inside_seconds_bucket{le=\"0.001000\"} 0\n"));
  EXPECT_THAT(page, HasSubstr("cardroom_inside_seconds_bucket{le=\"+Inf\"} 1\n"));
  EXPECT_THAT(page, HasSubstr("cardroom_inside_seconds_sum 0.001500\n"));
  EXPECT_THAT(page, HasSubstr("cardroom_inside_p99_us 1500\n"));
}

}  // namespace
}  // namespace cardroom::gateway
