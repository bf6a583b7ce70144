#include "actors/redis_cashier.hpp"

#include "actors/log.hpp"

namespace cardroom {
namespace {

template <class T>
Done<T> told(Cashier::Done<T> done) {
  return [done = std::move(done)](const Result<T>& result) {
    if (result) return done(*result);
    // An outage is told by the store itself.
    const StoreError code = result.error().code;
    if (code != StoreError::UNKNOWN && code != StoreError::UNAVAILABLE && !refuses(code))
      log_warning("the bank: " + result.error().text);
    done(std::nullopt);
  };
}

}  // namespace

void RedisCashier::credit(const std::string& op, const UserId& user, Chips amount, Done<Credited> done) {
  bank_.credit(op, user, amount, told(std::move(done)));
}

void RedisCashier::reserve(const std::string& id, const UserId& user, Chips amount, Done<BankResult> done) {
  bank_.reserve(id, user, amount, told(std::move(done)));
}

void RedisCashier::release(const std::string& id, Done<BankResult> done) {
  bank_.release(id, told(std::move(done)));
}

void RedisCashier::exchange(const GameId& game, BankSequence seq, std::vector<Movement> movements,
                            Done<Exchanged> done) {
  bank_.exchange(game, seq, movements, told(std::move(done)));
}

void RedisCashier::balances(std::vector<UserId> users, Done<std::vector<Chips>> done) {
  bank_.balances(std::move(users), told(std::move(done)));
}

void RedisCashier::reservations(Done<Reservations> done) { bank_.reservations(told(std::move(done))); }

void RedisCashier::contents(Done<BankContents> done) { bank_.accounts(told(std::move(done))); }

}  // namespace cardroom
