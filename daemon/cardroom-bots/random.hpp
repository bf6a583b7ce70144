#pragma once
#include <chrono>
#include <cstdint>

namespace cardroom::bots {

/// Repeatable randomness, small enough to have one a bot (splitmix64).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t x = (state_ += 0x9e3779b97f4a7c15u);
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
  }
  /// 0 to n - 1; `n` at least 1.
  std::uint64_t below(std::uint64_t n) { return next() % n; }
  bool chance(std::uint64_t of, std::uint64_t out_of) { return below(out_of) < of; }
  /// From half of `middle` to one and a half of it.
  std::chrono::milliseconds about(std::chrono::milliseconds middle) {
    const auto ms = static_cast<std::uint64_t>(middle.count());
    return std::chrono::milliseconds(ms / 2 + below(ms + 1));
  }

 private:
  std::uint64_t state_;
};

}  // namespace cardroom::bots
