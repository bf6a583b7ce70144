#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "actors/codec/json.hpp"
#include "daemon/cardroom-bots/check.hpp"
#include "daemon/cardroom-bots/fleet.hpp"
#include "tests/gateway_app/live_room.hpp"

/// Bots in a real room, and the checker over what they were told.
namespace cardroom::bots {
namespace {

using namespace std::chrono_literals;

class BotsTest : public ::testing::Test {
 protected:
  BotsTest() {
    options.url = *gateway::WsUrl::parse("ws://127.0.0.1:" + std::to_string(room.port()) + "/ws");
    options.game = "bots";
    options.players = 14;
    options.seconds = 6s;
  }
  /// A game of the house; `credit`: what every new player has.
  void open_game(Chips credit) {
    Settings settings;
    settings.game_id = GameId("bots");
    settings.small_blind = {5};
    settings.big_blind = {10};
    settings.number_of_seats = 6;
    settings.start = StartMode::AUTO;
    settings.review_hand_time = settings.next_hand_delay = {0};
    settings.predeal_time = seconds(1);
    settings.guest_credit = credit;
    EXPECT_EQ(room.admin(R"({"command":"game create","settings":)" +
                         to_json<Keys::AS_WRITTEN, Defaults::OMIT>(settings) + "}"),
              R"({"ok":true})");
  }
  ~BotsTest() override {
    for (const auto& file : {options.record, options.tokens})
      if (!file.empty()) std::filesystem::remove(file);
  }
  static std::string file(const std::string& name) {
    return ::testing::TempDir() + "bots-" + std::to_string(getpid()) + "-" + name;
  }
  Report play() {
    auto result = bots::play(options);
    if (auto* problem = std::get_if<std::string>(&result)) ADD_FAILURE() << *problem;
    return std::holds_alternative<Report>(result) ? std::get<Report>(result) : Report{};
  }

  gateway::LiveRoom room;
  FleetOptions options;
};

TEST_F(BotsTest, PlayEverythingAndTheCheckerFindsNothing) {
  open_game({3000});
  options.record = file("record");
  options.restless = 30;
  const Report report = play();
  EXPECT_EQ(report.errors, 0u) << to_text(report);
  EXPECT_GT(report.hands, 50u);
  EXPECT_GT(report.actions.fold, 0u);
  EXPECT_GT(report.actions.check, 0u);
  EXPECT_GT(report.actions.call, 0u);
  EXPECT_GT(report.actions.bet, 0u);
  EXPECT_GT(report.actions.raise, 0u);
  EXPECT_GT(report.all_ins, 0u);
  EXPECT_GT(report.side_pots, 0u);
  EXPECT_GT(report.showdowns, 0u);
  EXPECT_GT(report.buy_ins, 14u);
  EXPECT_GT(report.sit_outs, 0u);
  EXPECT_GT(report.leaves, 0u);
  EXPECT_GT(report.reconnects, 0u) << "who is broke comes back as somebody else";
  EXPECT_GT(report.latency_us.p50, 0u);
  const CheckResult result = check_files({options.record});
  EXPECT_EQ(result.problems, 0u) << to_text(result);
  EXPECT_EQ(result.bots, 14u);
  EXPECT_GE(result.hands, report.hands);
}

TEST_F(BotsTest, ComeBackAsTheSamePlayers) {
  open_game({1'000'000});
  options.tokens = file("tokens");
  options.players = 4;
  options.seconds = 1s;
  EXPECT_EQ(play().log_ins, 4u);
  const auto size = std::filesystem::file_size(options.tokens);
  EXPECT_EQ(std::filesystem::status(options.tokens).permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  const Report report = play();
  EXPECT_EQ(report.errors, 0u) << to_text(report);
  EXPECT_EQ(report.refusals.count("BAD_TOKEN"), 0u);
  EXPECT_EQ(std::filesystem::file_size(options.tokens), size);
}

TEST_F(BotsTest, TheRateIsKept) {
  open_game({1'000'000});
  options.rate = 100;
  options.seconds = 2s;
  const Report report = play();
  EXPECT_LE(report.acted, 230u);
  EXPECT_GE(report.acted, 100u);
}

TEST_F(BotsTest, ASignalEndsThemWithTheirReport) {
  open_game({1'000'000});
  options.seconds = 0s;
  options.players = 4;
  // As soon as somebody has acted the process is told to stop.
  std::thread stopper([&] {
    while (room.metrics().actions == 0) std::this_thread::yield();
    kill(getpid(), SIGTERM);
  });
  const Report report = play();
  stopper.join();
  EXPECT_EQ(report.log_ins, 4u);
  EXPECT_EQ(report.errors, 0u) << to_text(report);
}

TEST_F(BotsTest, TheyWaitForADaemonThatIsAway) {
  options.url.port = "1";
  options.seconds = 1s;
  const auto result = bots::play(options);
  ASSERT_TRUE(std::holds_alternative<std::string>(result));
  EXPECT_THAT(std::get<std::string>(result), ::testing::HasSubstr("does the daemon run?"));
}

TEST_F(BotsTest, FilesThatCannotBeUsedAreNamed) {
  options.record = "/nowhere/at/all";
  EXPECT_THAT(std::get<std::string>(bots::play(options)), ::testing::HasSubstr("/nowhere/at/all"));
  options.record.clear();
  options.tokens = file("bad");
  std::ofstream(options.tokens) << "[]";
  EXPECT_THAT(std::get<std::string>(bots::play(options)), ::testing::HasSubstr("is no file of tokens"));
}

}  // namespace
}  // namespace cardroom::bots
