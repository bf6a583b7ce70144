#pragma once
#include <string>
#include <vector>

#include "actors/store/redis_address.hpp"

namespace cardroom::daemon {

/// Reads every stored game with its tables and compares each snapshot with its digest. What is wrong, one
/// line each, naming the game or table; empty when all is well. Blocks.
std::vector<std::string> audit_snapshots(const RedisAddress& address);

}  // namespace cardroom::daemon
