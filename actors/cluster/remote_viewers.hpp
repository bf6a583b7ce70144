#pragma once
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "actors/cluster/peer.hpp"
#include "actors/outbox.hpp"

namespace cardroom::cluster {

/// Who watches a table of another node from here. Calls may come from any thread: the relay's says who
/// watches, the link's hands frames over, so that they wait for nobody.
class RemoteViewers {
 public:
  RemoteViewers(TableId table, PeerPtr peer) : table_(table), peer_(std::move(peer)) {}

  /// The outbox is to get a snapshot and the frames after it. A player's outbox replaces the one before;
  /// `user` empty = nobody who could have a seat.
  void watch(const UserId& user, OutboxPtr outbox);
  void unwatch(const OutboxPtr& outbox);
  /// `head` is what all viewers are sent.
  void pass_on(const TableFrame& frame, const std::shared_ptr<const std::string>& head);
  /// Nobody watches any more, and no frame is passed on after it.
  void close();

  const TableId& table() const { return table_; }
  const PeerPtr& peer() const { return peer_; }

 private:
  struct Viewer {
    UserId user;
    OutboxPtr outbox;
    bool primed = false;  ///< was sent a snapshot, so that single steps mean something
  };
  void leave();
  void resync();
  static bool is_for(const Viewer& viewer, const TableFrame& frame);
  static const FrameTail* tail_of(const Viewer& viewer, const TableFrame& frame);

  const TableId table_;
  const PeerPtr peer_;
  std::mutex mutex_;  ///< of all below
  std::vector<Viewer> viewers_;
  Epoch epoch_;
  Version at_;  ///< the last one that came
  bool resyncing_ = false;
};

/// The viewers of all tables of other nodes. Calls may come from any thread.
class FrameRoutes {
 public:
  void add(std::shared_ptr<RemoteViewers> viewers);
  void remove(const TableId& table);
  void clear();
  /// Passes a frame of a table on, unless the table is not known or another node's.
  void pass_on(const Incarnation& from, WireFrame frame);

 private:
  std::mutex mutex_;
  std::map<TableId, std::shared_ptr<RemoteViewers>> tables_;
};

}  // namespace cardroom::cluster
