#pragma once
#include <boost/describe/enum.hpp>
#include <chrono>
#include <map>

#include "actors/store/opener.hpp"
#include "actors/store/store.hpp"
#include "engine/types.hpp"

/// The bank: a double-entry ledger in Redis, the only counterparty of all chips outside of tables.
///
/// Accounts are `player:<user>`, `reserved:<reservation>`, `transit:<move>`, `table:<table>` (the chips
/// inside a table), `rake` and `house`, which has minus all chips there are. Every transaction sums to zero
/// and is one script, all or nothing; no account but `house` goes below zero; every balance stays below 2^53
/// in magnitude; an account at zero is gone. Each transaction is an entry of the stream `{bank}:ledger`: `k`
/// its kind, `i` its id (an operation, or <table>/<seq>), `a` its attributes if any, then what it adds to
/// each account.
///
/// Nothing is booked twice. Operations carry an id that the caller draws (`fresh_token`); what a table pays
/// and draws is numbered by its outbox: 1, 2, ... with one under way at a time. The same request under the
/// same id or number gets the same answer again, refusals included, however much has changed since, and
/// whether or not its own earlier copies are still under way to Redis. So after UNKNOWN, or any other
/// failure, the call may be repeated as it was, and must be, until there is an answer.
namespace cardroom {

/// What the bank answers. Everything but DONE moves nothing.
enum class BankResult : std::uint8_t {
  DONE,
  NO_FUNDS,       ///< fewer chips are where they should come from
  TOO_MUCH,       ///< the amount, or all chips there are with it, would reach 2^53
  BAD_AMOUNT,     ///< not positive
  NOTHING_THERE,  ///< no such reservation, or nothing in transit
  OUT_OF_ORDER,   ///< neither the last number of the table nor the next; no answer of this number
  CONFLICT        ///< the id or number stands for another request; no answer of this one
};
BOOST_DESCRIBE_ENUM(BankResult, DONE, NO_FUNDS, TOO_MUCH, BAD_AMOUNT, NOTHING_THERE, OUT_OF_ORDER, CONFLICT)

/// The wire name, e.g. "NO_FUNDS".
const char* to_string(BankResult result);

/// Where a table's chips go.
struct PayTo {
  std::string account;
  static PayTo player(const std::string& user) { return {"player:" + user}; }
  static PayTo transit(const std::string& move) { return {"transit:" + move}; }
  static PayTo rake() { return {"rake"}; }
};

/// Where a table's chips come from.
struct DrawFrom {
  std::string account;
  std::string reservation{};  ///< if it is one
  static DrawFrom reserved(const std::string& reservation) {
    return {"reserved:" + reservation, reservation};
  }
  static DrawFrom transit(const std::string& move) { return {"transit:" + move}; }
  static DrawFrom player(const std::string& user) { return {"player:" + user}; }
};

/// The answer to a draw.
struct Drawn {
  BankResult result = BankResult::DONE;
  Chips returned{};  ///< what was reserved above the amount: it is in the owner's balance again
  friend bool operator==(const Drawn&, const Drawn&) = default;
};

/// How a reservation was settled, now or before. NOTHING_THERE: there is none and never will be.
struct Released {
  BankResult result = BankResult::DONE;
  Chips drawn{};     ///< went into a table
  Chips returned{};  ///< went back into the owner's balance
  friend bool operator==(const Released&, const Released&) = default;
};

/// The answer to a settled transit.
struct TransitSettled {
  BankResult result = BankResult::DONE;
  Chips amount{};
  friend bool operator==(const TransitSettled&, const TransitSettled&) = default;
};

/// The bank's side of a table.
struct Escrow {
  std::uint64_t seq = 0;  ///< the last that was answered; 0: none
  Chips chips{};          ///< inside the table, as the bank sees it after that
  friend bool operator==(const Escrow&, const Escrow&) = default;
};

/// An open reservation.
struct Reservation {
  std::string user;
  Chips amount{};
  friend bool operator==(const Reservation&, const Reservation&) = default;
};
using Reservations = std::map<std::string, Reservation>;

/// The whole bank at one moment.
struct BankContents {
  std::map<std::string, Chips> accounts;  ///< by name, e.g. "player:ann"; none at zero
  std::map<std::string, Escrow> tables;   ///< by id, every table that ever paid or drew
  Reservations reservations;
  friend bool operator==(const BankContents&, const BankContents&) = default;

