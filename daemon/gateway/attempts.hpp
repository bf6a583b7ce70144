#pragma once
#include <chrono>
#include <map>
#include <mutex>
#include <string>

namespace cardroom::gateway {

/// Counts wrong tokens by address. An address that has given too many is not listened to, right token or
/// not, until the minute is over.
class Attempts {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr int kMost = 10;  ///< of one address a minute

  /// Whether a token from this address is looked at now.
  bool allowed(const std::string& address, Clock::time_point now);
  /// One was wrong.
  void failed(const std::string& address, Clock::time_point now);

 private:
  static constexpr std::size_t kMostAddresses = 10'000;  ///< beyond, nobody is listened to
  void begin_minute(Clock::time_point now);

  std::mutex mutex_;
  Clock::time_point since_{};
  std::map<std::string, int> failed_;  ///< by network
};

}  // namespace cardroom::gateway
