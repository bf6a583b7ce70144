#pragma once
#include <gtest/gtest.h>

#include <limits>

#include "tests/engine/bank_words.hpp"

/// The rules of engine/bank.hpp as known answers, for every kind of bank. `B` is an empty bank: its calls
/// wait, and answer as text (tests/engine/bank_words.hpp); `contents()` is the whole of it.
namespace cardroom::testing {

template <class B>
class BankRules : public ::testing::Test {
 protected:
  void TearDown() override { EXPECT_EQ(bank_.contents().check(), "") << "the books, whatever the test did"; }

  std::string accounts() { return text_of(bank_.contents().accounts); }
  Desk desk(const std::string& game) { return bank_.contents().desks[game]; }
  /// Chips inside a game, by its first exchange.
  void fill(const std::string& game, std::int64_t chips) {
    ASSERT_EQ(bank_.exchange(game, 1, {fund(chips)}), "(DONE 0)");
  }

  static constexpr std::int64_t kMost = (std::int64_t{1} << 53) - 1;
  static constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min();
  static constexpr std::int64_t kHighest = std::numeric_limits<std::int64_t>::max();
  B bank_;
};
TYPED_TEST_SUITE_P(BankRules);

TYPED_TEST_P(BankRules, CreditsAndDebits) {
  auto& bank = this->bank_;
  EXPECT_EQ(bank.credit("o1", "ann", 500), "DONE 500");
  EXPECT_EQ(bank.credit("o2", "ann", -120), "DONE 380");
  EXPECT_EQ(bank.credit("o3", "bob", 7), "DONE 7");
  EXPECT_EQ(this->accounts(), "house -387 player:ann 380 player:bob 7");
  EXPECT_EQ(bank.credit("o4", "ann", -380), "DONE 0");
  EXPECT_EQ(bank.credit("o5", "bob", -7), "DONE 0");
  EXPECT_EQ(bank.contents(), BankContents{}) << "an account at zero is gone";
}

TYPED_TEST_P(BankRules, RefusedCreditsMoveNothing) {
  auto& bank = this->bank_;
  ASSERT_EQ(bank.credit("o", "ann", 500), "DONE 500");
  ASSERT_EQ(bank.reserve("r", "ann", 400), "DONE");
  const BankContents before = bank.contents();
  EXPECT_EQ(bank.credit("o1", "ann", -101), "NO_FUNDS 100") << "what is reserved is not in the balance";
  EXPECT_EQ(bank.credit("o2", "bob", -1), "NO_FUNDS 0");
  EXPECT_EQ(bank.credit("o3", "ann", 0), "BAD_AMOUNT 100");
  for (const std::int64_t amount :
       {this->kMost + 1, this->kMost + 2, -this->kMost - 1, -this->kMost - 2, this->kLowest, this->kHighest})
    EXPECT_EQ(bank.credit("much" + std::to_string(amount), "ann", amount), "TOO_MUCH 100") << amount;
  EXPECT_EQ(bank.credit("o4", "bob", this->kMost - 499), "TOO_MUCH 0") << "so would be all chips there are";
  EXPECT_EQ(bank.credit("o5", "bob", -this->kMost), "NO_FUNDS 0");
  EXPECT_EQ(bank.contents(), before);
}

TYPED_TEST_P(BankRules, ARepeatedCreditIsBookedOnce) {
  auto& bank = this->bank_;
  ASSERT_EQ(bank.credit("o1", "ann", -200), "NO_FUNDS 0");
  ASSERT_EQ(bank.credit("o2", "ann", 500), "DONE 500");
  ASSERT_EQ(bank.credit("o3", "ann", -200), "DONE 300");
  ASSERT_EQ(bank.credit("o4", "ann", 50), "DONE 350");
  const BankContents before = bank.contents();
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(bank.credit("o1", "ann", -200), "NO_FUNDS 0") << "a copy that arrives late must not do it";
    EXPECT_EQ(bank.credit("o2", "ann", 500), "DONE 500");
    EXPECT_EQ(bank.credit("o3", "ann", -200), "DONE 300");
  }
  EXPECT_EQ(bank.contents(), before);
}

