#include "tests/store/journal_history.hpp"

#include <boost/describe/members.hpp>
#include <boost/mp11/algorithm.hpp>
#include <map>

namespace cardroom::testing {
namespace {

constexpr int kBatches = 40;
constexpr int kHistories = 50;  // of a batch; they share the crashes of their server
constexpr int kCrashes = 4;
constexpr int kTurns = 12;  // between two crashes

using Members = boost::describe::describe_members<JournalHistory::Counts, boost::describe::mod_public>;

void crash(std::vector<JournalHistory>& histories, RedisClient& admin, JournalClient& a, JournalClient& b) {
  const int seen[2] = {a.back().count(), b.back().count()};
  for (auto& history : histories) history.lose_tail();
  ASSERT_TRUE(admin.command({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"}));
  ASSERT_TRUE(a.back().wait_for(seen[0] + 1));
  ASSERT_TRUE(b.back().wait_for(seen[1] + 1));
}

// Random appends, snapshots, openings and closings by two owners, late and unheard commands, a server that
// loses its last writes: whatever the store kept of the acknowledged steps is read back, in one line.
TEST(JournalHistoryTest, WhatWasAcknowledgedAndKeptIsOneLine) {
  TestRedis redis;
  auto admin = redis.client();
  JournalClient a(redis.address());
  JournalClient b(redis.address());
  std::map<std::string, int> counts;
  for (int batch = 0; batch < kBatches && !HasFailure(); ++batch) {
    ASSERT_TRUE(admin.command({"FLUSHALL"}));
    std::vector<JournalHistory> histories;
    histories.reserve(kHistories);
    for (int i = 0; i < kHistories; ++i)
      histories.emplace_back(std::to_string(i), a, b, admin, batch * kHistories + i);
    for (int life = 0; life <= kCrashes; ++life) {
      if (life > 0) crash(histories, admin, a, b);
      if (HasFatalFailure()) return;
      for (int i = 0; i < kHistories; ++i) {
        SCOPED_TRACE("history " + std::to_string(batch * kHistories + i));
        for (int turn = 0; turn < kTurns; ++turn) histories[static_cast<std::size_t>(i)].turn();
      }
    }
    for (auto& history : histories) {
      history.finish();
      boost::mp11::mp_for_each<Members>(
          [&](auto member) { counts[member.name] += history.counts().*member.pointer; });
    }
  }
  for (const auto& [what, count] : counts) {
    RecordProperty(what, count);
    EXPECT_GT(count, 100) << what << " hardly ever happened";
  }
}

}  // namespace
}  // namespace cardroom::testing
