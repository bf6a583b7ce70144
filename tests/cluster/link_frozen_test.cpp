#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <fstream>
#include <optional>

#include "actors/store/process.hpp"
#include "tests/cluster/link_fixture.hpp"

// A peer in a process of its own that is stopped, as by a machine that hangs.
namespace cardroom::cluster {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::Node;
using testing::Seen;

/// A node that sends every frame back.
class Child {
 public:
  Child(const std::string& incarnation, const Node& parent) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return;
    const Descriptor out(ends[0]), in(ends[1]);
    auto started = Process::start({.program = LINK_NODE,
                                   .args = {incarnation, parent.record.incarnation, parent.record.address},
                                   .output = in.get()});
    if (!started) return;
    process_.emplace(*std::move(started));
    std::string port;
    for (char c = 0; ::read(out.get(), &c, 1) == 1 && c != '\n';) port += c;
    record.incarnation = record.name = incarnation;
    record.address = "127.0.0.1:" + port;
  }
  ~Child() {
    if (!process_) return;
    process_->signal(SIGKILL);
    process_->wait(testing::kPatience);
  }
  void freeze() { process_->signal(SIGSTOP); }
  void thaw() { process_->signal(SIGCONT); }
  void kill() { process_->signal(SIGKILL); }

  NodeRecord record;

 private:
  std::optional<Process> process_;
};

/// Memory of this process, in MB.
std::size_t resident() {
  std::ifstream in("/proc/self/statm");
  std::size_t all = 0, pages = 0;
  in >> all >> pages;
  return pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)) >> 20u;
}

double seconds_of(const std::function<void()>& f) {
  const auto start = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// The child connects, or is connected to.
class LinkToFrozen : public ::testing::TestWithParam<const char*> {
 protected:
  LinkToFrozen() { node_.know({child_.record}); }
  void send(std::string bytes) { node_.link->send({child_.record.incarnation}, {1, std::move(bytes)}); }

  Node node_{"m"};
  Child child_{GetParam(), node_};
};
INSTANTIATE_TEST_SUITE_P(Sides, LinkToFrozen, ::testing::Values("a", "z"));

TEST_P(LinkToFrozen, IsDownInTimeAndUpAgain) {
  const std::string peer = GetParam();
  ASSERT_TRUE(node_.seen->wait_up(peer));
  child_.freeze();
#ifdef CARDROOM_SANITIZED
  EXPECT_TRUE(node_.seen->wait_down(peer));
#else
  EXPECT_TRUE(node_.seen->wait_down(peer, seconds(4)));
#endif
  child_.thaw();
  ASSERT_TRUE(node_.seen->wait_up(peer, 2));
  send("x");
  EXPECT_TRUE(node_.seen->wait(peer, [](const Seen::Peer& p) { return p.frames == 1; }));
}

TEST_P(LinkToFrozen, CostsBoundedMemory) {
  const std::string peer = GetParam();
  ASSERT_TRUE(node_.seen->wait_up(peer));
  child_.freeze();
  [[maybe_unused]] const std::size_t before = resident();
  for (int i = 0; i < 500'000; ++i) send(std::string(1'000, 'x'));
  ASSERT_TRUE(node_.seen->wait_down(peer));
#ifndef CARDROOM_SANITIZED
  EXPECT_LT(resident(), before + 160);
#endif
  child_.thaw();
  EXPECT_TRUE(node_.seen->wait_up(peer, 2));
}

TEST_P(LinkToFrozen, ClosesAllTheSame) {
  ASSERT_TRUE(node_.seen->wait_up(GetParam()));
  child_.freeze();
  for (int i = 0; i < 20'000; ++i) send(std::string(1'000, 'x'));
  EXPECT_LT(seconds_of([&] { node_.link.reset(); }), 5.0);
}

TEST_P(LinkToFrozen, ClosesWhileItConnects) {
  child_.freeze();
  node_.know({});
  node_.know({child_.record});
  EXPECT_LT(seconds_of([&] { node_.link.reset(); }), 5.0);
}

TEST_P(LinkToFrozen, AKilledPeerIsDownAtOnce) {
  const std::string peer = GetParam();
  ASSERT_TRUE(node_.seen->wait_up(peer));
  child_.kill();
  EXPECT_TRUE(node_.seen->wait_down(peer));
}

}  // namespace
}  // namespace cardroom::cluster
