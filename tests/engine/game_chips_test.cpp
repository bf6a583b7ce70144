#include <gtest/gtest.h>

#include "engine/describe.hpp"
#include "tests/engine/game_fake.hpp"

// Buy-ins, chips that come back, exchanges with the bank, rat-holing.
namespace cardroom::fake {
namespace {

TEST(GameChips, ABuyInIsReservedThenCommitted) {
  World w = seating();
  w.join("a");
  w.hold = true;
  w.settle();
  EXPECT_EQ(w.buy("a", 500), Error::NONE);
  EXPECT_EQ(w.balance("a").v, 9'500);
  EXPECT_EQ(w.bank.contents().reservations.size(), 1u);
  EXPECT_EQ(w.game.inside.v, 0);
  EXPECT_EQ(game::chips_in_transit(w.game).v, 0);
  EXPECT_TRUE(w.deliver_to_bank());
  EXPECT_TRUE(w.bank.contents().reservations.empty());
  EXPECT_EQ(w.game.inside.v, 500);
  EXPECT_EQ(game::chips_in_transit(w.game).v, 500);
  EXPECT_TRUE(w.answers.empty());
  w.settle();
  EXPECT_EQ(game::chips_in_transit(w.game).v, 0);
  EXPECT_EQ(w.table_of("a").chips().v, 500);
  ASSERT_EQ(w.answers.size(), 1u);
  EXPECT_EQ(w.answers[0].error, Error::NONE);
  EXPECT_EQ(w.answers[0].user, UserId("a"));
}

TEST(GameChips, ARefusedBuyInComesBackAndIsAnswered) {
  World w = seating();
  w.join("a");
  EXPECT_EQ(w.buy("a", 399), Error::NONE);  // the game cannot tell; the table refuses below 40 big blinds
  ASSERT_EQ(w.answers.size(), 1u);
  EXPECT_EQ(w.answers[0].error, Error::BAD_BUY_IN);
  EXPECT_EQ(w.balance("a").v, 10'000);
  EXPECT_EQ(game::chips_in_transit(w.game).v, 0);
  EXPECT_EQ(w.all<BalanceChanged>().back().balance.v, 10'000);
  w.buy("a", 1'001);
  EXPECT_EQ(w.answers.back().error, Error::BAD_BUY_IN);
  w.buy("a", 1'000);
  EXPECT_EQ(w.answers.back().error, Error::NONE);
}

TEST(GameChips, TheAnswerNamesTheClientsNumber) {
  World w = seating();
  w.join("a");
  const ClientId client{w.steps + 1};
  w.buy("a", 500);
  EXPECT_EQ(w.answers.at(0).client, client);
}

TEST(GameChips, BuyInsOutsideReasonOrBalance) {
  World w = seating();
  w.join("a");
  EXPECT_EQ(w.buy("a", 0), Error::BAD_BUY_IN);
  EXPECT_EQ(w.buy("a", -5), Error::BAD_BUY_IN);
  EXPECT_EQ(w.buy("a", 10'001), Error::INSUFFICIENT_BALANCE);
  EXPECT_EQ(w.buy("a", INT64_MAX), Error::INSUFFICIENT_BALANCE);
  EXPECT_EQ(w.buy("a", INT64_MIN), Error::BAD_BUY_IN);
  EXPECT_EQ(game::buy_in_at_table(w.game, BuyIn{UserId("a"), {7}}, w.now).least.v, 400);
  EXPECT_EQ(game::buy_in_at_table(w.game, BuyIn{UserId("a"), {7}}, w.now).most.v, 1'000);
}

TEST(GameChips, TheExcessOfATopUpComesBack) {
  World w = active(2);
  EXPECT_EQ(w.buy("p1", 800), Error::NONE);
  EXPECT_EQ(w.balance("p1").v, 9'000);
  EXPECT_EQ(w.table_of("p1").find(UserId("p1"))->carried.chips.v, 1'000);
  EXPECT_TRUE(w.player("p1").registered);
  EXPECT_FALSE(w.player("p1").table.empty());
  EXPECT_EQ(w.errors, std::vector<std::string>{});
}

TEST(GameChips, ChipsThatLeaveAreBookedOnceHoweverOftenTheyAreReported) {
  World w = active(3);
  const TableId table = w.player("p1").table;
  w.buy("p1", 800);  // 300 come back: notice 1
  FakeTable& t = w.tables.at(table);
  Carried back;
  back.chips = {300};
  const ChipsOut again{Sequence{1}, UserId("p1"), w.player("p1").seat, OutReason::EXCESS, {}, back};
  const Chips balance = w.balance("p1");
  const int acknowledged = w.told<Acknowledge>();
  for (int i = 0; i < 3; ++i) w.give(FromTable{table, again});
  EXPECT_EQ(w.balance("p1"), balance);
  EXPECT_EQ(w.told<Acknowledge>(), acknowledged + 3);
  w.leave("p1");
  EXPECT_EQ(t.out.v, 2u);
  const ChipsOut left{Sequence{2}, UserId("p1"), SeatIndex{0}, OutReason::LEFT, {}, back};
  const Chips after = w.balance("p1");
  w.give(FromTable{table, left});
  EXPECT_EQ(w.balance("p1"), after);
  EXPECT_EQ(w.errors, std::vector<std::string>{});
}

TEST(GameChips, RakeIsBookedOnce) {
  World w = active(3);
  const TableId table = w.player("p1").table;
  FakeTable& t = w.tables.at(table);
  FakeSeat& s = *t.find(UserId("p1"));
  s.carried.chips -= Chips{7};
  ChipsOut rake;
  rake.out = t.out = t.out.next();
  rake.reason = OutReason::RAKE;
  rake.carried.chips = {7};
  const int acknowledged = w.told<Acknowledge>();
  const Chips inside = w.game.inside;
  for (int i = 0; i < 2; ++i) w.give(FromTable{table, rake});
  EXPECT_EQ(w.bank.rake(), Chips{7});
  EXPECT_EQ(w.game.inside, inside - Chips{7});
  EXPECT_EQ(w.told<Acknowledge>(), acknowledged + 2);
  EXPECT_EQ(game::known_table(w.game, table).rake, rake.out);
  EXPECT_EQ(w.errors, std::vector<std::string>{});
}

TEST(GameChips, AnAnswerIsCountedOnce) {
  World w = active(2);
  const TableId table = w.player("p1").table;
  const Sequence last = w.game.tables.at(table).sent;
  w.step(FromTable{table, Applied{last, Error::NOT_SEATED}}, {});
  w.step(FromTable{table, Applied{Sequence{99}, Error::NOT_SEATED}}, {});
  w.step(FromTable{TableId("nowhere"), Applied{Sequence{1}, Error::NONE}}, {});
  EXPECT_EQ(w.balance("p1").v, 9'500);
  EXPECT_EQ(w.errors, std::vector<std::string>{});
}

TEST(GameChips, ABuyInThatMeetsALeavingPlayerComesBack) {
  World w = active(3);
  w.hold = true;
  const TableId table = w.player("p1").table;
  FakeTable& t = w.tables.at(table);
  t.remove(*t.find(UserId("p1")), OutReason::LEFT);  // removed by the table
  w.collect(table, t);
  EXPECT_EQ(w.buy("p1", 300), Error::NONE);  // before the game knows
  w.settle();
  EXPECT_EQ(w.balance("p1").v, 10'000);
  EXPECT_EQ(w.answers.back().error, Error::NOT_SEATED);
  EXPECT_EQ(w.errors, std::vector<std::string>{});
}

TEST(GameChips, ATableIsNotRemovedBeforeItHasAnsweredEverything) {
  World w = active(2);
  w.leave("p2");
  w.hold = true;
  const TableId table = w.player("p1").table;
  FakeTable& t = w.tables.at(table);
  t.remove(*t.find(UserId("p1")), OutReason::LEFT);
  w.collect(table, t);
  w.buy("p1", 300);
  w.deliver_to_bank();
  w.deliver_to_game(table);  // the last player is gone, but the buy-in is still on its way
  EXPECT_TRUE(w.removed.empty());
  EXPECT_TRUE(w.game.table_excess_since.set());
  w.settle();
  EXPECT_EQ(w.removed.size(), 1u);
  EXPECT_FALSE(w.game.table_excess_since.set());
  EXPECT_EQ(w.balance("p1").v, 10'000);
  EXPECT_EQ(w.errors, std::vector<std::string>{});
}

TEST(GameBank, OneNumberIsUnderWayAndTheRestWaitsTogether) {
  World w = seating();
  w.hold = true;
  for (const char* user : {"a", "b", "c", "d"}) w.join(user);
  ASSERT_EQ(w.game.outbox.size(), 2u);
  EXPECT_EQ(w.game.outbox.at(BankSequence{1}).size(), 1u);
  EXPECT_EQ(w.game.outbox.at(BankSequence{2}).size(), 3u);
  EXPECT_EQ(game::due_at_bank(w.game).size(), 1u);
  EXPECT_TRUE(w.deliver_to_bank());
  EXPECT_EQ(game::due_at_bank(w.game).size(), 3u);
  w.join("e");  // 2 is under way now
  EXPECT_EQ(w.game.outbox.at(BankSequence{3}).size(), 1u);
  w.settle();
  for (const char* user : {"a", "b", "c", "d", "e"}) EXPECT_EQ(w.balance(user).v, 10'000);
  EXPECT_EQ(w.errors, std::vector<std::string>{});
}

TEST(GameBank, AnExchangeHoldsSoMuchAndNoMore) {
  Settings s = settings();
  World w(s);  // SCHEDULED: no seats
  w.hold = true;
  for (int i = 1; i <= 70; ++i) w.join(nth(i));
  std::vector<std::size_t> sizes;
  for (const auto& [seq, entries] : w.game.outbox) sizes.push_back(entries.size());
  EXPECT_EQ(sizes, (std::vector<std::size_t>{1, 32, 32, 5}));
  w.settle();
  EXPECT_EQ(w.balance(nth(70)).v, 10'000);
}

TEST(GameBank, OnlyTheAnswerToWhatIsUnderWayIsTaken) {
  World w = seating();
  w.hold = true;
  EXPECT_EQ(w.give(BankAnswered{BankSequence{1}, {}}), Error::INVALID_STATE);
  w.join("a"), w.join("b");
  const std::vector<MovementAnswer> one{{BankResult::DONE, {10'000}}};
  EXPECT_EQ(w.give(BankAnswered{BankSequence{2}, one}), Error::INVALID_STATE);
  EXPECT_EQ(w.give(BankAnswered{BankSequence{1}, {one[0], one[0]}}), Error::INVALID_STATE);
  EXPECT_TRUE(w.deliver_to_bank());
  EXPECT_EQ(w.give(BankAnswered{BankSequence{1}, one}), Error::INVALID_STATE);
  EXPECT_EQ(w.all<BalanceChanged>().size(), 1u);
}

TEST(GameBank, AReservationThatIsGoneBuysNothing) {
  World w = seating();
  w.join("a");
  w.hold = true;
  EXPECT_EQ(w.buy("a", 500), Error::NONE);
  w.bank.release(w.game.outbox.begin()->second[0].movement.reservation);
  w.settle();
  ASSERT_EQ(w.answers.size(), 1u);
  EXPECT_EQ(w.answers[0].error, Error::INSUFFICIENT_BALANCE);
  EXPECT_EQ(w.balance("a").v, 10'000);
  EXPECT_EQ(w.game.inside.v, 0);
  EXPECT_EQ(w.player("a").drawing, 0);
  EXPECT_EQ(w.errors, std::vector<std::string>{});
}

TEST(GameBank, WhoHasLeftMeanwhileIsPaidBack) {
  World w = active(3);
  w.hold = true;
  EXPECT_EQ(w.buy("p1", 300), Error::NONE);
  w.leave("p1");
  EXPECT_TRUE(w.deliver_to_bank());
  ASSERT_EQ(w.answers.size(), 4u);
  EXPECT_EQ(w.answers.back().error, Error::NOT_REGISTERED);
  w.settle();
  EXPECT_EQ(w.balance("p1").v, 10'000);
  w.check_quiet();
  EXPECT_EQ(w.errors, std::vector<std::string>{});
}

TEST(GameBank, APlayerHasSoManyBuyInsUnderWay) {
  World w = active(2);
  w.hold = true;
  for (int i = 0; i < 8; ++i) EXPECT_EQ(w.buy("p1", 10), Error::NONE);
  EXPECT_EQ(w.buy("p1", 10), Error::INVALID_STATE);
  w.settle();
  EXPECT_EQ(w.buy("p1", 10), Error::NONE);
}

TEST(GameBank, WhatTheBankRefusesToPayStaysInsideAndIsKept) {
  World w = active(2);
  w.hold = true;
  FakeTable& t = w.table_of("p1");
  const Chips inside = w.game.inside;
  const TableId table = w.player("p1").table;
  t.remove(*t.find(UserId("p1")), OutReason::LEFT);
  w.collect(table, t);
  w.deliver_to_game(table);
  const BankSequence seq = w.game.banked.next();
  w.give(BankAnswered{seq, {{BankResult::TOO_MUCH, {9'500}}}});
  EXPECT_EQ(w.game.inside, inside);
  ASSERT_EQ(w.game.unpaid.size(), 1u);
  EXPECT_EQ(w.game.unpaid[0].user, UserId("p1"));
  EXPECT_EQ(w.game.unpaid[0].amount.v, 500);
  // It is asked again after a restart.
  w.give(Restarted{});
  EXPECT_TRUE(w.game.unpaid.empty());
  const std::vector<Movement> due = game::due_at_bank(w.game);
  ASSERT_EQ(due.size(), 1u);
  EXPECT_EQ(due[0].user, UserId("p1"));
  EXPECT_EQ(w.give(BankAnswered{seq.next(), {{BankResult::DONE, {10'000}}}}), Error::NONE);
  EXPECT_EQ(w.game.inside, inside - Chips{500});
}

TEST(RatHoling, WhoComesBackBringsWhatTheyLeftWith) {
  World w = active(2);
  const Instant left = w.now;
  w.table_of("p1").find(UserId("p1"))->carried.chips = {800};
  w.table_of("p2").find(UserId("p2"))->carried.chips = {200};
  w.leave("p1"), w.join("p1");
  EXPECT_EQ(w.balance("p1").v, 10'300);
  w.buy("p1", 799);
  EXPECT_EQ(w.answers.back().error, Error::BAD_BUY_IN);
  w.now = left + seconds(1800);
  w.buy("p1", 799);
  EXPECT_EQ(w.answers.back().error, Error::BAD_BUY_IN);
  w.buy("p1", 800);
  EXPECT_EQ(w.answers.back().error, Error::NONE);
  EXPECT_EQ(w.errors, std::vector<std::string>{});
}

TEST(RatHoling, EndsAfterItsTime) {
  World w = active(2);
  w.table_of("p1").find(UserId("p1"))->carried.chips = {800};
  w.table_of("p2").find(UserId("p2"))->carried.chips = {200};
  w.leave("p1"), w.join("p1");
  w.now = w.now + Duration{1'800'001};
  w.buy("p1", 400);
  EXPECT_EQ(w.answers.back().error, Error::NONE);
}

TEST(RatHoling, MoreThanTheMaximumMayBeBroughtBack) {
  World w = active(2);
  w.table_of("p1").find(UserId("p1"))->carried.chips = {1'000};
  w.table_of("p2").find(UserId("p2"))->carried.chips = {};
  w.join("p3");
  w.buy("p3", 1'000);
  w.table_of("p1").find(UserId("p1"))->carried.chips = {2'000};  // won from p3
  w.table_of("p3").find(UserId("p3"))->carried.chips = {};
  w.leave("p1"), w.join("p1");
  w.buy("p1", 1'999);
  EXPECT_EQ(w.answers.back().error, Error::BAD_BUY_IN);
  w.buy("p1", 2'001);
  EXPECT_EQ(w.answers.back().error, Error::BAD_BUY_IN);
  w.buy("p1", 2'000);
  EXPECT_EQ(w.answers.back().error, Error::NONE);
  // Once it is brought back the usual limits hold again.
  EXPECT_EQ(game::buy_in_at_table(w.game, BuyIn{UserId("p1"), {1}}, w.now).most.v, 1'000);
}

TEST(RatHoling, LeavingAgainWithoutABuyInDoesNotWipeIt) {
  World w = active(2);
  w.table_of("p1").find(UserId("p1"))->carried.chips = {800};
  w.table_of("p2").find(UserId("p2"))->carried.chips = {200};
  w.leave("p1"), w.join("p1"), w.leave("p1"), w.join("p1");
  EXPECT_EQ(game::buy_in_at_table(w.game, BuyIn{UserId("p1"), {1}}, w.now).least.v, 800);
}

TEST(RatHoling, ASmallStackDoesNotLowerTheMinimum) {
  World w = active(2);
  w.table_of("p1").find(UserId("p1"))->carried.chips = {100};
  w.table_of("p2").find(UserId("p2"))->carried.chips = {900};
  w.leave("p1"), w.join("p1");
  EXPECT_EQ(game::buy_in_at_table(w.game, BuyIn{UserId("p1"), {1}}, w.now).least.v, 400);
}

TEST(GameOwed, KnowsWhatATableHasAnswered) {
  World w = active(3);
  const TableId table = w.player("p1").table;
  const Sequence before = game::known_table(w.game, table).in;
  EXPECT_EQ(game::known_table(w.game, table).seated.size(), 3u);
  EXPECT_FALSE(game::unheard(w.game.tables.at(table)));
  w.hold = true;
  w.buy("p1", 100);
  w.buy("p2", 100);
  EXPECT_EQ(game::known_table(w.game, table).in, before) << "neither is answered";
  TableEntry fresh;
  fresh.sent = {1};
  fresh.transfers.resize(1);
  EXPECT_TRUE(game::unheard(fresh));
}

TEST(GameOwed, ConnectionsAreToldForOneTable) {
  World w = active(4, settings(3));
  w.give(Disconnected{UserId("p1")});
  const TableId table = w.player("p1").table;
  std::vector<ToTable> told;
  game::connections(w.game, {table}, told);
  EXPECT_EQ(told.size(), 2u);
  for (const ToTable& m : told) {
    const auto& c = std::get<SetConnection>(m.command);
    EXPECT_EQ(m.table, table);
    EXPECT_EQ(c.connected, c.user != UserId("p1"));
  }
}

// The first of two notices is lost, and both come again.
TEST(GameOwed, ChipsThatLeftBeforeOthersAreNotPassedOver) {
  World w = active(3);
  w.hold = true;
  const TableId table = w.player("p1").table;
  w.leave("p1");
  w.leave("p2");
  while (w.deliver_to_table(table)) {
  }
  auto& told = w.to_game[table];
  std::erase_if(told, [](const TableNotice& n) { return !std::holds_alternative<ChipsOut>(n); });
  ASSERT_EQ(told.size(), 2u);
  const FromTable first{table, told[0]}, second{table, told[1]};
  const Version before = w.game.version;
  EXPECT_EQ(w.give(second), Error::INVALID_STATE);
  EXPECT_EQ(w.game.version, before);
  EXPECT_TRUE(w.to_tables[table].empty()) << "not acknowledged either";
  w.settle();
  EXPECT_EQ(w.balance("p1").v, 10'000);
  EXPECT_EQ(w.balance("p2").v, 10'000);
  EXPECT_EQ(w.give(first), Error::NONE) << "again, for it may not have heard";
  EXPECT_TRUE(w.errors.empty());
}

TEST(GameOwed, RepeatsWhatTablesHaveNotAnswered) {
  World w = active(3);
  w.hands(true);
  w.leave("p3");
  w.hold = true;
  w.buy("p1", 100);
  w.deliver_to_bank();
  w.join("p4");
  std::vector<ToTable> owed;
  game::owed(w.game, owed);
  const TableId table = w.player("p1").table;
  ASSERT_EQ(owed.size(), 4u);
  EXPECT_EQ(std::get<AddChips>(owed[0].command).amount.v, 100);
  EXPECT_EQ(std::get<SeatPlayer>(owed[1].command).user, UserId("p4"));
  EXPECT_EQ(std::get<LeaveGame>(owed[2].command).user, UserId("p3"));
  EXPECT_EQ(std::get<SetTableStatus>(owed[3].command).status, TableStatus::PLAYING);
  for (const ToTable& m : owed) EXPECT_EQ(m.table, table);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_TRUE(same(owed[i].command, w.to_tables[table].at(i)));
  w.settle();
  owed.clear();
  game::owed(w.game, owed);
  EXPECT_EQ(owed.size(), 2u) << "one leave, one status";
}

}  // namespace
}  // namespace cardroom::fake
