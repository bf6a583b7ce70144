#pragma once
#include "engine/game_state.hpp"

/// Even tables and no more of them than needed: pure questions about a game's tables, answered in O(log
/// tables). Sizes are effective ones, so that planned moves count as carried out.
namespace cardroom::balance {

/// One step towards even tables.
struct Step {
  enum class What { NOTHING, MOVE, CANCEL, REOPEN } what = What::NOTHING;
  TableId from, to;  ///< MOVE: one player more is to go from here to there, where a seat is free
  MoveId move;       ///< CANCEL: a move that would lead the wrong way
                     ///< REOPEN: `from` is needed after all: no other table has seats for its players
};

/// What to do next. Carried out until NOTHING it leaves every two tables that stay within one player of each
/// other and nobody at a closing table, unless seats are still to become free; then nothing more follows
/// until somebody comes or goes.
Step next(const GameState& game);

/// The table with the fewest players of those that are not closing, with their number; null = none.
const GameState::BySize::value_type* smallest(const GameState& game);

/// How many tables the seated players need.
std::size_t tables_needed(const GameState& game);

/// More tables than needed, those that are closing left out.
bool excess(const GameState& game);

}  // namespace cardroom::balance
