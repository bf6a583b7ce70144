#pragma once
#include "actors/store/bank_store.hpp"
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
                .on_lost = [this] { lost_.add(); },
                .on_back = [this] { back_.add(); }}),
        bank_(store_, options) {
    EXPECT_TRUE(store_.wait_until_up(kPatience));
  }

  Result<BankResult> credit(const std::string& op, const std::string& user, std::int64_t amount) {
    return wait<BankResult>([&](auto done) { bank_.credit(op, user, {amount}, done); });
  }
  Result<BankResult> debit(const std::string& op, const std::string& user, std::int64_t amount) {
    return wait<BankResult>([&](auto done) { bank_.debit(op, user, {amount}, done); });
  }
  Result<BankResult> move_rake(const std::string& op, std::int64_t amount) {
    return wait<BankResult>([&](auto done) { bank_.move_rake(op, {amount}, done); });
  }
  Result<TransitSettled> settle_transit(const std::string& op, const std::string& transit,
                                        const std::string& user) {
    return wait<TransitSettled>([&](auto done) { bank_.settle_transit(op, transit, user, done); });
  }
  Result<BankResult> reserve(const std::string& id, const std::string& user, std::int64_t amount) {
    return wait<BankResult>([&](auto done) { bank_.reserve(id, user, {amount}, done); });
  }
  Result<Released> release(const std::string& id) {
    return wait<Released>([&](auto done) { bank_.release(id, done); });
  }
  Result<BankResult> pay(const std::string& table, std::uint64_t seq, const PayTo& to, std::int64_t amount,
                         const std::string& attributes = "") {
    return wait<BankResult>([&](auto done) { bank_.pay(table, seq, to, {amount}, attributes, done); });
  }
  Result<Drawn> draw(const std::string& table, std::uint64_t seq, const DrawFrom& from, std::int64_t amount) {
    return wait<Drawn>([&](auto done) { bank_.draw(table, seq, from, {amount}, done); });
  }

  std::int64_t balance(const std::string& user) {
    return told<Chips>([&](auto done) { bank_.balance(user, done); }).v;
  }
  Escrow escrow(const std::string& table) {
    return told<Escrow>([&](auto done) { bank_.escrow(table, done); });
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
  // Fails the test when the answer is a failure.
  template <class T, class Call>
  static T told(Call call) {
    const auto answer = wait<T>(call);
    EXPECT_TRUE(answer) << answer.error().text;
    return answer ? *answer : T{};
  }

  Counter lost_;
  Counter back_;
  Store store_;
  BankStore bank_;
};

}  // namespace cardroom::testing
