#pragma once
#include <boost/describe/enum.hpp>
#include <map>
#include <string>

#include "actors/store/bank_store.hpp"

namespace cardroom::testing {

enum class BankCall : std::uint8_t { CREDIT, DEBIT, RAKE, SETTLE, RESERVE, RELEASE, PAY, DRAW };
BOOST_DESCRIBE_ENUM(BankCall, CREDIT, DEBIT, RAKE, SETTLE, RESERVE, RELEASE, PAY, DRAW)

/// A call of any kind.
struct BankRequest {
  BankCall call = BankCall::CREDIT;
  std::string id{};       ///< of the operation, the reservation or the table
  std::uint64_t seq = 0;  ///< of PAY and DRAW
  std::string party{};    ///< a user; of PAY and DRAW an account
  std::string source{};   ///< of SETTLE the transit, of DRAW the reservation if it is one
  std::int64_t amount = 0;
  friend bool operator==(const BankRequest&, const BankRequest&) = default;
};

/// An answer of any kind: `first` and `second` are the numbers of the answer in their order, else 0.
struct BankReply {
  BankResult result = BankResult::DONE;
  Chips first{}, second{};
  friend bool operator==(const BankReply&, const BankReply&) = default;
};

void send(BankStore& bank, const BankRequest& request, Done<BankReply> done);

/// What the bank must answer and have.
class BankModel {
 public:
  BankReply apply(const BankRequest& request);
  BankContents contents() const;
  /// The last number of a table; 0: none.
  std::uint64_t seq(const std::string& table) const;
  /// Transactions so far.
  int booked() const { return booked_; }

 private:
  struct Kept {
    BankRequest request;
    BankReply reply;
  };
  using Postings = std::map<std::string, std::int64_t>;

  BankReply operation(const BankRequest& request);
  BankReply reserve(const BankRequest& request);
  BankReply release(const BankRequest& request);
  BankReply numbered(const BankRequest& request);
  BankReply draw(const BankRequest& request);
  BankResult move(const std::string& from, const std::string& to, std::int64_t amount);
  BankResult book(const Postings& postings);
  std::int64_t at(const std::string& account) const;

  Postings accounts_;  ///< those at zero too
  Reservations open_;
  std::map<std::string, Kept> settled_;  ///< reservations that are not open; with a request if they ever came
  std::map<std::string, Kept> operations_;
  std::map<std::string, Kept> tables_;
  int booked_ = 0;
};

}  // namespace cardroom::testing
