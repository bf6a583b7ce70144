#include "engine/contract.hpp"

#include "engine/betting.hpp"
#include "engine/button.hpp"
#include "engine/contract_shapes.hpp"
#include "engine/hand.hpp"
#include "engine/seats.hpp"
#include "engine/table.hpp"

namespace cardroom::contract {
namespace {

constexpr Chips kMostChips{std::int64_t{1} << 60};  ///< at one table: twice a bet must still be a number

EngineResult refuse(Table&& table, Error error) { return {std::move(table), {}, error}; }

EngineResult done(Table&& table, std::vector<Event>&& events) {
  std::optional<HandId> hand;
  if (in_play(table.state.phase)) hand = hand_id(table.state);
  events.emplace_back(TableStateUpdated{{table.state.id, std::move(hand)}});
  return {std::move(table), std::move(events), Error::NONE};
}

void tell_round(const Table& table, std::vector<Event>& events) {
  const cardroom::TableState& t = table.state;
  BettingRoundUpdated told{{t.id, hand_id(t)}, betting_round(table), {}, {}};
  split(t.pots, t.in_hand, told.main_pot, told.side_pots);
  events.emplace_back(std::move(told));
}

bool on_table(const Table& table, int seat) { return seat >= 0 && seat < table.state.seat_count; }

SeatMask seats_with_chips(const cardroom::TableState& t) {
  return seats_where(t, [](const Seat& s) { return s.stack > Chips{0}; });
}

/// After the last pot: cards and bets go, everybody with chips is in the next hand.
void clear_hand(cardroom::TableState& t) {
  hand::clear(t);
  t.phase = HandPhase::WAITING_FOR_PLAYERS;
  for (Seat& s : t.seats)
    if (s.status != SeatStatus::EMPTY) s.status = SeatStatus::JOINED_WAITING;
}

}  // namespace

Table init_table_state(const Settings& settings) {
  Table table{settings, table::init(settings, TableId(settings.game_id.view())), {}};
  table.state.status = cardroom::TableStatus::PLAYING;
  table.state.game = GameStatus::ACTIVE;
  return table;
}

EngineResult seat_player(Table table, int seat_index, const UserId& user_id, const DisplayName& display_name,
                         Chips buy_in) {
  if (!on_table(table, seat_index)) return refuse(std::move(table), Error::SEAT_OUT_OF_RANGE);
  Seat& s = table.state.seats[seat_index];
  if (s.status != SeatStatus::EMPTY) return refuse(std::move(table), Error::SEAT_TAKEN);
  if (seat_of(table.state, user_id).set()) return refuse(std::move(table), Error::ALREADY_SEATED);
  if (buy_in < Chips{1}) return refuse(std::move(table), Error::BAD_BUY_IN);
  if (buy_in > kMostChips - chips_at(table.state)) return refuse(std::move(table), Error::BAD_REQUEST);
  s = Seat{};
  s.user = user_id;
  s.stack = buy_in;
  s.status = SeatStatus::JOINED_WAITING;
  s.connected = true;
  table.names[seat_index] = display_name;
  table.state.version = table.state.version.next();
  return done(std::move(table), {});
}

EngineResult unseat_player(Table table, int seat_index) {
  if (!on_table(table, seat_index)) return refuse(std::move(table), Error::SEAT_OUT_OF_RANGE);
  Seat& s = table.state.seats[seat_index];
  if (s.status == SeatStatus::EMPTY) return refuse(std::move(table), Error::SEAT_EMPTY);
  if (table.state.dealt.has(seat_index)) return refuse(std::move(table), Error::HAND_IN_PROGRESS);
  s = Seat{};
  table.names[seat_index] = {};
  table.state.version = table.state.version.next();
  return done(std::move(table), {});
}

EngineResult start_hand(Table table, std::optional<int> dealer_seat_index, const Deck& deck,
                        const Seed& seed) {
  cardroom::TableState& t = table.state;
  if (in_play(t.phase)) return refuse(std::move(table), Error::HAND_IN_PROGRESS);
  const SeatMask in = seats_with_chips(t);
  if (in.count() < 2) return refuse(std::move(table), Error::NOT_ENOUGH_PLAYERS);
  if (dealer_seat_index && !on_table(table, *dealer_seat_index))
    return refuse(std::move(table), Error::SEAT_OUT_OF_RANGE);
  if (dealer_seat_index && !in.has(*dealer_seat_index)) return refuse(std::move(table), Error::BAD_REQUEST);

  const Positions at = dealer_seat_index ? blinds_from(in, seat_number(*dealer_seat_index))
                                         : next_positions(table.settings, t, in, seed);
  const hand::Setup setup = hand::usual(table.settings, t, in, at.button, at.small_blind, at.big_blind);
  t.deck = deck;
  std::vector<TableEvent> told;
  hand::start(t, setup, told);
  t.version = t.version.next();
  std::vector<Event> events;
  translate(table, told, events);
  if (t.to_act.set()) tell_round(table, events);
  return done(std::move(table), std::move(events));
}

EngineResult apply_player_action(Table table, const EnginePlayerAction& action) {
  cardroom::TableState& t = table.state;
  const SeatIndex seat = seat_of(t, action.user_id);
  if (!seat.set()) return refuse(std::move(table), Error::NOT_SEATED);
  if (action.hand_id && (!is_betting(t.phase) || *action.hand_id != hand_id(t)))
    return refuse(std::move(table), Error::STALE_ACTION);
  if (!is_betting(t.phase)) return refuse(std::move(table), Error::NO_HAND);
  if (seat != t.to_act) return refuse(std::move(table), Error::NOT_YOUR_TURN);
  const Error error = betting::verify(table.settings, t, seat.v, action.action, action.amount);
  if (error != Error::NONE) return refuse(std::move(table), error);

  std::vector<TableEvent> told;
  betting::act(t, seat.v, action.action, action.amount, told);
  t.version = t.version.next();
  std::vector<Event> events;
  translate(table, told, events);
  return done(std::move(table), std::move(events));
}

EngineResult advance_if_ready(Table table) {
  cardroom::TableState& t = table.state;
  if (!in_play(t.phase) || t.to_act.set()) return {std::move(table), {}, Error::NONE};
  const Table before = table;
  std::vector<TableEvent> told;
  const bool over = hand::advance(table.settings, t, told);
  std::vector<Event> events;
  translate(before, told, events);
  if (over)
    clear_hand(t);
  else
    tell_round(table, events);
  t.version = t.version.next();
  return done(std::move(table), std::move(events));
}

}  // namespace cardroom::contract
