#pragma once
#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "actors/cluster/caf_link.hpp"

namespace cardroom::cluster::testing {

/// Long enough that reaching it is a failure, sanitizers and a busy machine included.
inline constexpr std::chrono::milliseconds kPatience{60'000};

/// Keeps what a link tells, and checks that its events come in order.
class Seen : public LinkEvents {
 public:
  struct Peer {
    int ups = 0, downs = 0;
    std::uint64_t frames = 0, bytes = 0;
    std::vector<WireFrame> kept;  ///< the last batch
    std::string why;              ///< of the last end
    bool up() const { return ups > downs; }
  };
  /// Hears of every batch, in the link's thread.
  std::function<void(const Incarnation&, const std::vector<WireFrame>&)> on_frames;

  void up(const NodeRecord& peer) override;
  void received(const Incarnation& peer, std::vector<WireFrame> frames) override;
  void down(const Incarnation& peer, const std::string& why) override;

  Peer of(const std::string& peer);
  /// Waits until it is true of a peer.
  ::testing::AssertionResult wait(const std::string& peer, const std::function<bool(const Peer&)>& condition,
                                  std::chrono::milliseconds patience = kPatience);
  ::testing::AssertionResult wait_up(const std::string& peer, int ups = 1) {
    return wait(peer, [ups](const Peer& p) { return p.up() && p.ups >= ups; });
  }
  ::testing::AssertionResult wait_down(const std::string& peer,
                                       std::chrono::milliseconds patience = kPatience) {
    return wait(
        peer, [](const Peer& p) { return p.downs > 0 && !p.up(); }, patience);
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, Peer> peers_;
};

/// A node of a test: its link, at some free port of loopback, and what it told.
struct Node {
  /// The name is the incarnation, too.
  explicit Node(const std::string& name, std::uint16_t port = 0, std::optional<LinkTls> tls = {},
                std::uint32_t oldest = kOldestProtocol, std::uint32_t newest = kProtocol);
  void know(const std::vector<NodeRecord>& others) { link->peers(others); }
  void send(const Node& to, std::uint16_t kind, std::string bytes) {
    link->send({to.record.incarnation}, {kind, std::move(bytes)});
  }

  NodeRecord record;
  std::shared_ptr<Seen> seen = std::make_shared<Seen>();
  std::unique_ptr<Link> link;
  std::vector<CertificateEnd> certificates;
};

}  // namespace cardroom::cluster::testing
