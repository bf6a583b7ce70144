#include "tests/store/bank_fixture.hpp"

namespace cardroom::testing {
namespace {

using enum BankResult;
using std::chrono::milliseconds;

class BankFailureTest : public ::testing::Test {
 protected:
  // What only a server that refuses can hinder: one call of every kind, to be booked or not.
  void expect_refused(BankClient& bank) {
    EXPECT_EQ(code_of(bank.credit("o1", "ann", 50)), StoreError::REFUSED);
    EXPECT_EQ(code_of(bank.debit("o2", "ann", 50)), StoreError::REFUSED);
    EXPECT_EQ(code_of(bank.reserve("r2", "ann", 50)), StoreError::REFUSED);
    EXPECT_EQ(code_of(bank.release("r1")), StoreError::REFUSED);
    EXPECT_EQ(code_of(bank.draw("t", 2, DrawFrom::reserved("r1"), 50)), StoreError::REFUSED);
    EXPECT_EQ(code_of(bank.pay("t", 2, PayTo::player("bob"), 50)), StoreError::REFUSED);
  }
  void prepare(BankClient& bank) {
    ASSERT_EQ(*bank.credit("o", "ann", 500), DONE);
    ASSERT_EQ(*bank.reserve("r1", "ann", 100), DONE);
    ASSERT_EQ(*bank.draw("t", 1, DrawFrom::player("ann"), 100), Drawn{DONE});
  }
  std::size_t keys() { return admin_.command({"KEYS", "*"})->size(); }

