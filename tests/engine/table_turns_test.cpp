#include "tests/engine/table_fixture.hpp"

/// Section "Turns and intents": clocks, time banks, time-outs, stale commands, intents, leaving mid-hand.
namespace cardroom {
namespace {

TEST_F(TableTest, TimeBankStartsByItselfAndOnlyUsedTimeIsCharged) {
  start(3);
  EXPECT_EQ(t.action_deadline, now + settings.action_time);
  pass(settings.action_time.ms);
  EXPECT_EQ(t.to_act, SeatIndex{0});
  EXPECT_TRUE(event<TimeBankStarted>());
  EXPECT_EQ(t.action_deadline, now + settings.time_bank);
  pass(12'000);
  EXPECT_EQ(act(0, Action::CALL), Error::NONE);
  EXPECT_EQ(seat(0).time_bank, 18'000);
  EXPECT_EQ(t.action_deadline, now + settings.action_time);
}

TEST_F(TableTest, TimeOutFoldsFacingABetAndChecksWhenFree) {
  start(3);
  pass(settings.action_time.ms + settings.time_bank.ms);
  EXPECT_EQ(seat(0).status, SeatStatus::FOLDED);
  ASSERT_TRUE(event<PlayerTimedOut>());
  EXPECT_EQ(event<PlayerTimedOut>()->default_action, Action::FOLD);
  EXPECT_EQ(seat(0).time_bank, 0);
  act(1, Action::CALL);
  pass(settings.action_time.ms + settings.time_bank.ms);
  EXPECT_EQ(event<PlayerTimedOut>()->default_action, Action::CHECK);
  EXPECT_EQ(t.phase, HandPhase::FLOP_BETTING);
}

TEST_F(TableTest, TimeOutChecksEvenWhereAnOpenFoldIsAllowed) {
  start(2);
  act(0, Action::CALL);
  pass(settings.action_time.ms + settings.time_bank.ms);
  EXPECT_EQ(t.phase, HandPhase::FLOP_BETTING);
}

TEST_F(TableTest, AwayHasNoTimeBank) {
  start(3);
  send(SetConnection{user(0), false});
  pass(settings.action_time.ms);
  EXPECT_EQ(seat(0).status, SeatStatus::FOLDED);
  EXPECT_EQ(seat(0).time_bank, 30'000);
}

TEST_F(TableTest, TimeOutsInARowSitThePlayerOut) {
  settings.time_bank = {0};
  start(3);
  pass(settings.action_time.ms);
  EXPECT_EQ(seat(0).timeouts, 1);
  act(1, Action::FOLD);
  pass(settings.next_hand_delay.ms);  // button 1, under the gun is seat 1
  act(1, Action::FOLD);
  act(2, Action::FOLD);
  pass(settings.next_hand_delay.ms);  // button 2: seat 2 first, then seat 0
  act(2, Action::CALL);
  pass(settings.action_time.ms);
  EXPECT_EQ(seat(0).player, PlayerStatus::SITTING_OUT);
  act(1, Action::CHECK);
  while (t.to_act.set()) act(t.to_act.v, Action::CHECK);
  pass(settings.review_hand_time.ms);
  EXPECT_FALSE(t.dealt.has(0));
  EXPECT_EQ(send(SitIn{user(0)}), Error::NONE);
  EXPECT_EQ(send(SitIn{user(0)}), Error::INVALID_STATE);
}

TEST_F(TableTest, AnActionBreaksARowOfTimeOuts) {
  settings.time_bank = {0};
  start(3);
  pass(settings.action_time.ms);
  ASSERT_EQ(seat(0).timeouts, 1);
  act(1, Action::FOLD);
  pass(settings.next_hand_delay.ms);
  act(1, Action::CALL);
  act(2, Action::CALL);
  act(0, Action::CHECK);
  EXPECT_EQ(seat(0).timeouts, 0);
}

TEST_F(TableTest, TheTimeBankIsRefilledEveryTenHandsUpToItsFirstValue) {
  start(2);
  seat(0).time_bank = 10'000;
  seat(1).time_bank = 29'000;
  for (int hand = 0; hand < 9; ++hand) {
    fold_out();
    pass(settings.next_hand_delay.ms);
  }
  EXPECT_EQ(t.hand, HandNumber{10});
  EXPECT_EQ(seat(0).time_bank, 15'000);
  EXPECT_EQ(seat(1).time_bank, 30'000);
}

TEST_F(TableTest, StaleActionsNeverHit) {
  start(3);
  const Turn turn = t.turn;
  act(0, Action::CALL);
  EXPECT_EQ(send(PlayerActionCommand{user(0), Action::CALL, {}, t.hand, turn}), Error::STALE_ACTION);
  EXPECT_EQ(send(PlayerActionCommand{user(1), Action::CALL, {}, t.hand, turn}), Error::STALE_ACTION);
  EXPECT_EQ(send(PlayerActionCommand{user(0), Action::CALL, {}, t.hand, t.turn}), Error::NOT_YOUR_TURN);
  fold_out();
  const HandNumber old = t.hand;
  EXPECT_EQ(send(PlayerActionCommand{user(1), Action::FOLD, {}, old, {}}), Error::STALE_ACTION);
  EXPECT_EQ(send(PlayerActionCommand{user(1), Action::FOLD, {}, {}, {}}), Error::NO_HAND);
  pass(settings.next_hand_delay.ms);
  EXPECT_EQ(send(PlayerActionCommand{user(1), Action::FOLD, {}, old, {}}), Error::STALE_ACTION);
}

TEST_F(TableTest, StaleWakesAreRefused) {
  start(2);
  EXPECT_EQ(send(Wake{}), Error::STALE_ACTION);
  now = now + settings.action_time;
  EXPECT_EQ(send(Wake{}), Error::NONE);
  EXPECT_EQ(send(Wake{}), Error::STALE_ACTION);
}

TEST_F(TableTest, IntentsActWhenTheTurnComes) {
  start(4);
  EXPECT_EQ(intend(0, Intent::FOLD), Error::NONE);
  EXPECT_EQ(intend(1, Intent::CALL, 5), Error::NONE);
  EXPECT_EQ(intend(2, Intent::CHECK), Error::NONE);
  EXPECT_EQ(act(3, Action::CALL), Error::NONE);
  EXPECT_EQ(seat(0).status, SeatStatus::FOLDED);
  EXPECT_EQ(t.phase, HandPhase::FLOP_BETTING) << "all three followed in one step";
}

TEST_F(TableTest, IntentsThatNoLongerHoldAreDropped) {
  start(4);
  intend(0, Intent::CALL, 10);
  intend(1, Intent::CALL_ANY);
  intend(2, Intent::CHECK_FOLD);
  act(3, Action::RAISE, 40);
  EXPECT_EQ(t.to_act, SeatIndex{0}) << "the amount to call changed";
  EXPECT_EQ(seat(0).intent, Intent::NONE);
  EXPECT_EQ(t.action_deadline, now + settings.action_time);
  act(0, Action::FOLD);
  EXPECT_EQ(seat(1).street, Chips{0});
  EXPECT_EQ(seat(2).status, SeatStatus::FOLDED);
  EXPECT_EQ(t.phase, HandPhase::FLOP_BETTING);
}

TEST_F(TableTest, RaiseIntentAppliesWhenItIsStillLegal) {
  start(4);
  intend(0, Intent::RAISE, 60);
  intend(1, Intent::RAISE, 60);
  act(3, Action::CALL);
  EXPECT_EQ(t.current_bet, Chips{60});
  EXPECT_EQ(t.to_act, SeatIndex{1}) << "60 is no raise any more";
  EXPECT_EQ(seat(1).intent, Intent::NONE);
}

TEST_F(TableTest, IntentOnOnesOwnTurnIsAppliedOrRefused) {
  start(3);
  EXPECT_EQ(intend(0, Intent::CHECK), Error::CANNOT_CHECK);
  EXPECT_EQ(intend(0, Intent::CALL, 9), Error::STALE_ACTION);
  EXPECT_EQ(intend(0, Intent::CALL, 10), Error::NONE);
  EXPECT_EQ(t.to_act, SeatIndex{1});
}

TEST_F(TableTest, IntentsNameHandAndStreet) {
  start(3);
  EXPECT_EQ(send(PlayerIntent{user(1), Intent::FOLD, {}, {99}, t.phase}), Error::STALE_ACTION);
  EXPECT_EQ(send(PlayerIntent{user(1), Intent::FOLD, {}, t.hand, HandPhase::FLOP_BETTING}),
            Error::STALE_ACTION);
  EXPECT_EQ(intend(1, Intent::FOLD), Error::NONE);
  EXPECT_EQ(intend(1, Intent::NONE), Error::NONE) << "taken back";
  act(0, Action::CALL);
  EXPECT_EQ(t.to_act, SeatIndex{1});
}

TEST_F(TableTest, ANewStreetClearsIntents) {
  start(3);
  act(0, Action::CALL);
  act(1, Action::CALL);
  intend(0, Intent::RAISE, 500);
  act(2, Action::CHECK);
  ASSERT_EQ(t.phase, HandPhase::FLOP_BETTING);
  EXPECT_EQ(seat(0).intent, Intent::NONE);
}

TEST_F(TableTest, LeavingMidHandFoldsInTurnAndIsRemovedAfterwards) {
  start(4);
  EXPECT_EQ(send(LeaveGame{user(0)}), Error::NONE);
  EXPECT_EQ(seat(0).player, PlayerStatus::LEAVING);
  EXPECT_EQ(seat(0).status, SeatStatus::ACTIVE) << "not its turn yet";
  EXPECT_EQ(send(LeaveGame{user(0)}), Error::INVALID_STATE);
  act(3, Action::CALL);
  EXPECT_EQ(seat(0).status, SeatStatus::FOLDED);
  act(1, Action::FOLD);
  act(2, Action::CHECK);
  while (t.to_act.set()) act(t.to_act.v, Action::CHECK);
  EXPECT_EQ(seat(0).status, SeatStatus::FOLDED);
  pass(settings.review_hand_time.ms);
  EXPECT_EQ(seat(0).status, SeatStatus::EMPTY);
}

TEST_F(TableTest, LeavingOnOnesTurnActsAtOnce) {
  start(3);
  send(LeaveGame{user(0)});
  EXPECT_EQ(seat(0).status, SeatStatus::FOLDED);
  EXPECT_EQ(t.to_act, SeatIndex{1});
}

TEST_F(TableTest, LeavingOutsideAHandIsAtOnce) {
  start(3);
  sit(4, 1000);
  send(LeaveGame{user(4)});
  EXPECT_EQ(seat(4).status, SeatStatus::EMPTY);
  ASSERT_TRUE(notice<ChipsOut>());
  EXPECT_EQ(notice<ChipsOut>()->carried.chips, Chips{1000});
  EXPECT_EQ(notice<ChipsOut>()->reason, OutReason::LEFT);
}

TEST_F(TableTest, AwayTooLongIsRemovedAfterTheHandOrAtOnce) {
  start(3);
  sit(4, 1000);
  send(SetConnection{user(4), false});
  send(SetConnection{user(1), false});
  now = now + settings.away_timeout;
  send(Wake{});
  EXPECT_EQ(seat(4).status, SeatStatus::EMPTY) << "in no hand: at once";
  ASSERT_NE(seat(1).status, SeatStatus::EMPTY);
  fold_out();
  pass(settings.next_hand_delay.ms);
  EXPECT_EQ(seat(1).status, SeatStatus::EMPTY);
}

TEST_F(TableTest, ComingBackInTimeStopsTheClock) {
  sit(0, 1000);
  send(SetConnection{user(0), false});
  pass(settings.away_timeout.ms - 1);
  send(SetConnection{user(0), true});
  pass(settings.away_timeout.ms);
  EXPECT_NE(seat(0).status, SeatStatus::EMPTY);
}

TEST_F(TableTest, SittingOutTooLongIsRemovedButBuyingInIsNot) {
  sit(0, 1000);
  sit(1, 0);
  send(SitOut{user(0)});
  pass(settings.sit_out_limit.ms);
  EXPECT_EQ(seat(0).status, SeatStatus::EMPTY);
  EXPECT_EQ(seat(1).player, PlayerStatus::BUYING_IN);
}

TEST_F(TableTest, ReadinessIsToldToTheGame) {
  sit(0, 0);
  EXPECT_FALSE(notice<ReadyChanged>());
  buy(0, 500);
  ASSERT_TRUE(notice<ReadyChanged>());
  EXPECT_TRUE(notice<ReadyChanged>()->ready);
  send(SitOut{user(0)});
  EXPECT_FALSE(notice<ReadyChanged>()->ready);
}

TEST_F(TableTest, TableCommandsNeedAnActiveGame) {
  start(2);
  t.game = GameStatus::PAUSED;
  EXPECT_EQ(act(0, Action::CALL), Error::INVALID_STATE);
  EXPECT_EQ(intend(0, Intent::FOLD), Error::INVALID_STATE);
  EXPECT_EQ(send(ShowCards{user(0)}), Error::INVALID_STATE);
  EXPECT_EQ(act(5, Action::CALL), Error::NOT_SEATED);
}

}  // namespace
}  // namespace cardroom
