#pragma once
#include <map>
#include <string>
#include <vector>

#include "engine/types.hpp"

/// The bank: a double-entry ledger of all chips, the only counterparty of games. This is the bank as a plain
/// value, for rooms without a store and as the model of the one that is kept in Redis; both answer alike.
///
/// Accounts are `player:<user>`, `reserved:<reservation>`, `game:<game>` (all chips inside a game, at its
/// tables or between them), `rake`, and `house`, which has minus all chips there are. Every transaction sums
/// to zero, all or nothing; no account but `house` goes below zero; every balance stays below 2^53 in
/// magnitude.
///
/// Nothing is booked twice: the same request under the same id or number gets the same answer again.
namespace cardroom {

using BankSequence = Number<struct BankSequenceTag, std::uint64_t>;  ///< of a game's exchanges, from 1

/// What the bank answers. Everything but DONE moves nothing.
enum class BankResult : std::uint8_t {
  DONE,
  NO_FUNDS,       ///< fewer chips are where they should come from
  TOO_MUCH,       ///< the amount, or all chips there are with it, would reach 2^53
  BAD_AMOUNT,     ///< not positive
  NOTHING_THERE,  ///< no such reservation
  OUT_OF_ORDER,   ///< neither the last number of the game nor the next
  CONFLICT        ///< the id or number stands for another request
};
BOOST_DESCRIBE_ENUM(BankResult, DONE, NO_FUNDS, TOO_MUCH, BAD_AMOUNT, NOTHING_THERE, OUT_OF_ORDER, CONFLICT)

/// The wire name, e.g. "NO_FUNDS".
std::string_view to_string(BankResult result);

enum class MovementKind : std::uint8_t {
  GRANT,  ///< the house gives chips to a player; 0 chips only ask for the balance
  FUND,   ///< the house gives chips to a game: those that are there from before it had a bank
  DRAW,   ///< a reservation goes into the game
  PAY,    ///< chips go from the game to a player
  RAKE    ///< rake goes from the game to the account of that name
};
BOOST_DESCRIBE_ENUM(MovementKind, GRANT, FUND, DRAW, PAY, RAKE)

/// What a game wants booked.
struct Movement {
  MovementKind kind = MovementKind::PAY;
  UserId user;  ///< none with RAKE and FUND
  Chips amount;
  std::string reservation{};  ///< of a DRAW
  friend bool operator==(const Movement&, const Movement&) = default;
};
BOOST_DESCRIBE_STRUCT(Movement, (), (kind, user, amount, reservation))

/// The movement takes chips out of the game.
inline bool leaves(const Movement& m) { return m.kind == MovementKind::PAY || m.kind == MovementKind::RAKE; }

/// What came of it, and the player's balance afterwards.
struct MovementAnswer {
  BankResult result = BankResult::DONE;
  Chips balance;
  friend bool operator==(const MovementAnswer&, const MovementAnswer&) = default;
};
BOOST_DESCRIBE_STRUCT(MovementAnswer, (), (result, balance))

/// The answer to an exchange: unless DONE (OUT_OF_ORDER, CONFLICT) there are no answers and nothing was
/// moved.
struct Exchanged {
  BankResult result = BankResult::DONE;
  std::vector<MovementAnswer> answers;
  friend bool operator==(const Exchanged&, const Exchanged&) = default;
};

/// The answer to a credit: the result, and the balance after it.
struct Credited {
  BankResult result = BankResult::DONE;
  Chips balance;
  friend bool operator==(const Credited&, const Credited&) = default;
};

/// Chips of a player that are set aside.
struct Reservation {
  UserId user;
  Chips amount{};
  friend bool operator==(const Reservation&, const Reservation&) = default;
};
using Reservations = std::map<std::string, Reservation>;

/// The bank's side of a game.
struct Desk {
  BankSequence seq;  ///< of the last exchange; 0: none
  Chips inside;      ///< chips in the game, as the bank sees it after that
  friend bool operator==(const Desk&, const Desk&) = default;
};

/// The whole bank at one moment.
struct BankContents {
  std::map<std::string, Chips> accounts;  ///< by name, e.g. "player:ann"; none at zero
  std::map<std::string, Desk> desks;      ///< by game, every one that ever exchanged
  Reservations reservations;
  friend bool operator==(const BankContents&, const BankContents&) = default;

  /// What is wrong, empty if nothing is: the accounts do not sum to zero, one but `house` is below zero, or
  /// the reservations are not those of the accounts.
  std::string check() const;
};

class Bank {
 public:
  /// Brings chips into being in a player's balance, or, negative, takes them out again. NO_FUNDS, TOO_MUCH,
  /// BAD_AMOUNT (0), CONFLICT.
  Credited credit(const std::string& op, const UserId& user, Chips amount);

  /// Sets chips of a player aside under a new id. NO_FUNDS, TOO_MUCH, BAD_AMOUNT, CONFLICT. NOTHING_THERE: it
  /// was released, or a game has tried to draw it, before it came.
  BankResult reserve(const std::string& id, const UserId& user, Chips amount);
  /// Gives a reservation back to its owner; again does nothing. NOTHING_THERE: it was drawn, or there is none
  /// and never will be.
  BankResult release(const std::string& id);

  /// The game's movements number `seq`, in order, each on its own: one that is refused does not keep the
  /// others from being booked. A DRAW settles the reservation, which must be of that player and amount
  /// (CONFLICT).
  Exchanged exchange(const GameId& game, BankSequence seq, const std::vector<Movement>& movements);

  Chips balance(const UserId& user) const;
  std::vector<Chips> balances(const std::vector<UserId>& users) const;
  Chips rake() const { return at("rake"); }
  BankContents contents() const;

 private:
  struct Operation {
    UserId user;
    Chips amount;
    Credited answer;
  };
  struct Settled {
    Reservation asked;  ///< no user: somebody looked for it before it came
    BankResult result = BankResult::DONE;
    bool drawn = false;
  };
  struct Last {
    BankSequence seq;
    std::vector<Movement> movements;
    std::vector<MovementAnswer> answers;
  };

  BankResult carry_out(const std::string& game, const Movement& movement);
  BankResult draw(const std::string& game, const Movement& movement);
  BankResult move(const std::string& from, const std::string& to, Chips amount);
  Chips at(const std::string& account) const;

  std::map<std::string, Chips> accounts_;
  Reservations open_;
  std::map<std::string, Settled> settled_;
  std::map<std::string, Operation> operations_;
  std::map<std::string, Last> last_;
};

}  // namespace cardroom
