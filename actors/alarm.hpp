#pragma once
#include <algorithm>
#include <vector>

#include "actors/message.hpp"
#include "engine/types.hpp"

namespace cardroom {

/// The timer that was started for `due` has run down.
struct Tick {
  Instant due;
};

/// Which timers an actor has under way. They cannot be cancelled, so one is started only when none under way
/// ends in time; what a deadline means is looked up when it is reached.
class Alarm {
 public:
  /// Whether a timer has to be started for `due` (not set: none).
  bool arm(Instant due) {
    if (!due.set() || (!under_way_.empty() && under_way_.back() <= due)) return false;
    under_way_.push_back(due);
    return true;
  }
  void rang(Instant due) { std::erase(under_way_, due); }

 private:
  std::vector<Instant> under_way_;  ///< the earliest last
};

}  // namespace cardroom
CARDROOM_MESSAGE(Tick)
