#pragma once
#include "engine/table_state.hpp"

/// Walking round the table: sets of seats and the next one clockwise.
namespace cardroom {

/// The first seat of `mask` clockwise after `from` (any seat, or none: from seat 0 on); no seat when empty.
constexpr SeatIndex next_in(SeatMask mask, SeatIndex from) {
  if (mask.empty()) return kNoSeat;
  const auto after = static_cast<unsigned>(mask.bits & ~((2u << (from.set() ? from.v : 0)) - 1u));
  const unsigned pick = !from.set() || after == 0 ? mask.bits : after;
  return {static_cast<std::int8_t>(__builtin_ctz(pick))};
}

/// Calls `f(seat number)` for every seat of `mask` in ascending order.
template <class F>
constexpr void for_each(SeatMask mask, F&& f) {
  for (unsigned bits = mask.bits; bits != 0; bits &= bits - 1) f(__builtin_ctz(bits));
}

/// Calls `f(seat number)` for every seat of `mask` clockwise, the first after `from` first.
template <class F>
constexpr void for_each_after(SeatMask mask, SeatIndex from, F&& f) {
  // Those up to `from` stand sixteen places higher, behind the others: one loop, as long wherever it begins.
  const unsigned low = from.set() ? mask.bits & ((2u << from.v) - 1u) : 0u;
  for (unsigned bits = (mask.bits & ~low) | low << 16; bits != 0; bits &= bits - 1)
    f(__builtin_ctz(bits) & 15);
}

/// The seats for which `pred(const Seat&)` holds.
template <class P>
SeatMask seats_where(const TableState& t, P&& pred) {
  unsigned bits = 0;
  for (int i = 0; i < t.seat_count; ++i) bits |= static_cast<unsigned>(pred(t.seats[i])) << i;
  return {static_cast<std::uint16_t>(bits)};
}

/// Whether `pred(const Seat&)` holds for any seat.
template <class P>
bool any_seat(const TableState& t, P&& pred) {
  for (int i = 0; i < t.seat_count; ++i)
    if (pred(t.seats[i])) return true;
  return false;
}

constexpr SeatMask operator&(SeatMask a, SeatMask b) { return {static_cast<std::uint16_t>(a.bits & b.bits)}; }
constexpr SeatMask operator|(SeatMask a, SeatMask b) { return {static_cast<std::uint16_t>(a.bits | b.bits)}; }
constexpr SeatMask operator^(SeatMask a, SeatMask b) { return {static_cast<std::uint16_t>(a.bits ^ b.bits)}; }

/// The seats of the table, empty ones too, that are not in `mask`.
inline SeatMask seats_outside(const TableState& t, SeatMask mask) {
  return {static_cast<std::uint16_t>(((1u << t.seat_count) - 1u) & ~mask.bits)};
}

}  // namespace cardroom
