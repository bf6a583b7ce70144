#include <algorithm>
#include <atomic>

#include "actors/store/bank_store.hpp"
#include "actors/store/journal_store.hpp"
#include "actors/store/server_check.hpp"
#include "tests/store/journal_fixture.hpp"
#include "tests/store/replica_fixture.hpp"

/// What was stored is with the replicas that must have it, or it is not stored.
namespace cardroom::testing {
namespace {

using std::chrono::milliseconds;
const JournalName kTable = JournalName::table("t1");

class ReplicasTest : public ::testing::Test {
 protected:
  StoreOptions options() {
    StoreOptions out{.address = pair_.master.address()};
    out.limits.replicas = 1;
    out.limits.replica_timeout = milliseconds(1'000);
    out.probe_after = milliseconds(20);
    turns_.listen(out);
    return out;
  }
  template <class T, class Call>
  T wait(Call call) {
    Promise<T> answer;
    call(answer.callback());
    return answer.get();
  }
  JournalTitle create() {
    const auto title = wait<Result<JournalTitle>>([&](auto done) {
      journals_.create(kTable, {"a", "n", "i"}, JournalClient::snapshot(0), done);
    });
    if (!title) throw std::runtime_error(title.error().text);
    return *title;
  }
  Appended append(const JournalTitle& title, std::uint64_t version) {
    return wait<Appended>([&](auto done) { journals_.append(title, version, "step", done); });
  }
  std::int64_t replicated() {
    return pair_.replica.client().command({"XLEN", "{table:t1}:journal:a"})->integer();
  }

  Turns turns_;
  ReplicaPair pair_;
  Store store_{options()};
  JournalStore journals_{store_};
  BankStore bank_{store_};
};

TEST_F(ReplicasTest, AnAppendIsStoredOnceTheReplicaHasIt) {
  ASSERT_TRUE(store_.wait_until_up(kPatience));
  const auto title = create();
  for (std::uint64_t version = 1; version <= 200; ++version) {
    ASSERT_EQ(append(title, version).result, AppendResult::STORED);
    ASSERT_EQ(replicated(), static_cast<std::int64_t>(version));
  }
}

TEST_F(ReplicasTest, ManyAtOnceAreAnsweredInOrder) {
  ASSERT_TRUE(store_.wait_until_up(kPatience));
  const auto title = create();
  std::vector<std::uint64_t> order;
  Counter answered;
  constexpr int kMany = 3'000;
  for (std::uint64_t version = 1; version <= kMany; ++version)
    journals_.append(title, version, "step", [&, version](const Appended& appended) {
      if (appended.result == AppendResult::STORED) order.push_back(version);
      answered.add();
    });
  ASSERT_TRUE(answered.wait_for(kMany));
  EXPECT_EQ(order.size(), static_cast<std::size_t>(kMany));
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
  EXPECT_EQ(replicated(), kMany);
}

TEST_F(ReplicasTest, WithoutTheReplicaTheOutcomeIsUnknownUntilItIsBack) {
  ASSERT_TRUE(store_.wait_until_up(kPatience));
  const auto title = create();
  pair_.replica.freeze();
  const Appended cut = append(title, 1);
  EXPECT_EQ(cut.result, AppendResult::UNKNOWN);
  EXPECT_NE(cut.why.find("0 of the 1 replicas"), std::string::npos) << cut.why;
  ASSERT_TRUE(turns_.down.wait_for(1));
  EXPECT_EQ(turns_.last, StoreError::FEW_REPLICAS);
  EXPECT_FALSE(store_.wait_until_up(milliseconds(0)));

  // The server has the step and says so, but nobody may be told of it.
  const Result<JournalTitle> early = wait<Result<JournalTitle>>([&](auto done) {
    journals_.open(kTable, {"b", "n", "i"}, "a", done);
  });
  EXPECT_EQ(code_of(early), StoreError::UNAVAILABLE);

  pair_.replica.thaw();
  ASSERT_TRUE(turns_.up.wait_for(1));
  EXPECT_EQ(turns_.down.count(), 1);
  const auto title_again = wait<Result<JournalTitle>>([&](auto done) {
    journals_.open(kTable, {"b", "n", "i"}, "a", done);
  });
  ASSERT_TRUE(title_again);
  EXPECT_EQ(title_again->top, 1u);
  EXPECT_EQ(append(*title_again, 2).result, AppendResult::STORED);
}

TEST_F(ReplicasTest, AReplicaThatDiesAndComesBackIsWaitedFor) {
  ASSERT_TRUE(store_.wait_until_up(kPatience));
  const auto title = create();
  pair_.replica.kill();
  EXPECT_EQ(append(title, 1).result, AppendResult::UNKNOWN);
  ASSERT_TRUE(turns_.down.wait_for(1));
  pair_.replica.start();
  ASSERT_TRUE(turns_.up.wait_for(1));
  EXPECT_EQ(replicated(), 1);
}

TEST_F(ReplicasTest, TheBankWaitsForThemToo) {
  ASSERT_TRUE(store_.wait_until_up(kPatience));
  const auto credit = [&](const char* op) {
    return wait<Result<Credited>>([&](auto done) { bank_.credit(op, UserId("u1"), {100}, done); });
  };
  ASSERT_TRUE(credit("one"));
  EXPECT_EQ(pair_.replica.client().command({"HGET", "{bank}:accounts", "player:u1"})->integer(), 100);
  pair_.replica.freeze();
  EXPECT_EQ(code_of(credit("two")), StoreError::UNKNOWN);
  pair_.replica.thaw();
  ASSERT_TRUE(turns_.up.wait_for(1));
  const auto again = credit("two");
  ASSERT_TRUE(again);
  EXPECT_EQ(again->balance, Chips{200}) << "booked once";
}

TEST_F(ReplicasTest, AServerWithTooFewIsRefusedAtTheStart) {
  auto client = pair_.master.client();
  EXPECT_TRUE(check_replicas(client, 0, milliseconds(50)));
  EXPECT_TRUE(check_replicas(client, 1, kPatience / 2));
  const auto few = check_replicas(client, 2, milliseconds(50));
  EXPECT_EQ(code_of(few), StoreError::UNFIT);
  EXPECT_NE(few.error().text.find("has 1 replicas that are up to date"), std::string::npos)
      << few.error().text;
  EXPECT_NE(few.error().text.find("store.replicas_to_wait is 2"), std::string::npos);
}

}  // namespace
}  // namespace cardroom::testing
