#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "actors/cluster/node.hpp"

/// Messages between nodes.
namespace cardroom::cluster {

/// All that ever crosses between nodes. `bytes` is JSON of what `kind` says (wire.hpp), in which unknown
/// members are ignored and missing ones have their default.
struct WireFrame {
  std::uint16_t kind = 0;
  std::string bytes;
};

/// What a link tells, from one thread at a time: of one peer `up`, then frames in their order, then `down`.
class LinkEvents {
 public:
  virtual ~LinkEvents() = default;
  virtual void up(const NodeRecord& peer) = 0;
  virtual void received(const Incarnation& peer, std::vector<WireFrame> frames) = 0;
  /// Nothing that was sent and not received will arrive any more. `why` is for the log.
  virtual void down(const Incarnation& peer, const std::string& why) = 0;
};

/// The connections to all other nodes. Calls may come from any thread and never block.
class Link {
 public:
  virtual ~Link() = default;

  /// Who is in the cluster by the store: connections to those who are new are made and kept, to those who are
  /// gone are cut. Without this node.
  virtual void peers(std::vector<NodeRecord> others) = 0;
  /// Sends to a peer that is up, in order; to any other it is dropped. A peer that takes nothing while
  /// `kMostUnsent` bytes wait for it is cut off: it is down, and comes up again when it can.
  virtual void send(const Incarnation& peer, WireFrame frame) = 0;
};
inline constexpr std::size_t kMostUnsent = 64u << 20;

/// The end of one of the certificates by which this node links: its own, or one that it rests on.
struct CertificateEnd {
  Instant at;
  std::string setting;  ///< "cluster.tls.cert"
  std::string before;   ///< the file, when it expires, and what to do
  std::string after;    ///< the same once it has expired

  /// So near that operators are warned.
  bool near(Instant now) const { return at - now < seconds(14 * 86'400); }
};

}  // namespace cardroom::cluster
