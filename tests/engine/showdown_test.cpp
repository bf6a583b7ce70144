#include "engine/showdown.hpp"

#include "tests/engine/played_hand.hpp"

namespace cardroom {
namespace {

using testing::blinds;
using testing::PlayedHand;
using testing::seat_number;

std::vector<int> shown(const PlayedHand& hand) {
  std::vector<int> list;
  for (const CardsShown& e : hand.told<CardsShown>()) list.push_back(e.seat_position.v);
  return list;
}
std::vector<int> mucked(const PlayedHand& hand) {
  std::vector<int> list;
  for (const HandMucked& e : hand.told<HandMucked>()) list.push_back(e.seat_position.v);
  return list;
}
/// Checks to the river, where somebody may bet.
void check_to_river(PlayedHand& hand) {
  while (hand.table.phase != HandPhase::RIVER_BETTING) hand.call_round();
}
FixedVec<SeatResult, kMaxSeats> results(const PlayedHand& hand) {
  return hand.told<HandComplete>()[0].results;
}
using List = std::vector<int>;

TEST(Showdown, OddChipsGoOneEachFromTheButtonsLeft) {
  // The board plays: 35 chips for seats 1, 2 and 3.
  PlayedHand hand(blinds(5, 10), {100, 100, 100, 100}, 3, "2c2d2h2s 3c3d3h3s 4c TsJsQs 4d Ks 4h As");
  hand.start();
  EXPECT_EQ(hand.call(2), Error::NONE);
  EXPECT_EQ(hand.call(3), Error::NONE);
  EXPECT_EQ(hand.fold(0), Error::NONE);
  check_to_river(hand);
  hand.call_round();
  ASSERT_TRUE(hand.over());
  EXPECT_EQ(hand.won(1), 12);
  EXPECT_EQ(hand.won(2), 12);
  EXPECT_EQ(hand.won(3), 11);
  EXPECT_EQ(hand.told<ShowdownResult>()[0].pot_results[0].category, HandCategory::ROYAL_FLUSH);
}

TEST(Showdown, EveryPotHasItsOwnOddChip) {
  // Main pot 15, side pot 14 of two equal hands; the short seat loses.
  PlayedHand hand(blinds(5, 10), {12, 500, 500}, 0, "AsAh2c AdAc3d Kc KhQs9c 4d 8d 4h 7h");
  hand.settings.ante = {};
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
  EXPECT_EQ(result.pot_results[0].pot_id, 1) << "the last side pot first";
  EXPECT_EQ(result.pot_results[0].amount, Chips{50});
  EXPECT_EQ(result.pot_results[1].amount, Chips{36});
  EXPECT_EQ(pots::paid(result), Chips{86});
  EXPECT_EQ(hand.won(1), 43);
  EXPECT_EQ(hand.won(2), 43);
}

TEST(Showdown, TheShortStackWinsTheMainPotTheNextBestTheSidePot) {
  PlayedHand hand(blinds(5, 10), {300, 100, 300}, 0, "AsQsKs AhQhKh 2d 2c7d9h 2h Jc 2s 3d");
  hand.start();
  EXPECT_EQ(hand.raise(0, 300), Error::NONE);
  EXPECT_EQ(hand.call(1), Error::NONE);
  EXPECT_EQ(hand.call(2), Error::NONE);
  ASSERT_TRUE(hand.over());
  EXPECT_EQ(hand.stack(0), 400);
  EXPECT_EQ(hand.stack(1), 300);
  EXPECT_EQ(hand.stack(2), 0);
}

TEST(Showdown, ALoserOfOnePotStillContestsTheOthers) {
  // Seat 2 loses the side pot to seat 1, seat 1 the main pot to seat 0; without seat 0 seat 1 would have it
  // all.
  PlayedHand hand(blinds(5, 10), {50, 500, 500}, 0, "KsQsAs KhQhAh 2d 2c7d9h 2h Jc 2s 3d");
  hand.start();
  EXPECT_EQ(hand.all_in(0), Error::NONE);
  EXPECT_EQ(hand.raise(1, 150), Error::NONE);
  EXPECT_EQ(hand.call(2), Error::NONE);
  check_to_river(hand);
  hand.call_round();
  EXPECT_EQ(hand.won(0), 150);
  EXPECT_EQ(hand.won(1), 200);
  EXPECT_EQ(hand.won(2), 0);
}

TEST(Showdown, TheLastAggressorOnTheRiverShowsFirstAndBeatenHandsAreMucked) {  // WSOP-145
  // Seat 1 has kings, seat 2 queens, seat 0 aces.
  PlayedHand hand(blinds(5, 10), {500, 500, 500}, 0, "KsQsAs KhQhAh 2d 2c7d9h 2h Jc 2s 3d");
  hand.start();
  check_to_river(hand);
  EXPECT_EQ(hand.check(1), Error::NONE);
  EXPECT_EQ(hand.check(2), Error::NONE);
  EXPECT_EQ(hand.bet(0, 20), Error::NONE);
  EXPECT_EQ(hand.call(1), Error::NONE);
  EXPECT_EQ(hand.call(2), Error::NONE);
  EXPECT_EQ(shown(hand), (List{0}));
  EXPECT_EQ(mucked(hand), (List{1, 2}));
}

TEST(Showdown, WithoutABetOnTheRiverShowingStartsAtTheButtonsLeft) {
  PlayedHand hand(blinds(5, 10), {500, 500, 500}, 0, "QsKsAs QhKhAh 2d 2c7d9h 2h Jc 2s 3d");
  hand.start();
  EXPECT_EQ(hand.raise(0, 30), Error::NONE);  // an aggressor before the river does not matter
  check_to_river(hand);
  hand.call_round();
  EXPECT_EQ(shown(hand), (List{1, 2, 0})) << "each beats the one before";
  EXPECT_TRUE(mucked(hand).empty());
}

TEST(Showdown, AfterTheAggressorShowingGoesOnClockwise) {
  // Queens at seat 1 bet; seat 2 has kings, seat 0 aces: all are shown, from seat 1 on.
  PlayedHand hand(blinds(5, 10), {500, 500, 500, 500}, 3, "JsQsKsAs JhQhKhAh 2d 2c7d9h 2h 5c 2s 3d");
  hand.start();
  check_to_river(hand);
  EXPECT_EQ(hand.check(0), Error::NONE);
  EXPECT_EQ(hand.bet(1, 20), Error::NONE);
  EXPECT_EQ(hand.call(2), Error::NONE);
  EXPECT_EQ(hand.call(3), Error::NONE);
  EXPECT_EQ(hand.call(0), Error::NONE);
  EXPECT_EQ(shown(hand), (List{1, 2, 3}));
  EXPECT_EQ(mucked(hand), (List{0}));
}

TEST(Showdown, WithoutAutoMuckEverybodyShows) {
  Settings rules = blinds(5, 10);
  rules.auto_muck = false;
  PlayedHand hand(rules, {500, 500, 500}, 2, "AsKsQs AhKhQh 2d 2c7d9h 2h Jc 2s 3d");
  hand.start();
  check_to_river(hand);
  hand.call_round();
  EXPECT_EQ(shown(hand), (List{0, 1, 2}));
  EXPECT_TRUE(mucked(hand).empty());
}

TEST(Showdown, ContendersOfTheSidePotShowFirst) {
  // Seat 1 is all-in with aces. Seat 2 (queens) and seat 0 (kings) contest the side pot.
  PlayedHand hand(blinds(5, 10), {500, 10, 500}, 0, "AsQsKs AhQhKh 2d 2c7d9h 2h Jc 2s 3d");
  hand.start();
  check_to_river(hand);
  EXPECT_EQ(hand.bet(2, 20), Error::NONE);
  EXPECT_EQ(hand.call(0), Error::NONE);
  EXPECT_EQ(shown(hand), (List{2, 0, 1}));
}

TEST(Showdown, AHandThatMayStillWinOnePotIsShown) {
  // Seat 0 shows aces for the side pot. Kings at seat 2 are beaten in both pots, seat 1 ties the main pot.
  PlayedHand hand(blinds(5, 10), {500, 10, 500}, 0, "AdKsAs AcKhAh 2d 2c7d9h 2h Jc 2s 3d");
  hand.start();
  check_to_river(hand);
  EXPECT_EQ(hand.check(2), Error::NONE);
  EXPECT_EQ(hand.bet(0, 20), Error::NONE);
  EXPECT_EQ(hand.call(2), Error::NONE);
  EXPECT_EQ(shown(hand), (List{0, 1}));
  EXPECT_EQ(mucked(hand), (List{2}));
}

TEST(Showdown, APotWithOneContenderIsWonWithoutShowing) {
  PlayedHand hand(blinds(5, 10), {500, 50, 500}, 0, "AsQsKs AhQhKh 2d 2c7d9h 2h Jc 2s 3d");
  hand.start();
  EXPECT_EQ(hand.raise(0, 50), Error::NONE);
  EXPECT_EQ(hand.call(1), Error::NONE);
  EXPECT_EQ(hand.call(2), Error::NONE);
  EXPECT_EQ(hand.bet(2, 100), Error::NONE);
  EXPECT_EQ(hand.call(0), Error::NONE);
  EXPECT_EQ(hand.bet(2, 100), Error::NONE);
  EXPECT_EQ(hand.fold(0), Error::NONE);
  ASSERT_TRUE(hand.over());
  const ShowdownResult result = hand.told<ShowdownResult>()[0];
  ASSERT_EQ(result.pot_results.size(), 2u);
  EXPECT_FALSE(result.pot_results[0].contested);
  EXPECT_EQ(result.pot_results[0].amount, Chips{200});
  EXPECT_TRUE(result.pot_results[1].contested);
  EXPECT_EQ(hand.won(2), 200);
  EXPECT_EQ(hand.won(1), 150);
  EXPECT_EQ(hand.told<UncalledBetReturned>()[0].amount, Chips{100});
  for (const SeatResult& r : results(hand)) {
    EXPECT_EQ(r.won_showdown, r.seat_position == seat_number(1))
        << "an uncontested pot is no win at showdown";
    EXPECT_EQ(r.saw_showdown, r.seat_position != seat_number(0));
  }
}

TEST(Showdown, AnAllInRunOutShowsEveryHandBeforeTheBoardRuns) {
  PlayedHand hand(blinds(5, 10), {200, 1000}, 0, "AsKs AhKh 2d 2c7d9h 2h Jc 2s 3d");
  hand.start();
  EXPECT_EQ(hand.all_in(0), Error::NONE);
  EXPECT_EQ(hand.call(1), Error::NONE);
  ASSERT_TRUE(hand.over());
  int seen = 0;
  for (const TableEvent& event : hand.events) {
    if (std::holds_alternative<CardsShown>(event)) ++seen;
    if (std::holds_alternative<CommunityCardsDealt>(event)) {
      EXPECT_EQ(seen, 2);
    }
  }
  ASSERT_EQ(hand.told<CommunityCardsDealt>().size(), 3u) << "phase by phase";
  EXPECT_EQ(shown(hand), (List{1, 0}));
  EXPECT_EQ(hand.stack(0), 400);
}

TEST(Showdown, ACallOfAnAllInOnTheRiverIsNoRunOut) {
  PlayedHand hand(blinds(5, 10), {500, 500}, 0, "AsKs AhKh 2d 2c7d9h 2h Jc 2s 3d");
  hand.start();
  check_to_river(hand);
  EXPECT_EQ(hand.check(1), Error::NONE);
  EXPECT_EQ(hand.all_in(0), Error::NONE);
  EXPECT_EQ(hand.call(1), Error::NONE);
  EXPECT_EQ(shown(hand), (List{0}));
  EXPECT_EQ(mucked(hand), (List{1}));
}

TEST(Showdown, NothingIsShownWhenEverybodyElseFolds) {
  PlayedHand hand(blinds(5, 10), {500, 500, 500}, 0);
  hand.start().call_round();
  EXPECT_EQ(hand.bet(1, 20), Error::NONE);
  EXPECT_EQ(hand.fold(2), Error::NONE);
  EXPECT_EQ(hand.fold(0), Error::NONE);
  ASSERT_TRUE(hand.over());
  EXPECT_TRUE(shown(hand).empty());
  EXPECT_TRUE(hand.told<ShowdownResult>().empty());
  ASSERT_EQ(hand.told<PotsWonUncontested>().size(), 1u);
  EXPECT_EQ(hand.told<PotsWonUncontested>()[0].amount, Chips{30});
  for (const SeatResult& r : results(hand)) EXPECT_FALSE(r.saw_showdown);
}

TEST(Showdown, Metrics) {
  PlayedHand hand(blinds(5, 10), {500, 500, 500, 500}, 3, "AsKsQsJs AhKhQhJh 2d 2c7d9h 2h 5c 2s 3d");
  hand.start();
  EXPECT_EQ(hand.call(2), Error::NONE);
  EXPECT_EQ(hand.fold(3), Error::NONE);
  EXPECT_EQ(hand.raise(0, 40), Error::NONE);
  EXPECT_EQ(hand.fold(1), Error::NONE);
  EXPECT_EQ(hand.call(2), Error::NONE);
  check_to_river(hand);
  hand.call_round();
  const auto result = [&](int seat) { return results(hand)[static_cast<std::size_t>(seat)]; };
  EXPECT_EQ(result(0).net_chips, Chips{50});
  EXPECT_EQ(result(1).net_chips, Chips{-10});
  EXPECT_EQ(result(2).net_chips, Chips{-40});
  EXPECT_EQ(result(3).net_chips, Chips{0});
  EXPECT_EQ(result(0).stack, Chips{550});
  EXPECT_TRUE(result(0).vpip && result(0).pfr && result(0).saw_showdown && result(0).won_showdown);
  EXPECT_FALSE(result(1).vpip) << "a blind is not chosen";
  EXPECT_TRUE(result(2).vpip && !result(2).pfr && result(2).saw_showdown && !result(2).won_showdown);
  EXPECT_FALSE(result(3).vpip || result(3).saw_showdown);
}

TEST(Showdown, ACallOfTheOptionalRaiseCountsButACheckDoesNot) {
  PlayedHand hand(blinds(5, 10), {500, 500, 500}, 0);
  hand.start().call_round();
  EXPECT_TRUE(hand.table.vpip.has(0));
  EXPECT_TRUE(hand.table.vpip.has(1)) << "completing the small blind is chosen";
  EXPECT_FALSE(hand.table.vpip.has(2));
}

}  // namespace
}  // namespace cardroom
