#include "actors/store/store.hpp"

#include <algorithm>
#include <atomic>
#include <sstream>
#include <thread>

#include "tests/store/redis_fixture.hpp"

namespace cardroom::testing {
namespace {

using std::chrono::milliseconds;

constexpr Script kEcho{"return {KEYS[1], ARGV[1], ARGV[2]}"};
constexpr Script kAdd{"return redis.call('INCRBY', KEYS[1], ARGV[1])"};

class StoreTest : public ::testing::Test {
 protected:
  StoreOptions options() {
    StoreOptions out{.address = redis_.address()};
    out.on_down = [this](const Failure&) { lost_.add(); };
    out.on_up = [this] { back_.add(); };
    out.first_retry = milliseconds(5);
    out.last_retry = milliseconds(50);
    return out;
  }
  // Soon hung, for the tests that freeze the server.
  StoreOptions impatient() {
    auto out = options();
    out.limits.hang_after = milliseconds(500);
    out.limits.ping_after = milliseconds(100);
    return out;
  }
  static Result<Reply> ask(Store& store, std::vector<std::string> args) {
    Promise<Result<Reply>> answer;
    store.command(std::move(args), answer.callback());
    return answer.get();
  }

  Counter lost_;
  Counter back_;
  TestRedis redis_;
};

TEST_F(StoreTest, AnswersCommandsOnBothLanesInOrder) {
  Store store(options());
  ASSERT_TRUE(store.wait_until_up(kPatience));
  constexpr int kEach = 2'000;
  std::array<std::vector<std::int64_t>, 2> answers;
  Counter done;
  for (int i = 0; i < kEach; ++i)
    for (const auto lane : {StoreLane::JOURNAL, StoreLane::SNAPSHOTS})
      store.command(
          {"INCR", lane == StoreLane::JOURNAL ? "a" : "b"},
          [&answers, &done, lane](const Result<Reply>& r) {
            answers[static_cast<std::size_t>(lane)].push_back(r->integer());
            done.add();
          },
          lane);
  ASSERT_TRUE(done.wait_for(2 * kEach));
  for (const auto& lane : answers)
    for (int i = 0; i < kEach; ++i) ASSERT_EQ(lane[static_cast<std::size_t>(i)], i + 1);
  EXPECT_EQ(lost_.count() + back_.count(), 0);
}

TEST_F(StoreTest, TakesCommandsFromManyThreads) {
  Store store(options());
  ASSERT_TRUE(store.wait_until_up(kPatience));
  constexpr int kThreads = 4;
  constexpr int kEach = 500;
  Counter done;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < kEach; ++i)
        store.eval(kAdd, {"sum"}, {"2"}, [&](const Result<Reply>& r) {
          if (r) done.add();
        });
    });
  for (auto& thread : threads) thread.join();
  ASSERT_TRUE(done.wait_for(kThreads * kEach));
  EXPECT_EQ(ask(store, {"GET", "sum"})->integer(), 2 * kThreads * kEach);
}

TEST_F(StoreTest, AtMostSixteenSnapshotsAreInFlightAndTheJournalPassesThem) {
  Store store(options());
  ASSERT_TRUE(store.wait_until_up(kPatience));
  // The first command holds back all others of its connection.
  std::array<Promise<Result<Reply>>, 100> answers;
  store.command({"BLPOP", "gate", "0"}, answers[0].callback());
  for (std::size_t i = 1; i < answers.size(); ++i) store.command({"INCR", "n"}, answers[i].callback());
  Promise<Result<Reply>> entry;
  store.command({"INCR", "journal"}, entry.callback(), StoreLane::JOURNAL);
  EXPECT_EQ(entry.get()->integer(), 1);
  redis_.kill();
  for (std::size_t i = 0; i < answers.size(); ++i)
    EXPECT_EQ(code_of(answers[i].get()), i < 16 ? StoreError::UNKNOWN : StoreError::UNAVAILABLE) << i;
}

TEST_F(StoreTest, JournalsShareSeveralConnectionsEachInOrder) {
  auto several = options();
  several.journal_connections = 3;
  Store store(several);
  ASSERT_TRUE(store.wait_until_up(kPatience));
  constexpr std::size_t kKeys = 20, kEach = 200;
  std::array<std::vector<std::int64_t>, kKeys> answers;
  Counter done;
  for (std::size_t i = 0; i < kKeys * kEach; ++i)
    store.command(
        {"INCR", "k" + std::to_string(i % kKeys)},
        [&answers, &done, i](const Result<Reply>& r) {
          answers[i % kKeys].push_back(r->integer());
          done.add();
        },
        StoreLane::JOURNAL);
  ASSERT_TRUE(done.wait_for(kKeys * kEach));
  for (const auto& key : answers) {
    EXPECT_EQ(key.size(), kEach);
    EXPECT_TRUE(std::is_sorted(key.begin(), key.end()));
  }
  const auto clients = *ask(store, {"CLIENT", "LIST"});
  std::istringstream lines{std::string(clients.text())};
  int busy = 0;
  for (std::string line; std::getline(lines, line);) busy += line.find("cmd=incr") != std::string::npos;
  EXPECT_EQ(busy, 3) << "with 20 keys each has some: " << clients.text();
}

