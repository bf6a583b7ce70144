#include "tests/engine/table_fixture.hpp"

/// Section "Balancing" as far as a table carries it out, and what it owes its game.
namespace cardroom {
namespace {

TEST_F(TableTest, WhoWaitsForAHandIsMovedFirstAndAtOnce) {
  start(3);
  sit(4, 500);
  EXPECT_EQ(send(MoveOut{{7}}), Error::NONE);
  ASSERT_TRUE(notice<MoveChosen>());
  EXPECT_EQ(notice<MoveChosen>()->seat, SeatIndex{4});
  ASSERT_TRUE(notice<ChipsOut>());
  EXPECT_EQ(notice<ChipsOut>()->reason, OutReason::MOVED);
  EXPECT_EQ(notice<ChipsOut>()->carried.chips, Chips{500});
  EXPECT_EQ(seat(4).status, SeatStatus::EMPTY);
}

TEST_F(TableTest, DealtInSeatsMoveAfterTheHandTheNextBigBlindFirst) {
  start(4);  // button 0, big blind 2; next hand: button 1, big blind 3
  send(MoveOut{{1}});
  EXPECT_EQ(notice<MoveChosen>()->seat, SeatIndex{3});
  send(MoveOut{{2}});
  EXPECT_EQ(notice<MoveChosen>()->seat, SeatIndex{1}) << "every other seat from the big blind";
  EXPECT_FALSE(notice<ChipsOut>());
  fold_out();
  EXPECT_NE(seat(3).status, SeatStatus::EMPTY) << "still in HAND_COMPLETE";
  pass(settings.next_hand_delay.ms);
  EXPECT_EQ(seat(3).status, SeatStatus::EMPTY);
  EXPECT_EQ(seat(1).status, SeatStatus::EMPTY);
  EXPECT_EQ(t.hand, HandNumber{2}) << "the next hand goes on without them";
}

TEST_F(TableTest, ACancelledMoveIsNotCarriedOut) {
  start(4);
  send(MoveOut{{1}});
  send(CancelMove{{1}});
  fold_out();
  pass(settings.next_hand_delay.ms);
  EXPECT_EQ(t.dealt.count(), 4);
}

TEST_F(TableTest, NobodyToMoveIsTold) {
  send(MoveOut{{1}});
  ASSERT_TRUE(notice<MoveDropped>());
}

TEST_F(TableTest, WhoLeavesWithAPlannedMoveNamesIt) {
  start(4);
  send(MoveOut{{9}});
  send(LeaveGame{user(3)});
  fold_out();
  pass(settings.next_hand_delay.ms);
  ASSERT_TRUE(notice<ChipsOut>());
  EXPECT_EQ(notice<ChipsOut>()->reason, OutReason::LEFT);
  EXPECT_EQ(notice<ChipsOut>()->move, MoveId{9});
}

TEST_F(TableTest, AMovedPlayerTakesClocksAndConditionAlong) {
  Carried carried;
  carried.chips = {700};
  carried.player = PlayerStatus::SITTING_OUT;
  carried.sit_out_since = Instant{now.ms - 1000};
  carried.time_bank = 1234;
  carried.timeouts = 1;
  send(SeatPlayer{{1}, user(2), {2}, carried});
  EXPECT_EQ(seat(2).player, PlayerStatus::SITTING_OUT);
  acknowledges = false;
  send(MoveOut{{3}});
  ASSERT_TRUE(notice<ChipsOut>());
  const Carried on = notice<ChipsOut>()->carried;
  EXPECT_EQ(on.time_bank, 1234);
  EXPECT_EQ(on.sit_out_since, carried.sit_out_since);
  EXPECT_EQ(on.player, PlayerStatus::SITTING_OUT);
}

TEST_F(TableTest, ChipsAreOwedUntilTheGameHasThem) {
  sit(0, 1000);
  sit(1, 600);
  acknowledges = false;
  send(LeaveGame{user(0)});
  send(LeaveGame{user(1)});
  std::vector<TableNotice> owed;
  table::owed(t, owed);
  ASSERT_EQ(owed.size(), 2u);
  EXPECT_EQ(std::get<ChipsOut>(owed[0]).carried.chips, Chips{1000});
  EXPECT_EQ(std::get<ChipsOut>(owed[1]).out, Sequence{2});
  send(Acknowledge{{1}});
  EXPECT_EQ(seat(0).status, SeatStatus::EMPTY);
  EXPECT_NE(seat(1).status, SeatStatus::EMPTY);
  send(Acknowledge{{2}});
  EXPECT_EQ(chips_at(t), Chips{0});
}

TEST_F(TableTest, ANumberedMessageIsAnsweredOnceAndForAll) {
  sit(0, 1000);
  const auto buy = [&](std::uint32_t seq, std::int64_t chips) {
    return send(AddChips{{seq}, user(0), {chips}, {100}, {2000}});
  };
  EXPECT_EQ(send(SeatPlayer{{2}, user(1), {0}, {}}), Error::SEAT_TAKEN);
  EXPECT_EQ(buy(3, 50), Error::NONE);
  EXPECT_EQ(chips_at(t), Chips{1050});
  // Said again after a restart, in any order.
  EXPECT_EQ(buy(3, 50), Error::NONE);
  EXPECT_EQ(send(SeatPlayer{{2}, user(1), {3}, {}}), Error::SEAT_TAKEN) << "though it would fit now";
  EXPECT_EQ(chips_at(t), Chips{1050});
  EXPECT_EQ(seat(3).status, SeatStatus::EMPTY);
  EXPECT_EQ(send(AddChips{{4}, user(5), {50}, {100}, {2000}}), Error::NOT_SEATED);
  EXPECT_EQ(send(AddChips{{4}, user(5), {50}, {100}, {2000}}), Error::BAD_BUY_IN) << "still a refusal";
  for (std::uint32_t seq = 5; seq <= 68; ++seq) EXPECT_EQ(buy(seq, 1), Error::NONE);
  EXPECT_EQ(t.refused, 0u);
}

TEST_F(TableTest, ANumberedMessageWaitsForTheOneBefore) {
  const TableState before = t;
  EXPECT_EQ(send(SeatPlayer{{2}, user(1), {1}, {}}), Error::INVALID_STATE);
  EXPECT_EQ(send(AddChips{{3}, user(1), {500}, {100}, {2000}}), Error::INVALID_STATE);
  EXPECT_TRUE(t == before) << "neither is taken for the first one";
  Carried moved;
  moved.chips = {700};
  EXPECT_EQ(send(SeatPlayer{{1}, user(0), {0}, moved}), Error::NONE);
  EXPECT_EQ(send(SeatPlayer{{2}, user(1), {1}, {}}), Error::NONE);
  EXPECT_EQ(send(AddChips{{3}, user(1), {500}, {100}, {2000}}), Error::NONE);
  EXPECT_EQ(chips_at(t), Chips{1200});
}

TEST_F(TableTest, AVoidedTableKeepsWhomTheGameKnowsThere) {
  start(3);
  t.in = {3};
  send(AddChips{{4}, user(9), {50}, {100}, {2000}});
  ASSERT_EQ(t.refused, 1u);
  const TableState v = table::voided(t, {{user(0), user(1)}, {6}, {2}}, {t.version.v + 5});
  EXPECT_FALSE(in_play(v.phase));
  EXPECT_EQ(v.seats[0].user, user(0));
  EXPECT_EQ(v.seats[0].stack + v.seats[1].stack, Chips{2000}) << "the hand is refunded";
  EXPECT_EQ(v.seats[2].status, SeatStatus::EMPTY) << "the game has booked those chips";
  EXPECT_EQ(v.version, Version{t.version.v + 6});
  EXPECT_EQ(v.in, Sequence{6});
  EXPECT_EQ(v.refused, 1u << 2u) << "still that of message 4";
  EXPECT_EQ(v.out, Sequence{2});
}

TEST_F(TableTest, EverybodyIsDisconnectedInOneStep) {
  start(3);
  send(SetConnection{user(1), false});
  const Instant first = seat(1).away_since;
  now = now + seconds(5);
  EXPECT_EQ(send(AllDisconnected{}), Error::NONE);
  EXPECT_EQ(events.size(), 2u);
  for (int i : {0, 1, 2}) EXPECT_FALSE(seat(i).connected);
  EXPECT_EQ(seat(0).away_since, now);
  EXPECT_EQ(seat(1).away_since, first);
  EXPECT_EQ(seat(2).away_since, now);
  EXPECT_EQ(send(AllDisconnected{}), Error::NOT_SEATED) << "no step where it is no news";
}

TEST_F(TableTest, ClocksStandWhileNobodyCanAct) {
  start(3);
  const Instant deadline = t.action_deadline;
  send(SetConnection{user(t.to_act.v), false});
  const Instant away = seat(t.to_act.v).away_since;
  now = now + seconds(100);
  EXPECT_EQ(send(ShiftClocks{{-t.phase_started_at.ms}}), Error::BAD_REQUEST) << "no time is before the first";
  EXPECT_EQ(send(ShiftClocks{seconds(100)}), Error::NONE);
  EXPECT_EQ(t.action_deadline, deadline + seconds(100));
  EXPECT_EQ(send(ShiftClocks{seconds(-30)}), Error::NONE) << "the next clock is behind";
  EXPECT_EQ(t.action_deadline, deadline + seconds(70));
  EXPECT_FALSE(t.phase_deadline.set());
  EXPECT_EQ(seat(t.to_act.v).away_since, away) << "a limit of absence goes on";
}

TEST_F(TableTest, WhatTheGameMustKnowIsRepeated) {
  start(3);
  send(MoveOut{{4}});
  ASSERT_TRUE(notice<MoveChosen>());
  const UserId chosen = notice<MoveChosen>()->user;
  std::vector<TableNotice> owed;
  table::owed(t, owed);
  ASSERT_EQ(owed.size(), 4u);
  int ready = 0, moves = 0;
  for (const TableNotice& n : owed) {
    if (const auto* r = std::get_if<ReadyChanged>(&n)) ready += r->ready ? 1 : 0;
    if (const auto* m = std::get_if<MoveChosen>(&n)) moves += m->user == chosen ? 1 : 0;
  }
  EXPECT_EQ(ready, 3);
  EXPECT_EQ(moves, 1);
  // Nobody else is chosen for a move that was asked for twice.
  send(MoveOut{{4}});
  EXPECT_EQ(notice<MoveChosen>()->user, chosen);
  EXPECT_EQ(std::count_if(t.seats.begin(), t.seats.end(), [](const Seat& s) { return s.move.v != 0; }), 1);
}

TEST_F(TableTest, ReservedSeatsAreKeptForTheirPlayer) {
  EXPECT_EQ(send(ReserveSeat{{3}}), Error::NONE);
  EXPECT_EQ(send(ReserveSeat{{3}}), Error::SEAT_TAKEN);
  EXPECT_EQ(seat(3).status, SeatStatus::RESERVED);
  EXPECT_EQ(send(ReleaseSeat{{3}}), Error::NONE);
  EXPECT_EQ(send(ReleaseSeat{{3}}), Error::SEAT_EMPTY);
  send(ReserveSeat{{3}});
  sit(3, 100);
  EXPECT_EQ(seat(3).status, SeatStatus::JOINED_WAITING);
}

TEST_F(TableTest, ClosingCashesEverybodyOut) {
  start(3);
  EXPECT_EQ(send(CloseTable{}), Error::HAND_IN_PROGRESS);
  fold_out();
  send(SetTableStatus{TableStatus::PAUSE_AFTER_HAND, GameStatus::ACTIVE});
  pass(settings.next_hand_delay.ms);
  send(ReserveSeat{{5}});
  EXPECT_EQ(send(CloseTable{}), Error::NONE);
  EXPECT_EQ(chips_at(t), Chips{0});
  for (int i = 0; i < 6; ++i) EXPECT_EQ(seat(i).status, SeatStatus::EMPTY);
}

TEST_F(TableTest, SeatingIsChecked) {
  sit(0, 100);
  EXPECT_EQ(send(SeatPlayer{{}, user(1), {0}, {}}), Error::SEAT_TAKEN);
  EXPECT_EQ(send(SeatPlayer{{}, user(0), {1}, {}}), Error::ALREADY_SEATED);
  EXPECT_EQ(send(SeatPlayer{{}, user(1), {6}, {}}), Error::SEAT_OUT_OF_RANGE);
  EXPECT_EQ(buy(3, 500), Error::NOT_SEATED);
}

}  // namespace
}  // namespace cardroom
