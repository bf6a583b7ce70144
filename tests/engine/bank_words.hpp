#pragma once
#include <string>

#include "engine/bank.hpp"

/// Short words for movements, and answers as text: what a failed test of a bank shows.
namespace cardroom::testing {

inline Movement grant(const std::string& user, std::int64_t chips) {
  return {MovementKind::GRANT, UserId(user), {chips}};
}
inline Movement fund(std::int64_t chips) { return {MovementKind::FUND, {}, {chips}}; }
inline Movement draw(const std::string& reservation, const std::string& user, std::int64_t chips) {
  return {MovementKind::DRAW, UserId(user), {chips}, reservation};
}
inline Movement pay(const std::string& user, std::int64_t chips) {
  return {MovementKind::PAY, UserId(user), {chips}};
}
inline Movement rake(std::int64_t chips) { return {MovementKind::RAKE, {}, {chips}}; }

inline std::string text_of(BankResult result) { return std::string(to_string(result)); }

/// The result and the balance, e.g. "DONE 500".
template <class T>
requires std::same_as<T, Credited> || std::same_as<T, MovementAnswer> std::string text_of(const T& answer) {
  return text_of(answer.result) + " " + std::to_string(answer.balance.v);
}

/// The answers, e.g. "(DONE 500, NO_FUNDS 0)", or why there are none.
inline std::string text_of(const Exchanged& exchanged) {
  std::string out;
  for (const MovementAnswer& answer : exchanged.answers) out += (out.empty() ? "" : ", ") + text_of(answer);
  return exchanged.result == BankResult::DONE ? "(" + out + ")" : text_of(exchanged.result) + out;
}

/// Every account and what it has, e.g. "house -500 player:ann 500".
inline std::string text_of(const std::map<std::string, Chips>& accounts) {
  std::string out;
  for (const auto& [name, chips] : accounts)
    out += (out.empty() ? "" : " ") + name + " " + std::to_string(chips.v);
  return out;
}

}  // namespace cardroom::testing
