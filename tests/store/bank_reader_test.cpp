#include "actors/store/bank_reader.hpp"

#include "tests/store/bank_books.hpp"

namespace cardroom::testing {
namespace {

class BankReaderTest : public ::testing::Test {
 protected:
  BankBooks bank_;
  RedisClient& reader_ = bank_.admin();
};

TEST_F(BankReaderTest, ReadsTheWholeBank) {
  EXPECT_EQ(*read_bank(reader_), BankContents{});
  ASSERT_EQ(bank_.credit("o", "ann", 500), "DONE 500");
  ASSERT_EQ(bank_.reserve("r", "ann", 100), "DONE");
  ASSERT_EQ(bank_.exchange("g", 1, {fund(7)}), "(DONE 0)");
  EXPECT_EQ(*read_bank(reader_), bank_.contents());
  EXPECT_EQ(text_of(read_bank(reader_)->accounts), "game:g 7 house -507 player:ann 400 reserved:r 100");
}

TEST_F(BankReaderTest, ReadsWhatAGameWasLastTold) {
  const auto nothing = read_desk(reader_, GameId("g"));
  EXPECT_EQ(nothing->desk, Desk{});
  EXPECT_TRUE(nothing->answers.empty());
  ASSERT_EQ(bank_.exchange("g", 1, {fund(7)}), "(DONE 0)");
  ASSERT_EQ(bank_.exchange("g", 2, {pay("ann", 8), pay("ann", 5)}), "(NO_FUNDS 0, DONE 5)");
  const auto desk = read_desk(reader_, GameId("g"));
  EXPECT_EQ(desk->desk, (Desk{{2}, {2}}));
  EXPECT_EQ(text_of(Exchanged{BankResult::DONE, desk->answers}), "(NO_FUNDS 0, DONE 5)");
  for (const auto* value : {"x", "2 da DONE", "2 da FINE 5"}) {
    ASSERT_TRUE(reader_.command({"HSET", "{bank}:desks", "g", value}));
    EXPECT_EQ(code_of(read_desk(reader_, GameId("g"))), StoreError::CORRUPT) << value;
  }
}

TEST_F(BankReaderTest, TheLedgerIsReadFromItsEnd) {
  EXPECT_TRUE(read_ledger(reader_, "", 10)->empty());
  ASSERT_EQ(bank_.credit("o", "ann", 500), "DONE 500");
  for (int i = 0; i < 1'100; ++i) bank_.credit("b" + std::to_string(i), "bob", 1);
  ASSERT_EQ(bank_.credit("p", "ann", -20), "DONE 480");
  EXPECT_EQ(read_ledger(reader_, "", 3)->size(), 3u);
  EXPECT_EQ(read_ledger(reader_, "player:bob", 5'000)->size(), 1'100u);
  const auto ann = read_ledger(reader_, "player:ann", 5);
  ASSERT_EQ(ann->size(), 2u);
  const Booking &last = (*ann)[0], &first = (*ann)[1];
  EXPECT_EQ(last.kind + " " + last.id + " " + last.from + " " + last.to, "debit p player:ann house");
  EXPECT_EQ(last.amount, Chips{20});
  EXPECT_EQ(first.kind + " " + first.id + " " + first.from + " " + first.to, "credit o house player:ann");
  EXPECT_EQ(first.amount, Chips{500});
  EXPECT_LE(first.at, last.at);
  EXPECT_GT(first.at, 1'600'000'000'000);
  ASSERT_TRUE(reader_.command({"XADD", "{bank}:ledger", "*", "k", "odd"}));
  EXPECT_EQ(code_of(read_ledger(reader_, "", 3)), StoreError::CORRUPT);
}

TEST_F(BankReaderTest, GivesReservationsBackAsTheBankDoes) {
  ASSERT_EQ(bank_.credit("o", "ann", 500), "DONE 500");
  ASSERT_EQ(bank_.reserve("r", "ann", 100), "DONE");
  EXPECT_EQ(told(release_reservation(reader_, "r")), "DONE");
  EXPECT_EQ(bank_.last_entries(1).front(), "k release i r reserved:r -100 player:ann 100");
  EXPECT_EQ(told(release_reservation(reader_, "r")), "DONE");
  EXPECT_EQ(bank_.release("r"), "DONE");
  EXPECT_EQ(told(release_reservation(reader_, "s")), "NOTHING_THERE");
  EXPECT_EQ(bank_.reserve("s", "ann", 100), "NOTHING_THERE");
  EXPECT_EQ(text_of(bank_.contents().accounts), "house -500 player:ann 500");
}

}  // namespace
}  // namespace cardroom::testing
