#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "actors/store/store_error.hpp"

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

/// Reads `unix:/path[?db=N]`, `unix://[[user]:password@]/path[?db=N]` or
/// `redis://[[user]:password@]host[:port][/db]`. User and password may hold percent escapes, the host may be
/// `[IPv6]`. Fails with BAD_ADDRESS; the text never repeats the password.
Result<RedisAddress> parse_address(std::string_view url);

/// The address for people and logs, without user and password.
std::string to_string(const RedisAddress& address);

/// The commands a new connection begins with: AUTH and SELECT where they are needed.
std::vector<std::vector<std::string>> greeting(const RedisAddress& address);

}  // namespace cardroom
