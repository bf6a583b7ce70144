#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace cardroom {

/// Where a Redis server listens and how to enter.
struct RedisAddress {
  std::string socket_path{};  ///< Unix socket, of any length; empty = `host` and `port`
  std::string host{};
  std::uint16_t port = 6379;
  std::string user{};
  std::string password{};
  std::uint32_t database = 0;

  friend bool operator==(const RedisAddress&, const RedisAddress&) = default;
};

/// The address for people and logs, without user and password.
std::string to_string(const RedisAddress& address);

/// The commands a new connection begins with: AUTH and SELECT where they are needed.
std::vector<std::vector<std::string>> greeting(const RedisAddress& address);

}  // namespace cardroom
