#include "engine/rake.hpp"

#include "tests/engine/played_hand.hpp"

namespace cardroom {
namespace {

using testing::blinds;
using testing::PlayedHand;

Settings raked(std::int32_t percent, std::initializer_list<std::int64_t> caps = {}) {
  Settings s = blinds(5, 10);
  s.rake_percent = percent;
  for (const std::int64_t cap : caps) s.rake_caps.push_back({cap});
  return s;
}

void check_to_river(PlayedHand& hand) {
  while (hand.table.phase != HandPhase::RIVER_BETTING) hand.call_round();
}

HandComplete complete(const PlayedHand& hand) { return hand.told<HandComplete>().at(0); }

std::int64_t net(const PlayedHand& hand) {
  std::int64_t sum = 0;
  for (const SeatResult& r : complete(hand).results) sum += r.net_chips.v;
  return sum;
}

TEST(Rake, PercentIsRoundedDown) {
  EXPECT_EQ(rake::due(raked(0), {1'000}, 2), Chips{0});
  EXPECT_EQ(rake::due(raked(5), {19}, 2), Chips{0});
  EXPECT_EQ(rake::due(raked(5), {20}, 2), Chips{1});
  EXPECT_EQ(rake::due(raked(5), {199}, 2), Chips{9});
  EXPECT_EQ(rake::due(raked(100), {199}, 2), Chips{199});
}

TEST(Rake, NoAmountIsTooLarge) {
  EXPECT_EQ(rake::due(raked(100), {INT64_MAX}, 2), Chips{INT64_MAX});
  EXPECT_EQ(rake::due(raked(50), {INT64_MAX}, 2), Chips{INT64_MAX / 2});
}

TEST(Rake, TheCapHoldsForAnyNumberOfPlayers) {
  Settings s = raked(10);
  s.rake_cap = {30};
  for (const int players : {2, 6, 10}) {
    EXPECT_EQ(rake::due(s, {299}, players), Chips{29});
    EXPECT_EQ(rake::due(s, {10'000}, players), Chips{30});
  }
}

TEST(Rake, CapsByPlayersDealtIn) {
  Settings s = raked(10, {10, 20, 0, 40});
  EXPECT_EQ(rake::due(s, {1'000}, 2), Chips{10});
  EXPECT_EQ(rake::due(s, {1'000}, 3), Chips{20});
  EXPECT_EQ(rake::due(s, {1'000}, 4), Chips{100}) << "0 = none";
  EXPECT_EQ(rake::due(s, {1'000}, 5), Chips{40});
  EXPECT_EQ(rake::due(s, {1'000}, 10), Chips{40}) << "the last one is for all above";
  EXPECT_EQ(rake::due(s, {50}, 5), Chips{5});
  s.rake_cap = {30};
  EXPECT_EQ(rake::due(s, {1'000}, 3), Chips{20}) << "the lower of both";
  EXPECT_EQ(rake::due(s, {1'000}, 5), Chips{30});
}

TEST(Rake, TheCapCountsWhoWasDealtInAndNotWhoIsLeft) {
  PlayedHand hand(raked(50, {1, 2}), {100, 100, 100}, 0);
  hand.start();
  EXPECT_EQ(hand.fold(0), Error::NONE);
  check_to_river(hand);
  hand.call_round();
  EXPECT_EQ(complete(hand).rake, Chips{2});
}

TEST(Rake, NoFlopNoRake) {
  PlayedHand hand(raked(100), {500, 500, 500}, 0);
  hand.start();
  EXPECT_EQ(hand.raise(0, 30), Error::NONE);
  EXPECT_EQ(hand.call(1), Error::NONE);
  EXPECT_EQ(hand.raise(2, 100), Error::NONE);
  EXPECT_EQ(hand.fold(0), Error::NONE);
  EXPECT_EQ(hand.fold(1), Error::NONE);
  ASSERT_TRUE(hand.over());
  EXPECT_EQ(hand.told<PotsWonUncontested>()[0].rake, Chips{0});
  EXPECT_EQ(complete(hand).rake, Chips{0});
  EXPECT_EQ(hand.table.rake, Chips{0});
  EXPECT_EQ(hand.stack(2), 560);
}

TEST(Rake, AHandWonByAFoldOnTheTurnPaysNothingOfTheUncalledBet) {
  PlayedHand hand(raked(5), {500, 500, 500}, 0);
  hand.start().call_round();
  EXPECT_EQ(hand.bet(1, 50), Error::NONE);
  EXPECT_EQ(hand.call(2), Error::NONE);
  EXPECT_EQ(hand.fold(0), Error::NONE);
  EXPECT_EQ(hand.bet(1, 200), Error::NONE);
  EXPECT_EQ(hand.fold(2), Error::NONE);
  ASSERT_TRUE(hand.over());
  EXPECT_EQ(hand.told<UncalledBetReturned>()[0].amount, Chips{200});
  const PotsWonUncontested won = hand.told<PotsWonUncontested>()[0];
  EXPECT_EQ(won.amount, Chips{130});
  EXPECT_EQ(won.rake, Chips{6}) << "5 % of 130";
  EXPECT_EQ(hand.won(1), 124);
  EXPECT_EQ(hand.stack(1), 564);
  EXPECT_EQ(complete(hand).results[1].net_chips, Chips{64}) << "what was really won";
  EXPECT_EQ(net(hand), -6);
  EXPECT_EQ(hand.table.rake, Chips{6});
}

TEST(Rake, OddChipsAreThoseLeftAfterTheRake) {
  // The board plays: 35 chips less 3 for seats 1, 2 and 3.
  PlayedHand hand(raked(10), {100, 100, 100, 100}, 3, "2c2d2h2s 3c3d3h3s 4c TsJsQs 4d Ks 4h As");
  hand.start();
  EXPECT_EQ(hand.call(2), Error::NONE);
  EXPECT_EQ(hand.call(3), Error::NONE);
  EXPECT_EQ(hand.fold(0), Error::NONE);
  check_to_river(hand);
  hand.call_round();
  ASSERT_TRUE(hand.over());
  const PotResult pot = hand.told<ShowdownResult>()[0].pot_results[0];
  EXPECT_EQ(pot.amount, Chips{35});
  EXPECT_EQ(pot.rake, Chips{3});
  EXPECT_EQ(hand.won(1), 11);
  EXPECT_EQ(hand.won(2), 11);
  EXPECT_EQ(hand.won(3), 10);
  EXPECT_EQ(complete(hand).rake, Chips{3});
}

TEST(Rake, TheMainPotPaysFirstAndThenTheNext) {
  // Main pot 36, side pot 50 of two equal hands; the short seat loses.
  PlayedHand hand(raked(50), {12, 500, 500}, 0, "AsAh2c AdAc3d Kc KhQs9c 4d 8d 4h 7h");
  hand.start();
  EXPECT_EQ(hand.all_in(0), Error::NONE);
  EXPECT_EQ(hand.call(1), Error::NONE);
  EXPECT_EQ(hand.call(2), Error::NONE);
  EXPECT_EQ(hand.bet(1, 25), Error::NONE);
  EXPECT_EQ(hand.call(2), Error::NONE);
  check_to_river(hand);
  hand.call_round();
  ASSERT_TRUE(hand.over());
  const ShowdownResult result = hand.told<ShowdownResult>()[0];
  ASSERT_EQ(result.pot_results.size(), 2u);
  EXPECT_EQ(result.pot_results[1].amount, Chips{36});
  EXPECT_EQ(result.pot_results[1].rake, Chips{36}) << "43 in all";
  EXPECT_EQ(result.pot_results[0].amount, Chips{50});
  EXPECT_EQ(result.pot_results[0].rake, Chips{7});
  EXPECT_EQ(hand.won(1), 22) << "the odd chip of the side pot";
  EXPECT_EQ(hand.won(2), 21);
  EXPECT_EQ(hand.table.rake, Chips{43});
}

TEST(Rake, AMainPotThatSufficesPaysAlone) {
  PlayedHand hand(raked(5), {300, 100, 300}, 0, "AsQsKs AhQhKh 2d 2c7d9h 2h Jc 2s 3d");
  hand.start();
  EXPECT_EQ(hand.raise(0, 300), Error::NONE);
  EXPECT_EQ(hand.call(1), Error::NONE);
  EXPECT_EQ(hand.call(2), Error::NONE);
  ASSERT_TRUE(hand.over()) << "all-in before the flop; the board ran out";
  EXPECT_EQ(hand.stack(1), 300 - 35) << "5 % of 300 and of 400";
  EXPECT_EQ(hand.stack(0), 400);
  EXPECT_EQ(hand.table.rake, Chips{35});
}

TEST(Rake, AHandThatIsCalledOffPaysNothing) {
  PlayedHand hand(raked(50), {100, 100, 100}, 0);
  hand.table.rake = {7};  // of earlier hands
  hand.all_chips += Chips{7};
  hand.start().call_round();
  EXPECT_EQ(hand.bet(1, 50), Error::NONE);
  hand::refund(hand.table);
  EXPECT_EQ(hand.table.rake, Chips{7});
  for (int i = 0; i < 3; ++i) EXPECT_EQ(hand.stack(i), 100);
}

}  // namespace
}  // namespace cardroom