TYPED_TEST_P(BankRules, AnIdStandsForOneRequest) {
  auto& bank = this->bank_;
  ASSERT_EQ(bank.credit("o", "ann", 500), "DONE 500");
  ASSERT_EQ(bank.reserve("r", "ann", 100), "DONE");
  ASSERT_EQ(bank.reserve("s", "ann", 401), "NO_FUNDS");
  const BankContents before = bank.contents();
  EXPECT_EQ(bank.credit("o", "ann", 501), "CONFLICT 0");
  EXPECT_EQ(bank.credit("o", "ann", -500), "CONFLICT 0");
  EXPECT_EQ(bank.credit("o", "bob", 500), "CONFLICT 0");
  EXPECT_EQ(bank.reserve("r", "ann", 101), "CONFLICT");
  EXPECT_EQ(bank.reserve("r", "bob", 100), "CONFLICT");
  EXPECT_EQ(bank.reserve("s", "ann", 1), "CONFLICT");
  EXPECT_EQ(bank.contents(), before);
  ASSERT_EQ(bank.release("r"), "DONE");
  EXPECT_EQ(bank.reserve("r", "ann", 101), "CONFLICT") << "though it is settled";
  EXPECT_EQ(bank.credit("o", "ann", 500), "DONE 500") << "the right one is still there";
}

TYPED_TEST_P(BankRules, ReservesAndReleases) {
  auto& bank = this->bank_;
  ASSERT_EQ(bank.credit("o", "ann", 500), "DONE 500");
  EXPECT_EQ(bank.reserve("r", "ann", 300), "DONE");
  EXPECT_EQ(bank.reserve("r", "ann", 300), "DONE");
  EXPECT_EQ(this->accounts(), "house -500 player:ann 200 reserved:r 300");
  EXPECT_EQ(bank.contents().reservations, (Reservations{{"r", {UserId("ann"), {300}}}}));
  EXPECT_EQ(bank.reserve("s", "ann", 200), "DONE");
  EXPECT_EQ(bank.release("r"), "DONE");
  EXPECT_EQ(bank.release("r"), "DONE") << "again does nothing";
  EXPECT_EQ(bank.reserve("r", "ann", 300), "DONE") << "it was, once";
  EXPECT_EQ(this->accounts(), "house -500 player:ann 300 reserved:s 200");
  EXPECT_EQ(bank.contents().reservations, (Reservations{{"s", {UserId("ann"), {200}}}}));
}

TYPED_TEST_P(BankRules, ARefusedReservationStaysRefused) {
  auto& bank = this->bank_;
  ASSERT_EQ(bank.reserve("r", "ann", 200), "NO_FUNDS");
  for (const std::int64_t amount : {std::int64_t{0}, std::int64_t{-1}, this->kLowest})
    EXPECT_EQ(bank.reserve("bad" + std::to_string(amount), "ann", amount), "BAD_AMOUNT");
  for (const std::int64_t amount : {this->kMost + 1, this->kMost + 2, this->kHighest})
    EXPECT_EQ(bank.reserve("much" + std::to_string(amount), "ann", amount), "TOO_MUCH");
  EXPECT_EQ(bank.contents(), BankContents{});
  ASSERT_EQ(bank.credit("o", "ann", 500), "DONE 500");
  const BankContents before = bank.contents();
  EXPECT_EQ(bank.reserve("r", "ann", 200), "NO_FUNDS") << "a copy that arrives late must not do it";
  EXPECT_EQ(bank.reserve("bad0", "ann", 0), "BAD_AMOUNT");
  EXPECT_EQ(bank.release("r"), "NOTHING_THERE");
  EXPECT_EQ(bank.exchange("g", 1, {draw("r", "ann", 200)}), "(NOTHING_THERE 500)");
  EXPECT_EQ(bank.contents().accounts, before.accounts);
}

TYPED_TEST_P(BankRules, AReservationThatWasLookedForInVainNeverComes) {
  auto& bank = this->bank_;
  ASSERT_EQ(bank.credit("o", "ann", 500), "DONE 500");
  ASSERT_EQ(bank.release("r"), "NOTHING_THERE");
  ASSERT_EQ(bank.exchange("g", 1, {draw("s", "ann", 100), draw("t", "bob", 1)}),
            "(NOTHING_THERE 500, NOTHING_THERE 0)");
  const BankContents before = bank.contents();
  for (const auto* id : {"r", "s", "t"}) {
    EXPECT_EQ(bank.reserve(id, "ann", 100), "NOTHING_THERE");
    EXPECT_EQ(bank.reserve(id, "ann", 101), "NOTHING_THERE");
    EXPECT_EQ(bank.release(id), "NOTHING_THERE");
  }
  EXPECT_EQ(bank.contents(), before);
  EXPECT_EQ(this->accounts(), "house -500 player:ann 500");
}

