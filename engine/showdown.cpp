#include "engine/showdown.hpp"

#include <algorithm>

#include "engine/evaluator.hpp"
#include "engine/rake.hpp"
#include "engine/seats.hpp"

namespace cardroom::showdown {
namespace {

using Values = std::array<HandValue, kMaxSeats>;

SeatIndex index(int seat) { return {static_cast<std::int8_t>(seat)}; }

Values evaluate_all(const TableState& t, SeatMask in_hand) {
  Values values{};
  HandKey common;
  for (int i = 0; i < t.board_size; ++i) common = common + board_card(t, i);
  for_each(in_hand, [&](int i) {
    const HoleCards own = hole_cards(t, i);
    values[i] = evaluate(common + own[0] + own[1]);
  });
  return values;
}

/// Beaten in every contested pot by hands that are shown already.
bool beaten(const TableState& t, const Values& values, int seat) {
  for (const Pot& pot : t.pots) {
    if (!pot.eligible.has(seat) || pot.eligible.count() < 2) continue;
    bool lost = false;
    for_each(pot.eligible & t.shown, [&](int i) { lost |= values[i] > values[seat]; });
    if (!lost) return false;
  }
  return true;
}

/// Contenders of the last side pot first, those in the main pot only last; within each group the last
/// aggressor of the river first, then clockwise, else clockwise from the button (WSOP-145).
void show_in_order(const Settings& settings, TableState& t, const Values& values,
                   std::vector<TableEvent>& events) {
  if (t.shown == t.in_hand) return;  // before the board ran out
  SeatMask done;
  bool first = true;
  for (int p = static_cast<int>(t.pots.size()) - 1; p >= 0; --p) {
    if (t.pots[p].eligible.count() < 2) continue;
    const SeatMask group{static_cast<std::uint16_t>(t.pots[p].eligible.bits & ~done.bits)};
    const SeatIndex before =
        group.has(t.last_aggressor) ? SeatIndex{static_cast<std::int8_t>(t.last_aggressor.v - 1)} : t.button;
    for_each_after(group, before, [&](int i) {
      done.add(i);
      if (t.shown.has(i)) return;
      if (!first && settings.auto_muck && beaten(t, values, i))
        append<HandMucked>(events).seat_position = index(i);
      else
        show(t, i, events);
      first = false;
    });
  }
}

/// The winners of one pot get their shares.
void pay(TableState& t, const PotShares& shares) {
  for (const PotShare part : shares) {
    Seat& s = t.seats[part.seat_position.v];
    s.won += part.share;
    s.stack += part.share;
  }
}

}  // namespace

void show(TableState& t, int seat, std::vector<TableEvent>& events) {
  if (t.shown.has(seat)) return;
  t.shown.add(seat);
  auto& told = append<CardsShown>(events);
  told.seat_position = index(seat);
  told.cards = hole_cards(t, seat);
}

void show_all(TableState& t, std::vector<TableEvent>& events) {
  for_each_after(t.in_hand, t.button, [&](int i) { show(t, i, events); });
}

void settle(const Settings& settings, TableState& t, std::vector<TableEvent>& events) {
  const SeatMask in_hand = t.in_hand;
  const Values values = evaluate_all(t, in_hand);
  t.showdown = true;
  show_in_order(settings, t, values, events);

  const rake::Parts raked = rake::take(settings, t);
  auto& told = append<ShowdownResult>(events);
  SeatMask won;
  for (int p = static_cast<int>(t.pots.size()) - 1; p >= 0; --p) {
    const Pot& pot = t.pots[p];
    PotResult& result = told.pot_results.emplace_back();
    result.pot_id = static_cast<std::uint8_t>(p);
    result.amount = pot.amount;
    result.rake = raked[p];
    result.contested = pot.eligible.count() > 1;
    HandValue best{};
    SeatMask winners;
    for_each(pot.eligible, [&](int i) { best = std::max(best, values[i]); });
    for_each(pot.eligible, [&](int i) {
      if (values[i] == best) winners.add(i);
    });
    if (result.contested) result.category = category(best), t.won_showdown = t.won_showdown | winners;
    result.winners = PotShares(pot.amount - raked[p], winners, t.button);
    pay(t, result.winners);
    won = won | winners;
  }
  for_each(won, [&](int i) {
    Winner& winner = told.winners.emplace_back();
    winner.seat_position = index(i);
    winner.won_amount = t.seats[i].won;
    winner.shown = t.shown.has(i);
    winner.hand = values[i];
  });
  t.pots.clear();
}

void settle_uncontested(const Settings& settings, TableState& t, std::vector<TableEvent>& events) {
  const int seat = next_in(t.in_hand, kNoSeat).v;
  const rake::Parts raked = rake::take(settings, t);
  auto& told = append<PotsWonUncontested>(events);
  told.seat_position = index(seat);
  for (std::size_t i = 0; i < t.pots.size(); ++i) {
    told.amount += t.pots[i].amount;
    told.rake += raked[i];
  }
  t.pots.clear();
  t.seats[seat].won += told.amount - told.rake;
  t.seats[seat].stack += told.amount - told.rake;
}

}  // namespace cardroom::showdown
