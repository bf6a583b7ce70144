#include "engine/table_state.hpp"

#include "engine/seats.hpp"

namespace cardroom {

Board board(const TableState& t) {
  Board cards;
  for (int i = 0; i < t.board_size; ++i) cards.push_back(board_card(t, i));
  return cards;
}

SeatIndex seat_of(const TableState& t, const UserId& user) {
  for (int i = 0; i < t.seat_count; ++i)
    if (t.seats[i].user == user && t.seats[i].status != SeatStatus::EMPTY)
      return {static_cast<std::int8_t>(i)};
  return kNoSeat;
}

Chips chips_at(const TableState& t) {
  Chips sum = t.rake + t.rake_leaving;
  for (const Pot& pot : t.pots) sum += pot.amount;
  for (int i = 0; i < t.seat_count; ++i) {
    const Seat& s = t.seats[i];
    sum += s.stack + s.street + s.pending + s.returning;
  }
  return sum;
}

}  // namespace cardroom
