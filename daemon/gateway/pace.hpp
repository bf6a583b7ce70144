#pragma once
#include <algorithm>
#include <chrono>
#include <cstdint>

/// Rate limits.
namespace cardroom::gateway {

/// A token bucket: `burst` at once, `per_second` sustained. Kept as one point in time, the one at which the
/// bucket will be full again. A rate of 0 never delays.
class Pace {
 public:
  using Clock = std::chrono::steady_clock;

  Pace(std::uint32_t per_second, std::uint32_t burst)
      : interval_(per_second == 0 ? 0
                                  : std::chrono::nanoseconds(std::chrono::seconds(1)).count() / per_second),
        depth_(interval_ * std::max<std::uint32_t>(burst, 1)) {}

  /// Takes one token and returns how long to wait until it is really there, zero if it is now.
  std::chrono::nanoseconds take(Clock::time_point now) {
    full_at_ = std::max(full_at_, now) + interval_;
    return std::max(std::chrono::nanoseconds(full_at_ - now) - depth_, std::chrono::nanoseconds(0));
  }

  /// Whether at least half of the burst is there again.
  bool calm(Clock::time_point now) const { return full_at_ - now <= depth_ / 2; }

 private:
  std::chrono::nanoseconds interval_;
  std::chrono::nanoseconds depth_;
  Clock::time_point full_at_{};
};

}  // namespace cardroom::gateway
