#pragma once
#include <functional>
#include <thread>

namespace cardroom::daemon {

/// SIGINT and SIGTERM. To be made before any other thread, so that none of them is hit by the signals.
class Signals {
 public:
  Signals();
  /// Calls `stop` once at the first signal, on a thread of its own; the second one ends the process at once.
  void watch(std::function<void()> stop);
  ~Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

 private:
  std::thread thread_;
};

}  // namespace cardroom::daemon
