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
  Pots merged;
  for (const Pot& pot : pots) {
    const SeatMask eligible = pot.eligible & in_hand;
    if (eligible.empty() && !merged.empty())
      merged.back().amount += pot.amount;
    else
      add_layer(merged, pot.amount, eligible);
  }
  pots = merged;
}

/// Peels `put_in` from the smallest contender's amount up; chips of others above the top layer join it.
void peel(Pots& pots, const std::array<Chips, kMaxSeats>& put_in, SeatMask from, SeatMask in_hand) {
  Chips below;
  for (;;) {
    Chips level{INT64_MAX};
    for_each(in_hand, [&](int i) {
      if (put_in[i] > below) level = std::min(level, put_in[i]);
    });
    const bool top = level.v == INT64_MAX;
    Chips amount;
    SeatMask eligible;
    for_each(from, [&](int i) {
      amount += std::max(Chips{0}, std::min(put_in[i], level) - below);
      if (in_hand.has(i) && put_in[i] >= level) eligible.add(i);
    });
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

}  // namespace

void return_uncalled(TableState& t, std::vector<TableEvent>& events) {
  int high = -1;
  Chips first, second;
  for_each(t.dealt, [&](int i) {
    const Chips c = t.seats[i].street;
    if (c > first)
      second = first, first = c, high = i;
    else if (c > second)
      second = c;
  });
  if (high < 0 || first == second) return;
  Seat& s = t.seats[high];
  const Chips back = first - second;
  s.street -= back;
  s.total -= back;
  s.stack += back;
  if (s.status == SeatStatus::ALL_IN) {
    s.status = SeatStatus::ACTIVE;
    t.can_act.add(high);
  }
  events.emplace_back(UncalledBetReturned{{static_cast<std::int8_t>(high)}, back});
}

void collect(TableState& t) {
  const SeatMask in_hand = t.in_hand;
  prune(t.pots, in_hand);
  Chips sum, top;
  for_each(t.dealt, [&](int i) {
    sum += t.seats[i].street;
    if (in_hand.has(i)) top = std::max(top, t.seats[i].street);
  });
  if (sum == Chips{0}) return;
  bool level = true;
  for_each(in_hand, [&](int i) { level = level && t.seats[i].street == top; });
  if (level) {
    add_layer(t.pots, sum, in_hand);
  } else {
    std::array<Chips, kMaxSeats> put_in{};
    for_each(t.dealt, [&](int i) { put_in[i] = t.seats[i].street; });
    peel(t.pots, put_in, t.dealt, in_hand);
  }
  for_each(t.dealt, [&](int i) { t.seats[i].street = {}; });
}

void lay_antes(TableState& t, const std::array<Chips, kMaxSeats>& posted, SeatMask short_seats) {
  Chips below;
  SeatMask eligible = t.dealt;
  for (bool more = true; more;) {
    Chips level{INT64_MAX};
    for_each(short_seats & eligible, [&](int i) { level = std::min(level, posted[i]); });
    more = level.v != INT64_MAX;
    Chips amount;
    for_each(t.dealt, [&](int i) { amount += std::max(Chips{0}, std::min(posted[i], level) - below); });
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

}  // namespace cardroom::pots
