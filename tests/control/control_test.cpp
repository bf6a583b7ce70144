#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <list>
#include <mutex>
#include <thread>
#include <vector>

#include "daemon/control/control_client.hpp"
#include "daemon/control/control_server.hpp"
#include "daemon/control/unix_socket.hpp"

namespace cardroom::control {
namespace {

namespace fs = std::filesystem;

class ControlTest : public ::testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/cardroom-control-XXXXXX";
    dir_ = mkdtemp(name);
    auto token = admin_token(dir_ / "admin.token");
    ASSERT_TRUE(std::holds_alternative<std::string>(token));
    token_ = std::get<std::string>(token);
  }
  void TearDown() override { fs::remove_all(dir_); }

  std::unique_ptr<ControlServer> serve(Handler handler) {
    auto server = ControlServer::start(dir_ / "control.sock", token_, std::move(handler));
    EXPECT_TRUE(std::holds_alternative<std::unique_ptr<ControlServer>>(server));
    return std::move(std::get<0>(server));
  }
  /// Answers every request with one line, and more whenever the test wants.
  std::unique_ptr<ControlServer> serve_watch() {
    return serve([this](const std::string&, Reply reply) {
      reply("{\"n\":1}", false);
      std::lock_guard lock(mutex_);
      kept_ = std::move(reply);
      changed_.notify_all();
    });
  }
  Reply watch(ControlClient& client) {
    EXPECT_EQ(client.connect(dir_ / "control.sock", dir_ / "admin.token"), "");
    EXPECT_EQ(client.ask(R"({"command":"table watch"})"), "{\"n\":1}");
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return kept_ != nullptr; });
    return kept_;
  }
  static mode_t mode(const fs::path& path) {
    struct stat s {};
    EXPECT_EQ(::stat(path.c_str(), &s), 0);
    return s.st_mode & 0777;
  }

  fs::path dir_;
  std::string token_;
  std::mutex mutex_;
  std::condition_variable changed_;
  Reply kept_;
};

TEST_F(ControlTest, WhoeverComesWhenAllPlacesAreTakenHearsSo) {
  auto server = serve([](const std::string&, const Reply& reply) { reply("{}", true); });
  std::vector<std::unique_ptr<ControlClient>> clients;
  for (int i = 0; i < 32; ++i) {
    clients.push_back(std::make_unique<ControlClient>());
    ASSERT_EQ(clients.back()->connect(dir_ / "control.sock", dir_ / "admin.token"), "");
    ASSERT_EQ(clients.back()->ask(R"({"command":"status"})"), "{}");
  }
  ControlClient late;
  ASSERT_EQ(late.connect(dir_ / "control.sock", dir_ / "admin.token"), "");
  const std::string refused = late.ask(R"({"command":"status"})");
  EXPECT_NE(refused.find("\"code\":\"BUSY\""), std::string::npos) << refused;
  EXPECT_NE(refused.find("32 cardroomctl connections"), std::string::npos) << refused;
}

TEST_F(ControlTest, TheTokenIsMadeOnceAndForTheOwnerOnly) {
  EXPECT_EQ(token_.size(), 64u);
  EXPECT_EQ(mode(dir_ / "admin.token"), 0600u);
  EXPECT_EQ(std::get<std::string>(admin_token(dir_ / "admin.token")), token_);
}

TEST_F(ControlTest, AsksAndAnswers) {
  auto server = serve([](const std::string& request, const Reply& reply) {
    EXPECT_NE(request.find("game list"), std::string::npos);
    reply(R"({"ok":true,"data":[]})", true);
  });
  EXPECT_EQ(mode(dir_ / "control.sock"), 0600u);
  ControlClient client;
  ASSERT_EQ(client.connect(dir_ / "control.sock", dir_ / "admin.token"), "");
  for (int i = 0; i < 3; ++i) EXPECT_EQ(client.ask(R"({"command":"game list"})"), R"({"ok":true,"data":[]})");
}

TEST_F(ControlTest, RefusesAWrongTokenAndGarbage) {
  auto server = serve([](const std::string&, const Reply& reply) { reply("{}", true); });
  std::ofstream(dir_ / "wrong.token") << "0000\n";
  ControlClient client;
  ASSERT_EQ(client.connect(dir_ / "control.sock", dir_ / "wrong.token"), "");
  EXPECT_NE(client.ask(R"({"command":"status"})").find("NOT_ALLOWED"), std::string::npos);
  EXPECT_NE(client.ask(R"({"command":)").find("BAD_JSON"), std::string::npos);
  EXPECT_NE(client.ask(R"({"command":"status"})").find("NOT_ALLOWED"), std::string::npos) << "goes on";
}

