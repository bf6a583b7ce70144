#pragma once
#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <utility>

#include "actors/cluster/link_channel.hpp"
#include "actors/cluster/link_outbox.hpp"

namespace cardroom::cluster {

using LinkTime = std::chrono::steady_clock::time_point;

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
  LinkTime due{};             ///< of the next attempt, or of what is waited for
  std::chrono::milliseconds backoff{};
  std::string trouble;  ///< as last logged

  std::shared_ptr<Channel> channel;  ///< from GREETING on
  BatchNumber sent, received, answered;
  std::size_t unanswered_bytes = 0;                           ///< of those behind `answered`
  std::deque<std::pair<BatchNumber, std::size_t>> in_flight;  ///< batches and their bytes
  std::size_t unacknowledged = 0;                             ///< bytes of these

  /// Why a hello is not one of this peer; empty = it is.
  std::string differs(const Hello& hello) const;
  /// Starts counting anew.
  void reset();
  /// The next batch, unless the window is full or it is better to wait for more frames.
  std::optional<Batch> next_batch(Outboxes& outboxes);
  /// False if batches are missing before this one.
  bool receive(const Batch& batch);
  /// What is to be acknowledged: soon enough that the other never waits for it, or `any`.
  std::optional<Ack> next_ack(bool any);
  /// False if that was not sent.
  bool acknowledge(BatchNumber number);
};

/// Whether both have a version of the messages in common.
bool compatible(const NodeRecord& a, const NodeRecord& b);
/// "node a speaks protocols 1 to 2 and node b 3 to 4".
std::string protocols_of(const NodeRecord& a, const NodeRecord& b);

}  // namespace cardroom::cluster
