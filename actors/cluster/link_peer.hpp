#pragma once
#include <chrono>
#include <memory>
#include <string>

#include "actors/cluster/link_outbox.hpp"
#include "actors/cluster/link_trouble.hpp"

namespace cardroom::cluster {

/// How far a connection to a peer has come.
enum class PeerState {
  NONE,      ///< waits for its time, or for the other to connect
  DIALING,   ///< a thread connects
  GREETING,  ///< hello was said
  UP
};

/// What a hub knows of another node.
struct Peer {
  NodeRecord record;
  PeerState state = PeerState::NONE;
  std::uint64_t attempt = 0;  ///< of connecting; no two are the same
  LinkTime due{};             ///< of the next attempt, or of the other's hello
  std::chrono::milliseconds backoff{};
  LinkTrouble trouble;  ///< while it is not UP

  std::shared_ptr<Channel> channel;    ///< from GREETING on
  std::shared_ptr<LinkOutbox> outbox;  ///< while UP

  /// Why a hello is not one of this peer; empty = it is.
  std::string differs(const Hello& hello) const;
};

/// Whether both have a version of the messages in common.
bool compatible(const NodeRecord& a, const NodeRecord& b);
/// "node a speaks protocols 1 to 2 and node b 3 to 4".
std::string protocols_of(const NodeRecord& a, const NodeRecord& b);

}  // namespace cardroom::cluster
