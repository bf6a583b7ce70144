#include "engine/button.hpp"
#include "engine/hand.hpp"
#include "engine/seats.hpp"
#include "engine/shuffle.hpp"
#include "engine/table_step.hpp"

namespace cardroom::table {
namespace {

constexpr int kHandsToRefill = 10;
constexpr std::uint32_t kHandsToRake = 16;  ///< rake leaves so often

void enter(Step& step, HandPhase phase) {
  TableState& t = step.t;
  if (t.phase == phase) return;
  t.phase = phase;
  t.phase_started_at = step.input.now;
  t.phase_deadline = phase == HandPhase::PREDEAL ? step.input.now + step.settings.predeal_time : Instant{};
}

/// Those who are not dealt in wait on; if the big blind advances past them, they missed it.
void leave_out(TableState& t, SeatMask others, SeatIndex new_big) {
  for_each(others, [&](int i) {
    Seat& s = t.seats[i];
    if (!present(s)) return;
    s.status = SeatStatus::JOINED_WAITING;
    if (t.big_blind.set() && !s.newcomer && between({static_cast<std::int8_t>(i)}, t.big_blind, new_big))
      s.missed_big_blind = true;
  });
}

void deal(Step& step, SeatMask dealt, const Positions& at) {
  TableState& t = step.t;
  // The key stream is long on its way: what needs no cards comes before the shuffle.
  Draws draws(step.input.seed, DrawStream::DECK);
  leave_out(t, seats_outside(t, dealt), at.big_blind);
  const hand::Setup setup = hand::usual(step.settings, t, dealt, at.button, at.small_blind, at.big_blind);
  for_each(dealt, [&](int i) {
    Seat& s = t.seats[i];
    s.newcomer = s.must_post_blind = s.missed_big_blind = s.posts = s.holds_predeal = false;
    if (++s.hands < kHandsToRefill) return;
    s.hands = 0;
    const auto full = static_cast<std::int32_t>(step.settings.time_bank.ms);
    const auto more = static_cast<std::int32_t>(s.time_bank + step.settings.time_bank_refill.ms);
    s.time_bank = more < full ? more : full;
  });
  t.phase_deadline = {};
  t.action_deadline = t.bank_started = {};
  step.dealt = true;
  shuffle(t.deck, draws);
  hand::start(t, setup, step.out.events);
  play_on(step);
}

/// Seats that waited come in, unless they are new and lie between button and big blind: those wait on, or
/// post. Judged on the blinds before any of them is seated.
SeatMask arrivals(Step& step, SeatMask waiting, const Positions& before) {
  TableState& t = step.t;
  SeatMask in;
  for_each(waiting, [&](int i) {
    Seat& s = t.seats[i];
    const bool waits =
        s.newcomer && !s.posts && between({static_cast<std::int8_t>(i)}, before.button, before.big_blind);
    s.must_post_blind = waits;
    if (!waits) in.add(i);
  });
  return in;
}

/// PREDEAL ends: who plays, button, blinds, then the deal; or too few are left.
void exit_predeal(Step& step) {
  TableState& t = step.t;
  SeatMask in, waiting;
  for (int i = 0; i < t.seat_count; ++i) {
    Seat& s = t.seats[i];
    s.holds_predeal = false;
    if (!ready(s)) continue;
    if (s.status == SeatStatus::ACTIVE) in.add(i);
    if (s.status == SeatStatus::JOINED_WAITING) waiting.add(i);
  }
  if ((in | waiting).count() < 2) {
    enter(step, HandPhase::WAITING_FOR_PLAYERS);
    return step.tell(HandPhaseChanged{t.phase});
  }
  Positions at;
  if (in.count() < 2) {
    for_each(waiting, [&](int i) { t.seats[i].must_post_blind = t.seats[i].posts = false; });
    in = in | waiting;
    at = next_positions(step.settings, t, in, step.input.seed);
  } else {
    at = next_positions(step.settings, t, in, step.input.seed);
    const SeatMask come = arrivals(step, waiting, at);
    if (!come.empty()) {
      // More than two play: no heads-up transition, whatever the seats before the arrivals looked like.
      const SeatIndex button = t.button.set() ? next_in(in, t.button) : at.button;
      in = in | come;
      at = blinds_from(in, button);
    }
  }
  deal(step, in, at);
}

bool predeal_needed(const TableState& t) {
  return any_seat(t, [](const Seat& s) {
    return present(s) && (s.player == PlayerStatus::BUYING_IN || s.move.v != 0 || s.pending > Chips{0} ||
                          s.status == SeatStatus::JOINED_WAITING);
  });
}

void pause(Step& step) {
  step.tell(TableStatusChanged{step.t.status, TableStatus::PAUSED});
  step.t.status = TableStatus::PAUSED;
  enter(step, HandPhase::WAITING_FOR_PLAYERS);
  hand_over_rake(step);
  step.notify(TablePaused{});
}

/// HAND_COMPLETE after the review: who left goes, who is broke may buy in, cards and bets are cleared.
void clean_up(Step& step) {
  TableState& t = step.t;
  const SeatMask dealt = t.dealt;
  hand::clear(t);
  for_each(dealt, [&](int i) {
    Seat& s = t.seats[i];
    if (s.pending > Chips{0}) arrive(step, i);
    if (s.stack + s.pending == Chips{0} && s.player != PlayerStatus::LEAVING) {
      s.player = PlayerStatus::BUYING_IN;
      s.sit_out_since = {};
      s.holds_predeal = true;
      s.timeouts = 0;
    }
    s.status = ready(s) ? SeatStatus::ACTIVE : SeatStatus::JOINED_WAITING;
  });
  if (t.hand.v % kHandsToRake == 0) hand_over_rake(step);
  sweep(step);
  for_each(dealt, [&](int i) {
    if (t.seats[i].player != PlayerStatus::ACTIVE && present(t.seats[i])) step.tell_seat(i);
  });
}

void start_next(Step& step) {
  if (!predeal_needed(step.t)) return exit_predeal(step);
  enter(step, HandPhase::PREDEAL);
  execute_moves(step);
  if (predeal_waits(step.t)) step.tell(HandPhaseChanged{HandPhase::PREDEAL});
}

}  // namespace

bool predeal_waits(const TableState& t) {
  return any_seat(
      t, [](const Seat& s) { return present(s) && s.player == PlayerStatus::BUYING_IN && s.holds_predeal; });
}

bool could_start(const TableState& t) {
  return t.status == TableStatus::PLAYING && t.phase == HandPhase::WAITING_FOR_PLAYERS &&
         seats_where(t, [](const Seat& s) { return ready(s); }).count() >= 2;
}

void proceed(Step& step) {
  TableState& t = step.t;
  const Instant now = step.input.now;
  for (;;) {
    switch (t.phase) {
      case HandPhase::HAND_COMPLETE:
        if (now < t.phase_deadline || step.dealt) return;
        clean_up(step);
        if (t.status != TableStatus::PLAYING) {
          pause(step);
          return;
        }
        start_next(step);
        break;
      case HandPhase::PREDEAL:
        if (t.status == TableStatus::PAUSE_AFTER_HAND) return pause(step);
        if (predeal_waits(t) && now < t.phase_deadline) return;
        exit_predeal(step);
        break;
      case HandPhase::WAITING_FOR_PLAYERS:
        if (t.status == TableStatus::PAUSE_AFTER_HAND) return pause(step);
        if (t.status == TableStatus::PLAYING) execute_moves(step);
        if (!could_start(t) || step.dealt) return;
        start_next(step);
        break;
      default:
        return;
    }
  }
}

}  // namespace cardroom::table
