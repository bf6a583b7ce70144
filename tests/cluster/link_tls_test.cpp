#include "actors/cluster/link_tls.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <thread>

#include "tests/cluster/certificates.hpp"
#include "tests/cluster/link_fixture.hpp"
#include "tests/log_lines.hpp"

// Links with TLS: who is let in, and that much traffic both ways does not stall.
namespace cardroom::cluster {
namespace {

using testing::Node;
using testing::Seen;
using ::testing::StartsWith;

class LinkWithTls : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = std::filesystem::path(::testing::TempDir()) / ("link-tls-" + std::to_string(::getpid()));
    std::filesystem::create_directory(folder_);
    good_ = testing::make_certificate(folder_, testing::make_authority(folder_, "ca"), "node");
    strange_ = testing::make_certificate(folder_, testing::make_authority(folder_, "other"), "strange");
  }
  static void TearDownTestSuite() { std::filesystem::remove_all(folder_); }

  inline static std::filesystem::path folder_;
  inline static LinkTls good_, strange_;
};

void introduce(Node& a, Node& b) {
  a.know({b.record});
  b.know({a.record});
}

TEST_F(LinkWithTls, NodesOfOneAuthorityAreLinked) {
  Node a("a", 0, good_), b("b", 0, good_);
  introduce(a, b);
  ASSERT_TRUE(a.seen->wait_up("b"));
  ASSERT_TRUE(b.seen->wait_up("a"));
  a.send(b, 1, "x");
  b.send(a, 2, "y");
  EXPECT_TRUE(b.seen->wait("a", [](const Seen::Peer& p) { return p.frames == 1; }));
  EXPECT_TRUE(a.seen->wait("b", [](const Seen::Peer& p) { return p.frames == 1; }));
}

/// Connects as a program that is no node; what it reads after its handshake, empty when the connection ends.
std::string read_as_stranger(const std::string& address, const LinkTls* identity) {
  const auto deadline = std::chrono::steady_clock::now() + testing::kPatience;
  const Descriptor never(-1);
  auto socket = connect_to(address, deadline, never.get());
  if (!socket) return "not connected: " + socket.error();
  const std::unique_ptr<SSL_CTX, FreeSsl> context(SSL_CTX_new(TLS_method()));
  if (identity != nullptr) {
    SSL_CTX_use_certificate_chain_file(context.get(), identity->cert.c_str());
    SSL_CTX_use_PrivateKey_file(context.get(), identity->key.c_str(), SSL_FILETYPE_PEM);
  }
  const SslPtr ssl(SSL_new(context.get()));
  SSL_set_fd(ssl.get(), socket->get());
  SSL_set_connect_state(ssl.get());
  while (true) {
    std::array<char, 100> bytes{};
    const int n = SSL_read(ssl.get(), bytes.data(), static_cast<int>(bytes.size()));
    if (n > 0) return {bytes.data(), static_cast<std::size_t>(n)};
    const int error = SSL_get_error(ssl.get(), n);
    if (error != SSL_ERROR_WANT_READ && error != SSL_ERROR_WANT_WRITE) return {};
    if (!wait_for(socket->get(), error == SSL_ERROR_WANT_READ ? POLLIN : POLLOUT, deadline, never.get()))
      return "neither answered nor closed";
  }
}

// Those who are linked hear nothing of it: an error of one connection is none of another's.
TEST_F(LinkWithTls, StrangersAreNotLetIn) {
  Node a("a", 0, good_), b("b", 0, good_), stranger("A", 0, strange_), plain("B");
  stranger.know({b.record});
  plain.know({b.record});
  a.know({b.record});
  b.know({a.record, stranger.record, plain.record});
  ASSERT_TRUE(b.seen->wait_up("a"));
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(read_as_stranger(b.record.address, nullptr), "");
    EXPECT_EQ(read_as_stranger(b.record.address, &strange_), "");
    a.send(b, 1, "x");
    ASSERT_TRUE(b.seen->wait("a", [i](const Seen::Peer& p) { return p.frames == i + 1u; }));
  }
  // The same program with a certificate of the authority would have been answered.
  EXPECT_NE(read_as_stranger(b.record.address, &good_), "");
  EXPECT_EQ(b.seen->of("A").ups, 0);
  EXPECT_EQ(b.seen->of("B").ups, 0);
  EXPECT_EQ(stranger.seen->of("b").ups, 0);
  EXPECT_EQ(plain.seen->of("b").ups, 0);
  EXPECT_EQ(b.seen->of("a").downs, 0);
}

