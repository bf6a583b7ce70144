#pragma once
#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "actors/cluster/link_channel.hpp"

namespace cardroom::cluster {

/// With so many batches on their way, frames wait until they are worth another one: so that they go together
/// when there is much to do.
inline constexpr std::size_t kBatches = 16;
inline constexpr std::size_t kWorthSending = 64u << 10;

/// What goes to a peer over one connection: batches that are on their way, frames that wait until these are
/// acknowledged, and what has come from it and is to be acknowledged. Whoever has a frame sends it at once if
/// it may go. Calls may come from any thread.
class LinkOutbox {
 public:
  explicit LinkOutbox(std::shared_ptr<LinkStream> out) : out_(std::move(out)) {}

  enum class Pushed {
    TAKEN,
    DROPPED,  ///< it is closed
    FULL,     ///< more waits than may, so it was closed
  };
  Pushed push(WireFrame frame);

  /// The peer has taken all batches up to this one. False if that was not sent.
  bool acknowledge(BatchNumber number);

  /// A batch has come from the peer. False if batches are missing before it.
  bool receive(const Batch& batch);
  /// Acknowledges what has come and was not acknowledged together with a batch: soon enough that the peer
  /// never waits for it, or `any`. Goes with the next flush.
  void answer(bool any);

  /// To be called each `kLinkTick`. False: batches are on their way, and the peer has taken none for ten
  /// seconds, counted in calls.
  bool tick();

  void close();
  bool is_open();

 private:
  bool send_batches();
  bool send_batch();
  void say_ack();

  std::mutex mutex_;
  std::shared_ptr<LinkStream> out_;  ///< null: closed
  std::deque<WireFrame> frames_;     ///< that wait
  std::size_t bytes_ = 0;            ///< of these
  BatchNumber sent_;
  std::deque<std::pair<BatchNumber, std::size_t>> in_flight_;  ///< batches and their bytes
  std::size_t unacknowledged_ = 0;                             ///< bytes of these
  int ticks_ = 0;                                              ///< since one was acknowledged
  BatchNumber received_, answered_;                            ///< of the peer's
  std::size_t unanswered_ = 0;                                 ///< bytes of those behind `answered_`
};

/// The outboxes of all peers that are up. Calls may come from any thread.
class LinkOutboxes {
 public:
  /// In place of an earlier one.
  std::shared_ptr<LinkOutbox> open(const Incarnation& peer, std::shared_ptr<LinkStream> out);
  void close(const Incarnation& peer);
  /// Null: the peer is not up.
  std::shared_ptr<LinkOutbox> find(const Incarnation& peer);

 private:
  std::mutex mutex_;
  std::map<Incarnation, std::shared_ptr<LinkOutbox>> boxes_;
};

}  // namespace cardroom::cluster