  TestRedis redis_;
  RedisClient admin_ = redis_.client();
};

TEST_F(BankFailureTest, WithoutALedgerEntryNothingHappens) {
  BankClient bank(redis_.address());
  prepare(bank);
  const auto before = *bank.accounts();
  ASSERT_TRUE(admin_.command({"RENAME", "{bank}:ledger", "ledger"}));
  ASSERT_TRUE(admin_.command({"SET", "{bank}:ledger", "no stream"}));
  const auto made = keys();
  expect_refused(bank);
  EXPECT_EQ(*bank.accounts(), before);
  EXPECT_EQ(keys(), made) << "nor is any of it remembered";
  ASSERT_TRUE(admin_.command({"RENAME", "ledger", "{bank}:ledger"}));
  EXPECT_EQ(*bank.credit("o1", "ann", 50), DONE);
  EXPECT_EQ(*bank.draw("t", 2, DrawFrom::reserved("r1"), 50), (Drawn{DONE, {50}}));
  EXPECT_TRUE(bank.accounts()->verify());
}

TEST_F(BankFailureTest, WithoutMemoryNothingHappens) {
  BankClient bank(redis_.address());
  prepare(bank);
  const auto before = *bank.accounts();
  ASSERT_TRUE(admin_.command({"CONFIG", "SET", "maxmemory", "1"}));
  expect_refused(bank);
  EXPECT_EQ(*bank.accounts(), before);
  ASSERT_TRUE(admin_.command({"CONFIG", "SET", "maxmemory", "0"}));
  EXPECT_EQ(*bank.pay("t", 2, PayTo::player("bob"), 50), DONE);
}

TEST_F(BankFailureTest, WhatIsMisshapenIsNamed) {
  BankClient bank(redis_.address());
  prepare(bank);
  const auto spoil = [&](const std::string& key, const std::string& field, const std::string& value) {
    EXPECT_TRUE(admin_.command({"HSET", key, field, value}));
    const auto read = bank.accounts();
    EXPECT_EQ(code_of(read), StoreError::CORRUPT) << value;
    EXPECT_NE(read.error().text.find(field), std::string::npos) << read.error().text;
    EXPECT_TRUE(admin_.command({"HDEL", key, field}));
  };
  for (const auto* value : {"", "1.5", "1e3", "x", "9007199254740992", "-9007199254740992"})
    spoil("{bank}:accounts", "player:eve", value);
  for (const auto* value : {"", "ann 5", "0 ann", "5"}) spoil("{bank}:reservations", "r9", value);
  for (const auto* value : {"", "x", "-1 DONE 0 x", "0 DONE 0 x"}) spoil("{bank}:tables", "t9", value);
  EXPECT_TRUE(bank.accounts()->verify());
  ASSERT_TRUE(admin_.command({"HSET", "{bank}:tables", "t", "what is this"}));
  EXPECT_EQ(code_of(bank.pay("t", 2, PayTo::rake(), 1)), StoreError::REFUSED) << "it is no number";
}

TEST_F(BankFailureTest, BooksOutOfBalanceAreTold) {
  const BankContents right{
      {{"house", {-10}}, {"player:ann", {7}}, {"reserved:r", {3}}}, {}, {{"r", {"ann", {3}}}}};
  EXPECT_TRUE(right.verify());
  EXPECT_TRUE(BankContents{}.verify());
  const auto wrong = [&](auto change) {
    auto books = right;
    change(books);
    EXPECT_EQ(code_of(books.verify()), StoreError::CORRUPT);
  };
  wrong([](auto& books) { books.accounts["player:ann"] = {8}; });
  wrong([](auto& books) { books.accounts["player:ann"] = {6}; });
  wrong([](auto& books) { books.accounts.erase("house"); });
  wrong([](auto& books) { books.accounts["rake"] = {-1}, books.accounts["player:ann"] = {8}; });
  wrong([](auto& books) { books.reservations.clear(); });
  wrong([](auto& books) { books.reservations["r"].amount = {4}; });
  wrong([](auto& books) { books.reservations["s"] = {"ann", {3}}; });
  wrong([](auto& books) {  // more than 64 bits hold
    for (int i = 0; i < 3'000; ++i) books.accounts["player:" + std::to_string(i)] = {(1ll << 53) - 1};
  });
}

TEST_F(BankFailureTest, FailuresOfTheStorePassThrough) {
  BankClient bank(redis_.address());
  bank.store().stop(milliseconds(0));
  EXPECT_EQ(code_of(bank.credit("o", "ann", 1)), StoreError::STOPPED);
  EXPECT_EQ(code_of(bank.settle_transit("o", "m", "ann")), StoreError::STOPPED);
  EXPECT_EQ(code_of(bank.release("r")), StoreError::STOPPED);
  EXPECT_EQ(code_of(bank.draw("t", 1, DrawFrom::transit("m"), 1)), StoreError::STOPPED);
  EXPECT_EQ(code_of(bank.reservations()), StoreError::STOPPED);
  EXPECT_EQ(code_of(bank.accounts()), StoreError::STOPPED);
}

// The server has read a call, or will, when its sender has long given it up.
TEST_F(BankFailureTest, ACallThatIsStillUnderWayAndItsRepeatMoveChipsOnce) {
  BankClient bank(redis_.address(), {}, {.hang_after = milliseconds(500)});
  prepare(bank);
  ASSERT_EQ(*bank.draw("u", 1, DrawFrom::player("ann"), 100), Drawn{DONE});
  for (int round = 0; round < 3; ++round) {
    const auto before = bank.back().count();
    redis_.freeze();
    const std::uint64_t seq = 2 + static_cast<std::uint64_t>(round);
    const auto op = "op" + std::to_string(round);
    const auto credit = [&] { return bank.credit(op, "bob", 7); };
    const auto draw = [&] { return bank.draw("t", seq, DrawFrom::player("ann"), 40); };
    const auto pay = [&] { return bank.pay("u", seq, PayTo::player("bob"), 30); };
    Counter ended;
    bank.bank().credit(op, "bob", {7}, [&](const Result<BankResult>&) { ended.add(); });
    bank.bank().draw("t", seq, DrawFrom::player("ann"), {40}, [&](const Result<Drawn>&) { ended.add(); });
    EXPECT_EQ(code_of(pay()), StoreError::UNKNOWN);
    redis_.thaw();
    ASSERT_TRUE(ended.wait_for(2));
    ASSERT_TRUE(bank.back().wait_for(before + 1));
    EXPECT_EQ(*credit(), DONE);
    EXPECT_EQ(*draw(), Drawn{DONE});
    EXPECT_EQ(*pay(), DONE);
    EXPECT_EQ(*pay(), DONE);
    EXPECT_EQ(bank.balance("ann"), 200 - 40 * (round + 1));
    EXPECT_EQ(bank.balance("bob"), 37 * (round + 1));
    EXPECT_EQ(bank.escrow("t"), (Escrow{seq, {100 + 40 * (round + 1)}}));
    EXPECT_EQ(bank.escrow("u"), (Escrow{seq, {100 - 30 * (round + 1)}}));
  }
  EXPECT_EQ(admin_.command({"XLEN", "{bank}:ledger"})->integer(), 4 + 3 * 3);
}

// Many tables at once, over connections that are cut twice before all calls are answered.
TEST_F(BankFailureTest, PaysAndDrawsAcrossReconnectsMoveChipsOnce) {
  constexpr int kTables = 200;
  constexpr std::uint64_t kRounds = 20;
  BankClient bank(redis_.address());
  ASSERT_EQ(*bank.credit("o", "ann", kTables * 10), DONE);
  int unclear = 0;
  const auto repeat = [&](auto call) {
    std::vector<int> open;
    for (int i = 0; i < kTables; ++i) open.push_back(i);
    for (int attempt = 0; !open.empty(); ++attempt) {
      const auto before = bank.back().count();
      std::vector<char> answered(kTables);
      Counter heard;
      for (const int i : open)
        call("t" + std::to_string(i), [&, i](BankResult result, bool known) {
          EXPECT_TRUE(!known || result == DONE);
          answered[static_cast<std::size_t>(i)] = known;
          heard.add();
        });
      if (attempt < 2) {
        heard.wait_for(static_cast<int>(open.size()) / 3);
        ASSERT_TRUE(admin_.command({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"}));
        ASSERT_TRUE(bank.back().wait_for(before + 1));
      }
      ASSERT_TRUE(heard.wait_for(static_cast<int>(open.size())));
      std::erase_if(open, [&](int i) { return answered[static_cast<std::size_t>(i)]; });
      unclear += static_cast<int>(open.size());
    }
  };
  for (std::uint64_t round = 0; round < kRounds; ++round) {
    repeat([&](const std::string& table, auto heard) {
      bank.bank().draw(table, 2 * round + 1, DrawFrom::player("ann"), {10}, [=](const Result<Drawn>& answer) {
        heard(answer ? answer->result : DONE, answer.has_value());
      });
    });
    EXPECT_EQ(bank.balance("ann"), 0);
    repeat([&](const std::string& table, auto heard) {
      bank.bank().pay(
          table, 2 * round + 2, PayTo::player("ann"), {10}, "",
          [=](const Result<BankResult>& answer) { heard(answer ? *answer : DONE, answer.has_value()); });
    });
    EXPECT_EQ(bank.balance("ann"), kTables * 10);
  }
  EXPECT_GT(unclear, 200) << "too few calls were cut";
  EXPECT_EQ(admin_.command({"XLEN", "{bank}:ledger"})->integer(), 1 + 2 * kTables * kRounds);
}

}  // namespace
}  // namespace cardroom::testing
