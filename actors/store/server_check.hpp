#pragma once
#include <chrono>
#include <string>
#include <string_view>

#include "actors/store/redis_client.hpp"

namespace cardroom {

/// One field of Redis' INFO, e.g. "process_id"; empty when it is not there.
std::string info_field(std::string_view info, std::string_view name);

/// True for "7.0" and above, given e.g. "7.0.15".
bool version_suffices(std::string_view version);

/// Refuses an existing server that is older than 7.0 (WRONG_VERSION), or that would endanger what is stored
/// (UNFIT): a `maxmemory-policy` other than noeviction, no append-only file or one that is never synced (both
/// allowed with `allow_volatile`), a replica, a Redis cluster. The text says what to change.
Result<void> check_server(RedisClient& client, bool allow_volatile);

/// Refuses a server (UNFIT) of which fewer than `wanted` replicas have within `timeout` what it has, with
/// what to do. `timeout` is shorter than that of `client`.
Result<void> check_replicas(RedisClient& client, std::size_t wanted, std::chrono::milliseconds timeout);

/// Why an existing server cannot be used at all: `why`, with its address and what to look at.
Failure unreachable(const RedisAddress& address, const Failure& why);

}  // namespace cardroom
