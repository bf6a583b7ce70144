#include <algorithm>
#include <array>

#include "engine/seats.hpp"
#include "engine/table.hpp"
#include "engine/table_step.hpp"

namespace cardroom::table {
namespace {

Carried carry(const Seat& s) {
  const Chips chips = s.stack + s.pending;
  const PlayerStatus player = s.sit_out_since.set() ? PlayerStatus::SITTING_OUT
                              : chips > Chips{0}    ? PlayerStatus::ACTIVE
                                                    : PlayerStatus::BUYING_IN;
  return {chips,           player,      s.connected, s.holds_predeal, s.away_since,
          s.sit_out_since, s.time_bank, s.hands,     s.timeouts};
}

ChipsOut out_notice(const Seat& s, int seat) {
  Carried carried;
  if (s.player == PlayerStatus::OUT)
    carried = carry(s);
  else
    carried.chips = s.returning;
  const OutReason reason = s.player == PlayerStatus::OUT ? s.out_reason : OutReason::EXCESS;
  return {s.out, s.user, {static_cast<std::int8_t>(seat)}, reason, s.move, carried};
}

/// Chips above the maximum leave for the player's balance.
void give_back(Step& step, int seat, Chips amount) {
  if (amount == Chips{0}) return;
  Seat& s = step.t.seats[seat];
  step.t.out = step.t.out.next();
  s.out = step.t.out;
  s.returning = amount;
  step.notify(out_notice(s, seat));
}

}  // namespace

void Step::tell_seat(int seat) {
  const Seat& s = t.seats[seat];
  auto& told = append<SeatChanged>(out.events);
  told.seat_position = {static_cast<std::int8_t>(seat)};
  told.user_id = s.user;
  told.status = s.status;
  told.player_status = s.player;
  told.connected = s.connected;
  told.stack = s.stack;
}

void seat_player(Step& step, const SeatPlayer& c) {
  TableState& t = step.t;
  Seat s;
  s.user = c.user;
  s.stack = c.carried.chips;
  s.status = SeatStatus::JOINED_WAITING;
  s.player = s.stack == Chips{0}                             ? PlayerStatus::BUYING_IN
             : c.carried.player == PlayerStatus::SITTING_OUT ? PlayerStatus::SITTING_OUT
                                                             : PlayerStatus::ACTIVE;
  s.connected = c.carried.connected;
  s.newcomer = true;
  s.holds_predeal = s.stack == Chips{0} && c.carried.holds_predeal;
  s.away_since = c.carried.connected          ? Instant{}
                 : c.carried.away_since.set() ? c.carried.away_since
                                              : step.input.now;
  if (s.player == PlayerStatus::SITTING_OUT)
    s.sit_out_since = c.carried.sit_out_since.set() ? c.carried.sit_out_since : step.input.now;
  s.time_bank = c.carried.time_bank;
  s.hands = c.carried.hands;
  s.timeouts = c.carried.timeouts;
  t.seats[c.seat.v] = s;
  if (c.seq.v != 0) step.notify(Applied{c.seq, Error::NONE});
  step.tell_seat(c.seat.v);
}

void arrive(Step& step, int seat) {
  Seat& s = step.t.seats[seat];
  if (s.pending == Chips{0} || s.returning > Chips{0}) return;
  // A rebuy with nothing in front arrives whole; a top-up only up to the maximum.
  const Chips room = s.stack == Chips{0} ? s.pending : max(Chips{0}, step.settings.max_buy_in - s.stack);
  const Chips in = min(room, s.pending);
  const Chips back = s.pending - in;
  s.pending = {};
  s.stack += in;
  step.tell_seat(seat);
  give_back(step, seat, back);
}

void add_chips(Step& step, const AddChips& c) {
  TableState& t = step.t;
  const SeatIndex seat = seat_of(t, c.user);
  Seat& s = t.seats[seat.v];
  const bool waits = t.dealt.has(seat) && in_play(t.phase);
  const Chips front = s.stack + s.pending;
  Chips in = c.amount;
  if (waits)
    in = min(in, max(Chips{0}, c.most - s.pending));
  else if (front > Chips{0})
    in = min(in, max(Chips{0}, c.most - front));
  (waits || s.returning > Chips{0} ? s.pending : s.stack) += in;
  if (c.seq.v != 0) step.notify(Applied{c.seq, Error::NONE});
  step.tell(PlayerBuyIn{c.user, seat, in, s.stack + s.pending, waits});
  if (s.returning == Chips{0})
    give_back(step, seat.v, c.amount - in);
  else
    s.pending += c.amount - in;
  if (s.player == PlayerStatus::BUYING_IN && s.stack > Chips{0}) {
    s.player = PlayerStatus::ACTIVE;
    // A rebuy within the first PREDEAL after the bust plays on as if nothing had happened.
    if (s.holds_predeal && !s.newcomer) s.status = SeatStatus::ACTIVE;
    s.holds_predeal = false;
  }
  step.tell_seat(seat.v);
}

bool waits_to_go(const TableState& t, int seat) {
  return t.seats[seat].returning > Chips{0} || rake_holds(t, seat);
}

void remove(Step& step, int seat, OutReason reason) {
  TableState& t = step.t;
  Seat& s = t.seats[seat];
  if (waits_to_go(t, seat)) {
    if (reason != OutReason::MOVED) s.player = PlayerStatus::LEAVING;
    return;
  }
  if (seats_where(t, [](const Seat& other) { return present(other); }).count() == 1) hand_over_rake(step);
  t.out = t.out.next();
  s.out = t.out;
  s.out_reason = reason;
  s.stack += s.pending;
  s.pending = {};
  s.player = PlayerStatus::OUT;
  s.status = SeatStatus::JOINED_WAITING;
  step.notify(out_notice(s, seat));
  t.told_ready.remove(seat);
}

Instant removal_due(const Settings& settings, const Seat& s) {
  if (!present(s)) return {};
  Instant due;
  if (!s.connected && s.away_since.set()) due = s.away_since + settings.away_timeout;
  if (s.player == PlayerStatus::SITTING_OUT && s.sit_out_since.set()) {
    const Instant limit = s.sit_out_since + settings.sit_out_limit;
    if (!due.set() || limit < due) due = limit;
  }
  return due;
}

void sweep(Step& step) {
  TableState& t = step.t;
  for_each(seats_outside(t, t.dealt), [&](int i) {
    const Seat& s = t.seats[i];
    if ((s.connected && s.player == PlayerStatus::ACTIVE) || !present(s)) return;
    const Instant due = removal_due(step.settings, s);
    if (s.player == PlayerStatus::LEAVING || (due.set() && due <= step.input.now))
      remove(step, i, OutReason::LEFT);
  });
}

void acknowledge(Step& step, Sequence out) {
  TableState& t = step.t;
  rake_booked(t, out);
  for (int i = 0; i < t.seat_count; ++i) {
    Seat& s = t.seats[i];
    if (s.out.v == 0 || s.out > out) continue;
    if (s.player == PlayerStatus::OUT) {
      s = Seat{};
      step.tell_seat(i);
    } else if (s.returning > Chips{0}) {
      s.returning = {};
      s.out = {};
      if (!t.dealt.has(i) || !in_play(t.phase)) arrive(step, i);
    }
  }
}

void close(Step& step) {
  TableState& t = step.t;
  for (int i = 0; i < t.seat_count; ++i) {
    Seat& s = t.seats[i];
    s.move = {};
    if (s.status == SeatStatus::RESERVED)
      s = Seat{};
    else if (present(s))
      remove(step, i, OutReason::CLOSED);
  }
}

void set_connection(Step& step, int seat, bool connected) {
  Seat& s = step.t.seats[seat];
  if (s.connected == connected) return;
  s.connected = connected;
  s.away_since = connected ? Instant{} : step.input.now;
  step.tell_seat(seat);
}

void all_disconnected(Step& step) {
  for (int i = 0; i < step.t.seat_count; ++i)
    if (present(step.t.seats[i])) set_connection(step, i, false);
}

bool can_shift(const TableState& t, Duration by) {
  const std::array<Instant, 4> clocks{t.phase_started_at, t.phase_deadline, t.action_deadline,
                                      t.bank_started};
  return by >= Duration{0} ||
         std::all_of(clocks.begin(), clocks.end(), [&](Instant at) { return !at.set() || at.ms > -by.ms; });
}

void shift_clocks(TableState& t, Duration by) {
  for (Instant* at : {&t.phase_started_at, &t.phase_deadline, &t.action_deadline, &t.bank_started})
    if (at->set()) *at = *at + by;
}

void sit_out(Step& step, int seat) {
  TableState& t = step.t;
  Seat& s = t.seats[seat];
  s.player = PlayerStatus::SITTING_OUT;
  s.sit_out_since = step.input.now;
  if (!t.dealt.has(seat)) s.status = SeatStatus::JOINED_WAITING, s.posts = false;
  step.tell_seat(seat);
}

void sit_in(Step& step, int seat) {
  Seat& s = step.t.seats[seat];
  s.player = s.stack + s.pending > Chips{0} || step.t.dealt.has(seat) ? PlayerStatus::ACTIVE
                                                                      : PlayerStatus::BUYING_IN;
  s.sit_out_since = {};
  s.timeouts = 0;
  step.tell_seat(seat);
}

void tell_ready(Step& step) {
  TableState& t = step.t;
  const SeatMask ready = seats_where(t, [](const Seat& s) {
    return (s.status > SeatStatus::RESERVED) & (s.player == PlayerStatus::ACTIVE) &
           (s.stack + s.pending > Chips{0});
  });
  const SeatMask changed = ready ^ t.told_ready;
  t.told_ready = ready;
  for_each(changed, [&](int i) {
    if (!present(t.seats[i])) return;
    auto& told = append<ReadyChanged>(step.out.notices);
    told.user = t.seats[i].user;
    told.ready = ready.has(i);
  });
}

void owed(const TableState& t, std::vector<TableNotice>& notices) {
  // In the order of their numbers: the game books them in that order.
  SeatMask due = seats_where(t, [](const Seat& s) {
    return s.status != SeatStatus::EMPTY && (s.player == PlayerStatus::OUT || s.returning > Chips{0});
  });
  bool rake = t.rake_out.v != 0;
  while (!due.empty()) {
    int first = next_in(due, kNoSeat).v;
    for_each(due, [&](int i) {
      if (t.seats[i].out < t.seats[first].out) first = i;
    });
    if (rake && t.rake_out < t.seats[first].out) {
      notices.emplace_back(rake_notice(t));
      rake = false;
      continue;
    }
    notices.emplace_back(out_notice(t.seats[first], first));
    due.remove(first);
  }
  if (rake) notices.emplace_back(rake_notice(t));
  for (int i = 0; i < t.seat_count; ++i) {
    const Seat& s = t.seats[i];
    if (!present(s)) continue;
    notices.emplace_back(ReadyChanged{s.user, t.told_ready.has(i)});
    if (s.move.v != 0) notices.emplace_back(MoveChosen{s.move, {static_cast<std::int8_t>(i)}, s.user});
  }
}

}  // namespace cardroom::table
