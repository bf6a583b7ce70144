#include "tests/engine/table_fixture.hpp"

// Rake on its way from a table to its game.
namespace cardroom {
namespace {

class TableRake : public TableTest {
 protected:
  TableRake() { settings.rake_percent = 10; }

  /// Everybody checks or calls until the hand is over: 1 chip of each 10 stays as rake.
  void check_down() {
    while (t.to_act.set()) {
      const bool free = betting::options(settings, t, t.to_act.v).check;
      ASSERT_EQ(act(t.to_act.v, free ? Action::CHECK : Action::CALL), Error::NONE);
    }
  }
  /// The review is over: the table cleans up and, while it plays, deals the next hand.
  void review() { pass(settings.review_hand_time.ms); }
  std::vector<ChipsOut> out() const {
    std::vector<ChipsOut> list;
    for (const TableNotice& n : notices)
      if (const auto* c = std::get_if<ChipsOut>(&n)) list.push_back(*c);
    return list;
  }
  /// Two players; hand 16 was raked, its 2 chips are on their way, and 2 of hand 17 are at the table.
  void start_with_rake_on_its_way() {
    acknowledges = false;
    t.hand = {15};
    start(2);
    check_down();
    review();
    check_down();
    ASSERT_EQ(t.rake_out, Sequence{1});
    ASSERT_EQ(t.rake_leaving, Chips{2});
    ASSERT_EQ(t.rake, Chips{2});
  }
};

TEST_F(TableRake, LeavesEverySixteenHands) {
  acknowledges = false;
  start(3);
  for (std::uint32_t hand = 1; hand < 16; ++hand) {
    ASSERT_EQ(t.hand, HandNumber{hand});
    check_down();
    review();
    ASSERT_FALSE(notice<ChipsOut>());
    ASSERT_EQ(t.rake, Chips{3 * hand});
  }
  check_down();
  review();
  ASSERT_EQ(out().size(), 1u);
  const ChipsOut leaving = out()[0];
  EXPECT_EQ(leaving.reason, OutReason::RAKE);
  EXPECT_EQ(leaving.out, Sequence{1});
  EXPECT_TRUE(leaving.user.empty());
  EXPECT_FALSE(leaving.seat.set());
  EXPECT_EQ(leaving.carried.chips, Chips{48});
  EXPECT_EQ(t.rake, Chips{0});
  EXPECT_EQ(chips_at(t), Chips{3000}) << "the table keeps it until the game has it";
  send(Acknowledge{leaving.out});
  EXPECT_EQ(chips_at(t), Chips{2952});
  EXPECT_EQ(t.rake_out, Sequence{0});
}

TEST_F(TableRake, OneNoticeAtATime) {
  start_with_rake_on_its_way();
  t.hand = {32};
  review();
  EXPECT_FALSE(notice<ChipsOut>());
  EXPECT_EQ(t.rake, Chips{2});
  std::vector<TableNotice> owed;
  table::owed(t, owed);
  ASSERT_TRUE(std::holds_alternative<ChipsOut>(owed[0]));
  EXPECT_EQ(std::get<ChipsOut>(owed[0]).reason, OutReason::RAKE);
  EXPECT_EQ(std::get<ChipsOut>(owed[0]).out, Sequence{1});
  EXPECT_EQ(std::get<ChipsOut>(owed[0]).carried.chips, Chips{2}) << "said again as it was";
}

TEST_F(TableRake, LeavesBeforeThePauseIsTold) {
  start(3);
  send(SetTableStatus{TableStatus::PAUSE_AFTER_HAND, GameStatus::ACTIVE});
  check_down();
  review();
  ASSERT_EQ(t.status, TableStatus::PAUSED);
  ASSERT_EQ(notices.size(), 2u);
  EXPECT_EQ(out().at(0).carried.chips, Chips{3});
  EXPECT_TRUE(std::holds_alternative<TablePaused>(notices[1]));
  EXPECT_EQ(chips_at(t), Chips{2997});
}

TEST_F(TableRake, WhatIsLeftAtAPausedTableFollowsTheAcknowledgement) {
  start_with_rake_on_its_way();
  send(SetTableStatus{TableStatus::PAUSE_AFTER_HAND, GameStatus::ACTIVE});
  review();
  ASSERT_EQ(t.status, TableStatus::PAUSED);
  EXPECT_TRUE(out().empty());
  send(Acknowledge{{1}});
  ASSERT_EQ(out().size(), 1u);
  EXPECT_EQ(out()[0].out, Sequence{2});
  EXPECT_EQ(out()[0].carried.chips, Chips{2});
  EXPECT_EQ(t.rake, Chips{0});
}

TEST_F(TableRake, LeavesBeforeTheLastPlayer) {
  acknowledges = false;
  start(2);
  check_down();
  send(LeaveGame{user(0)});
  review();
  ASSERT_EQ(out().size(), 1u);
  EXPECT_EQ(out()[0].reason, OutReason::LEFT) << "another player is there still";
  send(LeaveGame{user(1)});
  ASSERT_EQ(out().size(), 2u);
  EXPECT_EQ(out()[0].reason, OutReason::RAKE);
  EXPECT_EQ(out()[0].out, Sequence{2});
  EXPECT_EQ(out()[1].reason, OutReason::LEFT);
  EXPECT_EQ(out()[1].out, Sequence{3});
}

TEST_F(TableRake, TheLastPlayerWaitsForRakeThatIsOnItsWay) {
  start_with_rake_on_its_way();
  send(LeaveGame{user(0)});
  review();
  ASSERT_EQ(out().size(), 1u);
  send(LeaveGame{user(1)});
  EXPECT_TRUE(out().empty());
  EXPECT_EQ(seat(1).player, PlayerStatus::LEAVING);
  EXPECT_FALSE(table::next_deadline(settings, t).set()) << "nothing to be done before the game has answered";
  send(Acknowledge{{2}});
  ASSERT_EQ(out().size(), 2u);
  EXPECT_EQ(out()[0].reason, OutReason::RAKE);
  EXPECT_EQ(out()[0].out, Sequence{3});
  EXPECT_EQ(out()[0].carried.chips, Chips{2});
  EXPECT_EQ(out()[1].reason, OutReason::LEFT);
  EXPECT_EQ(out()[1].out, Sequence{4});
  std::vector<TableNotice> owed;
  table::owed(t, owed);
  ASSERT_EQ(owed.size(), 2u);
  EXPECT_EQ(std::get<ChipsOut>(owed[0]).out, Sequence{3}) << "in the order of their numbers";
  EXPECT_EQ(std::get<ChipsOut>(owed[1]).out, Sequence{4});
  send(Acknowledge{{4}});
  EXPECT_EQ(chips_at(t), Chips{0});
}

TEST_F(TableRake, TheLastPlayerWhoIsAwayWaitsToo) {
  start_with_rake_on_its_way();
  send(LeaveGame{user(0)});
  review();
  send(SetConnection{user(1), false});
  EXPECT_FALSE(table::next_deadline(settings, t).set());
  now = now + settings.away_timeout;
  send(Acknowledge{{2}});
  EXPECT_EQ(out().size(), 2u);
  EXPECT_EQ(seat(1).player, PlayerStatus::OUT);
}

TEST_F(TableRake, LeavesWhenTheTableIsClosed) {
  acknowledges = false;
  start(2);
  check_down();
  EXPECT_EQ(send(CloseTable{}), Error::NONE);
  ASSERT_EQ(out().size(), 3u);
  EXPECT_EQ(out()[0].reason, OutReason::CLOSED);
  EXPECT_EQ(out()[1].reason, OutReason::RAKE);
  EXPECT_EQ(out()[1].carried.chips, Chips{2});
  EXPECT_EQ(out()[2].reason, OutReason::CLOSED);
}

TEST_F(TableRake, AVoidedHandPaysNothing) {
  start(3);
  check_down();
  review();
  act(t.to_act.v, Action::CALL);
  act(t.to_act.v, Action::CALL);
  act(t.to_act.v, Action::CHECK);
  ASSERT_EQ(t.phase, HandPhase::FLOP_BETTING);
  send(VoidHand{});
  EXPECT_EQ(t.rake, Chips{3}) << "that of the hand before";
  EXPECT_EQ(chips_at(t), Chips{3000});
}

TEST_F(TableRake, AVoidedTableKeepsWhatTheGameHasNotBooked) {
  start_with_rake_on_its_way();
  const std::vector<UserId> both{user(0), user(1)};
  const auto voided = [&](std::uint32_t out, std::uint32_t rake) {
    return table::voided(t, {both, {2}, {out}, {rake}}, t.version);
  };
  EXPECT_EQ(voided(0, 0).rake, Chips{2});
  EXPECT_EQ(voided(0, 0).rake_leaving, Chips{2});
  EXPECT_EQ(voided(1, 1).rake, Chips{2});
  EXPECT_EQ(voided(1, 1).rake_leaving, Chips{0});
  EXPECT_EQ(voided(1, 1).rake_out, Sequence{0});
  EXPECT_EQ(voided(2, 1).rake, Chips{2}) << "the lost notice was a player's";
  EXPECT_EQ(voided(3, 2).rake, Chips{0}) << "a lost notice took it";
  EXPECT_EQ(chips_at(voided(3, 2)), Chips{1996});
}

}  // namespace
}  // namespace cardroom