TYPED_TEST_P(BankRules, GrantsAndFundsBringChipsIn) {
  auto& bank = this->bank_;
  EXPECT_EQ(bank.exchange("g", 1, {grant("ann", 100), fund(30), grant("bob", 7), grant("ann", 1)}),
            "(DONE 100, DONE 0, DONE 7, DONE 101)");
  EXPECT_EQ(this->accounts(), "game:g 30 house -138 player:ann 101 player:bob 7");
  EXPECT_EQ(bank.exchange("g", 2, {grant("ann", 0), grant("eve", 0)}), "(DONE 101, DONE 0)")
      << "they ask for the balance";
  EXPECT_EQ(bank.exchange("g", 3, {grant("ann", -1), fund(0), fund(-1)}),
            "(BAD_AMOUNT 101, BAD_AMOUNT 0, BAD_AMOUNT 0)");
  EXPECT_EQ(bank.exchange("g", 4,
                          {grant("ann", this->kMost + 1), fund(this->kMost + 1),
                           grant("eve", this->kMost - 137), fund(this->kHighest)}),
            "(TOO_MUCH 101, TOO_MUCH 0, TOO_MUCH 0, TOO_MUCH 0)");
  EXPECT_EQ(this->accounts(), "game:g 30 house -138 player:ann 101 player:bob 7");
  EXPECT_EQ(this->desk("g"), (Desk{{4}, {30}}));
}

TYPED_TEST_P(BankRules, AGamePaysPlayersAndRake) {
  auto& bank = this->bank_;
  this->fill("g", 600);
  this->fill("h", 50);
  EXPECT_EQ(bank.exchange("g", 2, {pay("ann", 100), pay("bob", 200), pay("ann", 5), rake(10)}),
            "(DONE 100, DONE 200, DONE 105, DONE 0)");
  EXPECT_EQ(this->accounts(), "game:g 285 game:h 50 house -650 player:ann 105 player:bob 200 rake 10");
  EXPECT_EQ(bank.exchange("h", 2, {rake(1), pay("ann", 49)}), "(DONE 0, DONE 154)");
  EXPECT_EQ(this->accounts(), "game:g 285 house -650 player:ann 154 player:bob 200 rake 11");
  EXPECT_EQ(bank.contents().desks, (std::map<std::string, Desk>{{"g", {{2}, {285}}}, {"h", {{2}, {}}}}));
}

TYPED_TEST_P(BankRules, RefusedMovementsMoveNothing) {
  auto& bank = this->bank_;
  this->fill("g", 600);
  this->fill("h", 600);
  ASSERT_EQ(bank.credit("o", "ann", 100), "DONE 100");
  const BankContents before = bank.contents();
  EXPECT_EQ(bank.exchange("g", 2, {pay("ann", 601), rake(601), pay("ann", this->kMost)}),
            "(NO_FUNDS 100, NO_FUNDS 0, NO_FUNDS 100)")
      << "what another game has is not its own";
  EXPECT_EQ(bank.exchange("g", 3, {pay("ann", 0), pay("ann", -5), rake(0), rake(this->kLowest)}),
            "(BAD_AMOUNT 100, BAD_AMOUNT 100, BAD_AMOUNT 0, BAD_AMOUNT 0)");
  EXPECT_EQ(bank.exchange("g", 4, {pay("ann", this->kMost + 1), rake(this->kMost + 1), rake(this->kHighest)}),
            "(TOO_MUCH 100, TOO_MUCH 0, TOO_MUCH 0)");
  EXPECT_EQ(bank.exchange("i", 1, {pay("ann", 1)}), "(NO_FUNDS 100)") << "a game that has nothing";
  EXPECT_EQ(bank.contents().accounts, before.accounts);
  EXPECT_EQ(this->desk("g"), (Desk{{4}, {600}})) << "each counts";
}

