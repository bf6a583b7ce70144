#pragma once
#include <cstdint>
#include <string>

#include "daemon/hands/hand_source.hpp"

/// What the operator asks about finished hands, as replies of the control socket. Everything blocks.
namespace cardroom::daemon {

/// The last finished hands of a table, those below `before` unless it is 0, newest first: a row each with
/// board, pot and winners. NO_TABLE when the store knows of no such table.
std::string list_hands(const HandSource& source, const std::string& table, std::uint64_t before);

/// One finished hand's record, whole, with the cards that were shown after it.
std::string show_hand(const HandSource& source, const std::string& table, std::uint64_t hand);

/// Plays a finished hand again and tells what happened in it. Refused with DIFFERS, and where, when the rules
/// give anything else than what was recorded.
std::string replay_hand(const HandSource& source, const std::string& table, std::uint64_t hand);

}  // namespace cardroom::daemon
