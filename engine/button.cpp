#include "engine/button.hpp"

#include "engine/seats.hpp"
#include "engine/shuffle.hpp"

namespace cardroom {

Positions blinds_from(SeatMask in, SeatIndex button) {
  const SeatIndex after = next_in(in, button);
  if (in.count() == 2) return {button, button, after};
  return {button, after, next_in(in, after)};
}

Positions next_positions(const Settings& settings, const TableState& t, SeatMask in, const Seed& seed) {
  if (!t.button.set()) {
    Draws draws(seed, DrawStream::FIRST_BUTTON);
    SeatIndex button = next_in(in, kNoSeat);
    for (auto n = draws.below(static_cast<std::uint32_t>(in.count())); n > 0; --n)
      button = next_in(in, button);
    return blinds_from(in, button);
  }
  if (in.count() == 2 && t.dealt_last > 2) {
    SeatIndex big;
    if (settings.heads_up_transition == HeadsUpTransition::BIG_BLIND_MOVES)
      big = next_in(in, t.big_blind);
    else if (in.has(t.big_blind))
      big = t.big_blind;
    if (big.set()) {
      const SeatIndex other = next_in(in, big);
      return {other, other, big};
    }
  }
  return blinds_from(in, next_in(in, t.button));
}

bool between(SeatIndex seat, SeatIndex from, SeatIndex to) {
  const auto steps = [&](SeatIndex s) { return (s.v - from.v + kMaxSeats) % kMaxSeats; };
  return seat != from && seat != to && steps(seat) < (from == to ? kMaxSeats : steps(to));
}

}  // namespace cardroom