  /// CORRUPT: the accounts do not sum to zero, one but `house` is below zero, or the reservations are not
  /// those of the accounts.
  Result<void> verify() const;
};

struct BankOptions {
  std::size_t trim_ledger = 100'000;  ///< entries that the ledger keeps, at least
  /// How long an operation's answer is remembered, and a reservation's after it was settled: whoever repeats
  /// a call later than that makes it anew. Answers to a table's last number are kept for good.
  std::chrono::seconds remember = std::chrono::hours(7 * 24);
};

/// The asynchronous bank. A failure (see `StoreError`) is never the bank's answer: UNKNOWN may or may not
/// have happened; after all others nothing has. Movements reach Redis in the order in which they were given;
/// a read that is to see one waits for its answer.
class BankStore {
 public:
  /// `store` outlives this and all calls in flight.
  explicit BankStore(Store& store, BankOptions options = {}) : store_(store), options_(options) {}

  /// Brings chips into being in a player's balance. TOO_MUCH, BAD_AMOUNT.
  void credit(const std::string& op, const std::string& user, Chips amount, Done<BankResult> done);
  /// Takes them out again. NO_FUNDS, TOO_MUCH, BAD_AMOUNT.
  void debit(const std::string& op, const std::string& user, Chips amount, Done<BankResult> done);
  /// Books rake out to the house. NO_FUNDS, TOO_MUCH, BAD_AMOUNT.
  void move_rake(const std::string& op, Chips amount, Done<BankResult> done);
  /// Gives all that is in transit to a player: for a game that ended. NOTHING_THERE. What is paid into it
  /// later stays there, so it is called when the paying table has its answer.
  void settle_transit(const std::string& op, const std::string& transit, const std::string& user,
                      Done<TransitSettled> done);

  /// Sets chips of a player aside under a new id. NO_FUNDS, TOO_MUCH, BAD_AMOUNT. NOTHING_THERE: it was
  /// released, or a table has tried to draw it, before it came.
  void reserve(const std::string& reservation, const std::string& user, Chips amount, Done<BankResult> done);
  /// Gives a reservation back to its owner, or tells how it was settled before. NOTHING_THERE.
  void release(const std::string& reservation, Done<Released> done);

  /// Chips leave a table. `attributes` go into the ledger and nowhere else. NO_FUNDS, TOO_MUCH, BAD_AMOUNT,
  /// OUT_OF_ORDER.
  void pay(const std::string& table, std::uint64_t seq, const PayTo& to, Chips amount,
           const std::string& attributes, Done<BankResult> done);
  /// Chips enter a table. A reservation is settled by it whole; of what is in transit the rest stays there.
  /// NO_FUNDS (a reservation stays open), TOO_MUCH, BAD_AMOUNT, NOTHING_THERE (then the reservation will
  /// never be), OUT_OF_ORDER.
  void draw(const std::string& table, std::uint64_t seq, const DrawFrom& from, Chips amount,
            Done<Drawn> done);

  /// A player's chips that are neither reserved nor on a table.
  void balance(const std::string& user, Done<Chips> done);
  /// A table's chips and last number.
  void escrow(const std::string& table, Done<Escrow> done);
  /// All open reservations by id.
  void reservations(Done<Reservations> done);
  /// Everything at one moment, for the audit. CORRUPT: something stored is misshapen; the text names it.
  void accounts(Done<BankContents> done);

 private:
  template <class T>
  void transfer(const char* kind, const std::string& op, const std::string& from, const std::string& to,
                std::string amount, Done<T> done);

  Store& store_;
  BankOptions options_;
};

}  // namespace cardroom
