#include "engine/pots.hpp"

#include <algorithm>

#include "engine/seats.hpp"

namespace cardroom::pots {
namespace {

/// Adds a layer behind the last pot, or to it when the same seats can win both.
void add_layer(Pots& pots, Chips amount, SeatMask eligible) {
  if (!pots.empty() && pots.back().eligible == eligible)
    pots.back().amount += amount;
  else
    pots.push_back({amount, eligible});
}

/// Folded seats leave every pot's eligible set first; then neighbours with equal sets are one pot.
void prune(Pots& pots, SeatMask in_hand) {
  std::uint8_t kept = 0;
  for (const Pot& pot : pots) {
    const SeatMask eligible = pot.eligible & in_hand;
    if (kept > 0 && (eligible.empty() || eligible == pots[kept - 1].eligible))
      pots[kept - 1].amount += pot.amount;
    else
      pots[kept++] = {pot.amount, eligible};
  }
  pots.length = kept;
}

/// Peels `put_in` from the smallest contender's amount up; chips of others above the top layer join it.
void peel(Pots& pots, const std::array<Chips, kMaxSeats>& put_in, SeatMask from, SeatMask in_hand) {
  Chips below;
  for (;;) {
    Chips level{INT64_MAX};
    for_each(in_hand, [&](int i) {
      if (put_in[i] > below) level = min(level, put_in[i]);
    });
    const bool top = level.v == INT64_MAX;
    Chips amount;
    SeatMask eligible;
    for_each(from, [&](int i) {
      amount += max(Chips{0}, min(put_in[i], level) - below);
      if (put_in[i] >= level) eligible.add(i);
    });
    eligible = eligible & in_hand;
    if (top) {
      if (amount == Chips{0}) return;
      if (pots.empty())
        pots.push_back({amount, in_hand});
      else
        pots.back().amount += amount;
      return;
    }
    add_layer(pots, amount, eligible);
    below = level;
  }
}

/// What nobody matched goes back, to a folded seat too.
void return_uncalled(TableState& t, int seat, Chips back, std::vector<TableEvent>& events) {
  Seat& s = t.seats[seat];
  s.total -= back;
  s.stack += back;
  if (s.status == SeatStatus::ALL_IN) {
    s.status = SeatStatus::ACTIVE;
    t.can_act.add(seat);
  }
  auto& told = append<UncalledBetReturned>(events);
  told.seat_position = {static_cast<std::int8_t>(seat)};
  told.amount = back;
}

}  // namespace

void collect(TableState& t, std::vector<TableEvent>& events) {
  const SeatMask in_hand = t.in_hand;
  if (t.current_bet == Chips{0}) return prune(t.pots, in_hand);
  std::array<Chips, kMaxSeats> put_in{};
  // The highest and second highest of all, the highest and lowest of those in the hand.
  std::int64_t sum = 0, first = 0, second = 0, most = 0, least = INT64_MAX;
  int high = 0;
  for_each(t.dealt, [&](int i) {
    const std::int64_t c = t.seats[i].street.v;
    // All bits for a seat that has folded, none for the others: a branch on it could not be foreseen.
    const std::int64_t folded = (std::int64_t{in_hand.bits >> i & 1} - 1) & INT64_MAX;
    put_in[i] = {c};
    t.seats[i].street = {};
    sum += c;
    const std::int64_t lower = c < first ? c : first;
    second = lower > second ? lower : second;
    high = c > first ? i : high;
    first = c > first ? c : first;
    most = std::max(most, c & ~folded);
    least = std::min(least, c | folded);
  });
  if (first > second) {
    const Chips back{first - second};
    return_uncalled(t, high, back, events);
    put_in[high] -= back;
    sum -= back.v;
    most = std::min(most, second);
    least = std::min(least, second);
  }
  prune(t.pots, in_hand);
  if (sum == 0) return;
  if (most == least)
    add_layer(t.pots, {sum}, in_hand);
  else
    peel(t.pots, put_in, t.dealt, in_hand);
}

void lay_antes(TableState& t, const std::array<Chips, kMaxSeats>& posted, SeatMask short_seats) {
  Chips below;
  SeatMask eligible = t.dealt;
  for (bool more = true; more;) {
    Chips level{INT64_MAX};
    for_each(short_seats & eligible, [&](int i) { level = min(level, posted[i]); });
    more = level.v != INT64_MAX;
    Chips amount;
    for_each(t.dealt, [&](int i) { amount += max(Chips{0}, min(posted[i], level) - below); });
    if (amount > Chips{0}) add_layer(t.pots, amount, eligible);
    for_each(short_seats & eligible, [&](int i) {
      if (posted[i] == level) eligible.remove(i);
    });
    below = level;
  }
}

void add_dead(TableState& t, Chips amount) {
  if (t.pots.empty()) t.pots.push_back({{}, t.dealt});
  t.pots[0].amount += amount;
}

Chips total(const TableState& t) {
  Chips sum;
  for (const Pot& pot : t.pots) sum += pot.amount;
  for_each(t.dealt, [&](int i) { sum += t.seats[i].street; });
  return sum;
}

Chips paid(const TableEvent& event) {
  if (const auto* won = std::get_if<PotsWonUncontested>(&event)) return won->amount;
  Chips sum;
  if (const auto* shown = std::get_if<ShowdownResult>(&event))
    for (const PotResult& result : shown->pot_results) sum += result.amount;
  return sum;
}

}  // namespace cardroom::pots
