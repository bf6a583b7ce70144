#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "daemon/cardroom-bots/bot.hpp"
#include "daemon/gateway/client.hpp"

namespace cardroom::bots {

struct FleetOptions {
  gateway::WsUrl url;
  std::string game;
  std::size_t players = 6;
  std::chrono::milliseconds think{0};
  std::chrono::seconds seconds{0};  ///< 0 = until a signal
  std::uint64_t seed = 1;
  std::uint32_t rate = 0;  ///< actions a second of all bots together; 0 = no limit
  unsigned restless = 5;
  std::string tokens, record;  ///< files; empty = none
};

/// Plays with all bots until the time is over or SIGINT or SIGTERM comes. A sentence if that cannot be done.
std::variant<Report, std::string> play(const FleetOptions& options);

}  // namespace cardroom::bots
