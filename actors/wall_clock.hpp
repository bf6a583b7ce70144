#pragma once
#include <caf/actor_clock.hpp>
#include <chrono>

#include "engine/types.hpp"

/// The time of day as actors see it: their scheduler's clock, so that a fake one drives everything.
namespace cardroom {

/// Never runs backwards: the wall clock is read once, at `zero`, and the scheduler's clock counts from there.
struct WallClock {
  Instant at_zero;
  caf::actor_clock::time_point zero;

  Instant now(const caf::actor_clock& clock) const {
    return at_zero +
           Duration{std::chrono::duration_cast<std::chrono::milliseconds>(clock.now() - zero).count()};
  }
};

}  // namespace cardroom
