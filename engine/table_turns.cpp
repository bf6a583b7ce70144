#include <algorithm>

#include "engine/betting.hpp"
#include "engine/hand.hpp"
#include "engine/seats.hpp"
#include "engine/table_step.hpp"

namespace cardroom::table {
namespace {

/// What an intent comes to when the turn has come; NONE when it no longer applies.
betting::Move as_action(const Settings& settings, const TableState& t, int seat, Intent intent,
                        Chips amount) {
  const betting::Options o = betting::options(settings, t, seat);
  switch (intent) {
    case Intent::FOLD:
      return {Action::FOLD, {}};
    case Intent::CHECK:
      return {Action::CHECK, {}};
    case Intent::CHECK_FOLD:
      return {o.check ? Action::CHECK : Action::FOLD, {}};
    case Intent::CALL:
      return {amount == o.call_amount ? Action::CALL : Action::NONE, {}};
    case Intent::CALL_ANY:
      return {Action::CALL, {}};
    case Intent::RAISE:
      return {o.bet ? Action::BET : Action::RAISE, amount};
    case Intent::NONE:
      break;
  }
  return {};
}

/// Only the used seconds of the time bank are charged.
void charge_bank(TableState& t, Instant now) {
  if (!t.bank_started.set()) return;
  Seat& s = t.seats[t.to_act.v];
  const auto used = std::max<std::int64_t>(0, (now - t.bank_started).ms);
  s.time_bank = static_cast<std::int32_t>(std::max<std::int64_t>(0, s.time_bank - used));
  t.bank_started = {};
}

void take_turn(Step& step, Action action, Chips amount) {
  TableState& t = step.t;
  const int seat = t.to_act.v;
  charge_bank(t, step.input.now);
  t.seats[seat].intent = Intent::NONE;
  t.seats[seat].intent_amount = {};
  t.action_deadline = {};
  betting::act(t, seat, action, amount, step.out.events);
}

/// Players who are leaving and intents that still hold act without delay.
bool acts_by_itself(Step& step) {
  TableState& t = step.t;
  Seat& s = t.seats[t.to_act.v];
  if (s.player == PlayerStatus::LEAVING) {
    const bool free = betting::options(step.settings, t, t.to_act.v).check;
    take_turn(step, free ? Action::CHECK : Action::FOLD, {});
    return true;
  }
  const auto move = as_action(step.settings, t, t.to_act.v, s.intent, s.intent_amount);
  s.intent = Intent::NONE;
  s.intent_amount = {};
  if (betting::verify(step.settings, t, t.to_act.v, move.action, move.to) != Error::NONE) return false;
  s.timeouts = 0;
  take_turn(step, move.action, move.to);
  return true;
}

void hand_over(Step& step) {
  TableState& t = step.t;
  t.phase_started_at = step.input.now;
  t.phase_deadline =
      step.input.now + (t.showdown ? step.settings.review_hand_time : step.settings.next_hand_delay);
  t.action_deadline = t.bank_started = {};
  for (int i = 0; i < t.seat_count; ++i)
    if (t.seats[i].pending > Chips{0}) arrive(step, i);
}

/// The hand that a command names must be this one, and still be played.
bool another_hand(const TableState& t, HandNumber named) {
  return named.v != 0 && (named != t.hand || !is_betting(t.phase));
}

}  // namespace

Error verify_action(const Settings& settings, const TableState& t, const PlayerActionCommand& c) {
  // Nearly always it is the seat to act.
  const bool on_turn = t.to_act.set() && t.seats[t.to_act.v].user == c.user;
  const SeatIndex seat = on_turn ? t.to_act : seat_of(t, c.user);
  if (!seat.set()) return Error::NOT_SEATED;
  if (t.game != GameStatus::ACTIVE) return Error::INVALID_STATE;
  if (another_hand(t, c.hand_number)) return Error::STALE_ACTION;
  if (!is_betting(t.phase)) return Error::NO_HAND;
  if (c.turn.v != 0 && c.turn != t.turn) return Error::STALE_ACTION;
  if (seat != t.to_act) return Error::NOT_YOUR_TURN;
  return betting::verify(settings, t, seat.v, c.action, c.amount);
}

Error verify_intent(const Settings& settings, const TableState& t, const PlayerIntent& c) {
  const SeatIndex seat = seat_of(t, c.user);
  if (!seat.set()) return Error::NOT_SEATED;
  if (t.game != GameStatus::ACTIVE) return Error::INVALID_STATE;
  if (another_hand(t, c.hand_number)) return Error::STALE_ACTION;
  if (!is_betting(t.phase) || !t.dealt.has(seat) || t.seats[seat.v].status != SeatStatus::ACTIVE)
    return Error::NO_HAND;
  if (c.street != HandPhase::WAITING_FOR_PLAYERS && c.street != t.phase) return Error::STALE_ACTION;
  if (c.amount < Chips{0}) return Error::BAD_REQUEST;
  if (c.intent == Intent::NONE) return Error::NONE;
  const bool own_turn = seat == t.to_act;
  if (c.intent == Intent::CALL && c.amount != betting::options(settings, t, seat.v).call_amount)
    return Error::STALE_ACTION;
  if (!own_turn) return Error::NONE;
  const auto move = as_action(settings, t, seat.v, c.intent, c.amount);
  return betting::verify(settings, t, seat.v, move.action, move.to);
}

void act(Step& step, const PlayerActionCommand& c) {
  TableState& t = step.t;
  Seat& s = t.seats[t.to_act.v];
  s.timeouts = 0;
  s.client = step.input.client;
  s.client_version = t.version;
  take_turn(step, c.action, c.amount);
  play_on(step);
}

void intend(Step& step, const PlayerIntent& c) {
  TableState& t = step.t;
  const SeatIndex seat = seat_of(t, c.user);
  Seat& s = t.seats[seat.v];
  s.intent = c.intent;
  s.intent_amount = c.amount;
  s.client = step.input.client;
  s.client_version = t.version;
  if (seat == t.to_act && c.intent != Intent::NONE && acts_by_itself(step)) play_on(step);
}

void time_out(Step& step) {
  TableState& t = step.t;
  const int seat = t.to_act.v;
  Seat& s = t.seats[seat];
  const SeatIndex index = t.to_act;
  if (s.connected && s.time_bank > 0 && !t.bank_started.set()) {
    t.bank_started = step.input.now;
    t.action_deadline = step.input.now + Duration{s.time_bank};
    step.tell(TimeBankStarted{index});
    return;
  }
  const bool free = betting::options(step.settings, t, seat).check;
  const Action action = free ? Action::CHECK : Action::FOLD;
  step.tell(PlayerTimedOut{index, action});
  take_turn(step, action, {});
  if (++s.timeouts >= step.settings.max_timeouts && s.player == PlayerStatus::ACTIVE) {
    sit_out(step, seat);
    s.timeouts = 0;
  }
  play_on(step);
}

void play_on(Step& step) {
  TableState& t = step.t;
  while (in_play(t.phase)) {
    if (!t.to_act.set() && hand::advance(step.settings, t, step.out.events)) return hand_over(step);
    const Seat& s = t.seats[t.to_act.v];
    if ((s.player == PlayerStatus::LEAVING || s.intent != Intent::NONE) && acts_by_itself(step)) continue;
    if (!t.action_deadline.set()) {
      t.action_deadline = step.input.now + step.settings.action_time;
      t.phase_started_at = step.input.now;
    }
    return;
  }
}

}  // namespace cardroom::table
