#include "engine/betting.hpp"

#include "tests/engine/played_hand.hpp"

namespace cardroom {
namespace {

using testing::blinds;
using testing::PlayedHand;

Settings with(MinRaise rule) {
  Settings s = blinds(5, 10);
  s.min_raise = rule;
  return s;
}
Settings with(Reopen rule) {
  Settings s = blinds(5, 10);
  s.reopen = rule;
  return s;
}

/// Everybody calls the big blind: seat 1 opens the flop.
PlayedHand limped(const Settings& settings, std::initializer_list<std::int64_t> stacks) {
  PlayedHand hand(settings, stacks, 0);
  hand.start().call_round();
  EXPECT_EQ(hand.table.phase, HandPhase::FLOP_BETTING);
  EXPECT_EQ(hand.to_act(), 1);
  return hand;
}

TEST(Betting, MinimumBetIsTheBigBlind) {
  PlayedHand hand = limped(blinds(5, 10), {500, 500, 500});
  EXPECT_EQ(hand.options().min_to, Chips{10});
  EXPECT_EQ(hand.options().max_to, Chips{490});
  EXPECT_EQ(hand.bet(1, 9), Error::AMOUNT_TOO_SMALL);
  EXPECT_EQ(hand.bet(1, 491), Error::AMOUNT_TOO_LARGE);
  EXPECT_EQ(hand.raise(1, 20), Error::CANNOT_RAISE);
  EXPECT_EQ(hand.call(1), Error::CANNOT_CALL);
  EXPECT_EQ(hand.bet(1, 10), Error::NONE);
}

TEST(Betting, ARaiseAddsAtLeastTheLastFullRaise) {
  PlayedHand hand(blinds(5, 10), {1000, 1000, 1000}, 0);
  hand.start();
  EXPECT_EQ(hand.options().min_to, Chips{20});
  EXPECT_EQ(hand.raise(0, 35), Error::NONE);
  EXPECT_EQ(hand.options().min_to, Chips{60});
  EXPECT_EQ(hand.raise(1, 59), Error::AMOUNT_TOO_SMALL);
  EXPECT_EQ(hand.raise(1, 60), Error::NONE);
  EXPECT_EQ(hand.bet(2, 100), Error::CANNOT_BET);
  EXPECT_EQ(hand.check(2), Error::CANNOT_CHECK);
  EXPECT_EQ(hand.raise(2, 160), Error::NONE);
  EXPECT_EQ(hand.options().min_to, Chips{260});
}

TEST(Betting, AShortAllInDoesNotShrinkTheMinimum) {  // WSOP-172
  PlayedHand hand = limped(blinds(5, 10), {1000, 1000, 150});
  EXPECT_EQ(hand.bet(1, 100), Error::NONE);
  EXPECT_EQ(hand.all_in(2), Error::NONE);
  EXPECT_EQ(hand.options().call_amount, Chips{140});
  EXPECT_EQ(hand.options().min_to, Chips{240});
}

TEST(Betting, AnAllInBetBelowTheBigBlindLeavesAFullBetToRaiseBy) {
  PlayedHand hand = limped(blinds(5, 10), {1000, 14, 1000});
  EXPECT_EQ(hand.options().min_to, Chips{4});
  EXPECT_EQ(hand.options().max_to, Chips{4});
  EXPECT_EQ(hand.bet(1, 4), Error::NONE);
  EXPECT_EQ(hand.options().call_amount, Chips{4});
  EXPECT_EQ(hand.options().min_to, Chips{14});
}

TEST(Betting, DoubleMinimumRaise) {
  PlayedHand hand(with(MinRaise::DOUBLE), {1000, 1000, 1000}, 0);
  hand.start();
  EXPECT_EQ(hand.raise(0, 25), Error::NONE);
  EXPECT_EQ(hand.options().min_to, Chips{50});
  EXPECT_EQ(hand.raise(1, 100), Error::NONE);  // a raise by 75
  EXPECT_EQ(hand.options().min_to, Chips{200});
}

TEST(Betting, FullRaiseIsMeasuredFromTheCurrentBetUnderDoubleToo) {
  // 100, then all-in 140 is no full raise; all-in 240 adds 100 and is one, although 280 was the minimum.
  PlayedHand hand = limped(with(MinRaise::DOUBLE), {250, 1000, 150, 1000});
  EXPECT_EQ(hand.bet(1, 100), Error::NONE);
  EXPECT_EQ(hand.all_in(2), Error::NONE);
  EXPECT_EQ(hand.options().min_to, Chips{280});
  EXPECT_EQ(hand.call(3), Error::NONE);
  EXPECT_EQ(hand.options().min_to, Chips{240});
  EXPECT_EQ(hand.all_in(0), Error::NONE);
  EXPECT_EQ(hand.to_act(), 1);
  EXPECT_TRUE(hand.options().raise);
}

TEST(Betting, AFullBigBlindStaysDueWhenItsSeatIsShort) {  // WSOP-150
  PlayedHand hand(blinds(5, 10), {1000, 1000, 3}, 0);
  hand.start();
  EXPECT_EQ(hand.options().call_amount, Chips{10});
  EXPECT_EQ(hand.options().min_to, Chips{20});
  EXPECT_EQ(hand.call(0), Error::NONE);
  EXPECT_EQ(hand.options().call_amount, Chips{5});
}

TEST(Betting, AShortOpponentDoesNotCapTheMinimumRaise) {
  PlayedHand hand(blinds(5, 10), {1000, 12}, 0);
  hand.start();
  EXPECT_EQ(hand.options().min_to, Chips{20});
  EXPECT_EQ(hand.raise(0, 12), Error::AMOUNT_TOO_SMALL);
}

TEST(Betting, AShortAllInClosesTheBettingForWhoHasActed) {  // WSOP-171
  PlayedHand hand = limped(blinds(5, 10), {1000, 1000, 150});
  EXPECT_EQ(hand.bet(1, 100), Error::NONE);
  EXPECT_EQ(hand.all_in(2), Error::NONE);
  EXPECT_EQ(hand.call(0), Error::NONE);
  ASSERT_EQ(hand.to_act(), 1);
  EXPECT_FALSE(hand.options().raise);
  EXPECT_FALSE(hand.options().all_in);
  EXPECT_EQ(hand.options().min_to, Chips{0});
  EXPECT_EQ(hand.raise(1, 240), Error::CANNOT_RAISE);
  EXPECT_EQ(hand.all_in(1), Error::CANNOT_RAISE);
  EXPECT_EQ(hand.call(1), Error::NONE);
}

TEST(Betting, ACheckCountsAsHavingActed) {
  PlayedHand hand = limped(blinds(5, 10), {1000, 1000, 14});
  EXPECT_EQ(hand.check(1), Error::NONE);
  EXPECT_EQ(hand.all_in(2), Error::NONE);
  EXPECT_TRUE(hand.options().raise) << "seat 0 has not acted";
  EXPECT_EQ(hand.call(0), Error::NONE);
  ASSERT_EQ(hand.to_act(), 1);
  EXPECT_FALSE(hand.options().raise);
}

TEST(Betting, AClosedSeatMayGoAllInAsACall) {
  PlayedHand hand = limped(blinds(5, 10), {1000, 130, 150});
  EXPECT_EQ(hand.bet(1, 100), Error::NONE);
  EXPECT_EQ(hand.all_in(2), Error::NONE);
  EXPECT_EQ(hand.call(0), Error::NONE);
  EXPECT_TRUE(hand.options().all_in);
  EXPECT_EQ(hand.options().call_amount, Chips{20});
  EXPECT_EQ(hand.all_in(1), Error::NONE);
  EXPECT_EQ(hand.told<PlayerActed>().back().action, Action::CALL);
}

/// Bet 100, all-in 150, all-in 210, call: the bettor faces 110 more.
PlayedHand two_short_all_ins(const Settings& settings) {
  PlayedHand hand = limped(settings, {2000, 2000, 160, 220});
  EXPECT_EQ(hand.bet(1, 100), Error::NONE);
  EXPECT_EQ(hand.all_in(2), Error::NONE);
  EXPECT_EQ(hand.all_in(3), Error::NONE);
  EXPECT_EQ(hand.call(0), Error::NONE);
  EXPECT_EQ(hand.to_act(), 1);
  return hand;
}

TEST(Betting, ShortAllInsThatAddUpReopen) {  // WSOP-173, TDA-47
  PlayedHand hand = two_short_all_ins(blinds(5, 10));
  EXPECT_EQ(hand.options().min_to, Chips{310});
  EXPECT_EQ(hand.raise(1, 310), Error::NONE);
}

TEST(Betting, UnderSingleOnlyOneCompleteRaiseReopens) {
  PlayedHand hand = two_short_all_ins(with(Reopen::SINGLE));
  EXPECT_FALSE(hand.options().raise);
  EXPECT_EQ(hand.raise(1, 310), Error::CANNOT_RAISE);

  PlayedHand full = limped(with(Reopen::SINGLE), {2000, 2000, 210});
  EXPECT_EQ(full.bet(1, 100), Error::NONE);
  EXPECT_EQ(full.all_in(2), Error::NONE);
  EXPECT_EQ(full.call(0), Error::NONE);
  EXPECT_TRUE(full.options().raise);
}

TEST(Betting, WhoHasNotActedMayRaiseOverShortAllIns) {
  PlayedHand hand = limped(blinds(5, 10), {1000, 1000, 150, 1000});
  EXPECT_EQ(hand.bet(1, 100), Error::NONE);
  EXPECT_EQ(hand.all_in(2), Error::NONE);
  ASSERT_EQ(hand.to_act(), 3);
  EXPECT_EQ(hand.raise(3, 240), Error::NONE);
  EXPECT_EQ(hand.fold(0), Error::NONE);
  EXPECT_TRUE(hand.options().raise) << "a full raise re-opens for the bettor";
}

TEST(Betting, FoldingWhenACheckIsFree) {
  PlayedHand allowed = limped(blinds(5, 10), {500, 500, 500});
  EXPECT_EQ(allowed.fold(1), Error::NONE);
  Settings strict = blinds(5, 10);
  strict.open_fold = false;
  PlayedHand refused = limped(strict, {500, 500, 500});
  EXPECT_FALSE(refused.options().fold);
  EXPECT_EQ(refused.fold(1), Error::CANNOT_FOLD);
  EXPECT_EQ(refused.bet(1, 10), Error::NONE);
  EXPECT_EQ(refused.fold(2), Error::NONE) << "facing a bet";
}

TEST(Betting, TheBigBlindHasTheOptionToRaise) {
  PlayedHand hand(blinds(5, 10), {500, 500, 500}, 0);
  hand.start();
  EXPECT_EQ(hand.call(0), Error::NONE);
  EXPECT_EQ(hand.call(1), Error::NONE);
  ASSERT_EQ(hand.to_act(), 2);
  EXPECT_TRUE(hand.options().check);
  EXPECT_EQ(hand.bet(2, 20), Error::CANNOT_BET);
  EXPECT_EQ(hand.raise(2, 20), Error::NONE);
  EXPECT_EQ(hand.to_act(), 0);
}

TEST(Betting, TheOptionIsThereAfterAShortAllIn) {
  PlayedHand hand(blinds(5, 10), {15, 500, 500}, 0);
  hand.start();
  EXPECT_EQ(hand.all_in(0), Error::NONE);
  EXPECT_EQ(hand.call(1), Error::NONE);
  ASSERT_EQ(hand.to_act(), 2);
  EXPECT_TRUE(hand.options().raise);
  EXPECT_EQ(hand.options().min_to, Chips{25});
}

TEST(Betting, RunOutComesBeforeTheOption) {
  // The big blind has covered the only opponent, who is all-in for less: no decision is left.
  PlayedHand hand(blinds(5, 10), {500, 7, 0}, 0);
  hand.start();
  EXPECT_EQ(hand.call(0), Error::NONE);
  EXPECT_TRUE(hand.over());
  PlayedHand three(blinds(5, 10), {7, 500, 500}, 0);
  three.start();
  EXPECT_EQ(three.all_in(0), Error::NONE);
  EXPECT_EQ(three.fold(1), Error::NONE);
  EXPECT_TRUE(three.over());
}

TEST(Betting, ASeatThatHasNotCoveredTheAllInsIsAsked) {
  PlayedHand hand(blinds(5, 10), {9, 500}, 1);  // the short seat is the big blind
  hand.start();
  ASSERT_EQ(hand.to_act(), 1);
  EXPECT_EQ(hand.options().call_amount, Chips{5});
  EXPECT_FALSE(hand.options().raise);
  EXPECT_EQ(hand.call(1), Error::NONE);
  EXPECT_TRUE(hand.over());
}

TEST(Betting, ASmallBlindThatCoversAShortBigBlindIsNotAsked) {
  PlayedHand hand(blinds(5, 10), {3, 500}, 1);
  hand.start();
  EXPECT_TRUE(hand.over());
  ASSERT_EQ(hand.told<UncalledBetReturned>().size(), 1u);
  EXPECT_EQ(hand.told<UncalledBetReturned>()[0].amount, Chips{2});
}

TEST(Betting, NobodyRaisesWhenEveryOpponentIsAllIn) {
  PlayedHand hand = limped(blinds(5, 10), {200, 1000, 300});
  EXPECT_EQ(hand.check(1), Error::NONE);
  EXPECT_EQ(hand.all_in(2), Error::NONE);
  EXPECT_EQ(hand.all_in(0), Error::NONE);  // a call for less
  ASSERT_EQ(hand.to_act(), 1);
  EXPECT_EQ(hand.options().call_amount, Chips{290});
  EXPECT_FALSE(hand.options().raise);
  EXPECT_FALSE(hand.options().all_in);
  EXPECT_EQ(hand.raise(1, 990), Error::CANNOT_RAISE);
  EXPECT_EQ(hand.call(1), Error::NONE);
  EXPECT_TRUE(hand.over());
}

TEST(Betting, ACallMayBeShort) {
  PlayedHand hand(blinds(5, 10), {1000, 30, 1000}, 0);
  hand.start();
  EXPECT_EQ(hand.raise(0, 100), Error::NONE);
  EXPECT_EQ(hand.options().call_amount, Chips{25});
  EXPECT_FALSE(hand.options().raise);
  EXPECT_TRUE(hand.options().all_in);
  EXPECT_EQ(hand.call(1), Error::NONE);
  EXPECT_EQ(hand.table.seats[1].status, SeatStatus::ALL_IN);
  EXPECT_EQ(hand.options().call_amount, Chips{90}) << "a short call changes nothing for the others";
}

TEST(Betting, ARaiseOfTheWholeStackIsLegalWhereOnlyThatIsLeft) {
  PlayedHand hand(blinds(5, 10), {1000, 130, 1000}, 0);
  hand.start();
  EXPECT_EQ(hand.raise(0, 100), Error::NONE);
  EXPECT_EQ(hand.options().min_to, Chips{130});
  EXPECT_EQ(hand.options().max_to, Chips{130});
  EXPECT_EQ(hand.raise(1, 129), Error::AMOUNT_TOO_SMALL);
  EXPECT_EQ(hand.raise(1, 131), Error::AMOUNT_TOO_LARGE);
  EXPECT_EQ(hand.raise(1, 130), Error::NONE);
}

TEST(Betting, HeadsUpTheDealerActsFirstBeforeTheFlopAndLastAfter) {
  PlayedHand hand(blinds(1, 2), {100, 100}, 0);
  hand.start();
  EXPECT_EQ(hand.to_act(), 0);
  EXPECT_EQ(hand.call(0), Error::NONE);
  EXPECT_EQ(hand.check(1), Error::NONE);
  EXPECT_EQ(hand.to_act(), 1);
  EXPECT_EQ(hand.check(1), Error::NONE);
  EXPECT_EQ(hand.check(0), Error::NONE);
  EXPECT_EQ(hand.table.phase, HandPhase::TURN_BETTING);
}

TEST(Betting, ATurnIsCountedWheneverSomebodyIsAsked) {
  PlayedHand hand(blinds(1, 2), {100, 100}, 0);
  hand.start();
  const Turn first = hand.table.turn;
  EXPECT_EQ(hand.call(0), Error::NONE);
  EXPECT_EQ(hand.table.turn, first.next());
  EXPECT_EQ(hand.check(1), Error::NONE);
  EXPECT_EQ(hand.table.turn, first.next().next());
}

}  // namespace
}  // namespace cardroom
