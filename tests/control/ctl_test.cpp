#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <mutex>

#include "daemon/control/control_server.hpp"
#include "daemon/control/unix_socket.hpp"

/// cardroomctl as a program, against a daemon that answers from here.
namespace cardroom::control {
namespace {

namespace fs = std::filesystem;

struct Ran {
  int status;
  std::string out;
};

class CtlTest : public ::testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/cardroom-ctl-XXXXXX";
    dir_ = mkdtemp(name);
    token_ = std::get<std::string>(admin_token(dir_ / "admin.token"));
  }
  void TearDown() override { fs::remove_all(dir_); }

  /// Ends before what the handler refers to, if that was declared earlier.
  std::unique_ptr<ControlServer> serve(Handler handler) const {
    return std::move(std::get<0>(ControlServer::start(dir_ / "control.sock", token_, std::move(handler))));
  }
  Ran ctl(const std::string& arguments) const {
    const std::string line =
        std::string(CARDROOMCTL) + " --data-dir " + dir_.string() + " " + arguments + " 2>&1 </dev/null";
    FILE* pipe = ::popen(line.c_str(), "r");
    std::string out;
    std::array<char, 4096> chunk{};
    for (std::size_t n = 0; (n = std::fread(chunk.data(), 1, chunk.size(), pipe)) > 0;)
      out.append(chunk.data(), n);
    return {WEXITSTATUS(::pclose(pipe)), out};
  }

  fs::path dir_;
  std::string token_;
};

TEST_F(CtlTest, ATableThatMovesIsWatchedOn) {
  std::atomic<int> asked{0};
  const auto server = serve([&](const std::string&, const Reply& reply) {
    const std::string refusal =
        R"({"ok":false,"error":{"code":"UNAVAILABLE","message":"It is being moved."}})";
    if (++asked == 2) return void(reply(refusal, true));
    if (asked > 3)
      return void(reply(R"({"ok":false,"error":{"code":"NO_TABLE","message":"It is gone."}})", true));
    reply(R"({"ok":true,"data":{"frame":)" + std::to_string(asked) + "}}", false);
    reply(refusal, true);
  });
  const Ran watched = ctl("-o json table watch t1");
  EXPECT_EQ(watched.status, 1);
  EXPECT_NE(watched.out.find("\"frame\":1"), std::string::npos) << watched.out;
  EXPECT_NE(watched.out.find("\"frame\":3"), std::string::npos) << watched.out;
  EXPECT_NE(watched.out.find("It is gone."), std::string::npos) << watched.out;
}

TEST_F(CtlTest, PrintsTablesAndJson) {
  const auto server = serve([](const std::string&, const Reply& reply) {
    reply(
        R"({"ok":true,"data":[{"gameId":"g1","status":"ACTIVE","tables":3},{"gameId":"long-name","players":4}]})",
        true);
  });
  const Ran table = ctl("game list");
  EXPECT_EQ(table.status, 0);
  EXPECT_NE(table.out.find("gameId     status  tables  players\ng1         ACTIVE  3"), std::string::npos)
      << table.out;
  const Ran json = ctl("-o json game list");
  EXPECT_EQ(json.out.substr(0, 15), R"([{"gameId":"g1")");
}

TEST_F(CtlTest, PrintsTimesForPeopleAndNumbersInJson) {
  const std::string data =
      R"({"startedAt":1800000000250,"uptime":93784000,"storeDownSince":1800000000000,)"
      R"("settings":{"startTime":0,"actionTime":20000,"nextHandDelay":1500,"predealTime":50,"seatingTime":0},)"
      R"("nodes":[{"node":"a","since":1800000060000}],"bookings":[{"at":1800000000007,"amount":5}]})";
  const auto server = serve(
      [&](const std::string&, const Reply& reply) { reply(R"({"ok":true,"data":)" + data + "}", true); });
  const Ran shown = ctl("status");
  for (const char* part :
       {"startedAt       2027-01-15T08:00:00.250Z\n", "uptime          1d 2h 3m 4s\n",
        "storeDownSince  2027-01-15T08:00:00.000Z\n",
        "settings:\nstartTime      -\nactionTime     20s\nnextHandDelay  1.5s\npredealTime    50ms\n"
        "seatingTime    0s\n",
        "a     2027-01-15T08:01:00.000Z", "2027-01-15T08:00:00.007Z  5"})
    EXPECT_NE(shown.out.find(part), std::string::npos) << part << " in " << shown.out;
  EXPECT_EQ(ctl("-o json status").out, data + "\n");
}

