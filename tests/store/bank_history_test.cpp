#include "tests/store/bank_history.hpp"

namespace cardroom::testing {
namespace {

constexpr int kHistories = 2'000;
constexpr int kTurns = 14;
constexpr int kDurableHistories = 25;
constexpr int kDeaths = 2;  // of the server in each of those

// Redis with its append-only file as an embedded one has it.
const std::vector<std::string> kDurable{"--appendonly", "yes", "--appendfsync", "always"};

void add(std::map<std::string, int>& counts, const BankHistory& history) {
  for (const auto& [what, count] : history.counts()) counts[what] += count;
}

// Connections break in the midst of some, and nothing else is lost.
TEST(BankHistoryTest, TheBankIsWhatTheModelSays) {
  TestRedis redis;
  auto admin = redis.client();
  BankClient client(redis.address());
  const auto trouble = [&] {
    const auto before = client.back().count();
    ASSERT_TRUE(admin.command({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"}));
    ASSERT_TRUE(client.back().wait_for(before + 1));
  };
  std::map<std::string, int> counts;
  for (int i = 0; i < kHistories && !HasFailure(); ++i) {
    SCOPED_TRACE("history " + std::to_string(i));
    ASSERT_TRUE(admin.command({"FLUSHALL"}));
    BankHistory history(client, trouble, static_cast<std::uint64_t>(i));
    for (int turn = 0; turn < kTurns; ++turn)
      i % 5 == 0 && turn % 5 == 4 ? history.troubled_turn() : history.turn();
    EXPECT_EQ(admin.command({"XLEN", "{bank}:ledger"})->integer(), history.booked());
    add(counts, history);
  }
  const std::map<std::string, std::vector<std::string>> reached{
      {"CREDIT ", {"DONE", "NO_FUNDS", "TOO_MUCH", "BAD_AMOUNT", "CONFLICT"}},
      {"RESERVE ", {"DONE", "NO_FUNDS", "TOO_MUCH", "BAD_AMOUNT", "NOTHING_THERE", "CONFLICT"}},
      {"RELEASE ", {"DONE", "NOTHING_THERE"}},
      {"EXCHANGE ", {"DONE", "OUT_OF_ORDER", "CONFLICT"}},
      {"GRANT ", {"DONE", "TOO_MUCH", "BAD_AMOUNT"}},
      {"FUND ", {"DONE", "TOO_MUCH", "BAD_AMOUNT"}},
      {"DRAW ", {"DONE", "NOTHING_THERE", "CONFLICT"}},
      {"PAY ", {"DONE", "NO_FUNDS", "TOO_MUCH", "BAD_AMOUNT"}},
      {"RAKE ", {"DONE", "NO_FUNDS", "TOO_MUCH", "BAD_AMOUNT"}}};
  for (const auto& [call, results] : reached)
    for (const auto& result : results) EXPECT_GT(counts[call + result], 10) << call << result;
  for (const auto* what : {"UNHEARD YET DONE", "UNHEARD AND NOT DONE"}) EXPECT_GT(counts[what], 0) << what;
  for (const auto& [what, count] : counts) RecordProperty(what, count);
}

// The server dies in the midst of calls and comes back with whatever it had acknowledged, and maybe more.
TEST(BankHistoryTest, WhatWasAnsweredSurvivesTheServer) {
  TestRedis redis(kDurable);
  BankClient client(redis.address());
  const auto trouble = [&] {
    const auto before = client.back().count();
    redis.kill();
    ASSERT_TRUE(client.lost().wait_for(before + 1));
    redis.start();
    ASSERT_TRUE(client.back().wait_for(before + 1));
  };
  std::map<std::string, int> counts;
  for (int i = 0; i < kDurableHistories && !HasFailure(); ++i) {
    SCOPED_TRACE("durable history " + std::to_string(i));
    ASSERT_TRUE(redis.client().command({"FLUSHALL"}));
    BankHistory history(client, trouble, static_cast<std::uint64_t>(1'000'000 + i));
    for (int death = 0; death < kDeaths; ++death) {
      for (int turn = 0; turn < kTurns; ++turn) history.turn();
      history.troubled_turn();
    }
    for (int turn = 0; turn < kTurns; ++turn) history.turn();
    EXPECT_EQ(redis.client().command({"XLEN", "{bank}:ledger"})->integer(), history.booked());
    add(counts, history);
  }
  EXPECT_GT(counts["UNHEARD YET DONE"] + counts["UNHEARD AND NOT DONE"], 0);
  for (const auto& [what, count] : counts) RecordProperty(what, count);
}

}  // namespace
}  // namespace cardroom::testing
