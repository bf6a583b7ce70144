#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "actors/cluster/caf_link.hpp"
#include "tests/cluster/link_fixture.hpp"

// Links in one process, over real sockets. "a" connects to "b" and "c".
namespace cardroom::cluster {
namespace {

using testing::Node;
using testing::Seen;

std::uint16_t port_of(const Node& node) {
  return static_cast<std::uint16_t>(
      std::stoi(node.record.address.substr(node.record.address.rfind(':') + 1)));
}

void introduce(Node& a, Node& b) {
  a.know({b.record});
  b.know({a.record});
}

TEST(Link, BothSidesComeUpAndFramesArrive) {
  Node a("a"), b("b");
  introduce(a, b);
  ASSERT_TRUE(a.seen->wait_up("b"));
  ASSERT_TRUE(b.seen->wait_up("a"));
  a.send(b, 7, std::string("x\0y", 3));
  b.send(a, 65'535, "");
  ASSERT_TRUE(b.seen->wait("a", [](const Seen::Peer& p) { return p.frames == 1; }));
  ASSERT_TRUE(a.seen->wait("b", [](const Seen::Peer& p) { return p.frames == 1; }));
  EXPECT_EQ(b.seen->of("a").kept.at(0).kind, 7);
  EXPECT_EQ(b.seen->of("a").kept.at(0).bytes, std::string("x\0y", 3));
  EXPECT_EQ(a.seen->of("b").kept.at(0).kind, 65'535);
}

TEST(Link, ALargeFrameArrivesWhole) {
  Node a("a"), b("b");
  introduce(a, b);
  ASSERT_TRUE(a.seen->wait_up("b"));
  const std::string large(20u << 20, 'x');
  a.send(b, 1, large);
  ASSERT_TRUE(b.seen->wait("a", [](const Seen::Peer& p) { return p.frames == 1; }));
  EXPECT_TRUE(b.seen->of("a").kept.at(0).bytes == large);
}

TEST(Link, ManyFramesInOrderBothWaysAtOnce) {
  constexpr int kFrames = 100'000;
  Node a("a"), b("b");
  std::atomic<int> wrong{0};
  const auto in_order = [&wrong](int& next) {
    return [&wrong, &next](const Incarnation&, const std::vector<WireFrame>& frames) {
      for (const WireFrame& f : frames)
        if (f.bytes != std::to_string(next++)) ++wrong;
    };
  };
  int next_a = 0, next_b = 0;
  a.seen->on_frames = in_order(next_a);
  b.seen->on_frames = in_order(next_b);
  introduce(a, b);
  ASSERT_TRUE(a.seen->wait_up("b"));
  ASSERT_TRUE(b.seen->wait_up("a"));
  std::thread other([&] {
    for (int i = 0; i < kFrames; ++i) b.send(a, 1, std::to_string(i));
  });
  for (int i = 0; i < kFrames; ++i) a.send(b, 1, std::to_string(i));
  other.join();
  EXPECT_TRUE(b.seen->wait("a", [](const Seen::Peer& p) { return p.frames == kFrames; }));
  EXPECT_TRUE(a.seen->wait("b", [](const Seen::Peer& p) { return p.frames == kFrames; }));
  EXPECT_EQ(wrong, 0);
}

TEST(Link, ThreeNodesAndOneLeaves) {
  Node a("a"), b("b"), c("c");
  a.know({b.record, c.record, a.record});
  b.know({a.record, c.record});
  c.know({a.record, b.record});
  for (Node* n : {&a, &b, &c})
    for (const Node* m : {&a, &b, &c}) {
      if (n != m) {
        ASSERT_TRUE(n->seen->wait_up(m->record.incarnation));
      }
    }
  a.know({c.record});
  ASSERT_TRUE(a.seen->wait_down("b"));
  ASSERT_TRUE(b.seen->wait_down("a"));
  EXPECT_EQ(a.seen->of("b").why, "it has left the cluster");
  a.send(b, 1, "dropped");
  a.send(c, 1, "kept");
  ASSERT_TRUE(c.seen->wait("a", [](const Seen::Peer& p) { return p.frames == 1; }));
  EXPECT_TRUE(b.seen->of("c").up());
  EXPECT_TRUE(c.seen->of("a").up());
  EXPECT_EQ(b.seen->of("a").frames, 0u);
  // And comes back.
  a.know({b.record, c.record});
  EXPECT_TRUE(a.seen->wait_up("b", 2));
  EXPECT_TRUE(b.seen->wait_up("a", 2));
}

TEST(Link, TheAcceptingSideCutsAndTakesBack) {
  Node a("a"), b("b");
  introduce(a, b);
  ASSERT_TRUE(a.seen->wait_up("b"));
  ASSERT_TRUE(b.seen->wait_up("a"));
  b.know({});
  ASSERT_TRUE(b.seen->wait_down("a"));
  ASSERT_TRUE(a.seen->wait_down("b"));
  b.know({a.record});
  EXPECT_TRUE(a.seen->wait_up("b", 2));
  EXPECT_TRUE(b.seen->wait_up("a", 2));
}

TEST(Link, AnUnknownIncarnationIsRefusedUntilItIsKnown) {
  Node a("a"), b("b"), c("c");
  a.know({b.record, c.record});
  c.know({a.record});
  ASSERT_TRUE(a.seen->wait_up("c"));
  EXPECT_EQ(a.seen->of("b").ups, 0);
  EXPECT_EQ(b.seen->of("a").ups, 0);
  b.know({a.record});
  EXPECT_TRUE(a.seen->wait_up("b"));
  EXPECT_TRUE(b.seen->wait_up("a"));
}

TEST(Link, ANewIncarnationAtTheSamePort) {
  Node a("a");
  auto b = std::make_unique<Node>("b1");
  const std::uint16_t port = port_of(*b);
  introduce(a, *b);
  ASSERT_TRUE(a.seen->wait_up("b1"));
  b.reset();
  ASSERT_TRUE(a.seen->wait_down("b1"));
  Node again("b2", port);
  again.know({a.record});
  a.know({again.record});
  ASSERT_TRUE(a.seen->wait_up("b2"));
  ASSERT_TRUE(again.seen->wait_up("a"));
  a.send(again, 1, "x");
  EXPECT_TRUE(again.seen->wait("a", [](const Seen::Peer& p) { return p.frames == 1; }));
  EXPECT_EQ(a.seen->of("b1").ups, 1);
}

// As after a restart that the store has not told of yet.
TEST(Link, AnotherNodeAtAPeersAddressIsNotThatPeer) {
  Node a("a"), c("c"), d("d");
  NodeRecord b = c.record;
  b.incarnation = b.name = "b";
  c.know({a.record});
  a.know({b, d.record});
  d.know({a.record});
  ASSERT_TRUE(a.seen->wait_up("d"));
  EXPECT_EQ(a.seen->of("b").ups, 0);
  // The true one is let in at the same address.
  a.know({c.record, d.record});
  EXPECT_TRUE(a.seen->wait_up("c"));
  EXPECT_EQ(a.seen->of("d").downs, 0);
}

// A restarted node is linked already while its dead incarnation is still in the store.
TEST(Link, AStaleRecordOfAnAddressHarmsNoLink) {
  Node a("a"), c("c"), d("d");
  introduce(a, c);
  ASSERT_TRUE(a.seen->wait_up("c"));
  NodeRecord b = c.record;
  b.incarnation = b.name = "b";
  d.know({a.record});
  // Connected to after "b", and once more.
  a.know({b, c.record, d.record});
  ASSERT_TRUE(a.seen->wait_up("d"));
  d.know({});
  ASSERT_TRUE(a.seen->wait_down("d"));
  d.know({a.record});
  ASSERT_TRUE(a.seen->wait_up("d", 2));
  a.send(c, 1, "x");
  ASSERT_TRUE(c.seen->wait("a", [](const Seen::Peer& p) { return p.frames == 1; }));
  EXPECT_EQ(a.seen->of("c").downs, 0);
  EXPECT_EQ(a.seen->of("b").ups, 0);
}

TEST(Link, IncompatibleProtocolsDoNotMeet) {
  Node a("a", 0, {}, 1, 2), b("b", 0, {}, 3, 4), c("c", 0, {}, 2, 3);
  a.know({b.record, c.record});
  b.know({a.record, c.record});
  c.know({a.record, b.record});
  ASSERT_TRUE(a.seen->wait_up("c"));
  ASSERT_TRUE(b.seen->wait_up("c"));
  EXPECT_EQ(a.seen->of("b").ups, 0);
  EXPECT_EQ(b.seen->of("a").ups, 0);
  // The store may be wrong about a peer: then the hello tells.
  NodeRecord wrong = b.record;
  wrong.oldest_protocol = 1;
  a.know({wrong});
  ASSERT_TRUE(a.seen->wait_down("c"));
  EXPECT_EQ(a.seen->of("b").ups, 0);
}

TEST(Link, OneWhoIsNotListenedToIsConnectedToLater) {
  Node a("a");
  NodeRecord record;
  std::uint16_t port = 0;
  {
    Node b("b");
    record = b.record;
    port = port_of(b);
  }
  a.know({record});
  Node b("b", port);
  b.know({a.record});
  EXPECT_TRUE(a.seen->wait_up("b"));
}

TEST(Link, ClosesWithConnectionsAndFramesUnderWay) {
  Node a("a");
  auto b = std::make_unique<Node>("b");
  introduce(a, *b);
  ASSERT_TRUE(a.seen->wait_up("b"));
  for (int i = 0; i < 1'000; ++i) a.send(*b, 1, std::string(10'000, 'x'));
  b.reset();
  EXPECT_TRUE(a.seen->wait_down("b"));
}

TEST(Link, SaysWhyItCannotOpen) {
  Node a("a");
  LinkOptions options{a.record, "127.0.0.1", port_of(a), {}, a.seen};
  EXPECT_EQ(open_link(options).error(),
            "cluster.listen: nodes cannot be listened to at 127.0.0.1, port " + std::to_string(port_of(a)) +
                ": Address already in use; stop what listens there (ss -ltnp shows "
                "it), or choose another port.");
  options.port = 0;
  options.address = "192.0.2.1";
  EXPECT_THAT(open_link(options).error(), ::testing::HasSubstr("; choose an address of this machine"));
  options.address = "0.0.0.0";
  EXPECT_EQ(
      open_link(options).error(),
      "cluster.listen: nodes are listened to at 0.0.0.0 with certificates only; give cluster.tls.ca, cert "
      "and key, or a loopback address.");
  options.tls = LinkTls{"/nowhere/ca.pem", "/nowhere/cert.pem", "/nowhere/key.pem"};
  EXPECT_THAT(open_link(options).error(),
              ::testing::StartsWith("cluster.tls.ca: /nowhere/ca.pem cannot be read"));
}

}  // namespace
}  // namespace cardroom::cluster
