#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace cardroom::config {

/// What `store.url` says: where a Redis server listens and how to enter.
struct StoreUrl {
  std::string socket_path{};  ///< Unix socket, of any length; empty = `host` and `port`
  std::string host{};
  std::uint16_t port = 6379;
  std::string user{};
  std::string password{};
  std::uint32_t database = 0;

  friend bool operator==(const StoreUrl&, const StoreUrl&) = default;
};

inline constexpr const char* kStoreUrls =
    "redis://[[user]:password@]host[:port][/db], unix:/path[?db=N] or unix://[[user]:password@]/path[?db=N]";

/// Reads one of `kStoreUrls`; user and password may hold percent escapes, the host may be `[IPv6]`. Or says
/// why it cannot, without repeating any of it: it may hold a password.
std::variant<StoreUrl, std::string> parse_store_url(std::string_view url);

}  // namespace cardroom::config
