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
bool read_seq(const Reply& entry, BankSequence& out) {
  const auto text = entry.text();
  return read_number(text.substr(0, text.find(' ')), out.v) && out.v > 0;
}

// <amount> <user>
bool read_reservation(const Reply& field, Reservation& out) {
  const auto text = field.text();
  const auto space = text.find(' ');
  if (space == text.npos || !read_number(text.substr(0, space), out.amount.v)) return false;
  if (!UserId::fits(text.substr(space + 1))) return false;
  out.user = UserId(text.substr(space + 1));
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

Failure unknown() { return {StoreError::CORRUPT, "the bank answered something unknown"}; }

bool read_result(std::string_view word, BankResult& out) {
  return boost::describe::enum_from_string(std::string(word).c_str(), out);
}

// Takes the next word off.
std::string_view next_word(std::string_view& text) {
  const auto space = text.find(' ');
  const std::string_view word = text.substr(0, space);
  text.remove_prefix(space == text.npos ? text.size() : space + 1);
  return word;
}

// word balance word balance ...
bool read_answers(std::string_view text, std::vector<MovementAnswer>& out) {
  while (!text.empty()) {
    MovementAnswer& answer = out.emplace_back();
    if (!read_result(next_word(text), answer.result) || !read_number(next_word(text), answer.balance.v))
      return false;
  }
  return true;
}

}  // namespace

Result<BankResult> read_bank_result(const Result<Reply>& reply) {
  if (!reply) return reply.error();
  BankResult out{};
  if (!read_result((*reply)[0].text(), out)) return unknown();
  return out;
}

Result<Credited> read_credited(const Result<Reply>& reply) {
  if (!reply) return reply.error();
  Credited out;
  if (!read_result((*reply)[0].text(), out.result)) return unknown();
  if (reply->size() > 1 && !read_chips((*reply)[1], out.balance)) return unknown();
  return out;
}

Result<Exchanged> read_exchanged(const Result<Reply>& reply, std::size_t movements) {
  if (!reply) return reply.error();
  Exchanged out;
  if (!read_result((*reply)[0].text(), out.result)) return unknown();
  if (out.result != BankResult::DONE) return out;
  if (reply->size() < 2 || !read_answers((*reply)[1].text(), out.answers)) return unknown();
  if (out.answers.size() != movements) return unknown();
  return out;
}

Result<DeskRecord> read_desk(const Result<Reply>& reply) {
  if (!reply) return reply.error();
  DeskRecord out;
  const Reply inside = (*reply)[1], last = (*reply)[2];
  if (!inside.is_nil() && !read_chips(inside, out.desk.inside)) return corrupt("a game");
  if (last.is_nil()) return out;
  std::string_view rest = last.text();
  const bool numbered = read_number(next_word(rest), out.desk.seq.v);
  next_word(rest);  // the hash of the request
  if (!numbered || !read_answers(rest, out.answers)) return corrupt("a game's last exchange");
  return out;
}

Result<std::vector<Chips>> read_balances(const Result<Reply>& reply) {
  if (!reply) return reply.error();
  std::vector<Chips> all(reply->size());
  for (std::size_t i = 0; i < all.size(); ++i)
    if (!(*reply)[i].is_nil() && !read_chips((*reply)[i], all[i])) return corrupt("a balance");
  return all;
}

Result<Reservations> read_reservations(const Result<Reply>& reply) {
  if (!reply) return reply.error();
  // One that is misshapen the audit names; the others are not to wait for it.
  Reservations all;
  for (std::size_t i = 0; i + 1 < reply->size(); i += 2)
    if (Reservation one; read_reservation((*reply)[i + 1], one)) all.emplace((*reply)[i].text(), one);
  return all;
}

Result<BankContents> read_bank(const Result<Reply>& reply) {
  if (!reply) return reply.error();
  if ((*reply)[0].text() != "READ") return corrupt("anything");
  auto accounts = read_hash<Chips>((*reply)[1], "account ", read_chips);
  if (!accounts) return accounts.error();
  auto desks = read_hash<Desk>((*reply)[2], "game ",
                               [](const Reply& field, Desk& out) { return read_seq(field, out.seq); });
  if (!desks) return desks.error();
  auto reservations = read_hash<Reservation>((*reply)[3], "reservation ", read_reservation);
  if (!reservations) return reservations.error();
  for (auto& [id, desk] : *desks)
    if (const auto account = accounts->find("game:" + id); account != accounts->end())
      desk.inside = account->second;
  return BankContents{*std::move(accounts), *std::move(desks), *std::move(reservations)};
}

}  // namespace cardroom
