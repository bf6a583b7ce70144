#include "actors/store/bank_replies.hpp"

#include <boost/describe/enum_from_string.hpp>
#include <charconv>

namespace cardroom {
namespace {

Failure corrupt(const std::string& what) {
  return {StoreError::CORRUPT, "what the bank stores of " + what + " is misshapen"};
}

template <class Int>
bool read_number(std::string_view text, Int& out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc{} && end == text.data() + text.size();
}

bool read_chips(const Reply& field, Chips& out) {
  constexpr std::int64_t kLimit = std::int64_t{1} << 53;
  return read_number(field.text(), out.v) && out.v < kLimit && out.v > -kLimit;
}

// Begins with the seq.
bool read_seq(const Reply& entry, std::uint64_t& out) {
  const auto text = entry.text();
  return read_number(text.substr(0, text.find(' ')), out) && out > 0;
}

// <amount> <user>
bool read_reservation(const Reply& field, Reservation& out) {
  const auto text = field.text();
  const auto space = text.find(' ');
  if (space == text.npos || !read_number(text.substr(0, space), out.amount.v)) return false;
  out.user = text.substr(space + 1);
  return out.amount.v > 0;
}

// A hash as fields and values in turn.
template <class T, class Read>
Result<std::map<std::string, T>> read_hash(const Reply& fields, const char* what, Read read) {
  std::map<std::string, T> out;
  for (std::size_t i = 0; i < fields.size(); i += 2) {
    std::string name(fields[i].text());
    T value{};
    if (!read(fields[i + 1], value)) return corrupt(what + name);
    out.emplace(std::move(name), std::move(value));
  }
  return out;
}

Failure out_of_balance(const std::string& what) { return {StoreError::CORRUPT, "the bank: " + what}; }

}  // namespace

Result<BankAnswer> read_answer(const Result<Reply>& reply) {
  if (!reply) return reply.error();
  BankAnswer out;
  const std::string word((*reply)[0].text());
  if (!boost::describe::enum_from_string(word.c_str(), out.result))
    return Failure{StoreError::CORRUPT, "the bank answered something unknown"};
  out.first.v = (*reply)[1].integer();
  out.second.v = (*reply)[2].integer();
  return out;
}

Result<Chips> read_balance(const Result<Reply>& reply) {
  if (!reply) return reply.error();
  Chips out;
  if (!reply->is_nil() && !read_chips(*reply, out)) return corrupt("a balance");
  return out;
}

Result<Escrow> read_escrow(const Result<Reply>& reply) {
  if (!reply) return reply.error();
  Escrow out;
  const auto chips = (*reply)[1];
  const auto entry = (*reply)[2];
  if ((*reply)[0].text() != "READ" || (!chips.is_nil() && !read_chips(chips, out.chips)) ||
      (!entry.is_nil() && !read_seq(entry, out.seq)))
    return corrupt("a table");
  return out;
}

Result<Reservations> read_reservations(const Result<Reply>& reply) {
  if (!reply) return reply.error();
  return read_hash<Reservation>(*reply, "reservation ", read_reservation);
}

Result<BankContents> read_bank(const Result<Reply>& reply) {
  if (!reply) return reply.error();
  if ((*reply)[0].text() != "READ") return corrupt("anything");
  auto accounts = read_hash<Chips>((*reply)[1], "account ", read_chips);
  if (!accounts) return accounts.error();
  auto tables = read_hash<Escrow>((*reply)[2], "table ",
                                  [&](const Reply& field, Escrow& out) { return read_seq(field, out.seq); });
  if (!tables) return tables.error();
  auto reservations = read_hash<Reservation>((*reply)[3], "reservation ", read_reservation);
  if (!reservations) return reservations.error();
  for (auto& [id, table] : *tables)
    if (const auto account = accounts->find("table:" + id); account != accounts->end())
      table.chips = account->second;
  return BankContents{*std::move(accounts), *std::move(tables), *std::move(reservations)};
}

Result<void> BankContents::verify() const {
  const auto house = accounts.find("house");
  const Chips all = house == accounts.end() ? Chips{} : Chips{-house->second.v};
  Chips found;
  std::size_t reserved = 0;
  for (const auto& [name, chips] : accounts) {
    if (name == "house") continue;
    if (chips < Chips{}) return out_of_balance("account " + name + " is below zero");
    if ((found += chips) > all) break;  // no need to go on, nor room for it in 64 bits
    reserved += name.starts_with("reserved:");
  }
  if (found != all) return out_of_balance("the accounts do not sum to zero");
  for (const auto& [id, reservation] : reservations) {
    const auto account = accounts.find("reserved:" + id);
    if (account == accounts.end() || account->second != reservation.amount)
      return out_of_balance("reservation " + id + " is not what its account has");
  }
  if (reserved != reservations.size()) return out_of_balance("chips are reserved without a reservation");
  return {};
}

}  // namespace cardroom