TEST_F(CtlTest, ExitCodes) {
  EXPECT_EQ(ctl("status").status, 3) << "nobody there";
  const auto server = serve([](const std::string&, const Reply& reply) {
    reply(R"({"ok":false,"error":{"code":"INVALID_STATE","message":"Not now."}})", true);
  });
  const Ran refused = ctl("game start g1");
  EXPECT_EQ(refused.status, 1);
  EXPECT_NE(refused.out.find("INVALID_STATE: Not now."), std::string::npos);
  EXPECT_EQ(ctl("game").status, 2);
  EXPECT_EQ(ctl("game dance").status, 2);
  EXPECT_EQ(ctl("player credit p1 many").status, 2);
  EXPECT_EQ(ctl("").status, 2) << "a console needs a terminal";
  EXPECT_EQ(ctl("--help").status, 0);
  EXPECT_EQ(ctl("game pause --help").status, 0);
  EXPECT_EQ(ctl("--version").status, 0);
}

TEST_F(CtlTest, AFrozenDaemonIsNotWaitedForForEver) {
  const int frozen = listen_at(dir_ / "control.sock");
  ASSERT_GE(frozen, 0);
  const Ran ran = ctl("game pause g1");
  EXPECT_EQ(ran.status, 3);
  EXPECT_NE(ran.out.find("the daemon does not answer"), std::string::npos) << ran.out;
  ::close(frozen);
}

TEST_F(CtlTest, WhatHasOnlyBegunIsNotSaidToBeDone) {
  const auto server = serve([](const std::string&, const Reply& reply) {
    reply(R"({"ok":true,"message":"Node b is being drained."})", true);
  });
  EXPECT_EQ(ctl("node drain b").out, "Node b is being drained.\n");
  EXPECT_EQ(ctl("-o json node drain b").out, "{\"ok\":true,\"message\":\"Node b is being drained.\"}\n");
}

TEST_F(CtlTest, SendsWhatTheCommandSays) {
  std::mutex mutex;
  std::string request;
  const auto server = serve([&](const std::string& text, const Reply& reply) {
    std::lock_guard lock(mutex);
    request = text;
    reply(R"({"ok":true})", true);
  });
  EXPECT_EQ(ctl("player credit p1 -- -250").status, 0);
  std::lock_guard lock(mutex);
  EXPECT_NE(request.find(R"("command":"player credit","user":"p1","amount":-250)"), std::string::npos)
      << request;
}

TEST_F(CtlTest, AHandThatDiffersIsToldWithStatusOne) {
  std::mutex mutex;
  std::string request;
  const auto server = serve([&](const std::string& text, const Reply& reply) {
    std::lock_guard lock(mutex);
    request = text;
    reply(R"({"ok":false,"error":{"code":"DIFFERS","message":"event 3: why"},"data":{"matches":false,)"
          R"("account":[{"time":"0.000","what":"Ann folds"}]}})",
          true);
  });
  const Ran ran = ctl("hand replay g-t1 12");
  EXPECT_EQ(ran.status, 1);
  for (const char* part : {"DIFFERS: event 3: why", "matches  no", "0.000  Ann folds"})
    EXPECT_NE(ran.out.find(part), std::string::npos) << ran.out;
  ctl("hand list g-t1 --before 12");
  std::lock_guard lock(mutex);
  EXPECT_NE(request.find(R"("command":"hand list","table":"g-t1","before":12)"), std::string::npos)
      << request;
}

TEST_F(CtlTest, PauseWaitsUntilTheGameIsPaused) {
  std::atomic<int> shows{0};
  const auto server = serve([&](const std::string& text, const Reply& reply) {
    if (text.find("game show") == std::string::npos) {
      reply(R"({"ok":true})", true);
    } else {
      reply(++shows < 3 ? R"({"ok":true,"data":{"status":"ACTIVE"}})"
                        : R"({"ok":true,"data":{"status":"PAUSED"}})",
            true);
    }
  });
  const Ran ran = ctl("game pause g1");
  EXPECT_EQ(ran.status, 0);
  EXPECT_EQ(shows, 3);
  EXPECT_NE(ran.out.find("PAUSED\n"), std::string::npos);
  EXPECT_EQ(ctl("game pause g1 --no-wait").out, "done\n");
}

TEST_F(CtlTest, APauseThatIsUnderWayIsWaitedForAndAnotherStateRefused) {
  std::atomic<int> shows{0};
  const auto server = serve([&](const std::string& text, const Reply& reply) {
    if (text.find("game show") == std::string::npos)
      reply(R"({"ok":false,"error":{"code":"INVALID_STATE","message":"Not now."}})", true);
    else if (text.find("g1") == std::string::npos)
      reply(R"({"ok":true,"data":{"status":"SEATING","stopping":"NO"}})", true);
    else
      reply(++shows < 2 ? R"({"ok":true,"data":{"status":"ACTIVE","stopping":"TO_PAUSE"}})"
                        : R"({"ok":true,"data":{"status":"PAUSED","stopping":"NO"}})",
            true);
  });
  EXPECT_EQ(ctl("game pause g1").status, 0);
  EXPECT_EQ(ctl("game pause g1").status, 1) << "it is PAUSED already";
  EXPECT_EQ(ctl("game pause g2").status, 1);
}

}  // namespace
}  // namespace cardroom::control
