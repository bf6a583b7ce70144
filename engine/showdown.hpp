#pragma once
#include <vector>

#include "engine/events.hpp"
#include "engine/settings.hpp"
#include "engine/table_state.hpp"

/// The end of a hand: showing, comparing and paying (section "Pots and showdown").
namespace cardroom::showdown {

/// Makes the cards of a seat public.
void show(TableState& table, int seat, std::vector<TableEvent>& events);

/// Every live hand is shown: before an all-in run-out.
void show_all(TableState& table, std::vector<TableEvent>& events);

/// Two or more contend: hands are shown in order, the rake is taken, pots are settled one by one, the last
/// side pot first.
void settle(const Settings& settings, TableState& table, std::vector<TableEvent>& events);

/// Everybody else folded: the pots, less the rake, go to the seat that is left, unseen.
void settle_uncontested(const Settings& settings, TableState& table, std::vector<TableEvent>& events);

}  // namespace cardroom::showdown
