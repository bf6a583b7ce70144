#pragma once
#include <cstddef>
#include <deque>
#include <map>
#include <mutex>
#include <vector>

#include "actors/cluster/link.hpp"

namespace cardroom::cluster {

/// Frames that wait to be sent, of each peer that is up. Calls may come from any thread.
class Outboxes {
 public:
  enum class Pushed {
    DROPPED,  ///< the peer is not up
    WAITS,    ///< whoever takes is not to be woken for it
    WAKE,     ///< whoever takes is to be woken
    FULL,     ///< more waits than may: the peer's outbox was closed
  };

  void open(const Incarnation& peer);
  void close(const Incarnation& peer);
  bool is_open(const Incarnation& peer);
  Pushed push(const Incarnation& peer, WireFrame frame);

  struct Taken {
    std::vector<WireFrame> frames;
    std::size_t bytes = 0;
  };
  /// Takes frames in their order, of about `most` bytes. With less than `least` bytes there it takes nothing,
  /// and the push that makes it so many wakes.
  Taken take(const Incarnation& peer, std::size_t least, std::size_t most);

 private:
  struct Box {
    std::deque<WireFrame> frames;
    std::size_t bytes = 0;
    std::size_t wake_at = 1;
  };
  std::mutex mutex_;
  std::map<Incarnation, Box> boxes_;
};

}  // namespace cardroom::cluster
