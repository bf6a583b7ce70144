#include "engine/hand.hpp"

#include "engine/pots.hpp"
#include "engine/seats.hpp"
#include "engine/showdown.hpp"

namespace cardroom::hand {
namespace {

SeatIndex index(int seat) { return {static_cast<std::int8_t>(seat)}; }

/// Takes `amount` or what the seat has, as live chips or as dead ones that are returned to the caller.
Chips take(TableState& t, int seat, Chips amount, bool live) {
  Seat& s = t.seats[seat];
  const Chips part = min(s.stack, amount);
  s.stack -= part;
  s.total += part;
  if (live) s.street += part;
  if (s.stack == Chips{0}) {
    s.status = SeatStatus::ALL_IN;
    t.can_act.remove(seat);
  }
  return part;
}

void post(TableState& t, const ForcedBets& forced, std::vector<TableEvent>& events) {
  std::array<Chips, kMaxSeats> antes{};
  SeatMask short_seats;
  Chips ante, dead;
  for (const Forced& f : forced) {
    const Chips from_dead = take(t, f.seat.v, f.dead, false);
    const Chips from_live = take(t, f.seat.v, f.live, true);
    if (f.kind == ForcedBet::ANTE) {
      antes[f.seat.v] += from_dead;
      ante += from_dead;
      if (from_dead < f.dead) short_seats.add(f.seat.v);
    } else {
      dead += from_dead;
    }
    if (from_dead + from_live == Chips{0}) continue;
    auto& told = append<ForcedBetPosted>(events);
    told.seat_position = f.seat;
    told.kind = f.kind;
    told.amount = from_dead + from_live;
  }
  if (ante > Chips{0}) pots::lay_antes(t, antes, short_seats);
  if (dead > Chips{0}) pots::add_dead(t, dead);
}

void deal_street(TableState& t, HandPhase phase, int cards, std::vector<TableEvent>& events) {
  t.phase = phase;
  t.board_size = static_cast<std::uint8_t>(t.board_size + cards);
  auto& told = append<CommunityCardsDealt>(events);
  told.phase = phase;
  for (int i = t.board_size - cards; i < t.board_size; ++i) told.cards.push_back(board_card(t, i));
}

void close_street(TableState& t, std::vector<TableEvent>& events) {
  pots::collect(t, events);
  t.current_bet = {};
  t.waiting = t.acted = {};
  t.to_act = kNoSeat;
  events.emplace_back(std::in_place_type<BettingRoundComplete>, t.pots);
}

void open_street(const Settings& settings, TableState& t, HandPhase betting) {
  t.phase = betting;
  t.last_raise = settings.big_blind;
  t.last_aggressor = kNoSeat;
  for_each(t.dealt, [&](int i) {
    t.seats[i].last_action = Action::NONE;
    t.seats[i].intent = Intent::NONE;
    t.seats[i].intent_amount = {};
  });
  betting::open(t, t.button);
}

void finish(TableState& t, std::vector<TableEvent>& events) {
  t.phase = HandPhase::HAND_COMPLETE;
  auto& told = append<HandComplete>(events);
  told.hand_number = t.hand;
  told.results.length = static_cast<std::uint8_t>(t.dealt.count());
  SeatResult* next = told.results.begin();
  for_each(t.dealt, [&](int i) {
    const Seat& s = t.seats[i];
    SeatResult& r = *next++;
    r.seat_position = index(i);
    r.stack = s.stack;
    r.net_chips = s.won - s.total;
    told.rake -= r.net_chips;
    r.vpip = t.vpip.has(i);
    r.pfr = t.pfr.has(i);
    r.saw_showdown = t.showdown && t.in_hand.has(i);
    r.won_showdown = t.won_showdown.has(i);
  });
}

}  // namespace

Setup usual(const Settings& settings, const TableState& t, SeatMask dealt, SeatIndex button,
            SeatIndex small_blind, SeatIndex big_blind) {
  Setup setup;
  setup.dealt = dealt;
  setup.button = button;
  setup.small_blind = small_blind;
  setup.big_blind = setup.last_blind = big_blind;
  setup.to_match = setup.raise = settings.big_blind;
  if (settings.ante > Chips{0})
    for_each_after(dealt, button, [&](int i) {
      setup.forced.push_back({index(i), ForcedBet::ANTE, {}, settings.ante});
    });
  if (settings.require_missed_blind_post)
    for_each_after(dealt, button, [&](int i) {
      if (t.seats[i].missed_big_blind && index(i) != big_blind)
        setup.forced.push_back({index(i), ForcedBet::MISSED_BLIND, {}, settings.big_blind});
    });
  const auto blind = [&](SeatIndex seat, ForcedBet kind, Chips amount) {
    setup.forced.push_back({seat, kind, amount, {}});
  };
  // A post to play is a live big blind; in the small blind's seat it covers the small blind.
  if (!t.seats[small_blind.v].posts) blind(small_blind, ForcedBet::SMALL_BLIND, settings.small_blind);
  blind(big_blind, ForcedBet::BIG_BLIND, settings.big_blind);
  for_each_after(dealt, button, [&](int i) {
    if (t.seats[i].posts && index(i) != big_blind) blind(index(i), ForcedBet::POST, settings.big_blind);
  });
  return setup;
}

void start(TableState& t, const Setup& setup, std::vector<TableEvent>& events) {
  t.phase = HandPhase::DEAL;
  t.hand = t.hand.next();
  t.dealt = t.in_hand = t.can_act = setup.dealt;
  t.button = setup.button;
  t.small_blind = setup.small_blind;
  t.big_blind = setup.big_blind;
  t.current_bet = setup.to_match;
  t.last_raise = setup.raise;
  t.last_aggressor = kNoSeat;
  t.board_size = 0;
  t.showdown = false;
  t.shown = t.vpip = t.pfr = t.won_showdown = t.acted = {};
  t.pots.clear();
  for_each(t.dealt, [&](int i) {
    Seat& s = t.seats[i];
    s.status = SeatStatus::ACTIVE;
    s.street = s.total = s.won = {};
    s.last_action = Action::NONE;
    s.intent = Intent::NONE;
  });
  auto& told = append<HandStarted>(events);
  told.hand_number = t.hand;
  told.dealer_position = t.button;
  told.small_blind_position = t.small_blind;
  told.big_blind_position = t.big_blind;
  told.dealt_in = t.dealt;
  post(t, setup.forced, events);
  const SeatIndex before{static_cast<std::int8_t>(t.small_blind.v - 1)};
  int place = 0;
  const int players = t.dealt.count();
  for_each_after(t.dealt, before, [&](int i) {
    auto& own = append<HoleCardsDealt>(events);
    own.seat_position = index(i);
    own.user_id = t.seats[i].user;
    own.cards[0] = t.deck[place];
    own.cards[1] = t.deck[place + players];
    ++place;
  });
  t.phase = HandPhase::PRE_FLOP_BETTING;
  betting::open(t, setup.last_blind);
}

bool advance(const Settings& settings, TableState& t, std::vector<TableEvent>& events) {
  while (!t.to_act.set() && in_play(t.phase)) {
    close_street(t, events);
    const SeatMask in_hand = t.in_hand;
    if (in_hand.count() == 1) {
      showdown::settle_uncontested(settings, t, events);
      finish(t, events);
      break;
    }
    if (t.phase == HandPhase::RIVER_BETTING) {
      t.phase = HandPhase::SHOWDOWN;
      showdown::settle(settings, t, events);
      finish(t, events);
      break;
    }
    if (betting::run_out(t)) showdown::show_all(t, events);
    switch (t.phase) {
      case HandPhase::PRE_FLOP_BETTING:
        deal_street(t, HandPhase::FLOP, 3, events);
        open_street(settings, t, HandPhase::FLOP_BETTING);
        break;
      case HandPhase::FLOP_BETTING:
        deal_street(t, HandPhase::TURN, 1, events);
        open_street(settings, t, HandPhase::TURN_BETTING);
        break;
      default:
        deal_street(t, HandPhase::RIVER, 1, events);
        open_street(settings, t, HandPhase::RIVER_BETTING);
    }
  }
  return t.phase == HandPhase::HAND_COMPLETE;
}

void refund(TableState& t) {
  for_each(t.dealt, [&](int i) {
    Seat& s = t.seats[i];
    s.stack = stack_before(s);
    s.total = s.street = s.won = {};
  });
  t.pots.clear();
}

void clear(TableState& t) {
  for (int i = 0; i < t.seat_count; ++i) {
    Seat& s = t.seats[i];
    s.street = s.total = s.won = s.intent_amount = {};
    s.intent = Intent::NONE;
    s.last_action = Action::NONE;
  }
  t.pots.clear();
  t.current_bet = t.last_raise = {};
  t.to_act = t.last_aggressor = kNoSeat;
  t.board_size = 0;
  t.showdown = false;
  t.in_hand = t.can_act = t.waiting = t.acted = t.shown = t.vpip = t.pfr = t.won_showdown = {};
  t.dealt_last = static_cast<std::uint8_t>(t.dealt.count());
  t.dealt = {};
  t.deck = {};
}

}  // namespace cardroom::hand
