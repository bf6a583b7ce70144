#pragma once
#include "actors/store/bank_store.hpp"
#include "tests/engine/bank_words.hpp"
#include "tests/store/redis_fixture.hpp"

namespace cardroom::testing {

/// A store with the bank in it, which waits for each answer.
class BankClient {
 public:
  explicit BankClient(const RedisAddress& address, BankOptions options = {}, LaneLimits limits = {})
      : store_({.address = address,
                .limits = limits,
                .first_retry = std::chrono::milliseconds(1),
                .last_retry = std::chrono::milliseconds(20),
                .probe_after = std::chrono::milliseconds(5),
                .on_down = [this](const Failure&) { lost_.add(); },
                .on_up = [this] { back_.add(); }}),
        bank_(store_, options) {
    EXPECT_TRUE(store_.wait_until_up(kPatience));
  }

  Result<Credited> credit(const std::string& op, const std::string& user, std::int64_t amount) {
    return wait<Credited>([&](auto done) { bank_.credit(op, UserId(user), {amount}, done); });
  }
  Result<BankResult> reserve(const std::string& id, const std::string& user, std::int64_t amount) {
    return wait<BankResult>([&](auto done) { bank_.reserve(id, UserId(user), {amount}, done); });
  }
  Result<BankResult> release(const std::string& id) {
    return wait<BankResult>([&](auto done) { bank_.release(id, done); });
  }
  Result<Exchanged> exchange(const std::string& game, std::uint64_t seq,
                             const std::vector<Movement>& movements) {
    return wait<Exchanged>([&](auto done) { bank_.exchange(GameId(game), {seq}, movements, done); });
  }
  Result<Chips> balance(const std::string& user) {
    const auto all = balances({user});
    if (!all) return all.error();
    return all->front();
  }
  Result<std::vector<Chips>> balances(const std::vector<std::string>& users) {
    std::vector<UserId> ids;
    for (const auto& user : users) ids.emplace_back(user);
    return wait<std::vector<Chips>>([&](auto done) { bank_.balances(ids, done); });
  }
  Result<Reservations> reservations() {
    return wait<Reservations>([&](auto done) { bank_.reservations(done); });
  }
  Result<BankContents> accounts() {
    return wait<BankContents>([&](auto done) { bank_.accounts(done); });
  }

  /// The bank itself, to call without waiting.
  BankStore& bank() { return bank_; }
  Store& store() { return store_; }
  Counter& lost() { return lost_; }
  Counter& back() { return back_; }

 private:
  template <class T, class Call>
  static Result<T> wait(Call call) {
    Promise<Result<T>> answer;
    call(Done<T>(answer.callback()));
    return answer.get();
  }
  Counter lost_;
  Counter back_;
  Store store_;
  BankStore bank_;
};

/// The answer as text (tests/engine/bank_words.hpp); fails the test when it is a failure.
template <class T>
std::string told(const Result<T>& answer) {
  EXPECT_TRUE(answer) << answer.error().text;
  return answer ? text_of(*answer) : answer.error().text;
}

}  // namespace cardroom::testing
