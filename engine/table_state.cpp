#include "engine/table_state.hpp"

#include "engine/seats.hpp"

namespace cardroom {

HoleCards hole_cards(const TableState& t, int seat) {
  int place = 0;
  bool found = false;
  const SeatIndex before{static_cast<std::int8_t>(t.small_blind.v - 1)};
  for_each_after(t.dealt, before, [&](int i) {
    found = found || i == seat;
    if (!found) ++place;
  });
  if (!found) return {};
  return {t.deck[place], t.deck[place + t.dealt.count()]};
}

Board board(const TableState& t) {
  Board cards;
  // One card is burnt before the flop, the turn and the river.
  int at = 2 * t.dealt.count();
  for (int i = 0; i < t.board_size; ++i) {
    if (i == 0 || i == 3 || i == 4) ++at;
    cards.push_back(t.deck[at++]);
  }
  return cards;
}

SeatIndex seat_of(const TableState& t, const UserId& user) {
  for (int i = 0; i < t.seat_count; ++i)
    if (t.seats[i].user == user && t.seats[i].status != SeatStatus::EMPTY)
      return {static_cast<std::int8_t>(i)};
  return kNoSeat;
}

Chips chips_at(const TableState& t) {
  Chips sum;
  for (const Pot& pot : t.pots) sum += pot.amount;
  for (int i = 0; i < t.seat_count; ++i) {
    const Seat& s = t.seats[i];
    sum += s.stack + s.street + s.pending + s.returning;
  }
  return sum;
}

}  // namespace cardroom
