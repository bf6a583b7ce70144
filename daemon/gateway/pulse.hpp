#pragma once
#include <chrono>
#include <deque>
#include <mutex>
#include <optional>

#include "daemon/gateway/metrics.hpp"

namespace cardroom::gateway {

/// What the daemon does now, out of counters that only rise: looked at once a second, told over the last ten.
class Pulse {
 public:
  using Clock = std::chrono::steady_clock;
  struct Sample {
    Clock::time_point at;
    std::uint64_t hands = 0, actions = 0;
    Histogram::Counts inside{};
  };
  struct Figures {
    double hands_per_second = 0, actions_per_second = 0;
    std::uint64_t hands = 0;                                ///< since the start
    std::optional<std::uint64_t> latency_p50, latency_p99;  ///< inside, microseconds; none without actions
  };

  void add(Sample sample);
  Figures figures() const;

 private:
  mutable std::mutex mutex_;
  std::deque<Sample> samples_;
};

}  // namespace cardroom::gateway
