#pragma once
#include <deque>

#include "engine/types.hpp"

namespace cardroom {

/// How fast and how high hands are played, of those that ended within the last half hour. It is counted by
/// the minute, so what is told changes with a hand or a minute, and never more often.
class HandTempo {
 public:
  void add(Instant now, Chips pot);

  struct Figures {
    Chips average_pot;
    std::int32_t hands_per_hour = 0;
  };
  Figures figures(Instant now) const;

 private:
  struct Minute {
    std::int64_t number = 0;  ///< since the epoch
    std::int64_t hands = 0;
    Chips pots;
  };
  static bool within(const Minute& minute, Instant now);

  std::deque<Minute> minutes_;
  Instant since_, last_;  ///< first hand without a half hour of nothing after it, and the last one
};

}  // namespace cardroom
