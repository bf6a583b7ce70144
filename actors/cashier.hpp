#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/bank.hpp"

namespace cardroom {

/// The bank as actors see it (engine/bank.hpp). Every callback is called exactly once, from any thread.
/// Nothing as an answer means that nobody knows whether it was done: the same request must be made again
/// until there is an answer.
class Cashier {
 public:
  template <class T>
  using Done = std::function<void(std::optional<T>)>;

  virtual ~Cashier() = default;
  virtual void credit(const std::string& op, const UserId& user, Chips amount, Done<Credited> done) = 0;
  virtual void reserve(const std::string& id, const UserId& user, Chips amount, Done<BankResult> done) = 0;
  virtual void release(const std::string& id, Done<BankResult> done) = 0;
  virtual void exchange(const GameId& game, BankSequence seq, std::vector<Movement> movements,
                        Done<Exchanged> done) = 0;
  /// Of each user in turn.
  virtual void balances(std::vector<UserId> users, Done<std::vector<Chips>> done) = 0;
  virtual void reservations(Done<Reservations> done) = 0;
  virtual void contents(Done<BankContents> done) = 0;
};

}  // namespace cardroom
