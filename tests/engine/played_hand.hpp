#pragma once
#include <gtest/gtest.h>

#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/betting.hpp"
#include "engine/button.hpp"
#include "engine/describe.hpp"
#include "engine/hand.hpp"
#include "engine/pots.hpp"
#include "engine/seats.hpp"
#include "engine/shuffle.hpp"

/// Hands written down in tests: stacks, a deck and actions, without clocks.
namespace cardroom::testing {

constexpr SeatIndex seat_number(int seat) { return {static_cast<std::int8_t>(seat)}; }

constexpr SeatMask seats(std::initializer_list<int> list) {
  SeatMask mask;
  for (int seat : list) mask.add(seat);
  return mask;
}

inline Settings blinds(std::int64_t small, std::int64_t big) {
  Settings s;
  s.game_id = GameId("test");
  s.small_blind = {small};
  s.big_blind = {big};
  return with_defaults(s);
}

/// "AsKd" or "As Kd".
inline std::vector<Card> cards(std::string_view text) {
  std::vector<Card> list;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    while (text[i] == ' ') ++i;
    list.push_back(parse_card(text.substr(i, 2)).value());
  }
  return list;
}

class PlayedHand {
 public:
  /// Seat n has the nth stack; 0 leaves it empty. The deck's cards come in dealing order, burn cards
  /// included.
  PlayedHand(const Settings& rules, std::initializer_list<std::int64_t> stacks, int button,
             std::string_view deck = "")
      : settings(rules) {
    table.seat_count = static_cast<std::uint8_t>(stacks.size());
    SeatMask in;
    for (std::int64_t stack : stacks) {
      const int i = next_seat_++;
      if (stack == 0) continue;
      table.seats[i].user = UserId(std::string("u").append(std::to_string(i)));
      table.seats[i].stack = {stack};
      table.seats[i].status = SeatStatus::JOINED_WAITING;
      in.add(i);
    }
    all_chips = chips_at(table);
    const Positions at = blinds_from(in, seat_number(button));
    setup = hand::usual(settings, table, in, at.button, at.small_blind, at.big_blind);
    table.deck = deck_from(cards(deck), Seed{});
  }

  PlayedHand& start() {
    hand::start(table, setup, events);
    hand::advance(settings, table, events);
    return *this;
  }

  /// Acts for the seat, which must be the one to act.
  Error act(int seat, Action action, std::int64_t amount = 0) {
    EXPECT_EQ(table.to_act.v, seat);
    const Error error = betting::verify(settings, table, seat, action, {amount});
    if (error != Error::NONE) return error;
    betting::act(table, seat, action, {amount}, events);
    hand::advance(settings, table, events);
    EXPECT_EQ(chips_at(table), all_chips);
    return Error::NONE;
  }
  Error fold(int seat) { return act(seat, Action::FOLD); }
  Error check(int seat) { return act(seat, Action::CHECK); }
  Error call(int seat) { return act(seat, Action::CALL); }
  Error bet(int seat, std::int64_t to) { return act(seat, Action::BET, to); }
  Error raise(int seat, std::int64_t to) { return act(seat, Action::RAISE, to); }
  Error all_in(int seat) { return act(seat, Action::ALL_IN); }

  /// Checks or calls round until somebody has to act on another street, or the hand is over.
  void call_round() {
    for (const HandPhase street = table.phase; table.phase == street && table.to_act.set();)
      ASSERT_EQ(act(table.to_act.v, options().check ? Action::CHECK : Action::CALL), Error::NONE);
  }

  betting::Options options() const { return betting::options(settings, table, table.to_act.v); }
  int to_act() const { return table.to_act.v; }
  bool over() const { return table.phase == HandPhase::HAND_COMPLETE; }
  std::int64_t stack(int seat) const { return table.seats[seat].stack.v; }
  std::int64_t won(int seat) const { return table.seats[seat].won.v; }
  std::vector<std::pair<std::int64_t, SeatMask>> pots() const {
    std::vector<std::pair<std::int64_t, SeatMask>> list;
    for (const Pot& pot : table.pots) list.emplace_back(pot.amount.v, pot.eligible);
    return list;
  }
  template <class E>
  std::vector<E> told() const {
    std::vector<E> list;
    for (const TableEvent& event : events)
      if (const auto* e = std::get_if<E>(&event)) list.push_back(*e);
    return list;
  }

  Settings settings;
  TableState table;
  hand::Setup setup;
  std::vector<TableEvent> events;
  Chips all_chips;

 private:
  int next_seat_ = 0;
};

}  // namespace cardroom::testing
