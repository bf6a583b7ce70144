#include "engine/table.hpp"

#include <algorithm>

#include "engine/hand.hpp"
#include "engine/seats.hpp"
#include "engine/showdown.hpp"
#include "engine/table_step.hpp"

namespace cardroom::table {
namespace {

template <class... F>
struct overloaded : F... {
  using F::operator()...;
};
template <class... F>
overloaded(F...) -> overloaded<F...>;

constexpr Instant kAtOnce{1};

/// A refusal of commands that need a player in a seat who is not on the way out.
Error seated(const TableState& t, const UserId& user, SeatIndex& seat) {
  seat = seat_of(t, user);
  if (!seat.set() || !present(t.seats[seat.v])) return Error::NOT_SEATED;
  return t.seats[seat.v].player == PlayerStatus::LEAVING ? Error::INVALID_STATE : Error::NONE;
}

Error verify_chips(const TableState& t, const AddChips& c) {
  SeatIndex seat;
  if (const Error e = seated(t, c.user, seat); e != Error::NONE) return e;
  if (c.amount < Chips{1}) return Error::BAD_BUY_IN;
  const Seat& s = t.seats[seat.v];
  if (s.stack + s.pending > Chips{0}) return Error::NONE;
  return c.amount < c.least || c.amount > c.most ? Error::BAD_BUY_IN : Error::NONE;
}

Error verify_show(const TableState& t, const UserId& user) {
  const SeatIndex seat = seat_of(t, user);
  if (!seat.set()) return Error::NOT_SEATED;
  if (t.game != GameStatus::ACTIVE) return Error::INVALID_STATE;
  if (t.phase != HandPhase::HAND_COMPLETE || !t.dealt.has(seat)) return Error::NO_HAND;
  return t.shown.has(seat) ? Error::INVALID_STATE : Error::NONE;
}

Error verify_post(const Settings& settings, const TableState& t, const UserId& user) {
  SeatIndex seat;
  if (const Error e = seated(t, user, seat); e != Error::NONE) return e;
  if (t.game != GameStatus::ACTIVE) return Error::INVALID_STATE;
  if (!settings.allow_post_to_play) return Error::NOT_ALLOWED;
  const Seat& s = t.seats[seat.v];
  return ready(s) && s.status == SeatStatus::JOINED_WAITING && s.newcomer && !s.posts ? Error::NONE
                                                                                      : Error::INVALID_STATE;
}

Error verify_seating(const TableState& t, const SeatPlayer& c) {
  if (c.seat.v < 0 || c.seat.v >= t.seat_count) return Error::SEAT_OUT_OF_RANGE;
  if (seat_of(t, c.user).set()) return Error::ALREADY_SEATED;
  const SeatStatus status = t.seats[c.seat.v].status;
  return status == SeatStatus::EMPTY || status == SeatStatus::RESERVED ? Error::NONE : Error::SEAT_TAKEN;
}

/// Reservations are made for empty seats and released from reserved ones.
Error verify_reservation(const TableState& t, SeatIndex seat, SeatStatus expected, Error otherwise) {
  if (seat.v < 0 || seat.v >= t.seat_count) return Error::SEAT_OUT_OF_RANGE;
  return t.seats[seat.v].status == expected ? Error::NONE : otherwise;
}

Error verify_sitting(const TableState& t, const UserId& user, PlayerStatus expected) {
  SeatIndex seat;
  if (const Error e = seated(t, user, seat); e != Error::NONE) return e;
  return t.seats[seat.v].player == expected ? Error::NONE : Error::INVALID_STATE;
}

/// Numbered messages are taken in the order of their numbers: one that comes before another that was lost is
/// left, and said again after it.
bool too_early(const TableState& t, Sequence seq) { return seq > t.in.next(); }

/// The numbers up to `seq`, above the last one, are answered; none of them as a refusal.
void answered_up_to(TableState& t, Sequence seq) {
  const std::uint64_t newer = seq.v - t.in.v;
  t.refused = newer < 64 ? t.refused << newer : 0;
  t.in = seq;
}

/// Whether a message that moves chips or players is carried out. A numbered one is answered once and for all,
/// also with a refusal (`why`): heard again, it gets the same answer (a refusal then as `again`) and does
/// nothing.
bool takes(Step& step, Sequence seq, Error why, Error again) {
  TableState& t = step.t;
  if (seq.v == 0) return true;
  if (seq <= t.in) {
    const std::uint64_t age = t.in.v - seq.v;
    const bool refused = age < 64 && (t.refused >> age & 1u) != 0;
    step.notify(Applied{seq, refused ? again : Error::NONE});
    return false;
  }
  answered_up_to(t, seq);
  if (why == Error::NONE) return true;
  t.refused |= 1u;
  step.notify(Applied{seq, why});
  return false;
}

void leave(Step& step, const UserId& user) {
  TableState& t = step.t;
  const SeatIndex seat = seat_of(t, user);
  t.seats[seat.v].player = PlayerStatus::LEAVING;
  step.tell_seat(seat.v);
  if (t.dealt.has(seat)) {
    play_on(step);
    return;
  }
  remove(step, seat.v, OutReason::LEFT);
}

void reserve(Step& step, SeatIndex seat, SeatStatus status) {
  step.t.seats[seat.v] = Seat{};
  step.t.seats[seat.v].status = status;
  step.tell_seat(seat.v);
}

void void_hand(TableState& t) {
  const SeatMask dealt = t.dealt;
  hand::refund(t);
  hand::clear(t);
  t.phase = HandPhase::WAITING_FOR_PLAYERS;
  t.phase_deadline = t.action_deadline = t.bank_started = {};
  for_each(dealt, [&](int i) {
    Seat& s = t.seats[i];
    s.status = ready(s) ? SeatStatus::ACTIVE : SeatStatus::JOINED_WAITING;
  });
}

void set_status(Step& step, const SetTableStatus& c) {
  TableState& t = step.t;
  t.game = c.game;
  if (t.status == c.status) {
    if (c.status == TableStatus::PAUSED) step.notify(TablePaused{});
    return;
  }
  // A table that is paused already has nothing to finish.
  if (t.status == TableStatus::PAUSED && c.status == TableStatus::PAUSE_AFTER_HAND)
    return step.notify(TablePaused{});
  step.tell(TableStatusChanged{t.status, c.status});
  t.status = c.status;
}

/// A function of its own, so that the step of an action is spared its frame.
[[gnu::noinline]] void dispatch(Step& step, const TableCommand& command) {
  TableState& t = step.t;
  std::visit(overloaded{
                 [&](const Wake&) {
                   if (is_betting(t.phase) && t.action_deadline.set() && t.action_deadline <= step.input.now)
                     time_out(step);
                   sweep(step);
                 },
                 [](const PlayerActionCommand&) {},
                 [&](const PlayerIntent& c) { intend(step, c); },
                 [&](const ShowCards& c) { showdown::show(t, seat_of(t, c.user).v, step.out.events); },
                 [&](const PostBlind& c) {
                   const SeatIndex seat = seat_of(t, c.user);
                   t.seats[seat.v].posts = true;
                   step.tell(BlindPromised{seat});
                 },
                 [&](const SeatPlayer& c) {
                   if (takes(step, c.seq, verify_seating(t, c), Error::SEAT_TAKEN)) seat_player(step, c);
                 },
                 [&](const AddChips& c) {
                   if (takes(step, c.seq, verify_chips(t, c), Error::BAD_BUY_IN)) add_chips(step, c);
                 },
                 [&](const LeaveGame& c) { leave(step, c.user); },
                 [&](const SitOut& c) { sit_out(step, seat_of(t, c.user).v); },
                 [&](const SitIn& c) { sit_in(step, seat_of(t, c.user).v); },
                 [&](const SetConnection& c) { set_connection(step, seat_of(t, c.user).v, c.connected); },
                 [&](const AllDisconnected&) { all_disconnected(step); },
                 [&](const ReserveSeat& c) { reserve(step, c.seat, SeatStatus::RESERVED); },
                 [&](const ReleaseSeat& c) { reserve(step, c.seat, SeatStatus::EMPTY); },
                 [&](const MoveOut& c) { move_out(step, c.move); },
                 [&](const CancelMove& c) {
                   for (Seat& s : t.seats)
                     if (s.move == c.move && s.player != PlayerStatus::OUT) s.move = {};
                 },
                 [&](const SetTableStatus& c) { set_status(step, c); },
                 [&](const CloseTable&) { close(step); },
                 [&](const Acknowledge& c) {
                   acknowledge(step, c.out);
                   sweep(step);
                 },
                 [&](const ShiftClocks& c) { shift_clocks(t, c.by); },
                 [&](const VoidHand&) {
                   void_hand(t);
                   step.tell(HandRefunded{t.hand});
                 },
             },
             command);
}

}  // namespace

TableState init(const Settings& settings, const TableId& id) {
  TableState t;
  t.id = id;
  t.seat_count = static_cast<std::uint8_t>(settings.number_of_seats);
  return t;
}

Error verify(const Settings& settings, const TableState& t, const TableCommand& command, const Input& input) {
  if (const auto* c = std::get_if<PlayerActionCommand>(&command)) return verify_action(settings, t, *c);
  SeatIndex seat;
  return std::visit(
      overloaded{
          [&](const Wake&) {
            const Instant due = next_deadline(settings, t);
            return due.set() && due <= input.now ? Error::NONE : Error::STALE_ACTION;
          },
          [&](const PlayerIntent& c) { return verify_intent(settings, t, c); },
          [&](const ShowCards& c) { return verify_show(t, c.user); },
          [&](const PostBlind& c) { return verify_post(settings, t, c.user); },
          [&](const SeatPlayer& c) {
            if (c.seq.v == 0) return verify_seating(t, c);
            return too_early(t, c.seq) ? Error::INVALID_STATE : Error::NONE;
          },
          [&](const AddChips& c) {
            if (c.seq.v == 0) return verify_chips(t, c);
            return too_early(t, c.seq) ? Error::INVALID_STATE : Error::NONE;
          },
          [&](const LeaveGame& c) { return seated(t, c.user, seat); },
          [&](const SitOut& c) { return verify_sitting(t, c.user, PlayerStatus::ACTIVE); },
          [&](const SitIn& c) { return verify_sitting(t, c.user, PlayerStatus::SITTING_OUT); },
          [&](const SetConnection& c) {
            seat = seat_of(t, c.user);
            return seat.set() && present(t.seats[seat.v]) ? Error::NONE : Error::NOT_SEATED;
          },
          [&](const AllDisconnected&) {
            const bool news = std::any_of(t.seats.begin(), t.seats.end(),
                                          [](const Seat& s) { return present(s) && s.connected; });
            return news ? Error::NONE : Error::NOT_SEATED;
          },
          [&](const ReserveSeat& c) {
            return verify_reservation(t, c.seat, SeatStatus::EMPTY, Error::SEAT_TAKEN);
          },
          [&](const ReleaseSeat& c) {
            return verify_reservation(t, c.seat, SeatStatus::RESERVED, Error::SEAT_EMPTY);
          },
          [&](const CloseTable&) { return in_play(t.phase) ? Error::HAND_IN_PROGRESS : Error::NONE; },
          [&](const ShiftClocks& c) { return can_shift(t, c.by) ? Error::NONE : Error::BAD_REQUEST; },
          [&](const VoidHand&) { return in_play(t.phase) ? Error::NONE : Error::NO_HAND; },
          [](const auto&) { return Error::NONE; },
      },
      command);
}

void apply(const Settings& settings, TableState& t, const TableCommand& command, const Input& input,
           TableOutput& out) noexcept {
  Step step{settings, t, input, out, input.last_hand};
  t.version = t.version.next();
  // By far the most frequent command is spared the table of visits.
  if (const auto* c = std::get_if<PlayerActionCommand>(&command))
    act(step, *c);
  else
    dispatch(step, command);
  if (in_play(t.phase)) return;
  // A hand that is called off is not followed by the next one: the table is being stopped.
  if (!std::holds_alternative<VoidHand>(command)) proceed(step);
  if (in_play(t.phase)) return;
  // Also what was on its way when the table was paused, or was raked since.
  if (t.status == TableStatus::PAUSED) hand_over_rake(step);
  tell_ready(step);
}

Instant next_deadline(const Settings& settings, const TableState& t) {
  Instant due;
  const auto at = [&](Instant instant) {
    if (instant.set() && (!due.set() || instant < due)) due = instant;
  };
  if (is_betting(t.phase)) at(t.action_deadline);
  if (t.phase == HandPhase::HAND_COMPLETE) at(t.phase_deadline);
  if (t.phase == HandPhase::PREDEAL) at(t.phase_deadline);
  if (could_start(t)) at(kAtOnce);
  for_each(seats_outside(t, t.dealt), [&](int i) {
    const Seat& s = t.seats[i];
    if (!present(s) || waits_to_go(t, i)) return;  // the acknowledgement sweeps
    at(removal_due(settings, s));
    if (s.player == PlayerStatus::LEAVING) at(kAtOnce);
  });
  return due;
}

TableState refunded(const TableState& t) {
  TableState copy = t;
  if (in_play(t.phase)) void_hand(copy);
  return copy;
}

TableState voided(const TableState& table, const KnownTable& known, Version top) {
  TableState t = refunded(table);
  const auto& seated = known.seated;
  for (Seat& s : t.seats)
    if (!s.user.empty() && std::find(seated.begin(), seated.end(), s.user) == seated.end()) s = Seat{};
  if (known.in > t.in) answered_up_to(t, known.in);
  // A later notice took all the rake that was here.
  if (known.rake > t.out) t.rake = {};
  rake_booked(t, known.out);
  t.out = std::max(t.out, known.out);
  t.version = std::max(table.version, top).next();
  return t;
}

}  // namespace cardroom::table