TEST_F(StoreTest, RunsScriptsAndLoadsThemAgain) {
  Store store(options());
  ASSERT_TRUE(store.wait_until_up(kPatience));
  for (int round = 0; round < 3; ++round) {
    Promise<Result<Reply>> answer;
    store.eval(kEcho, {"k"}, {"1", "two"}, answer.callback());
    const auto reply = answer.get();
    ASSERT_TRUE(reply) << reply.error().text;
    EXPECT_EQ((*reply)[0].text(), "k");
    EXPECT_EQ((*reply)[2].text(), "two");
    if (round == 1) {
      ASSERT_TRUE(redis_.client().command({"SCRIPT", "FLUSH"}));
    }
  }
  const auto stats = *ask(store, {"INFO", "commandstats"});
  EXPECT_NE(stats.text().find("cmdstat_evalsha:calls=2"), std::string_view::npos)
      << "once by digest, once refused: " << stats.text();
}

TEST_F(StoreTest, ScriptsKeepTheirOrderOnAServerThatWasStartedAgain) {
  Store store(options());
  ASSERT_TRUE(store.wait_until_up(kPatience));
  constexpr int kAdded = 30;
  for (int life = 1; life <= 2; ++life) {
    std::vector<std::int64_t> answers;
    Counter done;
    for (int i = 0; i < kAdded; ++i)
      store.eval(
          kAdd, {"n"}, {std::to_string(i)},
          [&](const Result<Reply>& r) {
            answers.push_back(r->integer());
            done.add();
          },
          StoreLane::JOURNAL);
    ASSERT_TRUE(done.wait_for(kAdded));
    for (int i = 0; i < kAdded; ++i) EXPECT_EQ(answers[static_cast<std::size_t>(i)], i * (i + 1) / 2);
    redis_.kill();
    ASSERT_TRUE(lost_.wait_for(life));
    redis_.start();
    ASSERT_TRUE(back_.wait_for(life));
  }
}

TEST_F(StoreTest, AnErrorOfTheServerIsAValue) {
  Store store(options());
  ASSERT_TRUE(store.wait_until_up(kPatience));
  EXPECT_EQ(code_of(ask(store, {"NOSUCH"})), StoreError::REFUSED);
  EXPECT_TRUE(ask(store, {"PING"}));
}

TEST_F(StoreTest, AThrowingCallbackHarmsNobody) {
  Store store(options());
  ASSERT_TRUE(store.wait_until_up(kPatience));
  store.command({"PING"}, [](const Result<Reply>&) { throw std::runtime_error("from a test"); });
  EXPECT_TRUE(ask(store, {"PING"}));
}

TEST_F(StoreTest, ACallbackMayGiveTheNextCommand) {
  Store store(options());
  ASSERT_TRUE(store.wait_until_up(kPatience));
  Promise<Result<Reply>> last;
  store.command({"INCR", "n"}, [&](const Result<Reply>&) { store.command({"INCR", "n"}, last.callback()); });
  EXPECT_EQ(last.get()->integer(), 2);
}

TEST_F(StoreTest, LargeValuesPassInParts) {
  Store store(options());
  ASSERT_TRUE(store.wait_until_up(kPatience));
  const std::string large(20'000'000, 'x');
  ASSERT_TRUE(ask(store, {"SET", "large", large}));
  EXPECT_TRUE(ask(store, {"GET", "large"})->text() == large);
  EXPECT_EQ(lost_.count(), 0);
}

TEST_F(StoreTest, AFrozenServerMakesWhatIsInFlightUnknownAndComesBack) {
  Store store(impatient());
  ASSERT_TRUE(store.wait_until_up(kPatience));
  redis_.freeze();
  Promise<Result<Reply>> snapshot;
  Promise<Result<Reply>> entry;
  store.command({"INCR", "s"}, snapshot.callback());
  store.command({"INCR", "j"}, entry.callback(), StoreLane::JOURNAL);
  EXPECT_EQ(code_of(snapshot.get()), StoreError::UNKNOWN);
  EXPECT_EQ(code_of(entry.get()), StoreError::UNKNOWN);
  ASSERT_TRUE(lost_.wait_for(1));
  EXPECT_EQ(code_of(ask(store, {"PING"})), StoreError::UNAVAILABLE);
  redis_.thaw();
  ASSERT_TRUE(back_.wait_for(1));
  EXPECT_TRUE(ask(store, {"PING"}));
  EXPECT_EQ(lost_.count(), 1);
}

