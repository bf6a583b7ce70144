#include "engine/contract_state.hpp"

#include <algorithm>

#include "engine/betting.hpp"
#include "engine/contract_shapes.hpp"
#include "engine/describe.hpp"
#include "engine/pots.hpp"
#include "engine/seats.hpp"

namespace cardroom::contract {
namespace {

TableStatus status_of(const cardroom::TableState& t) {
  if (in_play(t.phase)) return TableStatus::IN_HAND;
  return t.status == cardroom::TableStatus::PAUSED ? TableStatus::PAUSED : TableStatus::WAITING_FOR_PLAYERS;
}

/// | seat                            | in a hand that runs | between hands |
/// |---------------------------------|---------------------|---------------|
/// | EMPTY, RESERVED, without chips  | SITTING_OUT         | SITTING_OUT   |
/// | dealt in: ACTIVE, FOLDED, ALL_IN| the same            |               |
/// | other, with chips               | SITTING_OUT         | ACTIVE        |
PlayerStatus status_of(const cardroom::TableState& t, int seat) {
  const Seat& s = t.seats[seat];
  if (!in_play(t.phase)) return s.stack > Chips{0} ? PlayerStatus::ACTIVE : PlayerStatus::SITTING_OUT;
  if (!t.dealt.has(seat)) return PlayerStatus::SITTING_OUT;
  switch (s.status) {
    case SeatStatus::ACTIVE:
      return PlayerStatus::ACTIVE;
    case SeatStatus::FOLDED:
      return PlayerStatus::FOLDED;
    case SeatStatus::ALL_IN:
      return PlayerStatus::ALL_IN;
    default:
      return PlayerStatus::SITTING_OUT;
  }
}

Street street_of(const cardroom::TableState& t) {
  switch (t.board_size) {
    case 0:
      return Street::PREFLOP;
    case 3:
      return Street::FLOP;
    case 4:
      return Street::TURN;
    default:
      return Street::RIVER;
  }
}

TableConfig config_of(const Table& table) {
  const Settings& s = table.settings;
  const auto text = [](auto e) { return std::string(enum_lower_name(e)); };
  return {table.state.id, s.number_of_seats,           s.small_blind, s.big_blind, s.ante, text(s.min_raise),
          text(s.reopen), text(s.heads_up_transition), s.open_fold,   s.auto_muck};
}

/// Cards in the order of the deck: holes, then each street behind its burn card, then what is left.
void sort_cards(const cardroom::TableState& t, HandState& hand) {
  int at = 2 * t.dealt.count();
  for (int i = 0; i < t.board_size; ++i, ++at)
    if (i == 0 || i > 2) hand.burned_cards.push_back(t.deck[at++]);
  hand.community_cards = board(t);
  hand.deck.assign(t.deck.begin() + at, t.deck.end());
  for_each(t.dealt, [&](int i) { hand.hole_cards[std::to_string(i)] = hole_cards(t, i); });
}

HandState hand_of(const Table& table) {
  const cardroom::TableState& t = table.state;
  HandState hand;
  hand.hand_id = hand_id(t);
  hand.table_id = t.id;
  hand.dealer_seat_index = t.button;
  hand.small_blind_seat_index = t.small_blind;
  hand.big_blind_seat_index = t.big_blind;
  sort_cards(t, hand);
  split(t.pots, t.in_hand, hand.main_pot, hand.side_pots);
  hand.betting = betting_round(table);
  hand.street = hand.betting.street;
  hand.is_hand_over = t.in_hand.count() < 2;
  return hand;
}

}  // namespace

HandId hand_id(const cardroom::TableState& t) { return t.id.str() + "-" + std::to_string(t.hand.v); }

BettingRoundState betting_round(const Table& table) {
  const cardroom::TableState& t = table.state;
  BettingRoundState round;
  round.street = street_of(t);
  round.current_bet = t.current_bet;
  round.min_raise =
      table.settings.min_raise == MinRaise::DOUBLE ? std::max(t.last_raise, t.current_bet) : t.last_raise;
  round.last_aggressor_seat_index = t.last_aggressor;
  round.to_act_seat_index = t.to_act;
  for_each(t.dealt, [&](int i) { round.contributions[std::to_string(i)] = t.seats[i].street; });
  return round;
}

void split(const Pots& pots, SeatMask in_hand, PotView& main_pot, std::vector<PotView>& side_pots) {
  main_pot = {0, {}, in_hand};
  side_pots.clear();
  for (std::size_t i = 0; i < pots.size(); ++i) {
    const PotView pot{static_cast<std::uint8_t>(i), pots[i].amount, pots[i].eligible & in_hand};
    if (i == 0)
      main_pot = pot;
    else
      side_pots.push_back(pot);
  }
}

TableState table_state(const Table& table) {
  const cardroom::TableState& t = table.state;
  TableState state;
  state.config = config_of(table);
  for (int i = 0; i < t.seat_count; ++i) {
    PlayerSeat seat{seat_number(i), std::nullopt, std::nullopt, t.seats[i].stack, status_of(t, i)};
    if (t.seats[i].status != SeatStatus::EMPTY) {
      seat.user_id = t.seats[i].user;
      seat.display_name = table.names[i];
    }
    state.seats.push_back(seat);
  }
  state.status = status_of(t);
  state.active_hand.reset();
  if (in_play(t.phase)) state.active_hand = hand_of(table);
  state.last_dealer_seat_index.reset();
  if (t.button.set()) state.last_dealer_seat_index = t.button;
  return state;
}

std::optional<ToAct> to_act(const Table& table) {
  const SeatIndex seat = table.state.to_act;
  if (!seat.set()) return std::nullopt;
  const PrivateView own = private_view(table.settings, table.state, seat.v);
  return ToAct{seat,        table.state.seats[seat.v].user,
               own.actions, own.call_amount.value_or(Chips{}),
               own.min_bet, own.max_bet};
}

PublicTableView get_public_table_view(const Table& table, const UserId& user_id) {
  const cardroom::TableState& t = table.state;
  const SeatIndex own = seat_of(t, user_id);
  PublicTableView view;
  view.table_id = t.id;
  view.status = status_of(t);
  for (int i = 0; i < t.seat_count; ++i) {
    PublicPlayerSeatView seat{seat_number(i), std::nullopt, t.seats[i].stack, status_of(t, i), own.v == i};
    if (t.seats[i].status != SeatStatus::EMPTY) seat.display_name = table.names[i];
    view.seats.push_back(seat);
  }
  view.street.reset();
  if (!in_play(t.phase)) return view;
  view.street = street_of(t);
  view.hand_id = hand_id(t);
  view.community_cards = board(t);
  view.pot_total = pots::total(t);
  view.to_act_seat_index = t.to_act;
  if (!t.dealt.has(own)) return view;
  view.hole_cards = hole_cards(t, own.v);
  if (t.seats[own.v].status != SeatStatus::ACTIVE) return view;
  const betting::Options options = betting::options(table.settings, t, own.v);
  view.call_amount = options.call_amount;
  if (options.bet || options.raise) view.min_bet = options.min_to;
  return view;
}

}  // namespace cardroom::contract
