#pragma once
#include <cstdint>
#include <string>

#include "actors/store/redis_address.hpp"

namespace cardroom::daemon {

/// The last finished hands of a table, newest first, as a reply of the control socket: a row each with board,
/// pot and winners. Blocks.
std::string list_hands(const RedisAddress& address, const std::string& table);

/// One finished hand's record, whole, with the cards that were shown after it. Blocks.
std::string show_hand(const RedisAddress& address, const std::string& table, std::uint64_t hand);

}  // namespace cardroom::daemon
