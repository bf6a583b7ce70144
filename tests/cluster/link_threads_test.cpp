#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <filesystem>
#include <thread>
#include <vector>

#include "tests/cluster/certificates.hpp"
#include "tests/cluster/link_fixture.hpp"

// Whoever sends writes to the connection itself, whatever thread that is.
namespace cardroom::cluster {
namespace {

using testing::Node;
using testing::Seen;

constexpr std::uint16_t kThreads = 4;

/// With TLS, or without.
class LinkOfThreads : public ::testing::TestWithParam<bool> {
 protected:
  static void SetUpTestSuite() {
    folder_ = std::filesystem::path(::testing::TempDir()) / ("link-threads-" + std::to_string(::getpid()));
    std::filesystem::create_directory(folder_);
    files_ = testing::make_certificate(folder_, testing::make_authority(folder_, "ca"), "node");
  }
  static void TearDownTestSuite() { std::filesystem::remove_all(folder_); }
  static std::optional<LinkTls> tls() { return GetParam() ? std::optional(files_) : std::nullopt; }

  void introduce() {
    a_.know({b_.record});
    b_.know({a_.record});
  }

  Node a_{"a", 0, tls()}, b_{"b", 0, tls()};
  inline static std::filesystem::path folder_;
  inline static LinkTls files_;
};
INSTANTIATE_TEST_SUITE_P(Tls, LinkOfThreads, ::testing::Bool());

TEST_P(LinkOfThreads, EachThreadsFramesArriveInItsOrder) {
  constexpr std::uint64_t kFrames = 20'000;
  std::array<std::uint64_t, kThreads> next{};
  std::atomic<int> wrong{0};
  // The other direction is not idle either: TLS reads and writes the same state.
  b_.seen->on_frames = [&](const Incarnation&, const std::vector<WireFrame>& frames) {
    for (const WireFrame& f : frames)
      if (f.bytes.substr(0, f.bytes.find(' ')) != std::to_string(next.at(f.kind)++)) ++wrong;
    b_.send(a_, 0, std::to_string(frames.size()));
  };
  introduce();
  ASSERT_TRUE(a_.seen->wait_up("b"));
  ASSERT_TRUE(b_.seen->wait_up("a"));
  std::vector<std::thread> threads;
  for (std::uint16_t kind = 0; kind < kThreads; ++kind)
    threads.emplace_back([this, kind] {
      for (std::uint64_t i = 0; i < kFrames; ++i)
        a_.send(b_, kind, std::to_string(i) + ' ' + std::string(i % 300, 'x'));
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(b_.seen->wait("a", [](const Seen::Peer& p) { return p.frames == kThreads * kFrames; }));
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(a_.seen->of("b").downs, 0);
}

TEST_P(LinkOfThreads, GoDownAndComeUpWhileThreadsSend) {
  std::atomic<bool> over{false};
  introduce();
  std::vector<std::thread> threads;
  for (std::uint16_t kind = 0; kind < kThreads; ++kind)
    threads.emplace_back([this, kind, &over] {
      while (!over) a_.send(b_, kind, std::string(5'000, 'x'));
    });
  for (int i = 1; i <= 20; ++i) {
    EXPECT_TRUE(a_.seen->wait_up("b", i));
    EXPECT_TRUE(b_.seen->wait("a", [](const Seen::Peer& p) { return p.up() && p.frames > 0; }));
    Node& cuts = i % 2 == 0 ? a_ : b_;
    Node& other = i % 2 == 0 ? b_ : a_;
    cuts.know({});
    EXPECT_TRUE(cuts.seen->wait_down(other.record.incarnation));
    EXPECT_TRUE(other.seen->wait(cuts.record.incarnation, [i](const Seen::Peer& p) { return p.downs >= i; }));
    cuts.know({other.record});
  }
  over = true;
  for (std::thread& thread : threads) thread.join();
}

TEST_P(LinkOfThreads, EndsBehindThemAll) {
  introduce();
  ASSERT_TRUE(a_.seen->wait_up("b"));
  std::vector<std::thread> threads;
  for (std::uint16_t kind = 0; kind < kThreads; ++kind)
    threads.emplace_back([this, kind] {
      for (int i = 0; i < 1'000; ++i) a_.send(b_, kind, std::string(10'000, 'x'));
    });
  b_.link = nullptr;
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(a_.seen->wait_down("b"));
}

}  // namespace
}  // namespace cardroom::cluster
