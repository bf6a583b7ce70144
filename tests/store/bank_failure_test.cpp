#include "tests/store/bank_books.hpp"

namespace cardroom::testing {
namespace {

using std::chrono::milliseconds;

class BankFailureTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(bank_.credit("o", "ann", 500), "DONE 500");
    ASSERT_EQ(bank_.reserve("r1", "ann", 100), "DONE");
    ASSERT_EQ(bank_.reserve("r2", "ann", 50), "DONE");
    ASSERT_EQ(bank_.exchange("g", 1, {fund(100)}), "(DONE 0)");
  }
  bool admin(std::vector<std::string> command) {
    return bank_.admin().command(std::move(command)).has_value();
  }
  // What only a server that refuses can hinder: one call of every kind, to be booked or not. `refused` makes
  // the call while the server is ill.
  template <class Refused>
  void expect_refused(Refused refused) {
    const auto before = bank_.everything();
    refused([&] { return code_of(client_.credit("o1", "ann", 50)); });
    refused([&] { return code_of(client_.credit("o2", "ann", -50)); });
    refused([&] { return code_of(client_.reserve("r3", "ann", 50)); });
    refused([&] { return code_of(client_.release("r2")); });
    refused([&] { return code_of(client_.exchange("g", 2, kMany)); });
    EXPECT_EQ(bank_.everything(), before) << "nor is any of it remembered";
  }
  // Ends when the store has seen that the server is well again, for until then it sends nothing.
  template <class Call>
  void refused_with(const char* setting, const char* value, StoreError code, Call call) {
    const auto back = client_.back().count();
    ASSERT_TRUE(admin({"CONFIG", "SET", setting, value}));
    EXPECT_EQ(call(), code);
    ASSERT_TRUE(admin({"CONFIG", "SET", setting, "0"}));
    ASSERT_TRUE(client_.back().wait_for(back + 1));
  }
  void expect_exchanged() {
    EXPECT_EQ(bank_.exchange("g", 2, kMany),
              "(NOTHING_THERE 350, DONE 30, DONE 10, DONE 350, DONE 1, DONE 0, DONE 5)");
    const BankContents contents = bank_.contents();
    EXPECT_EQ(contents.check(), "");
    EXPECT_EQ(contents.desks.at("g"), (Desk{{2}, {158}}));
  }
  // Keeps a call of the bank from being carried out by what it finds, then lets it.
  void expect_exchanged_only_without(const std::string& key, const std::string& field) {
    SCOPED_TRACE(key + " " + field);
    const bool part = !field.empty();
    const std::string had =
        part ? std::string(bank_.admin().command({"HGET", key, field})->text()) : std::string();
    if (part) {
      ASSERT_TRUE(admin({"HSET", key, field, "what is this"}));
    } else {
      ASSERT_TRUE(admin({"RENAME", key, "aside"}) && admin({"SET", key, "of another type"}));
    }
    const auto before = bank_.everything();
    EXPECT_EQ(code_of(client_.exchange("g", 2, kMany)), StoreError::REFUSED);
    EXPECT_EQ(bank_.everything(), before) << "all of it, or nothing";
    if (!part) {
      ASSERT_TRUE(admin({"RENAME", "aside", key}));
    } else if (had.empty()) {
      ASSERT_TRUE(admin({"HDEL", key, field}));
    } else {
      ASSERT_TRUE(admin({"HSET", key, field, had}));
    }
  }

  // Something to remember, to pay, to draw, and to bring in.
  const std::vector<Movement> kMany{draw("none", "ann", 5), pay("bob", 30), grant("eve", 10),
                                    draw("r1", "ann", 100), pay("joe", 1),  rake(11),
                                    grant("zoe", 5)};
  BankBooks bank_;
  BankClient& client_ = bank_.client();
};

TEST_F(BankFailureTest, WithoutALedgerEntryNothingHappens) {
  ASSERT_TRUE(admin({"RENAME", "{bank}:ledger", "ledger"}));
  ASSERT_TRUE(admin({"SET", "{bank}:ledger", "no stream"}));
  expect_refused([](auto call) { EXPECT_EQ(call(), StoreError::REFUSED); });
  ASSERT_TRUE(admin({"RENAME", "ledger", "{bank}:ledger"}));
  expect_exchanged();
}

TEST_F(BankFailureTest, WithoutMemoryNothingHappens) {
  const auto refused = [&](auto call) { refused_with("maxmemory", "1", StoreError::NO_MEMORY, call); };
  expect_refused(refused);
  refused([&] { return code_of(client_.exchange("h", 1, {})); });
  refused([&] { return code_of(client_.exchange("h", 1, {draw("none", "ann", 5)})); });
  refused([&] { return code_of(client_.release("none")); });
  EXPECT_EQ(bank_.contents().desks.size(), 1u);
  EXPECT_EQ(bank_.reserve("none", "ann", 5), "DONE") << "nobody was heard to look for it";
  ASSERT_EQ(bank_.release("none"), "DONE");
  expect_exchanged();
}

