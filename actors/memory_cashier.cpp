#include "actors/memory_cashier.hpp"

#include <mutex>

namespace cardroom {
namespace {

class MemoryCashier : public Cashier {
 private:
  template <class Call>
  auto with(Call call) {
    const std::lock_guard lock(mutex_);
    return call();
  }

 public:
  void credit(const std::string& op, const UserId& user, Chips amount, Done<Credited> done) override {
    done(with([&] { return bank_.credit(op, user, amount); }));
  }
  void reserve(const std::string& id, const UserId& user, Chips amount, Done<BankResult> done) override {
    done(with([&] { return bank_.reserve(id, user, amount); }));
  }
  void release(const std::string& id, Done<BankResult> done) override {
    done(with([&] { return bank_.release(id); }));
  }
  void exchange(const GameId& game, BankSequence seq, std::vector<Movement> movements,
                Done<Exchanged> done) override {
    done(with([&] { return bank_.exchange(game, seq, movements); }));
  }
  void balances(std::vector<UserId> users, Done<std::vector<Chips>> done) override {
    done(with([&] { return bank_.balances(users); }));
  }
  void reservations(Done<Reservations> done) override {
    done(with([&] { return bank_.contents().reservations; }));
  }
  void contents(Done<BankContents> done) override {
    done(with([&] { return bank_.contents(); }));
  }

 private:
  std::mutex mutex_;
  Bank bank_;
};

}  // namespace

std::shared_ptr<Cashier> memory_cashier() { return std::make_shared<MemoryCashier>(); }

}  // namespace cardroom
