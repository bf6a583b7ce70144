#include "engine/button.hpp"

#include "engine/shuffle.hpp"
#include "tests/engine/played_hand.hpp"

namespace cardroom {
namespace {

using testing::blinds;
using testing::seat_number;
using testing::seats;

void expect(const Positions& at, int button, int small, int big) {
  EXPECT_EQ(at.button.v, button);
  EXPECT_EQ(at.small_blind.v, small);
  EXPECT_EQ(at.big_blind.v, big);
}

/// A table after a hand of `dealt` players with these positions.
TableState after(int dealt, int button, int small, int big) {
  TableState t;
  t.seat_count = 9;
  t.dealt_last = static_cast<std::uint8_t>(dealt);
  t.button = seat_number(button);
  t.small_blind = seat_number(small);
  t.big_blind = seat_number(big);
  return t;
}

TEST(Button, MovesToTheNextActiveSeatAndTheBlindsFollow) {
  const Settings rules = blinds(5, 10);
  expect(next_positions(rules, after(3, 0, 2, 5), seats({0, 2, 5}), Seed{}), 2, 5, 0);
  expect(next_positions(rules, after(3, 5, 0, 2), seats({0, 2, 5}), Seed{}), 0, 2, 5);
  expect(next_positions(rules, after(4, 1, 2, 5), seats({0, 2, 5}), Seed{}), 2, 5, 0);
}

TEST(Button, ABustOfABlindMayLetSomebodyMissTheBigBlind) {
  // Seat 2 was the small, seat 3 the big blind; seat 2 is gone: the button passes to 3, the big blind to 1.
  expect(next_positions(blinds(5, 10), after(4, 1, 2, 3), seats({0, 1, 3}), Seed{}), 3, 0, 1);
}

TEST(Button, HeadsUpTheButtonIsTheSmallBlind) {
  expect(blinds_from(seats({2, 7}), seat_number(7)), 7, 7, 2);
  expect(next_positions(blinds(5, 10), after(2, 7, 7, 2), seats({2, 7}), Seed{}), 2, 2, 7);
}

TEST(Button, FromThreeToTwoTheBigBlindStays) {
  const Settings rules = blinds(5, 10);
  // Whoever leaves of button 0, small blind 1, big blind 2.
  expect(next_positions(rules, after(3, 0, 1, 2), seats({1, 2}), Seed{}), 1, 1, 2);
  expect(next_positions(rules, after(3, 0, 1, 2), seats({0, 2}), Seed{}), 0, 0, 2);
  // The big blind is gone: plain rotation.
  expect(next_positions(rules, after(3, 0, 1, 2), seats({0, 1}), Seed{}), 1, 1, 0);
  // Only after a hand of three or more.
  expect(next_positions(rules, after(2, 1, 1, 2), seats({1, 2}), Seed{}), 2, 2, 1);
}

TEST(Button, FromThreeToTwoTheBigBlindMoves) {
  Settings rules = blinds(5, 10);
  rules.heads_up_transition = HeadsUpTransition::BIG_BLIND_MOVES;
  expect(next_positions(rules, after(3, 0, 1, 2), seats({1, 2}), Seed{}), 2, 2, 1);
  expect(next_positions(rules, after(3, 0, 1, 2), seats({0, 2}), Seed{}), 2, 2, 0);
  expect(next_positions(rules, after(3, 0, 1, 2), seats({0, 1}), Seed{}), 1, 1, 0);
}

TEST(Button, TheSeedDecidesTheFirstButton) {
  TableState t;
  t.seat_count = 9;
  const SeatMask in = seats({1, 4, 6, 8});
  SeatMask found;
  for (std::uint64_t n = 0; n < 100; ++n) {
    const Positions at = next_positions(blinds(5, 10), t, in, derive(Seed{}, n));
    EXPECT_TRUE(in.has(at.button));
    EXPECT_EQ(at.button, next_positions(blinds(5, 10), t, in, derive(Seed{}, n)).button);
    found.add(at.button.v);
  }
  EXPECT_EQ(found, in);
}

TEST(Button, Between) {
  EXPECT_TRUE(between(seat_number(3), seat_number(2), seat_number(5)));
  EXPECT_FALSE(between(seat_number(5), seat_number(2), seat_number(5)));
  EXPECT_FALSE(between(seat_number(2), seat_number(2), seat_number(5)));
  EXPECT_TRUE(between(seat_number(0), seat_number(8), seat_number(2)));
  EXPECT_FALSE(between(seat_number(4), seat_number(8), seat_number(2)));
}

}  // namespace
}  // namespace cardroom
