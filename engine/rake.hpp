#pragma once
#include "engine/settings.hpp"
#include "engine/table_state.hpp"

/// What the house takes of the pots of a hand (section "Rake").
namespace cardroom::rake {

/// The rake of a hand that saw a flop: of `total` chips in all pots, with `players` dealt in, at least 2.
Chips due(const Settings& settings, Chips total, int players);

/// The rake pot by pot, in chips.
using Parts = std::array<Chips, kMaxSeats>;

/// Takes the rake of the hand's final pots, the main pot first. The table keeps it; the pots' amounts are
/// left as they are, so what is split of each is its amount less its part.
Parts take(const Settings& settings, TableState& table);

}  // namespace cardroom::rake
