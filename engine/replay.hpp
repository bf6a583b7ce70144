#pragma once
#include <boost/describe.hpp>

#include "engine/game.hpp"
#include "engine/table.hpp"

/// Steps taken again, from a journal or a hand's record.
namespace cardroom {

enum class Divergence : std::uint8_t {
  NONE,
  GAP,      ///< the record is not of the step after this state
  REFUSED,  ///< the command is not legal in this state
  DIFFERS   ///< it leads to another state than it led to
};
BOOST_DESCRIBE_ENUM(Divergence, NONE, GAP, REFUSED, DIFFERS)

std::string_view to_string(Divergence divergence);

namespace table {

/// A step as it was taken: what came in, and what the state was afterwards.
struct Record {
  Version version;  ///< of the state after the step
  TableCommand command;
  Input input;  ///< the seed may be left out of steps that deal no hand
  std::uint64_t digest = 0;
};

/// Whether the step dealt a hand, so that its seed is needed to take it again.
bool deals(const TableOutput& out);

/// Takes the step again; its events and notices are added to `out`. Unless NONE, `t` is as it was (GAP,
/// REFUSED) or of no use any more (DIFFERS).
Divergence retake(const Settings& settings, TableState& t, const Record& record, TableOutput& out);

}  // namespace table

namespace game {

/// As a table's. The digest is that of the step alone, see `step_digest`.
struct Record {
  Version version;
  GameCommand command;
  Caller caller;
  Input input;
  std::uint64_t digest = 0;
};

/// Digest of what a step did and of the state's totals: that of the whole state would cost as much as the
/// game is large.
std::uint64_t step_digest(const GameState& game, const GameOutput& out);

/// Takes the step again; `out` is cleared first. As a table's.
Divergence retake(GameState& game, const Record& record, GameOutput& out);

}  // namespace game
}  // namespace cardroom