TYPED_TEST_P(BankRules, ADrawSettlesAReservation) {
  auto& bank = this->bank_;
  ASSERT_EQ(bank.credit("o", "ann", 500), "DONE 500");
  ASSERT_EQ(bank.reserve("r", "ann", 300), "DONE");
  EXPECT_EQ(bank.exchange("g", 1, {draw("r", "ann", 300)}), "(DONE 200)");
  EXPECT_EQ(this->accounts(), "game:g 300 house -500 player:ann 200");
  EXPECT_TRUE(bank.contents().reservations.empty());
  EXPECT_EQ(bank.release("r"), "NOTHING_THERE");
  EXPECT_EQ(bank.reserve("r", "ann", 300), "DONE") << "it was, once";
  EXPECT_EQ(bank.exchange("g", 2, {draw("r", "ann", 300)}), "(NOTHING_THERE 200)");
  EXPECT_EQ(bank.exchange("h", 1, {draw("r", "ann", 300)}), "(NOTHING_THERE 200)");
  EXPECT_EQ(bank.release("r"), "NOTHING_THERE");
  EXPECT_EQ(bank.reserve("r", "ann", 300), "DONE");
  EXPECT_EQ(this->accounts(), "game:g 300 house -500 player:ann 200");
}

TYPED_TEST_P(BankRules, AReleasedReservationIsNotDrawn) {
  auto& bank = this->bank_;
  ASSERT_EQ(bank.credit("o", "ann", 500), "DONE 500");
  ASSERT_EQ(bank.reserve("r", "ann", 300), "DONE");
  ASSERT_EQ(bank.release("r"), "DONE");
  EXPECT_EQ(bank.exchange("g", 1, {draw("r", "ann", 300)}), "(NOTHING_THERE 500)");
  EXPECT_EQ(bank.release("r"), "DONE") << "that was its answer";
  EXPECT_EQ(this->accounts(), "house -500 player:ann 500");
}

TYPED_TEST_P(BankRules, ADrawIsOfThatPlayerAndAmount) {
  auto& bank = this->bank_;
  ASSERT_EQ(bank.credit("o", "ann", 500), "DONE 500");
  ASSERT_EQ(bank.reserve("r", "ann", 300), "DONE");
  const BankContents before = bank.contents();
  EXPECT_EQ(bank.exchange("g", 1,
                          {draw("r", "ann", 299), draw("r", "ann", 301), draw("r", "bob", 300),
                           draw("r", "ann", -300), draw("r", "ann", this->kHighest)}),
            "(CONFLICT 200, CONFLICT 200, CONFLICT 0, CONFLICT 200, CONFLICT 200)");
  EXPECT_EQ(bank.contents().accounts, before.accounts);
  EXPECT_EQ(bank.contents().reservations, before.reservations) << "it stays open";
  EXPECT_EQ(bank.exchange("g", 2, {draw("r", "bob", 300), draw("r", "ann", 300), draw("r", "ann", 300)}),
            "(CONFLICT 0, DONE 200, NOTHING_THERE 200)");
  EXPECT_EQ(this->accounts(), "game:g 300 house -500 player:ann 200");
}

TYPED_TEST_P(BankRules, MovementsAreMadeInOrderEachOnItsOwn) {
  auto& bank = this->bank_;
  ASSERT_EQ(bank.credit("o", "ann", 100), "DONE 100");
  ASSERT_EQ(bank.reserve("r", "ann", 100), "DONE");
  EXPECT_EQ(bank.exchange("g", 1,
                          {pay("bob", 60), draw("r", "ann", 100), pay("bob", 60), pay("bob", 60),
                           draw("s", "bob", 1), rake(0), rake(15), pay("ann", 25), pay("ann", 1)}),
            "(NO_FUNDS 0, DONE 0, DONE 60, NO_FUNDS 60, NOTHING_THERE 60, BAD_AMOUNT 0, DONE 0, DONE 25, "
            "NO_FUNDS 25)");
  EXPECT_EQ(this->accounts(), "house -100 player:ann 25 player:bob 60 rake 15");
}

