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
