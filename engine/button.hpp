#pragma once
#include "engine/settings.hpp"
#include "engine/table_state.hpp"

/// Where the button and the blinds go (section "Button, blinds, seats").
namespace cardroom {

struct Positions {
  SeatIndex button, small_blind, big_blind;
};

/// Blinds that follow a button: heads-up the button is the small blind. `in` has at least two seats.
Positions blinds_from(SeatMask in, SeatIndex button);

/// Button and blinds of the next hand over the seats of `in` (at least two). The seed decides the first
/// button.
Positions next_positions(const Settings& settings, const TableState& table, SeatMask in, const Seed& seed);

/// Strictly clockwise between two seats.
bool between(SeatIndex seat, SeatIndex from, SeatIndex to);

}  // namespace cardroom
