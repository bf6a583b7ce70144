#pragma once
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "daemon/gateway/pulse.hpp"

namespace cardroom::daemon {

/// Looks at the counters once a second, on a thread of its own.
class PulseTaker {
 public:
  /// `metrics` and whatever `hands` needs outlive it.
  PulseTaker(const gateway::Metrics& metrics, std::function<std::uint64_t()> hands);
  ~PulseTaker();
  PulseTaker(const PulseTaker&) = delete;
  PulseTaker& operator=(const PulseTaker&) = delete;

  const gateway::Pulse& pulse() const { return pulse_; }

 private:
  void run();

  const gateway::Metrics& metrics_;
  std::function<std::uint64_t()> hands_;
  gateway::Pulse pulse_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool ends_ = false;
  std::thread thread_;
};

}  // namespace cardroom::daemon
