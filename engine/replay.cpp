#include "engine/replay.hpp"

#include <algorithm>

#include "engine/describe.hpp"
#include "engine/digest.hpp"

namespace cardroom {

std::string_view to_string(Divergence divergence) { return enum_name(divergence); }

namespace table {

bool deals(const TableOutput& out) {
  return std::any_of(out.events.begin(), out.events.end(),
                     [](const TableEvent& e) { return std::holds_alternative<HandStarted>(e); });
}

Divergence retake(const Settings& settings, TableState& t, const Record& record, TableOutput& out) {
  if (record.version != t.version.next()) return Divergence::GAP;
  if (verify(settings, t, record.command, record.input) != Error::NONE) return Divergence::REFUSED;
  apply(settings, t, record.command, record.input, out);
  return digest(t) == record.digest ? Divergence::NONE : Divergence::DIFFERS;
}

}  // namespace table

namespace game {
namespace {

struct Totals {
  GameStatus status;
  Stopping stopping;
  std::uint32_t tables_made;
  MoveId last_move;
  Chips inside;
  BankSequence banked;
  std::int32_t seated, ready, running;
};
BOOST_DESCRIBE_STRUCT(Totals, (),
                      (status, stopping, tables_made, last_move, inside, banked, seated, ready, running))

}  // namespace

std::uint64_t step_digest(const GameState& g, const GameOutput& out) {
  const Totals totals{g.status, g.stopping, g.tables_made, g.last_move, g.inside,
                      g.banked, g.seated,   g.ready,       g.running};
  return digest(out) * 31 + digest(totals);
}

Divergence retake(GameState& game, const Record& record, GameOutput& out) {
  if (record.version != game.version.next()) return Divergence::GAP;
  if (verify(game, record.command, record.caller, record.input) != Error::NONE) return Divergence::REFUSED;
  out.clear();
  apply(game, record.command, record.caller, record.input, out);
  return step_digest(game, out) == record.digest ? Divergence::NONE : Divergence::DIFFERS;
}

}  // namespace game
}  // namespace cardroom
