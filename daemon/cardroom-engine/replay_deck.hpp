#pragma once
#include <string>

#include "daemon/cardroom-engine/phh.hpp"
#include "engine/types.hpp"

namespace cardroom::engine_io {

/// The deck, in dealing order, from which the recorded cards come; all others are any unused ones. Dealing
/// begins at seat `first`. Says what is wrong when the record's cards contradict each other.
std::string recorded_deck(const phh::Hand& hand, int first, Deck& deck);

}  // namespace cardroom::engine_io
