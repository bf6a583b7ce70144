#include "actors/store/journal_store.hpp"

#include "actors/store/journal_replies.hpp"
#include "tests/store/journal_fixture.hpp"

namespace cardroom::testing {
namespace {

using Client = JournalClient;

class JournalStoreTest : public ::testing::Test {
 protected:
  // A journal of entries 1..top under the token.
  JournalTitle journal(std::uint64_t top, const std::string& token = "t1") {
    auto title = *a_.create(name_, token);
    for (std::uint64_t version = 1; version <= top; ++version)
      EXPECT_EQ(a_.append(title, version), AppendResult::STORED);
    return title;
  }
  static std::vector<JournalEntry> entries(std::uint64_t first, std::uint64_t last) {
    std::vector<JournalEntry> out;
    for (; first <= last; ++first) out.push_back(Client::entry(first));
    return out;
  }
  std::string field(const std::string& key, const std::string& name) {
    return std::string(admin_.command({"HGET", key, name})->text());
  }
  bool exists(const std::string& key) { return admin_.command({"EXISTS", key})->integer() == 1; }
  void reconnect(Client& client) {
    const auto before = client.back().count();
    ASSERT_TRUE(admin_.command({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"}));
    ASSERT_TRUE(client.back().wait_for(before + 1));
  }

  TestRedis redis_;
  RedisClient admin_ = redis_.client();
  Client a_{redis_.address()};
  Client b_{redis_.address()};
  JournalName name_ = JournalName::table("t");
};

TEST_F(JournalStoreTest, CreatesAppendsAndReads) {
  const auto title = *a_.create(name_, "t1", 7);
  EXPECT_EQ(title.epoch, 1u);
  const auto empty = *a_.read(title);
  EXPECT_EQ(empty.snapshot, Client::snapshot(7));
  EXPECT_FALSE(empty.previous);
  EXPECT_TRUE(empty.behind(7)->empty());
  EXPECT_EQ(a_.append(title, 8), AppendResult::STORED);
  EXPECT_EQ(a_.append(title, 9), AppendResult::STORED);
  const auto read = *a_.read(title);
  EXPECT_EQ(read.entries, entries(8, 9));
  EXPECT_EQ(read.behind(7)->size(), 2u);
  EXPECT_EQ(read.behind(8)->front(), Client::entry(9));
}

TEST_F(JournalStoreTest, AnOpeningKnowsTheTop) {
  EXPECT_EQ(a_.create(name_, "t1", 7)->top, 7u);
  EXPECT_EQ(a_.create(name_, "t1", 7)->top, 7u) << "its own repeat";
  const auto title = *b_.open(name_, "t2", "t1");
  EXPECT_EQ(title.top, 7u) << "an empty journal";
  EXPECT_EQ(b_.append(title, 8), AppendResult::STORED);
  EXPECT_EQ(a_.open(name_, "t3", "t2")->top, 8u);
  const auto again = *a_.open(name_, "t3", "t2");
  EXPECT_EQ(again.top, 8u);
  EXPECT_EQ(a_.read(again)->top, 8u);
}

TEST_F(JournalStoreTest, ToolsReadWithoutOpening) {
  EXPECT_EQ(code_of(read_journal(admin_, name_)), StoreError::MISSING);
  const auto title = journal(3);
  const auto read = *read_journal(admin_, name_);
  EXPECT_EQ(read.entries, entries(1, 3));
  EXPECT_EQ(read.top, 3u);
  EXPECT_EQ(a_.append(title, 4), AppendResult::STORED) << "its owner goes on";
  ASSERT_TRUE(a_.close(title));
  EXPECT_EQ(code_of(read_journal(admin_, name_)), StoreError::CLOSED);
}

TEST_F(JournalStoreTest, ReplacingBeginsAnewAndKeepsTheEvidence) {
  const auto title = journal(5);
  ASSERT_TRUE(a_.save(title, 2));
  ASSERT_TRUE(a_.replace(title, 9));
  const auto read = *a_.read(title);
  EXPECT_EQ(read.snapshot, Client::snapshot(9));
  EXPECT_FALSE(read.previous);
  EXPECT_TRUE(read.entries.empty());
  EXPECT_EQ(a_.append(title, 10), AppendResult::STORED);
  EXPECT_TRUE(exists("{table:t}:evidence:t1:journal"));
  EXPECT_EQ(field("{table:t}:evidence:t1:snapshot", "version"), "2");
  const auto taken = *b_.open(name_, "t2", "t1");
  EXPECT_EQ(code_of(a_.replace(title, 20)), StoreError::FENCED);
  EXPECT_EQ(taken.top, 10u);
}

TEST_F(JournalStoreTest, KeysAreNamedByTagAndToken) {
  const auto title = *a_.create(JournalName::game("g"), "t1");
  EXPECT_EQ(a_.append(title, 1), AppendResult::STORED);
  EXPECT_EQ(admin_.command({"XLEN", "{game:g}:journal:t1"})->integer(), 1);
  EXPECT_EQ(field("{game:g}:owner", "token"), "t1");
  EXPECT_EQ(field("{game:g}:owner", "state"), "open");
  EXPECT_EQ(field("{game:g}:snapshot", "version"), "0");
  const auto entry = *admin_.command({"XRANGE", "{game:g}:journal:t1", "-", "+"});
  EXPECT_EQ(entry[0][0].text(), "1-0");
  EXPECT_EQ(entry[0][1][0].text(), "e");
}

TEST_F(JournalStoreTest, EntriesAndSnapshotsAreOpaqueBytes) {
  const auto title = *a_.create(JournalName::table("a {b} 'c'"), "t1");
  const std::string odd("\r\n\0$5\xff", 6);
  EXPECT_EQ(a_.append(title, 1, odd).result, AppendResult::STORED);
  ASSERT_TRUE(a_.save(title, {1, odd, odd}));
  EXPECT_EQ(a_.read(title)->entries, (std::vector{JournalEntry{1, odd}}));
  EXPECT_EQ(a_.read(title)->snapshot, (JournalSnapshot{1, odd, odd}));
}

TEST_F(JournalStoreTest, CreationRefusesAnExistingOwnerButNotItsOwnRepeat) {
  const auto title = journal(2);
  const auto again = *a_.create(name_, "t1");
  EXPECT_EQ(again.epoch, 1u);
  EXPECT_EQ(a_.read(title)->entries, entries(1, 2)) << "a repeat changes nothing";
  EXPECT_EQ(code_of(b_.create(name_, "t2")), StoreError::EXISTS);
  EXPECT_EQ(a_.append(title, 3), AppendResult::STORED);
}

TEST_F(JournalStoreTest, TheOwnerIsTold) {
  EXPECT_EQ(code_of(a_.owner(name_)), StoreError::MISSING);
  journal(1);
  auto owner = *b_.owner(name_);
  EXPECT_EQ(owner.token, "t1");
  EXPECT_EQ(owner.node, "n1");
  EXPECT_TRUE(owner.open);
  EXPECT_EQ(b_.open(name_, "t2", "t1")->epoch, 2u);
  owner = *a_.owner(name_);
  EXPECT_EQ(owner.token, "t2");
  EXPECT_EQ(owner.epoch, 2u);
  EXPECT_EQ(owner.node, "n2");
  EXPECT_EQ(owner.incarnation, "i2");
}

TEST_F(JournalStoreTest, OpeningRenamesTheJournalAndFencesTheOldOwner) {
  const auto old = journal(3);
  const auto title = *b_.open(name_, "t2", "t1");
  EXPECT_FALSE(exists("{table:t}:journal:t1"));
  EXPECT_EQ(b_.read(title)->entries, entries(1, 3));
  EXPECT_EQ(a_.append(old, 4), AppendResult::FENCED);
  EXPECT_EQ(code_of(a_.save(old, 3)), StoreError::FENCED);
  EXPECT_EQ(code_of(a_.read(old)), StoreError::FENCED);
  EXPECT_EQ(code_of(a_.close(old)), StoreError::FENCED);
  EXPECT_FALSE(exists("{table:t}:journal:t1")) << "an append never makes a journal";
  EXPECT_EQ(b_.append(title, 4), AppendResult::STORED);
  EXPECT_EQ(b_.read(title)->entries, entries(1, 4));
}

TEST_F(JournalStoreTest, OpeningNeedsTheTokenThatIsThere) {
  journal(1);
  EXPECT_EQ(b_.open(name_, "t2", "t1")->epoch, 2u);
  EXPECT_EQ(b_.open(name_, "t2", "t1")->epoch, 2u) << "a repeat of the same opening";
  EXPECT_EQ(code_of(a_.open(name_, "t3", "t1")), StoreError::LOST);
  EXPECT_EQ(a_.open(name_, "t3", "t2")->epoch, 3u);
  EXPECT_EQ(code_of(b_.open(name_, "t2", "t1")), StoreError::LOST) << "a repeat that comes too late";
  EXPECT_EQ(code_of(a_.open(JournalName::table("other"), "t4", "t1")), StoreError::MISSING);
}

TEST_F(JournalStoreTest, AJournalThatIsGoneOrInTheWayIsCorrupt) {
  journal(1);
  ASSERT_TRUE(admin_.command({"COPY", "{table:t}:journal:t1", "{table:t}:journal:t2"}));
  EXPECT_EQ(code_of(a_.open(name_, "t2", "t1")), StoreError::CORRUPT);
  ASSERT_TRUE(admin_.command({"DEL", "{table:t}:journal:t1"}));
  EXPECT_EQ(code_of(a_.open(name_, "t3", "t1")), StoreError::CORRUPT);
  EXPECT_EQ(field("{table:t}:owner", "token"), "t1") << "a refusal changes nothing";
}

TEST_F(JournalStoreTest, AVersionIsAppendedOnce) {
  const auto title = journal(2);
  for (const std::uint64_t version : {1u, 2u}) {
    const auto again = a_.append(title, version, "another");
    EXPECT_EQ(again.result, AppendResult::UNKNOWN);
    EXPECT_NE(again.why.find("equal or smaller"), std::string::npos) << again.why;
  }
  EXPECT_EQ(a_.read(title)->entries, entries(1, 2));
  const auto born = *a_.create(JournalName::table("u"), "t1", 9);
  EXPECT_EQ(a_.append(born, 9), AppendResult::UNKNOWN) << "the first snapshot counts too";
  EXPECT_EQ(a_.append(born, 10), AppendResult::STORED);
}

TEST_F(JournalStoreTest, NothingIsAppendedOverAReconnect) {
  const auto old = journal(2);
  reconnect(a_);
  EXPECT_EQ(a_.append(old, 3), AppendResult::UNKNOWN);
  EXPECT_EQ(code_of(a_.save(old, 2)), StoreError::UNAVAILABLE);
  EXPECT_EQ(code_of(a_.read(old)), StoreError::UNAVAILABLE);
  EXPECT_EQ(code_of(a_.close(old)), StoreError::UNAVAILABLE);
  const auto title = *a_.open(name_, "t2", "t1");
  EXPECT_EQ(a_.read(title)->entries, entries(1, 2)) << "nothing of it was sent";
  EXPECT_EQ(a_.append(title, 3), AppendResult::STORED);
}

TEST_F(JournalStoreTest, WhateverIsUnclearIsUnknown) {
  const auto title = journal(1);
  ASSERT_TRUE(admin_.command({"CONFIG", "SET", "maxmemory", "1"}));
  EXPECT_EQ(a_.append(title, 2), AppendResult::UNKNOWN) << "out of memory";
  ASSERT_TRUE(admin_.command({"CONFIG", "SET", "maxmemory", "0"}));
  ASSERT_TRUE(a_.back().wait_for(1));
  ASSERT_TRUE(admin_.command({"REPLICAOF", "127.0.0.1", "1"}));
  EXPECT_EQ(a_.append(title, 2), AppendResult::UNKNOWN) << "read-only";
  ASSERT_TRUE(admin_.command({"REPLICAOF", "NO", "ONE"}));
  ASSERT_TRUE(a_.back().wait_for(2));
  redis_.kill();
  const auto lost = a_.append(title, 2, "step");
  EXPECT_EQ(lost.result, AppendResult::UNKNOWN);
  EXPECT_FALSE(lost.why.empty());
  EXPECT_EQ(read_appended(Result<Reply>(Reply()), 2).result, AppendResult::FENCED);
}

TEST_F(JournalStoreTest, SnapshotsReplaceOneAnotherAndTrimBehindTheOlder) {
  const auto title = journal(9);
  ASSERT_TRUE(a_.save(title, 3));
  EXPECT_EQ(a_.read(title)->previous, Client::snapshot(0));
  EXPECT_EQ(a_.read(title)->entries, entries(1, 9));
  ASSERT_TRUE(a_.save(title, 9));
  const auto read = *a_.read(title);
  EXPECT_EQ(read.snapshot, Client::snapshot(9));
  EXPECT_EQ(read.previous, Client::snapshot(3));
  EXPECT_EQ(read.entries, entries(4, 9));
  EXPECT_TRUE(read.behind(9)->empty());
  EXPECT_EQ(read.behind(3)->size(), 6u);
  EXPECT_EQ(code_of(read.behind(2)), StoreError::CORRUPT);
  EXPECT_EQ(a_.append(title, 10), AppendResult::STORED);
}

TEST_F(JournalStoreTest, ASnapshotMustBeNewerAndInTheJournal) {
  const auto title = journal(5);
  ASSERT_TRUE(a_.save(title, 4));
  EXPECT_EQ(code_of(a_.save(title, 4)), StoreError::OLD);
  EXPECT_EQ(code_of(a_.save(title, 3)), StoreError::OLD);
  EXPECT_EQ(code_of(a_.save(title, 6)), StoreError::AHEAD);
  EXPECT_EQ(a_.read(title)->snapshot, Client::snapshot(4));
  EXPECT_EQ(a_.read(title)->previous, Client::snapshot(0));
  EXPECT_TRUE(a_.save(title, 5));
  const auto empty = *a_.create(JournalName::table("u"), "t1");
  EXPECT_EQ(code_of(a_.save(empty, 1)), StoreError::AHEAD);
}

TEST_F(JournalStoreTest, VersionsAreComparedAsNumbers) {
  const auto large = std::uint64_t{9'007'199'254'740'990};
  const auto title = *a_.create(name_, "t1", 9);
  EXPECT_EQ(a_.append(title, 10), AppendResult::STORED);
  ASSERT_TRUE(a_.save(title, 10));
  const auto other = *a_.create(JournalName::table("u"), "t1", large - 1);
  EXPECT_EQ(a_.append(other, large), AppendResult::STORED);
  EXPECT_EQ(a_.append(other, large + 1), AppendResult::STORED);
  EXPECT_TRUE(a_.save(other, large));
  EXPECT_TRUE(a_.save(other, large + 1));
  EXPECT_EQ(a_.read(other)->entries, (std::vector{Client::entry(large + 1)}));
}

TEST_F(JournalStoreTest, WhatIsMissingInAJournalIsNoticed) {
  const auto title = journal(6);
  ASSERT_TRUE(a_.save(title, 2));
  ASSERT_TRUE(admin_.command({"XDEL", "{table:t}:journal:t1", "4-0"}));
  const auto gap = a_.read(title)->behind(2);
  EXPECT_EQ(code_of(gap), StoreError::CORRUPT);
  EXPECT_NE(gap.error().text.find('4'), std::string::npos);
  EXPECT_TRUE(a_.read(title)->behind(4)) << "it is whole from there on";
  ASSERT_TRUE(admin_.command({"XTRIM", "{table:t}:journal:t1", "MAXLEN", "0"}));
  EXPECT_EQ(code_of(a_.read(title)->behind(2)), StoreError::CORRUPT);
  ASSERT_TRUE(admin_.command({"XADD", "{table:t}:journal:t1", "7-0", "x", "y"}));
  EXPECT_EQ(code_of(a_.read(title)), StoreError::CORRUPT);
}

TEST_F(JournalStoreTest, AMisshapenSnapshotLeavesThePreviousOne) {
  const auto title = journal(6);
  ASSERT_TRUE(a_.save(title, 4));
  ASSERT_TRUE(admin_.command({"HDEL", "{table:t}:snapshot", "json"}));
  const auto read = *a_.read(title);
  EXPECT_FALSE(read.snapshot);
  EXPECT_EQ(read.previous, Client::snapshot(0));
  EXPECT_EQ(read.behind(0)->size(), 6u);
}

TEST_F(JournalStoreTest, AClosedIdIsNeverUsedAgain) {
  const auto title = journal(3);
  ASSERT_TRUE(a_.save(title, 1));
  ASSERT_TRUE(a_.close(title));
  for (const std::string key : {"snapshot", "snapshot:previous", "journal:t1"})
    EXPECT_FALSE(exists("{table:t}:" + key)) << key;
  EXPECT_FALSE(a_.owner(name_)->open);
  EXPECT_EQ(a_.append(title, 4), AppendResult::FENCED);
  EXPECT_EQ(code_of(a_.save(title, 4)), StoreError::FENCED);
  EXPECT_EQ(code_of(a_.read(title)), StoreError::FENCED);
  EXPECT_EQ(code_of(a_.close(title)), StoreError::FENCED);
  EXPECT_EQ(code_of(a_.open(name_, "t2", "t1")), StoreError::CLOSED);
  EXPECT_EQ(code_of(a_.create(name_, "t2")), StoreError::EXISTS);
  EXPECT_EQ(code_of(a_.create(name_, "t1")), StoreError::EXISTS);
}

TEST_F(JournalStoreTest, AnEmptyJournalSurvivesARewriteAndARestart) {
  TestRedis durable({"--appendonly", "yes", "--appendfsync", "always"});
  Client client(durable.address());
  ASSERT_TRUE(client.create(name_, "t1", 5));
  auto admin = durable.client();
  ASSERT_TRUE(admin.command({"BGREWRITEAOF"}));
  const auto rewriting = [&admin] {
    const auto info = *admin.command({"INFO", "persistence"});
    return info.text().find("aof_rewrite_in_progress:1") != std::string_view::npos ||
           info.text().find("aof_rewrite_scheduled:1") != std::string_view::npos;
  };
  while (rewriting()) {
  }
  durable.kill();
  ASSERT_TRUE(client.lost().wait_for(1));
  durable.start();
  ASSERT_TRUE(client.back().wait_for(1));
  const auto title = *client.open(name_, "t2", "t1");
  EXPECT_EQ(client.append(title, 5), AppendResult::UNKNOWN) << "its last version is remembered";
  EXPECT_EQ(client.append(title, 6), AppendResult::STORED);
}

}  // namespace
}  // namespace cardroom::testing
