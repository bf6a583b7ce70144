#pragma once
#include "actors/cashier.hpp"
#include "actors/store/bank_store.hpp"

namespace cardroom {

/// The bank in Redis.
class RedisCashier : public Cashier {
 public:
  /// `bank` outlives this and all calls.
  explicit RedisCashier(BankStore& bank) : bank_(bank) {}

  void credit(const std::string& op, const UserId& user, Chips amount, Done<Credited> done) override;
  void reserve(const std::string& id, const UserId& user, Chips amount, Done<BankResult> done) override;
  void release(const std::string& id, Done<BankResult> done) override;
  void exchange(const GameId& game, BankSequence seq, std::vector<Movement> movements,
                Done<Exchanged> done) override;
  void balances(std::vector<UserId> users, Done<std::vector<Chips>> done) override;
  void reservations(Done<Reservations> done) override;
  void contents(Done<BankContents> done) override;

 private:
  BankStore& bank_;
};

}  // namespace cardroom
