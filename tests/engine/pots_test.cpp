#include "engine/pots.hpp"

#include "tests/engine/played_hand.hpp"

namespace cardroom {
namespace {

using testing::blinds;
using testing::PlayedHand;
using testing::seat_number;
using testing::seats;

using PotList = std::vector<std::pair<std::int64_t, SeatMask>>;

TEST(Pots, WorkedExample) {  // RULES, section "Pots and showdown": 100, all-in 60, 100, all-in 200, two calls
  PlayedHand hand(blinds(10, 20), {500, 60, 500, 200}, 1);
  hand.start();
  EXPECT_EQ(hand.raise(0, 100), Error::NONE);
  EXPECT_EQ(hand.all_in(1), Error::NONE);
  EXPECT_EQ(hand.call(2), Error::NONE);
  EXPECT_EQ(hand.all_in(3), Error::NONE);
  EXPECT_EQ(hand.call(0), Error::NONE);
  EXPECT_EQ(hand.call(2), Error::NONE);
  EXPECT_EQ(hand.pots(), (PotList{{240, seats({0, 1, 2, 3})}, {420, seats({0, 2, 3})}}));
}

TEST(Pots, AShortBigBlindWinsOnlyWhatItMatched) {
  PlayedHand hand(blinds(5, 10), {1000, 1000, 3}, 0);
  hand.start().call_round();
  EXPECT_EQ(hand.pots(), (PotList{{9, seats({0, 1, 2})}, {14, seats({0, 1})}}));
}

TEST(Pots, AShortSmallBlind) {
  PlayedHand hand(blinds(5, 10), {1000, 2, 1000}, 0);
  hand.start().call_round();
  EXPECT_EQ(hand.pots(), (PotList{{6, seats({0, 1, 2})}, {16, seats({0, 2})}}));
}

TEST(Pots, OneLevelPerAllIn) {
  PlayedHand hand(blinds(5, 10), {40, 70, 200, 200}, 3);
  hand.start();
  EXPECT_EQ(hand.raise(2, 100), Error::NONE);
  EXPECT_EQ(hand.call(3), Error::NONE);
  EXPECT_EQ(hand.all_in(0), Error::NONE);
  EXPECT_EQ(hand.all_in(1), Error::NONE);
  EXPECT_EQ(hand.pots(), (PotList{{160, seats({0, 1, 2, 3})}, {90, seats({1, 2, 3})}, {60, seats({2, 3})}}));
  EXPECT_EQ(hand.table.phase, HandPhase::FLOP_BETTING);
}

TEST(Pots, TheUncalledPartOfABetComesBack) {
  PlayedHand hand(blinds(5, 10), {500, 500, 500}, 0);
  hand.start();
  EXPECT_EQ(hand.raise(0, 200), Error::NONE);
  EXPECT_EQ(hand.raise(1, 400), Error::NONE);
  EXPECT_EQ(hand.fold(2), Error::NONE);
  EXPECT_EQ(hand.fold(0), Error::NONE);
  ASSERT_EQ(hand.told<UncalledBetReturned>().size(), 1u);
  EXPECT_EQ(hand.told<UncalledBetReturned>()[0].seat_position, seat_number(1));
  EXPECT_EQ(hand.told<UncalledBetReturned>()[0].amount, Chips{200}) << "the folded 200 was a match";
  EXPECT_EQ(hand.told<PotsWonUncontested>()[0].amount, Chips{410});
  EXPECT_EQ(pots::paid(hand.told<PotsWonUncontested>()[0]), Chips{410});
  EXPECT_EQ(hand.stack(1), 710);
}

TEST(Pots, ABlindThatFoldedMatchesToo) {
  PlayedHand hand(blinds(5, 10), {500, 500, 500}, 0);
  hand.start();
  EXPECT_EQ(hand.raise(0, 30), Error::NONE);
  EXPECT_EQ(hand.fold(1), Error::NONE);
  EXPECT_EQ(hand.fold(2), Error::NONE);
  EXPECT_EQ(hand.told<UncalledBetReturned>()[0].amount, Chips{20});
  EXPECT_EQ(hand.told<PotsWonUncontested>()[0].amount, Chips{25});
}

TEST(Pots, AWalkReturnsHalfTheBigBlind) {
  PlayedHand hand(blinds(5, 10), {500, 500, 500}, 0);
  hand.start();
  EXPECT_EQ(hand.fold(0), Error::NONE);
  EXPECT_EQ(hand.fold(1), Error::NONE);
  EXPECT_EQ(hand.told<UncalledBetReturned>()[0].amount, Chips{5});
  EXPECT_EQ(hand.told<PotsWonUncontested>()[0].amount, Chips{10});
  EXPECT_EQ(hand.stack(2), 505);
}

TEST(Pots, AFoldedSeatGetsItsUncalledBlindBack) {
  // The big blind folds although nobody has matched it.
  PlayedHand hand(blinds(5, 10), {4, 500, 500, 4}, 0);
  hand.start();
  EXPECT_EQ(hand.all_in(3), Error::NONE);
  EXPECT_EQ(hand.all_in(0), Error::NONE);
  ASSERT_EQ(hand.to_act(), 1);
  EXPECT_EQ(hand.call(1), Error::NONE);
  EXPECT_EQ(hand.fold(2), Error::NONE);
  EXPECT_TRUE(hand.told<UncalledBetReturned>().empty());

  PlayedHand back(blinds(5, 10), {4, 500, 500}, 0);
  back.start();
  EXPECT_EQ(back.all_in(0), Error::NONE);
  EXPECT_EQ(back.fold(1), Error::NONE);
  ASSERT_TRUE(back.over()) << "the big blind covers the all-in: run out";
  EXPECT_EQ(back.told<UncalledBetReturned>()[0].amount, Chips{5});
}

TEST(Pots, ChipsOfFoldedSeatsStayAtTheirLevel) {
  PlayedHand hand(blinds(5, 10), {500, 60, 500}, 2);
  hand.start();
  EXPECT_EQ(hand.raise(2, 100), Error::NONE);
  EXPECT_EQ(hand.raise(0, 300), Error::NONE);
  EXPECT_EQ(hand.all_in(1), Error::NONE);
  EXPECT_EQ(hand.fold(2), Error::NONE);
  ASSERT_TRUE(hand.over());
  EXPECT_EQ(hand.told<UncalledBetReturned>()[0].amount, Chips{200});
  const auto rounds = hand.told<BettingRoundComplete>();
  ASSERT_GE(rounds.size(), 1u);
  ASSERT_EQ(rounds[0].pots.size(), 2u);
  EXPECT_EQ(rounds[0].pots[0], (Pot{{180}, seats({0, 1})}));
  EXPECT_EQ(rounds[0].pots[1], (Pot{{80}, seats({0})}));
}

TEST(Pots, PotsWithTheSameContendersAreOne) {
  PlayedHand hand(blinds(5, 10), {500, 500, 500}, 0);
  hand.start().call_round();
  EXPECT_EQ(hand.pots(), (PotList{{30, seats({0, 1, 2})}}));
  EXPECT_EQ(hand.bet(1, 50), Error::NONE);
  EXPECT_EQ(hand.fold(2), Error::NONE);
  EXPECT_EQ(hand.call(0), Error::NONE);
  EXPECT_EQ(hand.pots(), (PotList{{130, seats({0, 1})}})) << "who folded is pruned before pots are compared";
}

TEST(Pots, ASidePotGrowsOnLaterStreets) {
  PlayedHand hand(blinds(5, 10), {500, 10, 500}, 0);
  hand.start().call_round();
  EXPECT_EQ(hand.pots(), (PotList{{30, seats({0, 1, 2})}}));
  EXPECT_EQ(hand.bet(2, 50), Error::NONE);
  EXPECT_EQ(hand.call(0), Error::NONE);
  EXPECT_EQ(hand.pots(), (PotList{{30, seats({0, 1, 2})}, {100, seats({0, 2})}}));
  EXPECT_EQ(hand.bet(2, 50), Error::NONE);
  EXPECT_EQ(hand.call(0), Error::NONE);
  EXPECT_EQ(hand.pots(), (PotList{{30, seats({0, 1, 2})}, {200, seats({0, 2})}}));
}

Settings with_ante(std::int64_t ante) {
  Settings s = blinds(5, 10);
  s.ante = {ante};
  return s;
}

TEST(Pots, AntesAreLayeredByWhatAShortSeatPosted) {
  PlayedHand hand(with_ante(4), {1, 100, 100, 3}, 0);
  hand.start();
  EXPECT_EQ(hand.pots(), (PotList{{4, seats({0, 1, 2, 3})}, {6, seats({1, 2, 3})}, {2, seats({1, 2})}}));
  EXPECT_EQ(hand.table.seats[0].status, SeatStatus::ALL_IN);
  EXPECT_EQ(hand.told<ForcedBetPosted>().size(), 6u);
  hand.call_round();
  EXPECT_EQ(hand.pots(), (PotList{{4, seats({0, 1, 2, 3})}, {6, seats({1, 2, 3})}, {22, seats({1, 2})}}));
}

TEST(Pots, AntesAreTakenBeforeTheBlindsAndCountForNoBet) {
  PlayedHand hand(with_ante(4), {100, 100, 9}, 0);
  hand.start();
  EXPECT_EQ(hand.options().call_amount, Chips{10}) << "a full big blind stays due";
  EXPECT_EQ(hand.table.seats[2].street, Chips{5});
  EXPECT_EQ(hand.pots(), (PotList{{12, seats({0, 1, 2})}}));
}

TEST(Pots, AnAnteOfOneSeatAloneIsForEverybody) {
  PlayedHand hand(blinds(5, 10), {100, 100, 100}, 0);
  hand.setup.forced.push_back({seat_number(2), ForcedBet::ANTE, {}, {10}});
  hand.start();
  EXPECT_EQ(hand.pots(), (PotList{{10, seats({0, 1, 2})}}));
}

TEST(Pots, OtherDeadChipsGoToTheMainPotWhole) {
  PlayedHand hand(with_ante(2), {100, 100, 100, 1}, 3);  // seat 3 can pay half the ante
  hand.setup.forced.push_back({seat_number(2), ForcedBet::MISSED_BLIND, {}, {10}});
  hand.start();
  EXPECT_EQ(hand.pots(), (PotList{{14, seats({0, 1, 2, 3})}, {3, seats({0, 1, 2})}}));
  EXPECT_EQ(hand.table.seats[2].street, Chips{0}) << "a dead blind is no bet";
  EXPECT_EQ(hand.to_act(), 2);
  EXPECT_EQ(hand.options().call_amount, Chips{10});
}

TEST(Pots, NoLiveChipMatchesADeadOne) {
  PlayedHand hand(blinds(5, 10), {100, 100, 100, 10}, 0);
  hand.setup.forced.push_back({seat_number(3), ForcedBet::MISSED_BLIND, {}, {10}});
  hand.start().call_round();
  EXPECT_EQ(hand.pots(), (PotList{{10, seats({0, 1, 2, 3})}, {30, seats({0, 1, 2})}}));
}

}  // namespace
}  // namespace cardroom
