#include "tests/engine/table_fixture.hpp"

/// Section "Between hands": HAND_COMPLETE, PREDEAL, arrivals, blinds of new and returning players.
namespace cardroom {
namespace {

TEST_F(TableTest, WaitsForTwoPlayersWithChips) {
  sit(0, 1000);
  play();
  EXPECT_EQ(t.phase, HandPhase::WAITING_FOR_PLAYERS);
  sit(1, 0);
  EXPECT_EQ(t.phase, HandPhase::WAITING_FOR_PLAYERS);
  EXPECT_EQ(buy(1, 500), Error::NONE);
  EXPECT_EQ(t.phase, HandPhase::PRE_FLOP_BETTING);
  EXPECT_EQ(t.hand, HandNumber{1});
}

TEST_F(TableTest, DelayWithoutShowdownAndReviewAfterOne) {
  start(2);
  act(0, Action::FOLD);
  EXPECT_EQ(t.phase, HandPhase::HAND_COMPLETE);
  EXPECT_EQ(t.phase_deadline, now + settings.next_hand_delay);
  pass(1999);
  EXPECT_EQ(t.phase, HandPhase::HAND_COMPLETE);
  pass(1);
  EXPECT_EQ(t.hand, HandNumber{2});

  act(t.to_act.v, Action::CALL);
  while (t.to_act.set()) act(t.to_act.v, Action::CHECK);
  EXPECT_TRUE(t.showdown);
  EXPECT_EQ(t.phase_deadline, now + settings.review_hand_time);
}

TEST_F(TableTest, NoHandFollowsTheLastOne) {
  settings.next_hand_delay = {};
  start(2);
  const Input last{now, {}, {}, true};
  TableOutput out;
  table::apply(settings, t, PlayerActionCommand{user(0), Action::FOLD, {}, {}, {}}, last, out);
  EXPECT_EQ(t.phase, HandPhase::HAND_COMPLETE);
  table::apply(settings, t, Wake{}, last, out);
  EXPECT_EQ(t.phase, HandPhase::HAND_COMPLETE);
  EXPECT_EQ(t.hand, HandNumber{1});
  pass(0);
  EXPECT_EQ(t.hand, HandNumber{2});
}

TEST_F(TableTest, BustHoldsPredealOnceForItsTime) {
  start(3);
  act(0, Action::ALL_IN);
  act(1, Action::CALL);
  act(2, Action::FOLD);
  const int broke = seat(0).stack == Chips{0} ? 0 : 1;
  ASSERT_NE(seat(0).stack, seat(1).stack) << "a split pot: choose other seeds";
  pass(settings.review_hand_time.ms);
  EXPECT_EQ(t.phase, HandPhase::PREDEAL);
  EXPECT_EQ(seat(broke).player, PlayerStatus::BUYING_IN);
  EXPECT_EQ(seat(broke).status, SeatStatus::JOINED_WAITING);
  pass(settings.predeal_time.ms - 1);
  EXPECT_EQ(t.phase, HandPhase::PREDEAL);
  pass(1);
  EXPECT_EQ(t.hand, HandNumber{2});
  EXPECT_FALSE(t.dealt.has(broke));
  fold_out();
  pass(settings.next_hand_delay.ms);
  EXPECT_EQ(t.hand, HandNumber{3}) << "the second time nobody waits for it";
  EXPECT_EQ(buy(broke, 500), Error::NONE);
  fold_out();
  pass(settings.next_hand_delay.ms);
  EXPECT_TRUE(t.dealt.has(broke)) << "buying in later brings it back";
}

TEST_F(TableTest, RebuyInTimeEndsPredealAndNeverWaits) {
  start(2, 400);
  act(0, Action::ALL_IN);
  act(1, Action::CALL);
  ASSERT_NE(seat(0).stack, seat(1).stack) << "a split pot: choose other seeds";
  const int broke = seat(0).stack == Chips{0} ? 0 : 1;
  pass(settings.review_hand_time.ms);
  EXPECT_EQ(t.phase, HandPhase::PREDEAL) << "PREDEAL comes before WAITING_FOR_PLAYERS";
  EXPECT_EQ(buy(broke, 399), Error::BAD_BUY_IN);
  EXPECT_EQ(buy(broke, 400), Error::NONE);
  EXPECT_EQ(t.hand, HandNumber{2});
}

TEST_F(TableTest, AfterBustWithNobodyElseTheTableWaits) {
  start(2, 400);
  act(0, Action::ALL_IN);
  act(1, Action::CALL);
  ASSERT_NE(seat(0).stack, seat(1).stack) << "a split pot: choose other seeds";
  const int broke = seat(0).stack == Chips{0} ? 0 : 1;
  pass(settings.review_hand_time.ms + settings.predeal_time.ms);
  EXPECT_EQ(t.phase, HandPhase::WAITING_FOR_PLAYERS);
  EXPECT_EQ(buy(broke, 1000), Error::NONE);
  EXPECT_EQ(t.hand, HandNumber{2});
}

TEST_F(TableTest, ArrivalBetweenButtonAndBigBlindWaits) {
  settings.number_of_seats = 6;
  t = table::init(settings, TableId("t1"));
  for (int i : {0, 2, 4}) sit(i, 1000);
  t.button = {4};
  play();  // button 0, small blind 2, big blind 4
  ASSERT_EQ(t.big_blind, SeatIndex{4});
  sit(3, 1000);  // next hand: button 2, small blind 4, big blind 0: seat 3 lies between
  sit(5, 1000);  // and seat 5 too
  sit(1, 1000);  // seat 1 is behind the big blind
  fold_out();
  pass(settings.next_hand_delay.ms);
  EXPECT_EQ(t.button, SeatIndex{2});
  EXPECT_TRUE(t.dealt.has(1));
  EXPECT_FALSE(t.dealt.has(3));
  EXPECT_TRUE(seat(3).must_post_blind);
  EXPECT_FALSE(t.dealt.has(5));
  fold_out();
  pass(settings.next_hand_delay.ms);
  EXPECT_TRUE(t.dealt.has(3)) << "the button has passed";
}

TEST_F(TableTest, ArrivalOnTheBigBlindPostsIt) {
  for (int i : {0, 1}) sit(i, 1000);
  t.button = {1};
  play();        // heads-up: button and small blind 0, big blind 1
  sit(4, 1000);  // next: button 1, big blind 0; seat 4 lies between 1 and 0
  sit(3, 1000);
  fold_out();
  pass(settings.next_hand_delay.ms);
  EXPECT_EQ(t.dealt.count(), 2) << "both lie between button and big blind";
  fold_out();
  pass(settings.next_hand_delay.ms);
  EXPECT_EQ(t.button, SeatIndex{0});
  EXPECT_EQ(t.dealt.count(), 4);
  EXPECT_EQ(t.small_blind, SeatIndex{1});
  EXPECT_EQ(t.big_blind, SeatIndex{3}) << "worked out again over all dealt in";
  EXPECT_EQ(seat(3).street, Chips{10});
}

TEST_F(TableTest, PostToPlayIsALiveBigBlindWithOption) {
  for (int i : {0, 2, 4}) sit(i, 1000);
  t.button = {4};
  play();
  sit(3, 1000);
  EXPECT_EQ(send(PostBlind{user(3)}), Error::NONE);
  EXPECT_EQ(send(PostBlind{user(3)}), Error::INVALID_STATE);
  EXPECT_EQ(send(PostBlind{user(0)}), Error::INVALID_STATE);
  fold_out();
  pass(settings.next_hand_delay.ms);
  ASSERT_TRUE(t.dealt.has(3));
  EXPECT_EQ(t.small_blind, SeatIndex{3}) << "lands on the small blind";
  EXPECT_EQ(seat(3).street, Chips{10}) << "the post covers it";
  EXPECT_TRUE(t.waiting.has(3));
}

TEST_F(TableTest, PostToPlayCanBeForbidden) {
  settings.allow_post_to_play = false;
  start(3);
  sit(4, 1000);
  EXPECT_EQ(send(PostBlind{user(4)}), Error::NOT_ALLOWED);
}

TEST_F(TableTest, MissedBigBlindIsDeadAndGoesToTheMainPot) {
  settings.require_missed_blind_post = true;
  start(4);  // button 0, blinds 1 and 2
  EXPECT_EQ(send(SitOut{user(3)}), Error::NONE);
  fold_out();
  pass(settings.next_hand_delay.ms);  // button 1, small blind 2, big blind 0 (3 sits out): it passed seat 3
  ASSERT_EQ(t.big_blind, SeatIndex{0});
  EXPECT_TRUE(seat(3).missed_big_blind);
  EXPECT_EQ(send(SitIn{user(3)}), Error::NONE);
  fold_out();
  pass(settings.next_hand_delay.ms);
  ASSERT_TRUE(t.dealt.has(3));
  if (t.big_blind == SeatIndex{3}) {
    EXPECT_EQ(seat(3).total, Chips{10});
  } else {
    EXPECT_EQ(t.pots[0].amount, Chips{10});
    EXPECT_EQ(seat(3).total - seat(3).street, Chips{10});
  }
  EXPECT_FALSE(seat(3).missed_big_blind);
}

TEST_F(TableTest, WithoutTheRuleReturningPlayersPostNothing) {
  start(4);
  send(SitOut{user(3)});
  fold_out();
  pass(settings.next_hand_delay.ms);
  send(SitIn{user(3)});
  fold_out();
  pass(settings.next_hand_delay.ms);
  EXPECT_TRUE(t.dealt.has(3));
  EXPECT_TRUE(t.pots.empty());
}

TEST_F(TableTest, TopUpWaitsForTheEndOfTheHandAndIsCut) {
  start(3, 900);
  EXPECT_EQ(buy(2, 500), Error::NONE);
  EXPECT_EQ(seat(2).pending, Chips{500});
  EXPECT_EQ(seat(2).stack, Chips{890});
  fold_out();  // the big blind wins 5
  EXPECT_EQ(seat(2).pending, Chips{0});
  EXPECT_EQ(seat(2).stack, Chips{1000});
  const auto* out = notice<ChipsOut>();
  ASSERT_TRUE(out);
  EXPECT_EQ(out->reason, OutReason::EXCESS);
  EXPECT_EQ(out->carried.chips, Chips{405});
  EXPECT_EQ(seat(2).returning, Chips{0});
}

TEST_F(TableTest, PauseAfterHandAndAtOnceWithoutOne) {
  start(2);
  EXPECT_EQ(send(SetTableStatus{TableStatus::PAUSE_AFTER_HAND, GameStatus::ACTIVE}), Error::NONE);
  EXPECT_EQ(t.status, TableStatus::PAUSE_AFTER_HAND);
  fold_out();
  pass(settings.next_hand_delay.ms);
  EXPECT_EQ(t.status, TableStatus::PAUSED);
  EXPECT_EQ(t.phase, HandPhase::WAITING_FOR_PLAYERS);
  EXPECT_TRUE(notice<TablePaused>());
  play();
  EXPECT_EQ(t.hand, HandNumber{2});
  fold_out();
  send(LeaveGame{user(0)});
  pass(settings.next_hand_delay.ms);
  ASSERT_EQ(t.phase, HandPhase::WAITING_FOR_PLAYERS);
  send(SetTableStatus{TableStatus::PAUSE_AFTER_HAND, GameStatus::ACTIVE});
  EXPECT_EQ(t.status, TableStatus::PAUSED);
}

TEST_F(TableTest, VoidHandReturnsEveryChip) {
  start(3);
  act(0, Action::RAISE, 100);
  act(1, Action::CALL);
  const TableState refunded = table::refunded(t);
  EXPECT_EQ(send(VoidHand{}), Error::NONE);
  EXPECT_EQ(t.phase, HandPhase::WAITING_FOR_PLAYERS);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(seat(i).stack, Chips{1000});
  EXPECT_EQ(refunded.seats[1].stack, Chips{1000});
  EXPECT_EQ(refunded.phase, HandPhase::WAITING_FOR_PLAYERS);
  pass(0);
  EXPECT_EQ(t.hand, HandNumber{2}) << "the next wake deals again";
}

TEST_F(TableTest, ShowCardsUntilTheyAreCleared) {
  start(3);
  EXPECT_EQ(send(ShowCards{user(0)}), Error::NO_HAND);
  fold_out();
  EXPECT_EQ(send(ShowCards{user(2)}), Error::NONE) << "the winner by folds";
  ASSERT_TRUE(event<CardsShown>());
  EXPECT_EQ(event<CardsShown>()->cards, hole_cards(t, 2));
  EXPECT_EQ(send(ShowCards{user(2)}), Error::INVALID_STATE);
  EXPECT_EQ(send(ShowCards{user(0)}), Error::NONE) << "a folded seat";
  pass(settings.next_hand_delay.ms);
  EXPECT_EQ(send(ShowCards{user(1)}), Error::NO_HAND);
}

TEST_F(TableTest, AtNoDelayOneHandAStep) {
  settings.next_hand_delay = {0};
  start(2);
  act(0, Action::FOLD);
  EXPECT_EQ(t.phase, HandPhase::PRE_FLOP_BETTING) << "the deal of this step is the second hand's";
  EXPECT_EQ(t.hand, HandNumber{2});
}

}  // namespace
}  // namespace cardroom
