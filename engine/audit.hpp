#pragma once
#include <optional>

#include "engine/game_state.hpp"
#include "engine/table_state.hpp"

/// Whether chips are where they should be, told from states that were read one after the other while play
/// went on.
namespace cardroom::audit {

enum class Fit : std::uint8_t {
  FITS,
  MOVED_ON,  ///< cannot be told: one of the two has changed since the other was read; read both again
  DIFFERS    ///< chips are missing, or there are too many
};
BOOST_DESCRIBE_ENUM(Fit, FITS, MOVED_ON, DIFFERS)

/// What its game has given a table, told by the table: what `TableEntry::chips` is to be. Nothing when the
/// two do not fit together, as they do when both come from a store that is at rest.
std::optional<Chips> given(const TableEntry& entry, const TableState& table);

/// Whether a table has the chips that its game has given it. The table was read after the game.
Fit table_fits(const TableEntry& entry, const TableState& table);

/// Whether all that is inside a game, or will be when the bank has taken it over, is at a table, between
/// tables or on the way to the bank.
bool game_fits(const GameState& game);

/// Whether the bank has inside the game what the game believes. The bank was read after the game; `answers`
/// are those to its last exchange.
Fit bank_fits(const GameState& game, const Desk& desk, const std::vector<MovementAnswer>& answers);

}  // namespace cardroom::audit
