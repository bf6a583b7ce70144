#include "tests/store/bank_fixture.hpp"

namespace cardroom::testing {
namespace {

using enum BankResult;

class BankOutboxTest : public ::testing::Test {
 protected:
  BankOutboxTest() { EXPECT_EQ(*bank_.credit("o", "ann", 1'000), DONE); }
  void TearDown() override {
    const auto books = bank_.accounts();
    ASSERT_TRUE(books) << books.error().text;
    EXPECT_TRUE(books->verify());
  }

  BankContents contents() { return *bank_.accounts(); }
  Reply last_entry() {
    return (*admin_.command({"XREVRANGE", "{bank}:ledger", "+", "-", "COUNT", "1"}))[0][1];
  }
  // Ann brings chips into the table.
  void sit(std::uint64_t seq, std::int64_t chips) {
    ASSERT_EQ(*bank_.draw("t", seq, DrawFrom::player("ann"), chips), Drawn{DONE});
  }

  TestRedis redis_;
  RedisClient admin_ = redis_.client();
  BankClient bank_{redis_.address()};
};

TEST_F(BankOutboxTest, PaysToPlayersTransitsAndRake) {
  sit(1, 600);
  EXPECT_EQ(*bank_.pay("t", 2, PayTo::player("bob"), 100), DONE);
  EXPECT_EQ(*bank_.pay("t", 3, PayTo::transit("m"), 200), DONE);
  EXPECT_EQ(*bank_.pay("t", 4, PayTo::rake(), 10), DONE);
  EXPECT_EQ(bank_.escrow("t"), (Escrow{4, {290}}));
  const std::map<std::string, Chips> want{{"house", {-1'000}}, {"player:ann", {400}}, {"player:bob", {100}},
                                          {"rake", {10}},      {"table:t", {290}},    {"transit:m", {200}}};
  EXPECT_EQ(contents().accounts, want);
  EXPECT_EQ(contents().tables, (std::map<std::string, Escrow>{{"t", {4, {290}}}}));
}

TEST_F(BankOutboxTest, AttributesGoIntoTheLedger) {
  sit(1, 600);
  ASSERT_EQ(*bank_.pay("t", 2, PayTo::player("ann"), 100, "reason=LEFT"), DONE);
  const std::vector<std::string> want{"k",           "pay",     "i",    "t/2",        "a",
                                      "reason=LEFT", "table:t", "-100", "player:ann", "100"};
  const auto entry = last_entry();
  ASSERT_EQ(entry.size(), want.size());
  for (std::size_t i = 0; i < want.size(); ++i) EXPECT_EQ(entry[i].text(), want[i]);
}

TEST_F(BankOutboxTest, DrawsFromPlayersAndTransits) {
  sit(1, 600);
  ASSERT_EQ(*bank_.pay("t", 2, PayTo::transit("m"), 200), DONE);
  EXPECT_EQ(*bank_.draw("u", 1, DrawFrom::transit("m"), 150), Drawn{DONE});
  EXPECT_EQ(contents().accounts.at("transit:m"), Chips{50}) << "the rest stays";
  EXPECT_EQ(*bank_.draw("u", 2, DrawFrom::transit("m"), 51), Drawn{NO_FUNDS});
  EXPECT_EQ(*bank_.draw("u", 3, DrawFrom::transit("m"), 50), Drawn{DONE});
  EXPECT_EQ(*bank_.draw("u", 4, DrawFrom::transit("m"), 50), Drawn{NOTHING_THERE});
  EXPECT_EQ(*bank_.draw("u", 5, DrawFrom::player("ann"), 401), Drawn{NO_FUNDS});
  EXPECT_EQ(*bank_.draw("u", 6, DrawFrom::player("nobody"), 1), Drawn{NO_FUNDS});
  EXPECT_EQ(bank_.escrow("u"), (Escrow{6, {200}}));
}

TEST_F(BankOutboxTest, ADrawSettlesAReservationWhole) {
  ASSERT_EQ(*bank_.reserve("r", "ann", 500), DONE);
  EXPECT_EQ(*bank_.draw("t", 1, DrawFrom::reserved("r"), 501), Drawn{NO_FUNDS});
  EXPECT_EQ(bank_.reservations()->size(), 1u) << "it stays open";
  EXPECT_EQ(*bank_.draw("t", 2, DrawFrom::reserved("r"), 350), (Drawn{DONE, {150}}));
  EXPECT_EQ(last_entry().size(), 10u) << "one transaction of three postings";
  EXPECT_EQ(bank_.balance("ann"), 650);
  EXPECT_EQ(bank_.escrow("t"), (Escrow{2, {350}}));
  EXPECT_TRUE(bank_.reservations()->empty());
  EXPECT_EQ(*bank_.release("r"), (Released{DONE, {350}, {150}}));
  EXPECT_EQ(*bank_.reserve("r", "ann", 500), DONE) << "it was, once";
  EXPECT_EQ(*bank_.draw("t", 2, DrawFrom::reserved("r"), 350), (Drawn{DONE, {150}}));
  EXPECT_EQ(*bank_.draw("t", 3, DrawFrom::reserved("r"), 350), Drawn{NOTHING_THERE});
  EXPECT_EQ(*bank_.release("r"), (Released{DONE, {350}, {150}}));
  EXPECT_EQ(bank_.balance("ann"), 650);
}

TEST_F(BankOutboxTest, AReleasedReservationIsNotDrawn) {
  ASSERT_EQ(*bank_.reserve("r", "ann", 500), DONE);
  ASSERT_EQ(bank_.release("r")->result, DONE);
  EXPECT_EQ(*bank_.draw("t", 1, DrawFrom::reserved("r"), 500), Drawn{NOTHING_THERE});
  EXPECT_EQ(*bank_.release("r"), (Released{DONE, {0}, {500}}));
  EXPECT_EQ(bank_.balance("ann"), 1'000);
}

TEST_F(BankOutboxTest, TheSameNumberGetsTheSameAnswer) {
  sit(1, 600);
  ASSERT_EQ(*bank_.pay("t", 2, PayTo::player("bob"), 601), NO_FUNDS);
  ASSERT_EQ(*bank_.draw("u", 1, DrawFrom::player("ann"), 400), Drawn{DONE});
  const auto before = contents();
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(*bank_.pay("t", 2, PayTo::player("bob"), 601), NO_FUNDS);
    EXPECT_EQ(*bank_.draw("u", 1, DrawFrom::player("ann"), 400), Drawn{DONE});
  }
  EXPECT_EQ(contents(), before);
  ASSERT_EQ(*bank_.draw("t", 3, DrawFrom::player("bob"), 5), Drawn{NO_FUNDS});
  ASSERT_EQ(*bank_.credit("o2", "bob", 5), DONE);
  EXPECT_EQ(*bank_.draw("t", 3, DrawFrom::player("bob"), 5), Drawn{NO_FUNDS}) << "that was its answer";
  EXPECT_EQ(*bank_.draw("t", 4, DrawFrom::player("bob"), 5), Drawn{DONE});
}

TEST_F(BankOutboxTest, ANumberStandsForOneRequest) {
  sit(1, 600);
  const auto before = contents();
  EXPECT_EQ(*bank_.draw("t", 1, DrawFrom::player("ann"), 300), Drawn{CONFLICT});
  EXPECT_EQ(*bank_.draw("t", 1, DrawFrom::player("bob"), 600), Drawn{CONFLICT});
  EXPECT_EQ(*bank_.pay("t", 1, PayTo::player("ann"), 600), CONFLICT);
  EXPECT_EQ(contents(), before);
  EXPECT_EQ(*bank_.draw("t", 1, DrawFrom::player("ann"), 600), Drawn{DONE}) << "the right one is still there";
}

TEST_F(BankOutboxTest, NumbersComeInOrder) {
  EXPECT_EQ(*bank_.pay("t", 0, PayTo::rake(), 1), OUT_OF_ORDER);
  EXPECT_EQ(*bank_.draw("t", 2, DrawFrom::player("ann"), 1), Drawn{OUT_OF_ORDER});
  EXPECT_EQ(bank_.escrow("t"), Escrow{});
  sit(1, 100);
  ASSERT_EQ(*bank_.pay("t", 2, PayTo::player("ann"), 10), DONE);
  const auto before = contents();
  for (const std::uint64_t seq : {0u, 1u, 4u, 20u}) {
    EXPECT_EQ(*bank_.pay("t", seq, PayTo::player("ann"), 10), OUT_OF_ORDER) << seq;
    EXPECT_EQ(*bank_.draw("t", seq, DrawFrom::player("ann"), 100), Drawn{OUT_OF_ORDER}) << seq;
  }
  EXPECT_EQ(contents(), before);
  EXPECT_EQ(*bank_.pay("t", 3, PayTo::player("ann"), 10), DONE);
  for (std::uint64_t seq = 4; seq < 12; ++seq)
    ASSERT_EQ(*bank_.pay("t", seq, PayTo::player("ann"), 10), DONE) << "compared as numbers";
}

TEST_F(BankOutboxTest, RefusalsMoveNothing) {
  sit(1, 600);
  ASSERT_EQ(*bank_.reserve("r", "ann", 100), DONE);
  const auto before = contents().accounts;
  const auto entries = admin_.command({"XLEN", "{bank}:ledger"})->integer();
  const std::int64_t much = std::int64_t{1} << 53;
  std::uint64_t seq = 1;
  for (const auto& to : {PayTo::player("ann"), PayTo::transit("m"), PayTo::rake()}) {
    EXPECT_EQ(*bank_.pay("t", ++seq, to, 601), NO_FUNDS);
    EXPECT_EQ(*bank_.pay("t", ++seq, to, 0), BAD_AMOUNT);
    EXPECT_EQ(*bank_.pay("t", ++seq, to, -5), BAD_AMOUNT);
    EXPECT_EQ(*bank_.pay("t", ++seq, to, much), TOO_MUCH);
  }
  for (const auto& from : {DrawFrom::player("ann"), DrawFrom::reserved("r"), DrawFrom::transit("m")}) {
    EXPECT_EQ(*bank_.draw("t", ++seq, from, 0), Drawn{BAD_AMOUNT});
    EXPECT_EQ(*bank_.draw("t", ++seq, from, -5), Drawn{BAD_AMOUNT});
    EXPECT_EQ(*bank_.draw("t", ++seq, from, much), Drawn{TOO_MUCH});
    EXPECT_NE(bank_.draw("t", ++seq, from, 601)->result, DONE);
  }
  EXPECT_EQ(contents().accounts, before);
  EXPECT_EQ(contents().reservations.size(), 1u);
  EXPECT_EQ(bank_.escrow("t").seq, seq) << "each counts";
  EXPECT_EQ(admin_.command({"XLEN", "{bank}:ledger"})->integer(), entries) << "none is a transaction";
}

}  // namespace
}  // namespace cardroom::testing
