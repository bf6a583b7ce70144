#include "engine/betting.hpp"

#include "engine/seats.hpp"

namespace cardroom::betting {
namespace {

Chips to_call(const TableState& t, const Seat& s) { return max(Chips{0}, t.current_bet - s.street); }

/// A seat that has acted since the last full raise may raise again only as the house's re-opening rule says.
bool closed(const Settings& settings, const TableState& t, int seat, Chips facing) {
  return t.acted.has(seat) && (settings.reopen == Reopen::SINGLE || facing < t.last_raise);
}

/// A bet or raise is legal: there are chips beyond the call, and somebody who could call.
bool may_raise(const Settings& settings, const TableState& t, int seat, Chips facing) {
  SeatMask others = t.can_act;
  others.remove(seat);
  return t.seats[seat].stack > facing && !others.empty() && !closed(settings, t, seat, facing);
}

/// What a bet or raise has to come to, where the stack allows.
Chips least_raise(const Settings& settings, const TableState& t) {
  const Chips least = t.current_bet + t.last_raise;
  return settings.min_raise == MinRaise::DOUBLE ? max(least, t.current_bet * 2) : least;
}

void put_in(TableState& t, int seat, Chips amount) {
  Seat& s = t.seats[seat];
  s.stack -= amount;
  s.street += amount;
  s.total += amount;
  if (s.stack == Chips{0}) {
    s.status = SeatStatus::ALL_IN;
    t.can_act.remove(seat);
  }
}

void next_to_act(TableState& t, SeatIndex after) {
  const auto goes_on = [&] { return t.can_act.count() > 1 || (t.in_hand.count() > 1 && !run_out(t)); };
  if (t.waiting.empty() || !goes_on()) {
    t.to_act = kNoSeat;
    return;
  }
  t.to_act = next_in(t.waiting, after);
  t.turn = t.turn.next();
}

}  // namespace

Options options(const Settings& settings, const TableState& t, int seat) {
  const Seat& s = t.seats[seat];
  const Chips facing = to_call(t, s);
  const bool free = facing == Chips{0};
  const bool fold = !free || settings.open_fold;
  if (!may_raise(settings, t, seat, facing)) {
    const bool all_in = !free && s.stack <= facing;
    return {fold, free, !free, false, false, all_in, all_in ? s.stack : facing, {}, {}};
  }
  const bool bet = t.current_bet == Chips{0};
  const Chips most = s.street + s.stack;
  return {fold, free, !free, bet, !bet, true, facing, min(least_raise(settings, t), most), most};
}

Move resolve(const TableState& t, int seat, Action action, Chips amount) {
  if (action != Action::ALL_IN) return {action, amount};
  const Seat& s = t.seats[seat];
  const Chips most = s.street + s.stack;
  if (most <= t.current_bet) return {Action::CALL, {}};
  return {t.current_bet == Chips{0} ? Action::BET : Action::RAISE, most};
}

Error verify(const Settings& settings, const TableState& t, int seat, Action action, Chips amount) {
  const Seat& s = t.seats[seat];
  const Chips facing = to_call(t, s);
  const bool free = facing == Chips{0};
  switch (action) {
    case Action::FOLD:
      return !free || settings.open_fold ? Error::NONE : Error::CANNOT_FOLD;
    case Action::CHECK:
      return free ? Error::NONE : Error::CANNOT_CHECK;
    case Action::CALL:
      return free ? Error::CANNOT_CALL : Error::NONE;
    case Action::ALL_IN:
      if (!free && s.stack <= facing) return Error::NONE;
      return may_raise(settings, t, seat, facing) ? Error::NONE : Error::CANNOT_RAISE;
    case Action::BET:
      if (t.current_bet > Chips{0} || !may_raise(settings, t, seat, facing)) return Error::CANNOT_BET;
      break;
    case Action::RAISE:
      if (t.current_bet == Chips{0} || !may_raise(settings, t, seat, facing)) return Error::CANNOT_RAISE;
      break;
    case Action::NONE:
      return Error::BAD_REQUEST;
  }
  const Chips most = s.street + s.stack;
  if (amount > most) return Error::AMOUNT_TOO_LARGE;
  return amount == most || amount >= least_raise(settings, t) ? Error::NONE : Error::AMOUNT_TOO_SMALL;
}

void act(TableState& t, int seat, Action action, Chips amount, std::vector<TableEvent>& events) {
  Seat& s = t.seats[seat];
  const SeatIndex self{static_cast<std::int8_t>(seat)};
  const Move move = resolve(t, seat, action, amount);
  const bool preflop = t.phase == HandPhase::PRE_FLOP_BETTING;
  Chips added;
  switch (move.action) {
    case Action::FOLD:
      s.status = SeatStatus::FOLDED;
      t.in_hand.remove(seat);
      t.can_act.remove(seat);
      break;
    case Action::CALL:
      added = min(s.stack, t.current_bet - s.street);
      put_in(t, seat, added);
      if (preflop) t.vpip.add(seat);
      break;
    case Action::BET:
    case Action::RAISE: {
      const Chips raise = move.to - t.current_bet;
      added = move.to - s.street;
      put_in(t, seat, added);
      // A short all-in raises what is to be matched, but neither the minimum raise nor what is re-opened.
      if (raise >= t.last_raise) t.last_raise = raise, t.acted = {};
      t.current_bet = move.to;
      t.last_aggressor = self;
      t.waiting = t.can_act;
      if (preflop) t.vpip.add(seat), t.pfr.add(seat);
      break;
    }
    default:
      break;
  }
  t.waiting.remove(seat);
  t.acted.add(seat);
  s.last_action = move.action;
  auto& told = append<PlayerActed>(events);
  told.seat_position = self;
  told.action = move.action;
  told.amount = s.street;
  told.added = added;
  told.all_in = s.stack == Chips{0};
  next_to_act(t, self);
}

void open(TableState& t, SeatIndex before) {
  t.waiting = t.can_act;
  t.acted = {};
  next_to_act(t, before);
}

bool run_out(const TableState& t) {
  if (t.can_act.count() > 1) return false;
  if (t.can_act.empty()) return true;
  const Chips own = t.seats[next_in(t.can_act, kNoSeat).v].street;
  bool covers = true;
  for_each(t.in_hand, [&](int i) { covers &= t.seats[i].street <= own; });
  return covers;
}

}  // namespace cardroom::betting
