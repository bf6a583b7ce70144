#include "engine/button.hpp"
#include "engine/seats.hpp"
#include "engine/table_step.hpp"

namespace cardroom::table {
namespace {

SeatMask movable(const TableState& t) {
  return seats_where(t, [](const Seat& s) {
    return present(s) && s.player != PlayerStatus::LEAVING && s.move.v == 0 && s.returning == Chips{0};
  });
}

/// A player who waits for a hand, else the next big blind, else every other seat from there.
SeatIndex choose(const Settings& settings, const TableState& t) {
  const SeatMask all = movable(t);
  const SeatMask waiting =
      all & seats_where(t, [](const Seat& s) { return s.status == SeatStatus::JOINED_WAITING; });
  if (!waiting.empty()) return next_in(waiting, t.button);
  const SeatMask players = seats_where(t, [](const Seat& s) {
    return present(s) && s.status != SeatStatus::JOINED_WAITING && s.player == PlayerStatus::ACTIVE;
  });
  if (players.count() < 2) return next_in(all, t.button);
  SeatIndex at = next_positions(settings, t, players, Seed{}).big_blind;
  // Every other seat reaches all of them when their number is odd, half of them when it is even.
  for (int i = 0; i < players.count(); ++i) {
    if (all.has(at)) return at;
    at = next_in(players, next_in(players, at));
  }
  return next_in(all, t.big_blind);
}

}  // namespace

void execute_moves(Step& step) {
  TableState& t = step.t;
  for (int i = 0; i < t.seat_count; ++i)
    if (present(t.seats[i]) && t.seats[i].move.v != 0 && !t.dealt.has(i)) remove(step, i, OutReason::MOVED);
}

void move_out(Step& step, MoveId move) {
  TableState& t = step.t;
  // Asked again, after a restart: the player is chosen already, or on the way.
  for (int i = 0; i < t.seat_count; ++i) {
    const Seat& s = t.seats[i];
    if (s.status == SeatStatus::EMPTY || s.move != move) continue;
    if (present(s)) step.notify(MoveChosen{move, {static_cast<std::int8_t>(i)}, s.user});
    return;
  }
  const SeatIndex seat = choose(step.settings, t);
  if (!seat.set()) return step.notify(MoveDropped{move});
  t.seats[seat.v].move = move;
  step.notify(MoveChosen{move, seat, t.seats[seat.v].user});
  if (!t.dealt.has(seat)) remove(step, seat.v, OutReason::MOVED);
}

}  // namespace cardroom::table
