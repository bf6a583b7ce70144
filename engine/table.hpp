#pragma once
#include "engine/commands.hpp"
#include "engine/settings.hpp"
#include "engine/table_state.hpp"

/// The table machine: hands, what happens between them, timers, seats. Pure functions; `settings` are the
/// game's.
namespace cardroom::table {

/// A new table: PAUSED, no players.
TableState init(const Settings& settings, const TableId& id);

/// Why `command` is refused now, or NONE. Changes nothing.
Error verify(const Settings& settings, const TableState& table, const TableCommand& command,
             const Input& input);

/// Carries out a command that `verify` accepted, and everything that follows without further time or input;
/// the version rises by one. Appends to `out`. What leaves as a notice is owed until the game acknowledges
/// it.
void apply(const Settings& settings, TableState& table, const TableCommand& command, const Input& input,
           TableOutput& out) noexcept;

/// When the table next needs a Wake; not set = never without a command.
Instant next_deadline(const Settings& settings, const TableState& table);

/// What the game must have heard, to be said again after a restart: ChipsOut that is not acknowledged, who is
/// ready, who was chosen for a move. The game takes each once.
void owed(const TableState& table, std::vector<TableNotice>& notices);

/// The state as it would be if the hand in progress were called off: what a snapshot between hands stores.
TableState refunded(const TableState& table);

/// The last certain state of a table whose later steps are lost, without its hand, as of the version after
/// `top`. Whoever the game does not know there is gone with the chips that the game has booked.
TableState voided(const TableState& table, const KnownTable& known, Version top);

}  // namespace cardroom::table
