#include "engine/pot_shares.hpp"

#include <algorithm>

namespace cardroom {

std::optional<PotShares> PotShares::from(const FixedVec<PotShare, kMaxSeats>& list) {
  PotShares shares;
  if (list.empty()) return shares;
  const PotShare& last = *(list.end() - 1);
  shares.share_ = last.share;
  // Whichever seat the button is in from the last winner's on, the first winner is the next one clockwise.
  shares.button_ = last.seat_position;
  for (const PotShare& part : list) {
    if (!part.seat_position.set() || part.seat_position.v >= kMaxSeats) return std::nullopt;
    shares.winners_.add(part.seat_position.v);
    if (part.share > last.share) ++shares.odd_;
  }
  const auto equal = [](const PotShare& a, const PotShare& b) {
    return a.seat_position == b.seat_position && a.share == b.share;
  };
  if (shares.size() != list.size() || !std::equal(list.begin(), list.end(), shares.begin(), equal))
    return std::nullopt;
  return shares;
}

}  // namespace cardroom
