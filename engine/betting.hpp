#pragma once
#include <vector>

#include "engine/events.hpp"
#include "engine/settings.hpp"
#include "engine/table_state.hpp"

/// One betting round: what the seat to act may do, and doing it.
namespace cardroom::betting {

/// What a seat may do now. Amounts in chips.
struct Options {
  bool fold = false, check = false, call = false, bet = false, raise = false, all_in = false;
  Chips call_amount;  ///< what a call adds, cut to the stack
  Chips min_to;       ///< bounds of a BET or RAISE as "to" totals; 0 when neither is legal
  Chips max_to;
};

/// The options of `seat`, as if it were its turn.
Options options(const Settings& settings, const TableState& table, int seat);

/// An ALL_IN as the CALL, BET or RAISE that it is.
struct Move {
  Action action = Action::NONE;
  Chips to;  ///< of a BET or RAISE
};
Move resolve(const TableState& table, int seat, Action action, Chips amount);

/// Whether `seat` may do this now, its turn or not (section "Betting").
Error verify(const Settings& settings, const TableState& table, int seat, Action action, Chips amount);

/// Carries out what `verify` accepted and names the next seat to act (none: the round is over).
void act(TableState& table, int seat, Action action, Chips amount, std::vector<TableEvent>& events);

/// Opens a round: who still has to act, and the first of them clockwise after `before`.
void open(TableState& table, SeatIndex before);

/// Nobody can bet any more: at most one seat has chips behind, and it has put in what every opponent has.
bool run_out(const TableState& table);

}  // namespace cardroom::betting
