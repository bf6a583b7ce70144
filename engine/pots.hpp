#pragma once
#include <vector>

#include "engine/events.hpp"
#include "engine/table_state.hpp"

/// Bets into pots (section "Pots and showdown").
namespace cardroom::pots {

/// Ends a street's betting: gives back what nobody matched, the excess of the highest street total over the
/// second highest; then moves the bets into the pots, peeled by what each contender put in.
void collect(TableState& table, std::vector<TableEvent>& events);

/// Lays antes in the pots before the bets: `posted` per seat. A seat that posted less than it owed can win no
/// more of each than it posted itself.
void lay_antes(TableState& table, const std::array<Chips, kMaxSeats>& posted, SeatMask short_seats);

/// Puts dead chips whole into the main pot.
void add_dead(TableState& table, Chips amount);

Chips total(const TableState& table);

/// What an event pays out of pots, rake included: over a whole hand, all that was played for. What nobody
/// could match was given back before.
Chips paid(const TableEvent& event);

}  // namespace cardroom::pots
