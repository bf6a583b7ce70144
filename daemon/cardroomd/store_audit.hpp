#pragma once
#include <string>
#include <vector>

#include "actors/store/redis_address.hpp"
#include "actors/store/seal.hpp"

namespace cardroom::daemon {

/// Reads every game with its tables from the store and takes all steps behind their snapshots again. What is
/// wrong, one line each, naming the game or table; empty when all is well. Blocks.
std::vector<std::string> audit_store(const RedisAddress& address, const Sealer& sealer);

}  // namespace cardroom::daemon
