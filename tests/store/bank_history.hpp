#pragma once
#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "tests/store/bank_fixture.hpp"
#include "tests/store/bank_model.hpp"

namespace cardroom::testing {

/// Random calls to an empty bank: sensible and senseless ones, repeats, calls that arrive late, calls whose
/// answers get lost. After each turn the bank is compared with the model whole.
class BankHistory {
 public:
  /// `trouble` ends every connection, with or without the server's death, and returns when `client` is back.
  BankHistory(BankClient& client, std::function<void()> trouble, std::uint64_t seed);

  /// A few calls at once, each answered in the end.
  void turn();
  /// As a turn, but trouble comes in the midst of it. Its callers then repeat whatever they heard nothing of,
  /// in their order.
  void troubled_turn();
  /// Transactions that must be in the ledger.
  int booked() const { return model_.booked(); }

  /// How often what was called ended how, by names, e.g. "PAY NO_FUNDS"; troubled turns by whether the server
  /// had dealt with all that was repeated: "UNHEARD YET DONE", "UNHEARD AND NOT DONE".
  const std::map<std::string, int>& counts() const { return counts_; }

 private:
  struct Sent {
    BankRequest request;
    BankReply expected;
    Result<BankReply> answer = Failure{StoreError::MISSING, "no answer"};
  };

  bool chance(int percent) { return static_cast<int>(random_() % 100) < percent; }
  std::string one_of(const char* prefix, unsigned count) {
    return prefix + std::to_string(random_() % count);
  }
  std::int64_t amount(std::int64_t most);
  std::string new_id();
  std::string some_id(const std::vector<std::string>& ids);
  BankRequest request();
  BankRequest fresh_request();
  BankRequest numbered_request();
  std::vector<Sent> plan(std::size_t size, bool one_a_table);
  void post(Sent& sent, Counter& ended);
  void settle(std::vector<Sent>& batch);

  BankClient& client_;
  std::function<void()> trouble_;
  std::mt19937_64 random_;
  BankModel model_;
  std::vector<BankRequest> past_;
  std::vector<BankRequest> late_;  ///< their callers have given them up before they arrived
  std::vector<std::string> reservations_;
  std::map<std::string, int> counts_;
  int ids_ = 0;
};

}  // namespace cardroom::testing
