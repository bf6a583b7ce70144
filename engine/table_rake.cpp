#include "engine/seats.hpp"
#include "engine/table_step.hpp"

// The game removes a table once it has booked the chips of the last player there. So rake leaves before the
// last player does, and whatever the game knows to be empty has none.
namespace cardroom::table {

void hand_over_rake(Step& step) {
  TableState& t = step.t;
  if (t.rake == Chips{0} || t.rake_out.v != 0) return;
  t.rake_out = t.out = t.out.next();
  t.rake_leaving = t.rake;
  t.rake = {};
  step.notify(rake_notice(t));
}

ChipsOut rake_notice(const TableState& t) {
  ChipsOut notice;
  notice.out = t.rake_out;
  notice.reason = OutReason::RAKE;
  notice.carried.chips = t.rake_leaving;
  return notice;
}

void rake_booked(TableState& t, Sequence out) {
  if (t.rake_out > out) return;
  t.rake_leaving = {};
  t.rake_out = {};
}

bool rake_holds(const TableState& t, int seat) {
  if (t.rake == Chips{0} || t.rake_out.v == 0) return false;
  const SeatMask players = seats_where(t, [](const Seat& s) { return present(s); });
  return players.has(seat) && players.count() == 1;
}

}  // namespace cardroom::table
