#pragma once
#include <sys/types.h>

#include <string>
#include <vector>

#include "config/config.hpp"

namespace cardroom::daemon {

/// The bots that the configuration names: `cardroom-bots` processes that end with the daemon, however it
/// ends.
class Bots {
 public:
  /// Starts one process for each entry; what they print goes to `<data_dir>/bots.log`. Problems go to the
  /// log: a daemon without its bots still serves players.
  void start(const std::vector<config::BotsConfig>& bots, std::uint16_t port, const std::string& data_dir);
  /// Asks them to end and waits for them.
  ~Bots();
  Bots() = default;
  Bots(const Bots&) = delete;
  Bots& operator=(const Bots&) = delete;

 private:
  std::vector<pid_t> processes_;
};

}  // namespace cardroom::daemon
