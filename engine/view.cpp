#include "engine/view.hpp"

#include <algorithm>

#include "engine/betting.hpp"
#include "engine/seats.hpp"

namespace cardroom {
namespace {

template <class T>
std::optional<T> unless_default(const T& value) {
  return value == T{} ? std::nullopt : std::optional<T>(value);
}

Duration until(Instant deadline, Instant now) { return std::max(Duration{0}, deadline - now); }

std::optional<Street> street_of(HandPhase phase) {
  switch (phase) {
    case HandPhase::DEAL:
    case HandPhase::PRE_FLOP_BETTING:
      return Street::PREFLOP;
    case HandPhase::FLOP:
    case HandPhase::FLOP_BETTING:
      return Street::FLOP;
    case HandPhase::TURN:
    case HandPhase::TURN_BETTING:
      return Street::TURN;
    case HandPhase::RIVER:
    case HandPhase::RIVER_BETTING:
      return Street::RIVER;
    case HandPhase::SHOWDOWN:
      return Street::SHOWDOWN;
    default:
      return std::nullopt;
  }
}

SeatView seat_view(const TableState& t, int i, const DisplayName& name) {
  const Seat& s = t.seats[i];
  SeatView v;
  v.seat_index = {static_cast<std::int8_t>(i)};
  v.user_id = unless_default(s.user);
  if (v.user_id) v.display_name = name.empty() ? DisplayName(s.user.view()) : name;
  v.stack = s.stack;
  v.street_bet = s.street;
  v.status = s.status;
  v.player_status = s.player;
  v.connected = s.connected;
  v.last_action = unless_default(s.last_action);
  v.pending = unless_default(s.pending);
  v.won = unless_default(s.won);
  v.must_post_blind = unless_default(s.must_post_blind);
  v.missed_big_blind = unless_default(s.missed_big_blind);
  v.posts = unless_default(s.posts);
  if (t.shown.has(i)) v.shown_cards = hole_cards(t, i);
  return v;
}

void add_times(const TableState& t, Instant now, TableView& v) {
  if (t.phase_deadline.set()) v.phase_remaining = until(t.phase_deadline, now);
  if (!t.to_act.set() || !t.action_deadline.set()) return;
  const bool bank_runs = t.bank_started.set();
  const Seat& s = t.seats[t.to_act.v];
  v.action_remaining = bank_runs ? Duration{0} : until(t.action_deadline, now);
  v.time_bank_remaining = bank_runs ? until(t.action_deadline, now) : Duration{s.time_bank};
}

void add_pots(const TableState& t, TableView& v) {
  for (std::size_t i = 0; i < t.pots.size(); ++i) {
    v.pots.push_back({static_cast<std::uint8_t>(i), t.pots[i].amount, t.pots[i].eligible});
    v.pot_total += t.pots[i].amount;
  }
  for (int i = 0; i < t.seat_count; ++i) v.pot_total += t.seats[i].street;
}

}  // namespace

TableView table_view(const Settings& settings, const TableState& t, const SeatNames& names, Instant now) {
  TableView v;
  table_view(settings, t, names, now, v);
  return v;
}

void table_view(const Settings& settings, const TableState& t, const SeatNames& names, Instant now,
                TableView& v) {
  std::vector<SeatView> seats = std::move(v.seats);
  seats.clear();
  v = {};
  v.seats = std::move(seats);
  v.status = t.status;
  v.game_status = t.game;
  v.hand_phase = t.phase;
  v.hand_number = t.hand;
  v.turn = t.turn;
  v.street = street_of(t.phase);
  v.number_of_seats = t.seat_count;
  v.small_blind = settings.small_blind;
  v.big_blind = settings.big_blind;
  v.ante = settings.ante;
  v.dealer_seat_index = t.button;
  v.small_blind_seat_index = t.small_blind;
  v.big_blind_seat_index = t.big_blind;
  v.to_act_seat_index = t.to_act;
  v.community_cards = board(t);
  add_pots(t, v);
  v.current_bet = t.current_bet;
  v.min_raise = settings.min_raise == MinRaise::DOUBLE ? std::max(t.last_raise, t.current_bet) : t.last_raise;
  add_times(t, now, v);
  const SeatMask taken = seats_where(t, [](const Seat& s) { return s.status != SeatStatus::EMPTY; });
  v.seats.reserve(static_cast<std::size_t>(taken.count()));
  for_each(taken, [&](int i) { v.seats.push_back(seat_view(t, i, names[i])); });
}

PrivateView private_view(const Settings& settings, const TableState& t, int seat) {
  const Seat& s = t.seats[seat];
  PrivateView v;
  v.seat_index = {static_cast<std::int8_t>(seat)};
  v.time_bank = {s.time_bank};
  v.intent = unless_default(s.intent);
  if (v.intent) v.intent_amount = unless_default(s.intent_amount);
  if (!t.dealt.has(seat)) return v;
  v.hole_cards = hole_cards(t, seat);
  if (!is_betting(t.phase) || s.status != SeatStatus::ACTIVE) return v;
  if (t.to_act.v != seat) {
    v.call_amount = std::clamp(t.current_bet - s.street, Chips{0}, s.stack);
    return v;
  }
  const betting::Options o = betting::options(settings, t, seat);
  const std::pair<bool, Action> choices[] = {{o.fold, Action::FOLD},   {o.check, Action::CHECK},
                                             {o.call, Action::CALL},   {o.bet, Action::BET},
                                             {o.raise, Action::RAISE}, {o.all_in, Action::ALL_IN}};
  for (const auto& [legal, action] : choices)
    if (legal) v.actions.push_back(action);
  v.call_amount = o.call_amount;
  if (o.bet || o.raise) {
    v.min_bet = o.min_to;
    v.max_bet = o.max_to;
  }
  return v;
}

std::optional<PublicTableEvent> public_event(TableEvent event) {
  return std::visit(
      []<class T>(T&& e) -> std::optional<PublicTableEvent> {
        if constexpr (std::is_same_v<std::remove_cvref_t<T>, HoleCardsDealt>)
          return std::nullopt;
        else
          return PublicTableEvent(std::forward<T>(e));
      },
      std::move(event));
}

}  // namespace cardroom