TEST_F(LinkWithTls, WhoConnectsChecksToo) {
  Node a("a", 0, good_), stranger("b", 0, strange_), c("c", 0, good_);
  stranger.know({a.record});
  c.know({a.record});
  a.know({stranger.record, c.record});
  ASSERT_TRUE(a.seen->wait_up("c"));
  EXPECT_EQ(a.seen->of("b").ups, 0);
  EXPECT_EQ(stranger.seen->of("a").ups, 0);
}

TEST_F(LinkWithTls, MuchBothWaysAtOnceDoesNotStall) {
  constexpr std::uint64_t kBytes = 50'000'000, kSize = 30'000, kFrames = kBytes / kSize;
  Node a("a", 0, good_), b("b", 0, good_);
  introduce(a, b);
  ASSERT_TRUE(a.seen->wait_up("b"));
  ASSERT_TRUE(b.seen->wait_up("a"));
  std::thread other([&] {
    for (std::uint64_t i = 0; i < kFrames; ++i) b.send(a, 1, std::string(kSize, 'x'));
  });
  for (std::uint64_t i = 0; i < kFrames; ++i) a.send(b, 1, std::string(kSize, 'x'));
  other.join();
  EXPECT_TRUE(b.seen->wait("a", [](const Seen::Peer& p) { return p.frames == kFrames; }));
  EXPECT_TRUE(a.seen->wait("b", [](const Seen::Peer& p) { return p.frames == kFrames; }));
}

TEST_F(LinkWithTls, IsNotOpenedWithFilesThatAreWrong) {
  Node any("x");
  const auto problem = [&](LinkTls tls) {
    return open_link({any.record, "127.0.0.1", 0, std::move(tls), any.seen}).error();
  };
  EXPECT_THAT(problem({good_.ca, "/nowhere", good_.key}),
              StartsWith("cluster.tls.cert: /nowhere cannot be read: No such file or directory; "));
  EXPECT_THAT(problem({good_.ca, good_.cert, strange_.key}),
              StartsWith("cluster.tls.key: " + strange_.key + " is not the private key of " + good_.cert));
}

TEST_F(LinkWithTls, OneNodeWithAndOneWithoutIsSaid) {
  cardroom::testing::LogLines log;
  {
    Node a("a", 0, good_), b("b");
    introduce(a, b);
    EXPECT_TRUE(
        log.wait("no link with node b: it does not speak TLS (wrong version number); if it is a node, it "
                 "has no cluster.tls, and this node has: both must"));
    EXPECT_TRUE(
        log.wait("is refused: it speaks TLS and this node does not; if it is a node, it has cluster.tls, "
                 "and this one has not: both must, or neither"));
  }
  log.clear();
  Node a("a"), b("b", 0, good_);
  introduce(a, b);
  EXPECT_TRUE(log.wait("no link with node b: it speaks TLS and this node does not; if it is a node"));
  EXPECT_TRUE(log.wait("is refused: it does not speak TLS (wrong version number); if it is a node"));
}

TEST_F(LinkWithTls, AnotherAuthorityIsNamedOnBothSides) {
  const std::string here =
      "this node does not trust its certificate, the authority in this node's "
      "cluster.tls.ca has not signed it";
  const std::string there =
      "it does not trust this node's certificate, the authority in its cluster.tls.ca has "
      "not signed it; cluster.tls.ca of both must be the same authority";
  cardroom::testing::LogLines log;
  {
    // Who connects judges first.
    Node a("a", 0, good_), b("b", 0, strange_);
    introduce(a, b);
    EXPECT_TRUE(log.wait("no link with node b: " + here));
    EXPECT_TRUE(log.wait("is refused: " + there));
  }
  log.clear();
  // One that trusts both, and is trusted by one.
  const std::string both = folder_ / "both.pem";
  std::ofstream(both) << std::ifstream(good_.ca).rdbuf() << std::ifstream(strange_.ca).rdbuf();
  Node a("a", 0, LinkTls{both, strange_.cert, strange_.key}), b("b", 0, good_);
  introduce(a, b);
  EXPECT_TRUE(log.wait("is refused: " + here));
  EXPECT_TRUE(log.wait("no link with node b: " + there));
}

// A node that only connects once finds a place among many that are silent.
TEST_F(LinkWithTls, SilentOnesKeepNobodyOut) {
  cardroom::testing::LogLines log;
  Node b("b", 0, good_);
  const auto deadline = std::chrono::steady_clock::now() + testing::kPatience;
  std::vector<Descriptor> silent;
  for (int i = 0; i < 400; ++i) {
    auto socket = connect_to(b.record.address, deadline, -1);
    ASSERT_TRUE(socket) << socket.error();
    silent.push_back(std::move(*socket));
  }
  EXPECT_NE(read_as_stranger(b.record.address, &good_), "");
  EXPECT_TRUE(log.wait("16 of them by 127.0.0.1"));
}

}  // namespace
}  // namespace cardroom::cluster
