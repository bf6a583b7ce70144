#pragma once
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "actors/store/redis_address.hpp"
#include "daemon/hands/hand_export.hpp"

namespace cardroom::daemon {

/// How the export goes.
struct HandExportState {
  std::string directory;
  std::uint64_t hands = 0;  ///< exported since the start
  std::string problem;      ///< why it does not go on; empty = it does
};

/// Exports finished hands on a thread of its own, over a connection of its own, a round through all tables at
/// each interval. What goes wrong is logged once and tried again.
class HandExporter {
 public:
  HandExporter(RedisAddress redis, std::string directory,
               std::chrono::milliseconds interval = std::chrono::seconds(10));
  ~HandExporter();
  HandExporter(const HandExporter&) = delete;
  HandExporter& operator=(const HandExporter&) = delete;

  HandExportState state() const;

 private:
  void run();
  void round();
  bool stopping() const;
  void note(std::size_t hands, const std::string& problem);

  RedisAddress address_;
  HandExport export_;
  std::chrono::milliseconds interval_;
  std::optional<RedisClient> redis_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool stopping_ = false;
  HandExportState state_;
  std::thread thread_;
};

}  // namespace cardroom::daemon
