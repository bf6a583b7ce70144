#pragma once
#include <chrono>
#include <cstddef>
#include <deque>

namespace cardroom {

/// Tells from the times of commands and answers whether a connection is silent or hung. It reads no clock
/// itself.
class Pulse {
 public:
  using Time = std::chrono::steady_clock::time_point;
  using Span = std::chrono::milliseconds;

  /// `hang_after`: age of the oldest unanswered command at which the connection counts as hung. `ping_after`:
  /// time without any answer after which, with nothing in flight, a PING is due.
  Pulse(Span hang_after, Span ping_after) : hang_after_(hang_after), ping_after_(ping_after) {}

  /// A connection begins.
  void restart(Time now) {
    sent_.clear();
    heard_ = now;
  }
  void sent(Time now) { sent_.push_back(now); }
  /// The oldest command was answered.
  void answered(Time now) {
    sent_.pop_front();
    heard_ = now;
  }
  bool hung(Time now) const { return !sent_.empty() && now - sent_.front() >= hang_after_; }
  bool ping_due(Time now) const { return sent_.empty() && now - heard_ >= ping_after_; }
  /// When `hung` or `ping_due` can become true if nothing happens.
  Time next() const { return sent_.empty() ? heard_ + ping_after_ : sent_.front() + hang_after_; }

 private:
  Span hang_after_;
  Span ping_after_;
  std::deque<Time> sent_;
  Time heard_;
};

}  // namespace cardroom