TEST_F(BankFailureTest, AServerThatMustNotWriteDoesNothing) {
  expect_refused(
      [&](auto call) { refused_with("min-replicas-to-write", "1", StoreError::FEW_REPLICAS, call); });
  expect_exchanged();
}

// Whatever its last movements stumble over, the first ones are not made either.
TEST_F(BankFailureTest, AnExchangeThatFailsInTheMidstIsNotBegun) {
  for (const auto* key : {"{bank}:accounts", "{bank}:desks", "{bank}:reservations", "{bank}:ledger"})
    expect_exchanged_only_without(key, "");
  for (const auto* account : {"player:zoe", "player:joe", "player:ann", "rake", "game:g", "reserved:r1"})
    expect_exchanged_only_without("{bank}:accounts", account);
  expect_exchanged_only_without("{bank}:desks", "g");
  ASSERT_TRUE(admin({"HSET", "{bank}:accounts", "reserved:r1", "99"}));
  EXPECT_EQ(code_of(client_.exchange("g", 2, kMany)), StoreError::REFUSED) << "less than was reserved";
  ASSERT_TRUE(admin({"HSET", "{bank}:accounts", "reserved:r1", "100"}));
  expect_exchanged();
}

TEST_F(BankFailureTest, WhatIsMisshapenIsNamed) {
  const auto spoil = [&](const std::string& key, const std::string& field, const std::string& value) {
    EXPECT_TRUE(admin({"HSET", key, field, value}));
    const auto read = client_.accounts();
    EXPECT_EQ(code_of(read), StoreError::CORRUPT) << value;
    EXPECT_NE(read.error().text.find(field), std::string::npos) << read.error().text;
    EXPECT_TRUE(admin({"HDEL", key, field}));
  };
  for (const auto* value : {"", "1.5", "1e3", "x", "9007199254740992", "-9007199254740992"})
    spoil("{bank}:accounts", "player:eve", value);
  for (const auto* value : {"", "ann 5", "0 ann", "5", "5 ", "-5 ann"})
    spoil("{bank}:reservations", "r9", value);
  for (const auto* value : {"", "x", "-1 da DONE 0", "0 da DONE 0"}) spoil("{bank}:desks", "g9", value);
  EXPECT_EQ(bank_.contents().check(), "");
  ASSERT_TRUE(admin({"HSET", "{bank}:accounts", "player:eve", "1.5"}));
  EXPECT_EQ(code_of(client_.balance("eve")), StoreError::CORRUPT);
  ASSERT_TRUE(admin({"HSET", "{bank}:reservations", "r9", "x"}));
  const auto others = client_.reservations();
  ASSERT_TRUE(others) << "the others are not to wait for the one";
  EXPECT_EQ(others->count("r9"), 0u);
}

TEST_F(BankFailureTest, AnAnswerThatWasAlteredIsNoAnswer) {
  const std::vector<Movement> movements{pay("ann", 1)};
  ASSERT_EQ(bank_.exchange("g", 2, movements), "(DONE 351)");
  const std::string kept(bank_.admin().command({"HGET", "{bank}:desks", "g"})->text());
  const std::string head = kept.substr(0, kept.find("DONE"));
  for (const auto* tail : {"FINE 351", "DONE x", "DONE", "DONE 351 DONE", ""}) {
    ASSERT_TRUE(admin({"HSET", "{bank}:desks", "g", head + tail}));
    EXPECT_EQ(code_of(client_.exchange("g", 2, movements)), StoreError::CORRUPT) << tail;
  }
  ASSERT_TRUE(admin({"SET", "{bank}:op:o", "FINE 500 0 player:ann\t500"}));
  EXPECT_EQ(code_of(client_.credit("o", "ann", 500)), StoreError::CORRUPT);
  ASSERT_TRUE(admin({"SET", "{bank}:op:o", "what is this"}));
  EXPECT_EQ(code_of(client_.credit("o", "ann", 500)), StoreError::REFUSED);
}

TEST_F(BankFailureTest, FailuresOfTheStorePassThrough) {
  client_.store().stop(milliseconds(0));
  EXPECT_EQ(code_of(client_.credit("o", "ann", 1)), StoreError::STOPPED);
  EXPECT_EQ(code_of(client_.reserve("r", "ann", 1)), StoreError::STOPPED);
  EXPECT_EQ(code_of(client_.release("r")), StoreError::STOPPED);
  EXPECT_EQ(code_of(client_.exchange("g", 1, kMany)), StoreError::STOPPED);
  EXPECT_EQ(code_of(client_.balance("ann")), StoreError::STOPPED);
  EXPECT_EQ(code_of(client_.reservations()), StoreError::STOPPED);
  EXPECT_EQ(code_of(client_.accounts()), StoreError::STOPPED);
}

}  // namespace
}  // namespace cardroom::testing
