#pragma once
#include <chrono>
#include <string>
#include <vector>

#include "actors/store/opener.hpp"
#include "actors/store/store.hpp"
#include "engine/bank.hpp"

/// The bank (engine/bank.hpp) in Redis. Every request is one script, done whole or, when the server refuses
/// or finds something misshapen, not at all. Each transaction is an entry of the stream `{bank}:ledger`: `k`
/// its kind, `i` its id (an operation, a reservation, or <game>/<number>), then what it adds to each account.
///
/// The same request under the same id or number gets the same answer again, refusals included, however much
/// has changed since, and whether or not its own earlier copies are still under way to Redis. So after
/// UNKNOWN, or any other failure, the call may be repeated as it was, and must be, until there is an answer.
namespace cardroom {

struct BankOptions {
  std::size_t trim_ledger = 100'000;  ///< entries that the ledger keeps, at least
  /// How long an operation's answer is remembered, and a reservation's after it was settled: whoever repeats
  /// a call later than that makes it anew. The answer to a game's last exchange is kept for good.
  std::chrono::seconds remember = std::chrono::hours(7 * 24);
};

/// The asynchronous bank. A failure (see `StoreError`) is never the bank's answer: UNKNOWN may or may not
/// have happened; after all others nothing has. Movements reach Redis in the order in which they were given;
/// a read that is to see one waits for its answer.
class BankStore {
 public:
  /// `store` outlives this and all calls in flight.
  explicit BankStore(Store& store, BankOptions options = {}) : store_(store), options_(options) {}

  /// As `Bank::credit`.
  void credit(const std::string& op, const UserId& user, Chips amount, Done<Credited> done);
  /// As `Bank::reserve`.
  void reserve(const std::string& id, const UserId& user, Chips amount, Done<BankResult> done);
  /// As `Bank::release`.
  void release(const std::string& id, Done<BankResult> done);
  /// As `Bank::exchange`.
  void exchange(const GameId& game, BankSequence seq, const std::vector<Movement>& movements,
                Done<Exchanged> done);

  /// Of each user in turn the chips that are neither reserved nor in a game; asked for in parts, so not of
  /// one moment.
  void balances(std::vector<UserId> users, Done<std::vector<Chips>> done);
  /// All open reservations by id.
  void reservations(Done<Reservations> done);
  /// Everything at one moment, for the audit. CORRUPT: something stored is misshapen; the text names it.
  void accounts(Done<BankContents> done);

 private:
  Store& store_;
  BankOptions options_;
};

}  // namespace cardroom
