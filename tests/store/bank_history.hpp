#pragma once
#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "tests/store/bank_fixture.hpp"
#include "tests/store/bank_request.hpp"

namespace cardroom::testing {

/// Random calls to an empty bank: sensible and senseless ones, repeats, calls that arrive late, calls whose
/// answers get lost. After each turn the bank is compared with the engine's whole.
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
  int booked() const { return booked_; }

  /// How often what was called ended how, by names, e.g. "CREDIT NO_FUNDS", movements by their kind; troubled
  /// turns by whether the server had dealt with all that was repeated: "UNHEARD YET DONE", "UNHEARD AND NOT
  /// DONE".
  const std::map<std::string, int>& counts() const { return counts_; }

 private:
  struct Sent {
    BankRequest request;
    BankReply expected;
    Result<BankReply> answer = Failure{StoreError::MISSING, "no answer"};
  };

  std::uint64_t below(std::uint64_t limit) { return random_() % limit; }
  bool chance(int percent) { return static_cast<int>(below(100)) < percent; }
  UserId some_user() { return UserId("u" + std::to_string(below(4))); }
  Chips amount(std::uint64_t most);
  std::string new_id() { return "id" + std::to_string(ids_++); }
  BankRequest some_reservation();
  Movement some_draw();
  Movement some_movement();
  BankRequest request();
  BankRequest fresh_request();
  BankRequest exchange();
  BankReply model(const BankRequest& request);
  std::vector<Sent> plan(std::size_t size, bool one_a_game);
  void post(Sent& sent, Counter& ended);
  void settle(std::vector<Sent>& batch);

  BankClient& client_;
  std::function<void()> trouble_;
  std::mt19937_64 random_;
  Bank model_;
  std::vector<BankRequest> past_;
  std::vector<BankRequest> late_;  ///< their callers have given them up before they arrived
  std::vector<BankRequest> reservations_;
  std::map<std::string, int> counts_;
  int ids_ = 0, booked_ = 0;
};

}  // namespace cardroom::testing
