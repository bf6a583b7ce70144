#pragma once
#include "engine/contract.hpp"

/// Parts of the contract's shapes, for engine/contract*.cpp alone.
namespace cardroom::contract {

HandId hand_id(const cardroom::TableState& table);
BettingRoundState betting_round(const Table& table);
/// `pots` as main pot and side pots; those who folded since are no longer eligible. There is always a main
/// pot.
void split(const Pots& pots, SeatMask in_hand, PotView& main_pot, std::vector<PotView>& side_pots);
/// Appends the engine's events by the contract's names. `before`: the table as it was before them, except
/// that what a PlayerActed tells of is done already.
void translate(const Table& before, const std::vector<TableEvent>& told, std::vector<Event>& events);

inline SeatIndex seat_number(int seat) { return {static_cast<std::int8_t>(seat)}; }

}  // namespace cardroom::contract
