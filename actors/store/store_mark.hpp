#pragma once
#include <cstdint>
#include <string>

#include "actors/store/redis_client.hpp"

/// Tells whether a private Redis still has what its data directory gave it: an append-only file can be
/// emptied, cut, or replaced by an older one or another directory's while no daemon runs.
namespace cardroom {

/// A random id that the store gets when it is made, and a count of the daemon's starts and orderly stops.
/// Both are in Redis (`cardroom:store`) and in a file of the data directory, which may lag but is never
/// ahead.
struct StoreMark {
  std::string id;
  std::uint64_t count = 0;
  friend bool operator==(const StoreMark&, const StoreMark&) = default;
};

/// Counts in Redis, giving it a mark if it has none. What is returned is in the append-only file when `fsync`
/// is "always" there; else soon.
Result<StoreMark> count_up(RedisClient& client);

/// Writes the mark to a file, whole or not at all. NOT_WRITABLE.
Result<void> write_mark(const std::string& file, const StoreMark& mark);

/// Compares the mark in the file with that in Redis; a store that has none, or a directory that has none, is
/// new, or older than marks. CORRUPT: the store is not what the directory's last daemon left; the text says
/// what was found and what to do. `files`: where that store's files are.
Result<void> check_mark(RedisClient& client, const std::string& file, const std::string& files);

}  // namespace cardroom
