#pragma once
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

/// What the gateway counts, and how it tells it (Prometheus' text format).
namespace cardroom::gateway {

/// How long something took, in buckets that are at most 1/16 wide. Recording is lock-free; reading while
/// others record may miss the latest.
class Histogram {
  static constexpr unsigned kFineBits = 4;
  static constexpr std::size_t kBuckets = (32 - kFineBits + 1) << kFineBits;

 public:
  void record(std::chrono::nanoseconds time) noexcept;

  std::uint64_t count() const noexcept;
  std::uint64_t max_us() const noexcept { return max_us_.load(std::memory_order_relaxed); }
  std::uint64_t sum_us() const noexcept { return sum_us_.load(std::memory_order_relaxed); }
  /// Upper bound of the bucket below which `per_mille` of the recorded times lie, in microseconds; 0 without
  /// any.
  std::uint64_t quantile_us(unsigned per_mille) const noexcept;
  /// What every bucket has.
  using Counts = std::array<std::uint64_t, kBuckets>;
  Counts counts() const noexcept;
  /// As `quantile_us`, of times that were counted apart.
  static std::uint64_t quantile_us(const Counts& counts, unsigned per_mille) noexcept;
  /// How many recorded times lie in buckets that end at or below `us`.
  std::uint64_t at_most(std::uint64_t us) const noexcept;

 private:
  static std::size_t bucket(std::uint64_t us) noexcept;
  static std::uint64_t upper(std::size_t bucket) noexcept;

  std::array<std::atomic<std::uint64_t>, kBuckets> buckets_{};
  std::atomic<std::uint64_t> sum_us_{0}, max_us_{0};
};

using Counter = std::atomic<std::uint64_t>;

struct Metrics {
  Counter connections_opened{0}, connections_closed{0};
  Counter logins{0}, logins_refused{0};
  Counter admins_refused{0};     ///< wrong tokens of administrators
  Counter messages_received{0};  ///< texts and binary ones
  Counter messages_refused{0};   ///< by the gateway itself: malformed, out of place
  Counter actions{0};            ///< ACT commands passed on
  Counter frames_sent{0}, messages_sent{0};
  Counter left_out{0};  ///< frames and messages not queued because the client lagged
  Counter overflows{0}, floods{0};
  Histogram inside;  ///< an action received until the event that acknowledges it is queued
};

/// The page behind "/metrics".
std::string metrics_text(const Metrics& metrics);

}  // namespace cardroom::gateway