TEST_F(StoreTest, AFrozenServerIsNoticedWithoutAnyCommand) {
  Store store(impatient());
  ASSERT_TRUE(store.wait_until_up(kPatience));
  redis_.freeze();
  ASSERT_TRUE(lost_.wait_for(1));
  redis_.thaw();
  ASSERT_TRUE(back_.wait_for(1));
}

TEST_F(StoreTest, WhatWasNotSentYetIsUnavailableNotUnknown) {
  auto limits = impatient();
  limits.limits.in_flight = 2;
  Store store(limits);
  ASSERT_TRUE(store.wait_until_up(kPatience));
  redis_.freeze();
  std::array<Promise<Result<Reply>>, 4> answers;
  for (auto& answer : answers) store.command({"INCR", "n"}, answer.callback());
  EXPECT_EQ(code_of(answers[0].get()), StoreError::UNKNOWN);
  EXPECT_EQ(code_of(answers[1].get()), StoreError::UNKNOWN);
  EXPECT_EQ(code_of(answers[2].get()), StoreError::UNAVAILABLE);
  EXPECT_EQ(code_of(answers[3].get()), StoreError::UNAVAILABLE);
  redis_.thaw();
  ASSERT_TRUE(back_.wait_for(1));
  EXPECT_LE(ask(store, {"INCR", "n"})->integer(), 3);
}

TEST_F(StoreTest, TooManyWaitingAreBusy) {
  auto limits = options();
  limits.limits.in_flight = 1;
  limits.limits.waiting = 1;
  Store store(limits);
  ASSERT_TRUE(store.wait_until_up(kPatience));
  Promise<Result<Reply>> held;
  store.command({"BLPOP", "gate", "0"}, held.callback());
  Promise<Result<Reply>> sent;
  store.command({"PING"}, sent.callback(), StoreLane::JOURNAL);
  ASSERT_TRUE(sent.get()) << "by now the first is in flight";
  Promise<Result<Reply>> waits;
  Promise<Result<Reply>> refused;
  store.command({"PING"}, waits.callback());
  store.command({"PING"}, refused.callback());
  EXPECT_EQ(code_of(refused.get()), StoreError::BUSY);
  ASSERT_TRUE(redis_.client().command({"RPUSH", "gate", "open"}));
  EXPECT_TRUE(held.get());
  EXPECT_TRUE(waits.get());
}

TEST_F(StoreTest, AKilledServerIsLostAtOnceAndFoundAgain) {
  Store store(options());
  ASSERT_TRUE(store.wait_until_up(kPatience));
  Promise<Result<Reply>> held;
  store.command({"BLPOP", "gate", "0"}, held.callback());
  Promise<Result<Reply>> later;
  store.command({"PING"}, later.callback(), StoreLane::JOURNAL);
  ASSERT_TRUE(later.get()) << "by now the first is in flight";
  redis_.kill();
  EXPECT_EQ(code_of(held.get()), StoreError::UNKNOWN);
  ASSERT_TRUE(lost_.wait_for(1));
  EXPECT_FALSE(store.wait_until_up(milliseconds(0)));
  redis_.start();
  ASSERT_TRUE(back_.wait_for(1));
  Promise<Result<Reply>> answer;
  store.eval(kEcho, {"k"}, {"1", "2"}, answer.callback());
  EXPECT_TRUE(answer.get());
}

TEST_F(StoreTest, ACommandOfAnEarlierSessionIsNotSent) {
  Store store(options());
  ASSERT_TRUE(store.wait_until_up(kPatience));
  const auto session_now = [&store] {
    Promise<std::uint64_t> session;
    store.command({"PING"}, [&](const Result<Reply>&) { session.set(store.session()); });
    return session.get();
  };
  const auto add = [&store](std::uint64_t session, StoreLane lane) {
    Promise<Result<Reply>> answer;
    if (lane == StoreLane::JOURNAL)
      store.command({"INCR", "n"}, answer.callback(), lane, session);
    else
      store.eval(kAdd, {"n"}, {"1"}, answer.callback(), lane, session);
    return answer.get();
  };
  const auto first = session_now();
  for (const auto lane : {StoreLane::JOURNAL, StoreLane::SNAPSHOTS}) EXPECT_TRUE(add(first, lane));
  redis_.kill();
  ASSERT_TRUE(lost_.wait_for(1));
  redis_.start();
  ASSERT_TRUE(back_.wait_for(1));
  for (const auto lane : {StoreLane::JOURNAL, StoreLane::SNAPSHOTS})
    EXPECT_EQ(code_of(add(first, lane)), StoreError::UNAVAILABLE);
  EXPECT_NE(session_now(), first);
  EXPECT_EQ(add(session_now(), StoreLane::JOURNAL)->integer(), 1) << "nothing was sent";
  EXPECT_TRUE(add(kAnySession, StoreLane::SNAPSHOTS));
}

