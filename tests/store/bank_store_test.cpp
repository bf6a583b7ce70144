#include "actors/store/bank_store.hpp"

#include <set>

#include "tests/engine/bank_rules.hpp"
#include "tests/store/bank_books.hpp"

namespace cardroom::testing {
namespace {

INSTANTIATE_TYPED_TEST_SUITE_P(Redis, BankRules, BankBooks);

class BankStoreTest : public ::testing::Test {
 protected:
  void TearDown() override { EXPECT_EQ(bank_.contents().check(), ""); }
  std::int64_t seconds_left(const std::string& key) {
    return bank_.admin().command({"TTL", "{bank}:" + key})->integer();
  }

  BankBooks bank_;
};

using Entries = std::vector<std::string>;

TEST_F(BankStoreTest, EveryTransactionIsInTheLedger) {
  ASSERT_EQ(bank_.credit("o1", "ann", 500), "DONE 500");
  ASSERT_EQ(bank_.credit("o2", "ann", -120), "DONE 380");
  ASSERT_EQ(bank_.reserve("r1", "ann", 300), "DONE");
  ASSERT_EQ(bank_.release("r1"), "DONE");
  ASSERT_EQ(bank_.reserve("r2", "ann", 200), "DONE");
  EXPECT_EQ(bank_.last_entries(9),
            (Entries{"k credit i o1 house -500 player:ann 500", "k debit i o2 player:ann -120 house 120",
                     "k reserve i r1 player:ann -300 reserved:r1 300",
                     "k release i r1 reserved:r1 -300 player:ann 300",
                     "k reserve i r2 player:ann -200 reserved:r2 200"}));
  ASSERT_EQ(bank_.exchange("g", 1,
                           {grant("bob", 9), grant("bob", 0), fund(8), pay("bob", 10), draw("r2", "ann", 200),
                            pay("bob", 7), rake(6)}),
            "(DONE 9, DONE 9, DONE 0, NO_FUNDS 9, DONE 180, DONE 16, DONE 0)");
  EXPECT_EQ(bank_.last_entries(5),
            (Entries{"k grant i g/1 house -9 player:bob 9", "k fund i g/1 house -8 game:g 8",
                     "k draw i g/1 reserved:r2 -200 game:g 200", "k pay i g/1 game:g -7 player:bob 7",
                     "k rake i g/1 game:g -6 rake 6"}));
  EXPECT_EQ(bank_.entries(), 10);
}

TEST_F(BankStoreTest, RepeatsAndRefusalsWriteNothing) {
  const std::vector<Movement> movements{draw("r1", "ann", 100), pay("ann", 60)};
  ASSERT_EQ(bank_.credit("o1", "ann", 500), "DONE 500");
  ASSERT_EQ(bank_.reserve("r1", "ann", 100), "DONE");
  ASSERT_EQ(bank_.reserve("r2", "ann", 100), "DONE");
  ASSERT_EQ(bank_.exchange("g", 1, movements), "(DONE 300, DONE 360)");
  ASSERT_EQ(bank_.reserve("r3", "ann", 361), "NO_FUNDS");
  ASSERT_EQ(bank_.release("r4"), "NOTHING_THERE");
  const auto before = bank_.everything();
  EXPECT_EQ(bank_.credit("o1", "ann", 500), "DONE 500");
  EXPECT_EQ(bank_.credit("o1", "ann", 501), "CONFLICT 0");
  EXPECT_EQ(bank_.reserve("r1", "ann", 100), "DONE");
  EXPECT_EQ(bank_.reserve("r2", "ann", 100), "DONE");
  EXPECT_EQ(bank_.reserve("r2", "ann", 99), "CONFLICT");
  EXPECT_EQ(bank_.reserve("r3", "ann", 361), "NO_FUNDS");
  EXPECT_EQ(bank_.reserve("r4", "ann", 1), "NOTHING_THERE");
  EXPECT_EQ(bank_.release("r1"), "NOTHING_THERE");
  EXPECT_EQ(bank_.release("r4"), "NOTHING_THERE");
  EXPECT_EQ(bank_.exchange("g", 1, movements), "(DONE 300, DONE 360)");
  EXPECT_EQ(bank_.exchange("g", 1, {pay("ann", 60)}), "CONFLICT");
  EXPECT_EQ(bank_.exchange("g", 3, movements), "OUT_OF_ORDER");
  EXPECT_EQ(bank_.exchange("h", 2, movements), "OUT_OF_ORDER");
  EXPECT_EQ(bank_.everything(), before);
  ASSERT_EQ(bank_.credit("o2", "ann", -361), "NO_FUNDS 360");
  ASSERT_EQ(bank_.exchange("g", 2, {pay("ann", 41), rake(0), draw("r2", "ann", 99)}),
            "(NO_FUNDS 360, BAD_AMOUNT 0, CONFLICT 360)");
  EXPECT_EQ(bank_.entries(), 5) << "none is a transaction";
}

TEST_F(BankStoreTest, ManyBalancesAreReadInParts) {
  std::vector<std::string> users;
  for (int i = 0; i < 2'500; ++i) users.push_back("u" + std::to_string(i));
  for (const int i : {0, 999, 1'000, 2'499})
    ASSERT_TRUE(bank_.client().credit("o" + std::to_string(i), users[static_cast<std::size_t>(i)], i + 1));
  const auto balances = bank_.client().balances(users);
  ASSERT_TRUE(balances);
  ASSERT_EQ(balances->size(), users.size());
  for (std::size_t i = 0; i < users.size(); ++i) {
    const bool has = i == 0 || i == 999 || i == 1'000 || i == 2'499;
    EXPECT_EQ((*balances)[i].v, has ? static_cast<std::int64_t>(i) + 1 : 0) << i;
  }
  EXPECT_TRUE(bank_.client().balances({})->empty());
}

TEST_F(BankStoreTest, BalancesAndReservationsAreReadAlone) {
  EXPECT_EQ(*bank_.client().balance("ann"), Chips{});
  ASSERT_EQ(bank_.credit("o", "ann", 500), "DONE 500");
  ASSERT_EQ(bank_.reserve("r", "ann", 300), "DONE");
  EXPECT_EQ(*bank_.client().balance("ann"), Chips{200});
  EXPECT_EQ(*bank_.client().reservations(), (Reservations{{"r", {UserId("ann"), {300}}}}));
  ASSERT_EQ(bank_.release("r"), "DONE");
  EXPECT_TRUE(bank_.client().reservations()->empty());
}

TEST_F(BankStoreTest, AnswersAreRememberedForAWhileOnly) {
  const auto brief = bank_.client_with({.remember = std::chrono::seconds(100)});
  ASSERT_EQ(told(brief->credit("o1", "ann", 500)), "DONE 500");
  ASSERT_EQ(told(brief->reserve("r1", "ann", 300)), "DONE");
  ASSERT_EQ(told(brief->reserve("r2", "ann", 100)), "DONE");
  ASSERT_EQ(told(brief->reserve("r3", "ann", 101)), "NO_FUNDS");
  EXPECT_EQ(seconds_left("settled:r1"), -2) << "an open one never expires";
  ASSERT_EQ(told(brief->release("r1")), "DONE");
  ASSERT_EQ(told(brief->exchange("g", 1, {draw("r2", "ann", 100), draw("r4", "ann", 1)})),
            "(DONE 400, NOTHING_THERE 400)");
  ASSERT_EQ(told(brief->release("r5")), "NOTHING_THERE");
  for (const std::string key :
       {"op:o1", "settled:r1", "settled:r2", "settled:r3", "settled:r4", "settled:r5"}) {
    EXPECT_GT(seconds_left(key), 80) << key;
    EXPECT_LE(seconds_left(key), 100) << key;
  }
  for (const std::string key : {"accounts", "desks", "ledger"}) EXPECT_EQ(seconds_left(key), -1) << key;
  ASSERT_TRUE(bank_.admin().command({"DEL", "{bank}:settled:r1", "{bank}:op:o1"}));
  EXPECT_EQ(told(brief->release("r1")), "NOTHING_THERE") << "forgotten, and nothing moves";
  EXPECT_EQ(told(brief->credit("o1", "ann", 1)), "DONE 401") << "anew";
}

TEST_F(BankStoreTest, TheLedgerIsBounded) {
  const auto small = bank_.client_with({.trim_ledger = 100});
  ASSERT_EQ(told(small->credit("first", "ann", 1)), "DONE 1");
  for (std::uint64_t seq = 1; seq <= 10; ++seq) {
    std::vector<Movement> movements;
    for (int i = 0; i < 100; ++i) movements.push_back(grant("ann", 1));
    ASSERT_TRUE(small->exchange("g", seq, movements));
  }
  EXPECT_GE(bank_.entries(), 100);
  EXPECT_LE(bank_.entries(), 300) << "a node of the stream holds 100 entries";
  EXPECT_EQ(bank_.last_entries(1), (Entries{"k grant i g/10 house -1 player:ann 1"}));
}

TEST_F(BankStoreTest, OnlyKeysOfTheBankAreMade) {
  ASSERT_EQ(bank_.credit("o1", "ann", 500), "DONE 500");
  ASSERT_EQ(bank_.reserve("r1", "ann", 100), "DONE");
  ASSERT_EQ(bank_.reserve("r2", "ann", 401), "NO_FUNDS");
  ASSERT_EQ(bank_.exchange("g", 1, {fund(30), rake(30), draw("r3", "ann", 1)}),
            "(DONE 0, DONE 0, NOTHING_THERE 400)");
  const auto keys = *bank_.admin().command({"KEYS", "*"});
  std::set<std::string> found;
  for (std::size_t i = 0; i < keys.size(); ++i) found.emplace(keys[i].text());
  EXPECT_EQ(found, (std::set<std::string>{"{bank}:accounts", "{bank}:desks", "{bank}:ledger", "{bank}:op:o1",
                                          "{bank}:reservations", "{bank}:settled:r2", "{bank}:settled:r3"}));
}

}  // namespace
}  // namespace cardroom::testing
