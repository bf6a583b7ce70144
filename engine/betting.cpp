#include "engine/betting.hpp"

#include <algorithm>

#include "engine/seats.hpp"

namespace cardroom::betting {
namespace {

/// A seat that has acted since the last full raise may raise again only as the house's re-opening rule says.
bool closed(const Settings& settings, const TableState& t, int seat, Chips facing) {
  if (!t.acted.has(seat)) return false;
  return settings.reopen == Reopen::SINGLE || facing < t.last_raise;
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
  t.to_act = t.waiting.empty() || run_out(t) || t.in_hand.count() < 2 ? kNoSeat : next_in(t.waiting, after);
  if (t.to_act.set()) t.turn = t.turn.next();
}

}  // namespace

Options options(const Settings& settings, const TableState& t, int seat) {
  const Seat& s = t.seats[seat];
  Options o;
  const Chips facing = std::max(Chips{0}, t.current_bet - s.street);
  o.call_amount = std::min(facing, s.stack);
  o.check = facing == Chips{0};
  o.call = !o.check;
  o.fold = o.call || settings.open_fold;
  const Chips most = s.street + s.stack;
  SeatMask others = t.can_act;
  others.remove(seat);
  if (s.stack > facing && !others.empty() && !closed(settings, t, seat, facing)) {
    Chips least = t.current_bet + t.last_raise;
    if (settings.min_raise == MinRaise::DOUBLE) least = std::max(least, t.current_bet * 2);
    o.max_to = most;
    o.min_to = std::min(least, most);
    (t.current_bet == Chips{0} ? o.bet : o.raise) = true;
  }
  o.all_in = o.bet || o.raise || (o.call && s.stack <= facing);
  return o;
}

Move resolve(const TableState& t, int seat, Action action, Chips amount) {
  if (action != Action::ALL_IN) return {action, amount};
  const Seat& s = t.seats[seat];
  const Chips most = s.street + s.stack;
  if (most <= t.current_bet) return {Action::CALL, {}};
  return {t.current_bet == Chips{0} ? Action::BET : Action::RAISE, most};
}

Error verify(const Settings& settings, const TableState& t, int seat, Action action, Chips amount) {
  const Options o = options(settings, t, seat);
  switch (action) {
    case Action::FOLD:
      return o.fold ? Error::NONE : Error::CANNOT_FOLD;
    case Action::CHECK:
      return o.check ? Error::NONE : Error::CANNOT_CHECK;
    case Action::CALL:
      return o.call ? Error::NONE : Error::CANNOT_CALL;
    case Action::ALL_IN:
      return o.all_in ? Error::NONE : Error::CANNOT_RAISE;
    case Action::BET:
      if (!o.bet) return Error::CANNOT_BET;
      break;
    case Action::RAISE:
      if (!o.raise) return Error::CANNOT_RAISE;
      break;
    case Action::NONE:
      return Error::BAD_REQUEST;
  }
  if (amount < o.min_to) return Error::AMOUNT_TOO_SMALL;
  return amount > o.max_to ? Error::AMOUNT_TOO_LARGE : Error::NONE;
}

void act(TableState& t, int seat, Action action, Chips amount, std::vector<TableEvent>& events) {
  Seat& s = t.seats[seat];
  const Move move = resolve(t, seat, action, amount);
  const Chips before = s.stack;
  const bool preflop = t.phase == HandPhase::PRE_FLOP_BETTING;
  switch (move.action) {
    case Action::FOLD:
      s.status = SeatStatus::FOLDED;
      t.in_hand.remove(seat);
      t.can_act.remove(seat);
      break;
    case Action::CALL:
      put_in(t, seat, std::min(s.stack, t.current_bet - s.street));
      if (preflop) t.vpip.add(seat);
      break;
    case Action::BET:
    case Action::RAISE: {
      const Chips raise = move.to - t.current_bet;
      put_in(t, seat, move.to - s.street);
      // A short all-in raises what is to be matched, but neither the minimum raise nor what is re-opened.
      if (raise >= t.last_raise) t.last_raise = raise, t.acted = {};
      t.current_bet = move.to;
      t.last_aggressor = {static_cast<std::int8_t>(seat)};
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
  events.emplace_back(PlayerActed{{static_cast<std::int8_t>(seat)},
                                  move.action,
                                  s.street,
                                  before - s.stack,
                                  s.status == SeatStatus::ALL_IN});
  next_to_act(t, {static_cast<std::int8_t>(seat)});
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
  for_each(t.in_hand, [&](int i) { covers = covers && t.seats[i].street <= own; });
  return covers;
}

}  // namespace cardroom::betting
