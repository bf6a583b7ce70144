#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "actors/store/redis_address.hpp"
#include "actors/store/store_error.hpp"

/// Where finished hands are found: in Redis, then in the archive. Everything blocks.
namespace cardroom::daemon {

struct HandSource {
  RedisAddress redis;
  std::string archive;  ///< directory; empty = there is none
};

/// The whole JSON of a hand, with what was shown after it; nothing when there is no record of it.
Result<std::optional<std::string>> find_hand(const HandSource& source, const std::string& table,
                                             std::uint64_t hand);

/// Calls `use` with records of a table, the newest first, beginning below `before` (0 = with the last hand),
/// until it returns false. A hand comes once.
Result<void> for_each_hand(const HandSource& source, const std::string& table, std::uint64_t before,
                           const std::function<bool(std::uint64_t hand, const std::string& json)>& use);

/// Whether there is or was a table, whatever it has played. Closed ones are known as well, and so are those
/// that a node has yet to open, and those of which only hands are left.
Result<bool> knows_table(const HandSource& source, const std::string& table);

}  // namespace cardroom::daemon
