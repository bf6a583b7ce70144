#include "actors/cluster/link_outbox.hpp"

namespace cardroom::cluster {
namespace {

constexpr std::size_t kWindow = 4u << 20;         ///< bytes on their way to a peer
constexpr std::size_t kMostOfBatch = 256u << 10;  ///< bytes
constexpr auto kMostTicks = std::chrono::milliseconds(10'000) / kLinkTick;

// What is not acknowledged at once: less than what makes the other one wait.
constexpr std::uint64_t kUnanswered = kBatches / 2;
constexpr std::size_t kUnansweredBytes = kWorthSending;

/// What a frame counts for: many empty ones take memory, too.
std::size_t weight(const WireFrame& frame) { return frame.bytes.size() + sizeof(WireFrame); }

}  // namespace

LinkOutbox::Pushed LinkOutbox::push(WireFrame frame) {
  std::unique_lock lock(mutex_);
  if (!out_) return Pushed::DROPPED;
  bytes_ += weight(frame);
  frames_.push_back(std::move(frame));
  if (!send_batches()) {
    if (bytes_ <= kMostUnsent) return Pushed::TAKEN;
    out_ = nullptr;
    frames_ = {};
    return Pushed::FULL;
  }
  const auto out = out_;
  lock.unlock();
  out->flush();
  return Pushed::TAKEN;
}

bool LinkOutbox::acknowledge(BatchNumber number) {
  std::unique_lock lock(mutex_);
  if (number > sent_) return false;
  ticks_ = 0;
  while (!in_flight_.empty() && in_flight_.front().first <= number) {
    unacknowledged_ -= in_flight_.front().second;
    in_flight_.pop_front();
  }
  const auto out = out_;
  if (!out || !send_batches()) return true;
  lock.unlock();
  out->flush();
  return true;
}

bool LinkOutbox::send_batches() {
  const BatchNumber before = sent_;
  while (send_batch()) {
  }
  return sent_ != before;
}

/// Unless the window is full or it is better to wait for more frames.
bool LinkOutbox::send_batch() {
  const std::size_t least = in_flight_.size() < kBatches ? 1 : kWorthSending;
  if (unacknowledged_ >= kWindow || bytes_ < least) return false;
  Batch batch;
  std::size_t size = 0;
  while (!frames_.empty() && size < kMostOfBatch) {
    size += weight(frames_.front());
    batch.frames.push_back(std::move(frames_.front()));
    frames_.pop_front();
  }
  bytes_ -= size;
  batch.number = sent_ = sent_.next();
  in_flight_.emplace_back(sent_, size);
  unacknowledged_ += size;
  say_ack();
  out_->say(batch);
  return true;
}

bool LinkOutbox::receive(const Batch& batch) {
  const std::lock_guard lock(mutex_);
  if (batch.number != received_.next()) return false;
  received_ = batch.number;
  for (const WireFrame& frame : batch.frames) unanswered_ += frame.bytes.size();
  return true;
}

void LinkOutbox::answer(bool any) {
  const std::lock_guard lock(mutex_);
  if (any || received_.v - answered_.v >= kUnanswered || unanswered_ >= kUnansweredBytes) say_ack();
}

void LinkOutbox::say_ack() {
  if (!out_ || received_ == answered_) return;
  out_->say(Ack{received_});
  answered_ = received_;
  unanswered_ = 0;
}

bool LinkOutbox::tick() {
  const std::lock_guard lock(mutex_);
  if (in_flight_.empty()) ticks_ = 0;
  return ++ticks_ <= kMostTicks;
}

void LinkOutbox::close() {
  const std::lock_guard lock(mutex_);
  out_ = nullptr;
  frames_ = {};
}

bool LinkOutbox::is_open() {
  const std::lock_guard lock(mutex_);
  return out_ != nullptr;
}

std::shared_ptr<LinkOutbox> LinkOutboxes::open(const Incarnation& peer, std::shared_ptr<LinkStream> out) {
  auto box = std::make_shared<LinkOutbox>(std::move(out));
  const std::lock_guard lock(mutex_);
  boxes_[peer] = box;
  return box;
}

void LinkOutboxes::close(const Incarnation& peer) {
  const std::lock_guard lock(mutex_);
  const auto box = boxes_.extract(peer);
  if (!box.empty()) box.mapped()->close();
}

std::shared_ptr<LinkOutbox> LinkOutboxes::find(const Incarnation& peer) {
  const std::lock_guard lock(mutex_);
  const auto box = boxes_.find(peer);
  return box == boxes_.end() ? nullptr : box->second;
}

}  // namespace cardroom::cluster
