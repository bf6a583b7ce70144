#pragma once
#include <optional>

#include "actors/protocol/frame.hpp"
#include "daemon/cardroom-bots/random.hpp"

namespace cardroom::bots {

struct Choice {
  Action action = Action::NONE;
  std::optional<Chips> amount;  ///< of BET and RAISE
};

/// One of `you.actions` at random, weighted so that hands last, pots are raised and all-ins happen; NONE when
/// there is nothing to choose.
Choice choose(const protocol::You& you, Random& random);

}  // namespace cardroom::bots
