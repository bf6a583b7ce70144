#pragma once
#include <functional>
#include <vector>

#include "actors/cashier.hpp"

namespace cardroom::testing {

/// The bank of a fake store, which can be told to fail.
class FakeCashier : public Cashier {
 public:
  /// How requests that move chips end.
  enum class Mode {
    AT_ONCE,  ///< done and answered
    LOST,     ///< neither
    UNHEARD,  ///< done, and not answered
    LATER     ///< done, answered by `release_answers`
  };

  explicit FakeCashier(Bank& bank) : bank_(bank) {}

  void credit(const std::string& op, const UserId& user, Chips amount, Done<Credited> done) override {
    answer<Credited>([=, this] { return bank_.credit(op, user, amount); }, std::move(done));
  }
  void reserve(const std::string& id, const UserId& user, Chips amount, Done<BankResult> done) override {
    answer<BankResult>([=, this] { return bank_.reserve(id, user, amount); }, std::move(done));
  }
  void release(const std::string& id, Done<BankResult> done) override {
    answer<BankResult>([=, this] { return bank_.release(id); }, std::move(done));
  }
  void exchange(const GameId& game, BankSequence seq, std::vector<Movement> movements,
                Done<Exchanged> done) override {
    answer<Exchanged>([=, this] { return bank_.exchange(game, seq, movements); }, std::move(done));
  }
  void balances(std::vector<UserId> users, Done<std::vector<Chips>> done) override {
    done(bank_.balances(users));
  }
  void reservations(Done<Reservations> done) override { done(bank_.contents().reservations); }
  void contents(Done<BankContents> done) override { done(bank_.contents()); }

  void release_answers() {
    mode = Mode::AT_ONCE;
    for (const auto& call : std::exchange(held_, {})) call();
  }

  Mode mode = Mode::AT_ONCE;
  int times = 0;  ///< requests that `mode` is for; 0 = all
  int after = 0;  ///< requests before that

 private:
  template <class T>
  void answer(const std::function<T()>& call, Done<T> done) {
    const Mode now = after > 0 ? Mode::AT_ONCE : mode;
    if (after > 0) --after;
    if (now != Mode::AT_ONCE && times > 0 && --times == 0) mode = Mode::AT_ONCE;
    if (now == Mode::LOST) return done(std::nullopt);
    T result = call();
    if (now == Mode::UNHEARD) return done(std::nullopt);
    if (now == Mode::AT_ONCE) return done(std::move(result));
    held_.push_back([done = std::move(done), result = std::move(result)] { done(result); });
  }

  Bank& bank_;
  std::vector<std::function<void()>> held_;
};

}  // namespace cardroom::testing