TEST_F(StoreTest, AStoreWithoutServerComesUpWhenThereIsOne) {
  redis_.kill();
  Store store(options());
  EXPECT_FALSE(store.wait_until_up(milliseconds(20)));
  EXPECT_EQ(code_of(ask(store, {"PING"})), StoreError::UNAVAILABLE);
  redis_.start();
  ASSERT_TRUE(store.wait_until_up(kPatience));
  EXPECT_EQ(back_.count(), 0) << "the first time is no return";
}

TEST_F(StoreTest, WaitsWhileTheServerLoads) {
  TestRedis durable({"--appendonly", "yes"});
  auto admin = durable.client();
  ASSERT_TRUE(admin.eval(Script{"for i=1,20000 do redis.call('SET', 'k'..i, i) end"}, {}, {}));
  durable.kill();
  durable.start({"--key-load-delay", "1000"}, false);
  // Loading would take 20 s; it is let loose once it was seen.
  std::optional<RedisClient> seen;
  for (bool loading = false; !loading;) {
    auto client = RedisClient::connect(durable.address(), kPatience);
    if (!client) continue;
    const auto reply = client->command({"PING"});
    ASSERT_TRUE(!reply && reply.error().code == StoreError::UNAVAILABLE) << "it loaded too fast to be seen";
    loading = true;
    seen.emplace(*std::move(client));
  }
  EXPECT_EQ(code_of(seen->wait_until_loaded(milliseconds(1))), StoreError::TIMEOUT);
  auto patient = options();
  patient.address = durable.address();
  patient.limits.loading_poll = milliseconds(5);
  Store store(patient);
  EXPECT_FALSE(store.wait_until_up(milliseconds(50)));
  EXPECT_EQ(code_of(ask(store, {"GET", "k1"})), StoreError::UNAVAILABLE);
  ASSERT_TRUE(seen->command({"CONFIG", "SET", "key-load-delay", "0"}));
  ASSERT_TRUE(store.wait_until_up(kPatience));
  EXPECT_EQ(ask(store, {"GET", "k20000"})->integer(), 20'000);
}

TEST_F(StoreTest, StopFinishesWhatIsInFlight) {
  auto slow = options();
  slow.limits.in_flight = 1;
  Store store(slow);
  ASSERT_TRUE(store.wait_until_up(kPatience));
  std::atomic<int> answered = 0;
  for (int i = 0; i < 500; ++i)
    store.command({"INCR", "n"}, [&](const Result<Reply>& r) { answered += r.has_value(); });
  store.stop(kPatience);
  EXPECT_EQ(answered, 500);
  EXPECT_EQ(code_of(ask(store, {"PING"})), StoreError::STOPPED);
  EXPECT_EQ(lost_.count(), 0);
}

TEST_F(StoreTest, StopEndsAfterItsGrace) {
  auto slow = options();
  slow.limits.in_flight = 1;
  Store store(slow);
  ASSERT_TRUE(store.wait_until_up(kPatience));
  Promise<Result<Reply>> held;
  Promise<Result<Reply>> waiting;
  store.command({"BLPOP", "gate", "0"}, held.callback());
  store.command({"PING"}, waiting.callback());
  store.stop(milliseconds(20));
  EXPECT_EQ(code_of(held.get()), StoreError::UNKNOWN);
  EXPECT_EQ(code_of(waiting.get()), StoreError::STOPPED);
}

TEST_F(StoreTest, AWrongPasswordNeverComesUp) {
  ASSERT_TRUE(redis_.client().command({"CONFIG", "SET", "requirepass", "pw"}));
  auto wrong = options();
  wrong.address.password = "no";
  Store refused(wrong);
  EXPECT_FALSE(refused.wait_until_up(milliseconds(50)));
  wrong.address.password = "pw";
  wrong.address.database = 3;
  Store entered(wrong);
  ASSERT_TRUE(entered.wait_until_up(kPatience));
  EXPECT_TRUE(ask(entered, {"SET", "k", "v"}));
}

}  // namespace
}  // namespace cardroom::testing
