#include "actors/cluster/link_outbox.hpp"

#include <limits>

namespace cardroom::cluster {
namespace {

constexpr std::size_t kNever = std::numeric_limits<std::size_t>::max();

/// What a frame counts for: many empty ones take memory, too.
std::size_t weight(const WireFrame& frame) { return frame.bytes.size() + sizeof(WireFrame); }

}  // namespace

void Outboxes::open(const Incarnation& peer) {
  const std::lock_guard lock(mutex_);
  boxes_[peer] = Box{};
}

void Outboxes::close(const Incarnation& peer) {
  const std::lock_guard lock(mutex_);
  boxes_.erase(peer);
}

bool Outboxes::is_open(const Incarnation& peer) {
  const std::lock_guard lock(mutex_);
  return boxes_.contains(peer);
}

Outboxes::Pushed Outboxes::push(const Incarnation& peer, WireFrame frame) {
  const std::lock_guard lock(mutex_);
  const auto at = boxes_.find(peer);
  if (at == boxes_.end()) return Pushed::DROPPED;
  Box& box = at->second;
  box.bytes += weight(frame);
  box.frames.push_back(std::move(frame));
  if (box.bytes > kMostUnsent) {
    boxes_.erase(at);
    return Pushed::FULL;
  }
  if (box.bytes < box.wake_at) return Pushed::WAITS;
  box.wake_at = kNever;
  return Pushed::WAKE;
}

Outboxes::Taken Outboxes::take(const Incarnation& peer, std::size_t least, std::size_t most) {
  Taken taken;
  const std::lock_guard lock(mutex_);
  const auto at = boxes_.find(peer);
  if (at == boxes_.end()) return taken;
  Box& box = at->second;
  box.wake_at = kNever;
  if (box.bytes < least) {
    box.wake_at = least;
    return taken;
  }
  while (!box.frames.empty() && taken.bytes < most) {
    taken.bytes += weight(box.frames.front());
    taken.frames.push_back(std::move(box.frames.front()));
    box.frames.pop_front();
  }
  box.bytes -= taken.bytes;
  return taken;
}

}  // namespace cardroom::cluster
