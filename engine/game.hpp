#pragma once
#include "engine/game_state.hpp"

/// The game machine: registration, seating, statuses, balances, balancing and merging of tables. Pure
/// functions.
namespace cardroom::game {

/// A new game in SCHEDULED. `settings` went through `with_defaults` and `check`.
GameState init(const Settings& settings, const UserId& host, Instant now);

/// Rebuilds what is derived, after loading a state.
void index(GameState& game);

/// Why `command` is refused now, or NONE. Changes nothing. A BuyIn may still be refused by the table.
Error verify(const GameState& game, const GameCommand& command, const Caller& caller, const Input& input);

/// Carries out a command that `verify` accepted, in place (a copy would cost as much as the game is large),
/// and everything that follows of it; the version rises by one. Appends to `out`.
void apply(GameState& game, const GameCommand& command, const Caller& caller, const Input& input,
           GameOutput& out) noexcept;

/// When the game next needs a Wake; not set = never without a command.
Instant next_deadline(const GameState& game);

/// The command that a BuyIn becomes at the player's table (its `seq` unset), so that a caller who has the
/// table at hand can verify it there first. The player must be seated.
AddChips buy_in_at_table(const GameState& game, const BuyIn& command, Instant now);

/// What the tables must have heard, to be said again after a restart: transfers without an answer, planned
/// moves, leaves, statuses. A table that has heard a message refuses it or answers it again. Not who is
/// connected: after a restart nobody is (Restarted).
void owed(const GameState& game, std::vector<ToTable>& messages);

/// Who at these tables is connected and who is not, for those that come back while the game goes on.
void connections(const GameState& game, const std::set<TableId>& tables, std::vector<ToTable>& messages);

/// Whether a table of the game has never answered anything: it may not have been made yet.
bool unheard(const TableEntry& table);

/// Tables that the game once made and has removed. Their ids are never used again.
std::vector<TableId> removed_tables(const GameState& game);

/// What the game knows of a table of its own.
KnownTable known_table(const GameState& game, const TableId& id);

/// Chips that a message carries.
Chips chips_of(const Transfer& transfer);

/// Chips on their way to tables.
Chips chips_in_transit(const GameState& game);

/// Chips on their way from the game to the bank, or refused there. With those in transit and at the tables
/// (`TableEntry::chips`) they are all that is `inside`.
Chips chips_leaving(const GameState& game);

/// Chips of the game that the bank has not taken over yet: those from before it had a bank.
Chips chips_coming(const GameState& game);

/// What the bank must be told, as exchange `banked` + 1, and again until its answer is in the state; none =
/// nothing.
std::vector<Movement> due_at_bank(const GameState& game);

}  // namespace cardroom::game
