#include "daemon/gateway/send_queue.hpp"

namespace cardroom::gateway {
namespace {

// What an idle connection keeps of the memory that a burst needed.
constexpr std::size_t kKeptFrames = 8;

void empty(std::vector<Frame>& frames) {
  frames.clear();
  if (frames.capacity() > kKeptFrames) frames.shrink_to_fit();
}

}  // namespace

bool SendQueue::fits(std::size_t size) const {
  const auto frames = waiting_.size() + written_frames_;
  return frames == 0 || (frames < most_frames_ && waiting_bytes_ + written_bytes_ + size <= most_bytes_);
}

void SendQueue::drop_waiting() {
  empty(waiting_);
  waiting_bytes_ = 0;
}

void SendQueue::overflow() {
  drop_waiting();
  lagging_ = true;
  untold_ = true;
}

SendQueue::News SendQueue::look() {
  const std::lock_guard lock(mutex_);
  woken_ = false;
  return {std::exchange(untold_, false), farewell_.has_value()};
}

bool SendQueue::next(std::vector<Frame>& batch) {
  empty(batch);
  const std::lock_guard lock(mutex_);
  std::swap(batch, waiting_);
  written_frames_ = batch.size();
  written_bytes_ = std::exchange(waiting_bytes_, 0);
  return !batch.empty();
}

bool SendQueue::catch_up() {
  const std::lock_guard lock(mutex_);
  return lagging_.exchange(false) && !closed_;
}

std::optional<Farewell> SendQueue::take_farewell() {
  const std::lock_guard lock(mutex_);
  return std::exchange(farewell_, std::nullopt);
}

void SendQueue::shut() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  farewell_.reset();
  drop_waiting();
}

}  // namespace cardroom::gateway