TEST_F(ControlTest, AClientThatDoesNotReadHoldsNobodyAndIsCutOff) {
  auto server = serve_watch();
  ControlClient client;
  const Reply kept = watch(client);
  // From the thread of whoever replies: it returns however much there is.
  const std::string megabyte(1 << 20, 'x');
  int taken = 0;
  while (taken < 1'000 && kept(megabyte, false)) ++taken;
  EXPECT_GE(taken, 8);
  EXPECT_LT(taken, 20);
}

TEST_F(ControlTest, AWatchEndsWhenTheClientHangsUp) {
  auto server = serve_watch();
  Reply kept;
  {
    ControlClient client;
    kept = watch(client);
    EXPECT_TRUE(kept("{\"n\":2}", false));
    EXPECT_EQ(client.next(), "{\"n\":2}");
  }
  // A second client is served while and after the first one goes.
  ControlClient other;
  ASSERT_EQ(other.connect(dir_ / "control.sock", dir_ / "admin.token"), "");
  EXPECT_EQ(other.ask(R"({"command":"table watch"})"), "{\"n\":1}");
}

TEST_F(ControlTest, StopsWithRequestsUnanswered) {
  auto server = serve([](const std::string&, const Reply&) {});
  ControlClient client;
  ASSERT_EQ(client.connect(dir_ / "control.sock", dir_ / "admin.token"), "");
  std::thread asking([&] { EXPECT_EQ(client.ask(R"({"command":"status"})"), ""); });
  server.reset();
  asking.join();
  EXPECT_FALSE(fs::exists(dir_ / "control.sock"));
}

TEST_F(ControlTest, ADaemonThatAnswersNobodyIsSilent) {
  const int frozen = listen_at(dir_ / "control.sock");
  ASSERT_GE(frozen, 0);
  ControlClient client(std::chrono::milliseconds(50));
  ASSERT_EQ(client.connect(dir_ / "control.sock", dir_ / "admin.token"), "");
  EXPECT_EQ(client.ask(R"({"command":"status"})"), "");
  EXPECT_TRUE(client.silent());
  ControlClient big(std::chrono::milliseconds(50));
  ASSERT_EQ(big.connect(dir_ / "control.sock", dir_ / "admin.token"), "");
  EXPECT_EQ(big.ask(R"({"x":")" + std::string(1 << 22, 'x') + "\"}"), "");
  EXPECT_TRUE(big.silent()) << "it does not even take the request";
  // As many as may wait to be taken, and then one more.
  std::list<ControlClient> waiting;
  std::string problem;
  while (problem.empty() && waiting.size() < 1'000)
    problem = waiting.emplace_back(std::chrono::milliseconds(50))
                  .connect(dir_ / "control.sock", dir_ / "admin.token");
  EXPECT_EQ(problem, kSilent);
  ::close(frozen);
}

TEST_F(ControlTest, ASlowReplyIsWaitedForWhileTheDaemonAnswersOthers) {
  constexpr std::chrono::milliseconds kSilence{300};
  auto server = serve([&](const std::string&, const Reply& reply) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, 4 * kSilence, [] { return false; });
    reply("{}", true);
  });
  ControlClient client(kSilence);
  ASSERT_EQ(client.connect(dir_ / "control.sock", dir_ / "admin.token"), "");
  EXPECT_EQ(client.ask(R"({"command":"audit"})"), "{}");
  EXPECT_FALSE(client.silent());
}

TEST_F(ControlTest, SaysHowToStartAMissingDaemon) {
  ControlClient client;
  const std::string problem = client.connect(dir_ / "control.sock", dir_ / "admin.token");
  EXPECT_NE(problem.find("cardroomd --config"), std::string::npos);
}

TEST_F(ControlTest, ReachesASocketWithALongPath) {
  dir_ = dir_ / std::string(120, 'x');
  fs::create_directory(dir_);
  ASSERT_TRUE(std::holds_alternative<std::string>(admin_token(dir_ / "admin.token")));
  token_ = std::get<std::string>(admin_token(dir_ / "admin.token"));
  auto server = serve([](const std::string&, const Reply& reply) { reply("{}", true); });
  ControlClient client;
  ASSERT_EQ(client.connect(dir_ / "control.sock", dir_ / "admin.token"), "");
  EXPECT_EQ(client.ask(R"({"command":"status"})"), "{}");
  dir_ = dir_.parent_path();
}

TEST(SameToken, AnEmptyOneAdmitsNobody) {
  EXPECT_TRUE(same_token("secret", "secret"));
  EXPECT_FALSE(same_token("secreT", "secret"));
  EXPECT_FALSE(same_token("secret1", "secret"));
  EXPECT_FALSE(same_token("secre", "secret"));
  EXPECT_FALSE(same_token("", ""));
}

}  // namespace
}  // namespace cardroom::control
