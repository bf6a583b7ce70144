#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <deque>

#include "actors/cluster/link_records.hpp"
#include "actors/cluster/link_socket.hpp"
#include "tests/cluster/link_fixture.hpp"
#include "tests/log_lines.hpp"

// Connections that do not say what a node says: they are cut, and links hear nothing of it.
namespace cardroom::cluster {
namespace {

using testing::Node;
using testing::Seen;

/// A connection to a node, byte by byte.
class Stranger {
 public:
  explicit Stranger(const Node& node) {
    auto socket = connect_to(node.record.address, deadline_, -1);
    if (socket) socket_ = std::move(*socket);
  }
  explicit Stranger(Descriptor socket) : socket_(std::move(socket)) {}

  void say(std::string_view bytes) {
    while (!bytes.empty() && wait_for(socket_.get(), POLLOUT, deadline_, -1)) {
      const ssize_t n = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (n <= 0) return;
      bytes.remove_prefix(static_cast<std::size_t>(n));
    }
  }
  void greet(const std::string& incarnation, const Node& node) {
    std::vector<char> out;
    append_preamble(out);
    append(out, Hello{kOldestProtocol, kProtocol, incarnation, incarnation, node.record.incarnation, {}});
    say({out.data(), out.size()});
  }
  /// The next record but heartbeats; none when the connection ends.
  std::optional<Record> record() {
    while (true) {
      std::string_view rest(in_);
      auto found = reader_.next(rest);
      in_.erase(0, in_.size() - rest.size());
      if (found && !std::holds_alternative<Heartbeat>(*found)) return found;
      if (!found && !receive()) return {};
    }
  }
  bool is_cut() {
    while (receive()) {
    }
    return std::chrono::steady_clock::now() < deadline_;
  }

 private:
  bool receive() {
    std::array<char, 4096> bytes{};
    if (!wait_for(socket_.get(), POLLIN, deadline_, -1)) return false;
    const ssize_t n = ::recv(socket_.get(), bytes.data(), bytes.size(), 0);
    if (n > 0) in_.append(bytes.data(), static_cast<std::size_t>(n));
    return n > 0;
  }

  Deadline deadline_ = std::chrono::steady_clock::now() + testing::kPatience;
  Descriptor socket_;
  RecordReader reader_;
  std::string in_;
};

/// "a" and "b" are linked, and "s" is known to "b".
class LinkToStranger : public ::testing::Test {
 protected:
  LinkToStranger() {
    NodeRecord s;
    s.incarnation = s.name = "B";
    a_.know({b_.record});
    b_.know({a_.record, s});
    EXPECT_TRUE(a_.seen->wait_up("b"));
    EXPECT_TRUE(b_.seen->wait_up("a"));
  }
  ~LinkToStranger() override {
    a_.send(b_, 1, "x");
    EXPECT_TRUE(b_.seen->wait("a", [](const Seen::Peer& p) { return p.frames == 1; }));
    EXPECT_EQ(b_.seen->of("a").downs, 0);
  }
  Node a_{"a"}, b_{"b"};
};

TEST_F(LinkToStranger, WhoSpeaksOtherwiseIsCut) {
  Stranger web(b_), later(b_);
  web.say("GET / HTTP/1.1\r\n\r\n");
  later.say(std::string_view("cardroom\2\0\0\0", 12));
  EXPECT_TRUE(web.is_cut());
  EXPECT_TRUE(later.is_cut());
}

TEST_F(LinkToStranger, WhoSaysNothingIsCut) {
  Stranger silent(b_), half(b_);
  half.say("cardroom");
  EXPECT_TRUE(silent.is_cut());
  EXPECT_TRUE(half.is_cut());
}

TEST_F(LinkToStranger, ManyWhoSayNothingAreCut) {
  std::deque<Stranger> silent;
  for (int i = 0; i < 200; ++i) silent.emplace_back(b_);
  for (Stranger& s : silent) EXPECT_TRUE(s.is_cut());
}

/// Its connection may give way like any other, before what it says is read: it comes again.
TEST_F(LinkToStranger, ManyWhoSayNothingKeepNobodyOut) {
  cardroom::testing::LogLines log;
  std::deque<Stranger> silent;
  for (int i = 0; i < 400; ++i) silent.emplace_back(b_);
  Node node("B");
  b_.know({a_.record, node.record});
  node.know({b_.record});
  EXPECT_TRUE(b_.seen->wait_up("B"));
  EXPECT_TRUE(node.seen->wait_up("b"));
  EXPECT_TRUE(log.wait("16 of them by 127.0.0.1"));
}

TEST_F(LinkToStranger, WhoIsUnknownOrMeansAnotherHearsWhy) {
  Stranger unknown(b_), lost(b_);
  unknown.greet("AA", b_);
  lost.greet("B", a_);
  const auto first = unknown.record(), second = lost.record();
  ASSERT_TRUE(first && second);
  EXPECT_EQ(std::get<Hello>(*first).refused, "node b does not know this incarnation");
  EXPECT_EQ(std::get<Hello>(*second).refused, "it looks for another node here");
  EXPECT_EQ(b_.seen->of("B").ups, 0);
  // Whatever it says then is not listened to.
  std::vector<char> out;
  append(out, Batch{{1}, {{1, "x"}}});
  unknown.say({out.data(), out.size()});
  EXPECT_TRUE(unknown.is_cut());
  EXPECT_EQ(b_.seen->of("AA").frames, 0u);
}

TEST_F(LinkToStranger, APeerThatSpeaksNonsenseIsDown) {
  Stranger peer(b_);
  peer.greet("B", b_);
  ASSERT_TRUE(b_.seen->wait_up("B"));
  peer.say(std::string_view("\xff\xff\xff\xff\2", 5));
  ASSERT_TRUE(b_.seen->wait_down("B"));
  EXPECT_EQ(b_.seen->of("B").why, "it sends a record of 4294967295 bytes");
  EXPECT_TRUE(peer.is_cut());
}

TEST_F(LinkToStranger, APeerThatSaysNothingMoreIsDown) {
  Stranger peer(b_);
  peer.greet("B", b_);
  ASSERT_TRUE(b_.seen->wait_up("B"));
  ASSERT_TRUE(b_.seen->wait_down("B"));
  EXPECT_EQ(b_.seen->of("B").why, "nothing comes from it");
}

TEST_F(LinkToStranger, OneThatConnectsAnewTakesThePlaceOfItsLastConnection) {
  Stranger first(b_), second(b_);
  first.greet("B", b_);
  ASSERT_TRUE(b_.seen->wait_up("B"));
  second.greet("B", b_);
  ASSERT_TRUE(b_.seen->wait_up("B", 2));
  EXPECT_EQ(b_.seen->of("B").why, "it has connected anew");
  EXPECT_TRUE(first.is_cut());
}

// A node of an earlier release speaks first, and otherwise.
TEST(LinkToEarlierRelease, IsRefused) {
  Node a("a"), c("c");
  auto listening = listen_at("127.0.0.1", 0);
  ASSERT_TRUE(listening);
  NodeRecord b;
  b.incarnation = b.name = "b";
  b.address = "127.0.0.1:" + std::to_string(listening->port);
  c.know({a.record});
  a.know({b, c.record});
  Stranger earlier(accept_from(listening->socket.get(), -1));
  earlier.say(std::string(64, '\0'));
  EXPECT_TRUE(earlier.is_cut());
  EXPECT_TRUE(a.seen->wait_up("c"));
  EXPECT_EQ(a.seen->of("b").ups, 0);
}

}  // namespace
}  // namespace cardroom::cluster
