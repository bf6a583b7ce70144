#pragma once
#include "actors/store/bank_store.hpp"

namespace cardroom::testing {

enum class BankCall : std::uint8_t { CREDIT, RESERVE, RELEASE, EXCHANGE };
BOOST_DESCRIBE_ENUM(BankCall, CREDIT, RESERVE, RELEASE, EXCHANGE)

/// A call of any kind.
struct BankRequest {
  BankCall call = BankCall::CREDIT;
  std::string id{};  ///< of the operation, the reservation or the game
  UserId user{};
  Chips amount{};
  BankSequence seq{};
  std::vector<Movement> movements{};
};

/// An answer of any kind.
struct BankReply {
  BankResult result = BankResult::DONE;
  Chips balance{};
  std::vector<MovementAnswer> answers{};
};

void send(BankStore& bank, const BankRequest& request, Done<BankReply> done);
BankReply apply(Bank& bank, const BankRequest& request);

/// E.g. "EXCHANGE g1/7".
std::string text_of(const BankRequest& request);
/// E.g. "DONE 0 (DONE 5, NO_FUNDS 5)".
std::string text_of(const BankReply& reply);

}  // namespace cardroom::testing