TYPED_TEST_P(BankRules, TheSameNumberGetsTheSameAnswer) {
  auto& bank = this->bank_;
  ASSERT_EQ(bank.credit("o", "ann", 100), "DONE 100");
  ASSERT_EQ(bank.reserve("r", "ann", 100), "DONE");
  const std::vector<Movement> first{draw("r", "ann", 100), pay("bob", 101), pay("bob", 1), grant("bob", 9)};
  const std::string answer = "(DONE 0, NO_FUNDS 0, DONE 1, DONE 10)";
  ASSERT_EQ(bank.exchange("g", 1, first), answer);
  ASSERT_EQ(bank.exchange("h", 1, {fund(5), pay("eve", 6)}), "(DONE 0, NO_FUNDS 0)");
  ASSERT_EQ(bank.exchange("h", 2, {fund(5)}), "(DONE 0)");
  ASSERT_EQ(bank.credit("o2", "bob", 1'000), "DONE 1010");
  const BankContents before = bank.contents();
  for (int i = 0; i < 3; ++i) EXPECT_EQ(bank.exchange("g", 1, first), answer);
  EXPECT_EQ(bank.contents(), before);
  EXPECT_EQ(bank.exchange("g", 2, {pay("bob", 99)}), "(DONE 1109)");
  EXPECT_EQ(bank.exchange("g", 1, first), "OUT_OF_ORDER");
}

TYPED_TEST_P(BankRules, ANumberStandsForOneExchange) {
  auto& bank = this->bank_;
  this->fill("g", 600);
  ASSERT_EQ(bank.credit("o", "ann", 100), "DONE 100");
  ASSERT_EQ(bank.reserve("r", "ann", 100), "DONE");
  const std::vector<Movement> right{pay("ann", 10), draw("r", "ann", 100)};
  ASSERT_EQ(bank.exchange("g", 2, right), "(DONE 10, DONE 10)");
  const BankContents before = bank.contents();
  const std::vector<std::vector<Movement>> others{
      {pay("ann", 11), draw("r", "ann", 100)},          {pay("bob", 10), draw("r", "ann", 100)},
      {grant("ann", 10), draw("r", "ann", 100)},        {pay("ann", 10), draw("s", "ann", 100)},
      {draw("r", "ann", 100), pay("ann", 10)},          {pay("ann", 10)},
      {pay("ann", 10), draw("r", "ann", 100), rake(1)}, {}};
  for (std::size_t i = 0; i < others.size(); ++i)
    EXPECT_EQ(bank.exchange("g", 2, others[i]), "CONFLICT") << i;
  EXPECT_EQ(bank.contents(), before);
  EXPECT_EQ(bank.exchange("g", 2, right), "(DONE 10, DONE 10)") << "the right one is still there";
}

TYPED_TEST_P(BankRules, NumbersComeInOrder) {
  auto& bank = this->bank_;
  EXPECT_EQ(bank.exchange("g", 0, {fund(1)}), "OUT_OF_ORDER");
  EXPECT_EQ(bank.exchange("g", 0, {}), "OUT_OF_ORDER");
  EXPECT_EQ(bank.exchange("g", 2, {fund(1)}), "OUT_OF_ORDER");
  EXPECT_EQ(bank.contents(), BankContents{});
  this->fill("g", 100);
  ASSERT_EQ(bank.exchange("g", 2, {pay("ann", 10)}), "(DONE 10)");
  const BankContents before = bank.contents();
  for (const std::uint64_t seq : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{4}, std::uint64_t{20},
                                  std::numeric_limits<std::uint64_t>::max()})
    EXPECT_EQ(bank.exchange("g", seq, {pay("ann", 10)}), "OUT_OF_ORDER") << seq;
  EXPECT_EQ(bank.contents(), before);
  EXPECT_EQ(bank.exchange("h", 1, {}), "()") << "each game has its own; nothing is a request too";
  EXPECT_EQ(bank.exchange("h", 1, {}), "()");
  for (std::uint64_t seq = 3; seq < 12; ++seq)
    ASSERT_EQ(bank.exchange("g", seq, {pay("ann", 91)}), "(NO_FUNDS 10)") << "compared as numbers";
  EXPECT_EQ(bank.exchange("g", 12, {pay("ann", 90)}), "(DONE 100)");
  EXPECT_EQ(this->desk("g"), (Desk{{12}, {}}));
  EXPECT_EQ(this->desk("h"), (Desk{{1}, {}}));
}

TYPED_TEST_P(BankRules, BalancesStayExact) {
  auto& bank = this->bank_;
  const std::string most = std::to_string(this->kMost);
  ASSERT_EQ(bank.credit("o1", "ann", this->kMost), "DONE " + most);
  EXPECT_EQ(this->accounts(), "house -" + most + " player:ann " + most);
  EXPECT_EQ(bank.credit("o2", "bob", 1), "TOO_MUCH 0") << "so would be all chips there are";
  ASSERT_EQ(bank.reserve("r", "ann", this->kMost), "DONE");
  ASSERT_EQ(
      bank.exchange("g", 1,
                    {draw("r", "ann", this->kMost), fund(1), pay("bob", this->kMost - 1), pay("ann", 2),
                     rake(1), grant("eve", 1)}),
      "(DONE 0, TOO_MUCH 0, DONE " + std::to_string(this->kMost - 1) + ", NO_FUNDS 0, DONE 0, TOO_MUCH 0)");
  EXPECT_EQ(this->accounts(),
            "house -" + most + " player:bob " + std::to_string(this->kMost - 1) + " rake 1");
  EXPECT_EQ(bank.credit("o3", "bob", -(this->kMost - 2)), "DONE 1");
  EXPECT_EQ(this->accounts(), "house -2 player:bob 1 rake 1");
}

TYPED_TEST_P(BankRules, NamesAreOpaque) {
  auto& bank = this->bank_;
  const std::string odd = "a {b} 'c': 7 k i %d";
  ASSERT_EQ(bank.credit(odd, odd, 500), "DONE 500");
  ASSERT_EQ(bank.credit(odd, odd, 500), "DONE 500");
  ASSERT_EQ(bank.reserve(odd, odd, 300), "DONE");
  EXPECT_EQ(bank.contents().reservations, (Reservations{{odd, {UserId(odd), {300}}}}));
  for (int i = 0; i < 2; ++i)
    ASSERT_EQ(bank.exchange(odd, 1, {draw(odd, odd, 300), pay(odd, 50)}), "(DONE 200, DONE 250)");
  EXPECT_EQ(this->accounts(), "game:" + odd + " 250 house -500 player:" + odd + " 250");
  for (const auto* user : {"house", "rake"}) ASSERT_EQ(bank.credit(user, user, 1), "DONE 1");
  EXPECT_EQ(bank.exchange(odd, 2, {pay("rake", 1), rake(1)}), "(DONE 2, DONE 0)");
  EXPECT_EQ(this->accounts(),
            "game:" + odd + " 248 house -502 player:" + odd + " 250 player:house 1 player:rake 2 rake 1");
}

TYPED_TEST_P(BankRules, ManyMovementsAtOnce) {
  auto& bank = this->bank_;
  std::vector<Movement> movements{fund(1'000)};
  std::string want = "(DONE 0";
  for (int i = 0; i < 63; ++i) {
    const std::string user = "u" + std::to_string(i);
    ASSERT_EQ(bank.credit("o" + user, user, 10), "DONE 10");
    ASSERT_EQ(bank.reserve("r" + user, user, 4), "DONE");
    movements.push_back(draw("r" + user, user, 4));
    movements.push_back(pay(user, 1));
    want += ", DONE 6, DONE 7";
  }
  movements.push_back(rake(1'000 + 63 * 3));
  want += ", DONE 0)";
  ASSERT_EQ(movements.size(), 128u);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(bank.exchange("g", 1, movements), want);
  EXPECT_EQ(this->desk("g"), (Desk{{1}, {}}));
  EXPECT_EQ(bank.contents().accounts["rake"], Chips{1'189});
  EXPECT_EQ(bank.contents().accounts["player:u62"], Chips{7});
}

REGISTER_TYPED_TEST_SUITE_P(BankRules, CreditsAndDebits, RefusedCreditsMoveNothing,
                            ARepeatedCreditIsBookedOnce, AnIdStandsForOneRequest, ReservesAndReleases,
                            ARefusedReservationStaysRefused, AReservationThatWasLookedForInVainNeverComes,
                            GrantsAndFundsBringChipsIn, AGamePaysPlayersAndRake, RefusedMovementsMoveNothing,
                            ADrawSettlesAReservation, AReleasedReservationIsNotDrawn,
                            ADrawIsOfThatPlayerAndAmount, MovementsAreMadeInOrderEachOnItsOwn,
                            TheSameNumberGetsTheSameAnswer, ANumberStandsForOneExchange, NumbersComeInOrder,
                            BalancesStayExact, NamesAreOpaque, ManyMovementsAtOnce);

}  // namespace cardroom::testing
