#include "engine/contract_events.hpp"

#include "engine/contract_shapes.hpp"
#include "engine/seats.hpp"

namespace cardroom::contract {
namespace {

using cardroom::ShowdownResult;

Street street_of(HandPhase dealt) {
  return dealt == HandPhase::FLOP ? Street::FLOP : dealt == HandPhase::TURN ? Street::TURN : Street::RIVER;
}

std::optional<Chips> unless_none(Chips rake) { return rake == Chips{0} ? std::nullopt : std::optional(rake); }

/// Tells the engine's events one by one and follows what changes along the way.
class Translator {
 public:
  Translator(const Table& before, std::vector<Event>& events)
      : table_(before),
        base_{before.state.id, hand_id(before.state)},
        round_(betting_round(before)),
        board_(board(before.state)),
        in_hand_(before.state.in_hand),
        events_(events) {}

  void operator()(const cardroom::HandStarted& e) {
    events_.emplace_back(HandStarted{base_, e.dealer_position, e.small_blind_position, e.big_blind_position});
  }
  void operator()(const cardroom::ForcedBetPosted& e) {
    events_.emplace_back(ForcedBetPosted{base_, e.seat_position, e.kind, e.amount});
  }
  void operator()(const HoleCardsDealt&) {
    if (!told_holes_) events_.emplace_back(CardsDealt{base_, Street::PREFLOP, {}});
    told_holes_ = true;
  }
  void operator()(const CommunityCardsDealt& e) {
    for (Card card : e.cards) board_.push_back(card);
    round_.street = street_of(e.phase);
    events_.emplace_back(CardsDealt{base_, round_.street, board_});
  }
  void operator()(const PlayerActed& e) {
    const bool to_total = e.action == Action::BET || e.action == Action::RAISE;
    PlayerActionApplied told{{base_}, e.seat_position, e.action, to_total ? e.amount : e.added, round_, {},
                             {}};
    split(table_.state.pots, in_hand_, told.main_pot, told.side_pots);
    events_.emplace_back(std::move(told));
  }
  void operator()(const BettingRoundComplete& e) {
    round_.current_bet = {};
    round_.min_raise = table_.settings.big_blind;
    round_.last_aggressor_seat_index = round_.to_act_seat_index = kNoSeat;
    for (auto& [seat, amount] : round_.contributions) amount = {};
    BettingRoundUpdated told{{base_}, round_, {}, {}};
    split(e.pots, in_hand_, told.main_pot, told.side_pots);
    events_.emplace_back(std::move(told));
  }
  void operator()(const cardroom::UncalledBetReturned& e) {
    events_.emplace_back(UncalledBetReturned{base_, e.seat_position, e.amount});
  }
  void operator()(const cardroom::CardsShown& e) {
    events_.emplace_back(CardsShown{base_, e.seat_position, e.cards});
  }
  void operator()(const cardroom::HandMucked& e) { events_.emplace_back(HandMucked{base_, e.seat_position}); }
  void operator()(const ShowdownResult& e) {
    Showdown told{{base_}, {}, {}};
    for (const cardroom::Winner& w : e.winners) {
      Winner winner{w.seat_position, std::nullopt, w.won_amount};
      if (w.shown) winner.hand = describe_hand(w.hand);
      told.results.winners.push_back(std::move(winner));
    }
    for (const cardroom::PotResult& p : e.pot_results) {
      PotResult pot{p.pot_id, p.amount, {}, std::nullopt, unless_none(p.rake)};
      for (const PotShare w : p.winners) pot.winners.push_back({w.seat_position, w.share});
      if (p.contested) pot.category = p.category;
      told.pot_results.push_back(std::move(pot));
    }
    events_.emplace_back(std::move(told));
  }
  void operator()(const cardroom::PotsWonUncontested& e) {
    events_.emplace_back(PotsWonUncontested{base_, e.seat_position, e.amount, unless_none(e.rake)});
  }
  void operator()(const HandComplete& e) {
    HandCompleted told{{base_}, {}, {}, unless_none(e.rake)};
    for (const SeatResult& r : e.results) {
      told.final_stacks.push_back({r.seat_position, r.stack});
      told.metrics.push_back({r.seat_position, r.net_chips, r.vpip, r.pfr, r.saw_showdown, r.won_showdown});
    }
    events_.emplace_back(std::move(told));
  }
  /// Events of what is around a hand: a table of the contract has none of it.
  template <class Other>
  void operator()(const Other&) {}

 private:
  const Table& table_;
  const EventBase base_;
  BettingRoundState round_;
  Board board_;
  const SeatMask in_hand_;
  std::vector<Event>& events_;
  bool told_holes_ = false;
};

}  // namespace

void translate(const Table& before, const std::vector<TableEvent>& told, std::vector<Event>& events) {
  Translator translator(before, events);
  for (const TableEvent& event : told) std::visit(translator, event);
}

}  // namespace cardroom::contract
