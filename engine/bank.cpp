#include "engine/bank.hpp"

#include "engine/describe.hpp"

namespace cardroom {
namespace {

using enum BankResult;
constexpr Chips kLimit{std::int64_t{1} << 53};  ///< above it the ledger's scripts would no longer be exact

std::string account_of(const UserId& user) { return "player:" + user.str(); }

BankResult fit(Chips amount) {
  if (amount <= Chips{}) return BAD_AMOUNT;
  return amount >= kLimit ? TOO_MUCH : DONE;
}

}  // namespace

std::string_view to_string(BankResult result) { return enum_name(result); }

Credited Bank::credit(const std::string& op, const UserId& user, Chips amount) {
  const auto [kept, fresh] = operations_.try_emplace(op, Operation{user, amount, {}});
  Operation& operation = kept->second;
  if (!fresh)
    return operation.user == user && operation.amount == amount ? operation.answer : Credited{CONFLICT, {}};
  const std::string player = account_of(user);
  const BankResult result = amount < Chips{} && amount > Chips{} - kLimit
                                ? move(player, "house", Chips{} - amount)
                                : move("house", player, amount < Chips{} ? kLimit : amount);
  return operation.answer = {result, at(player)};
}

BankResult Bank::reserve(const std::string& id, const UserId& user, Chips amount) {
  const Reservation asked{user, amount};
  if (const auto open = open_.find(id); open != open_.end()) return open->second == asked ? DONE : CONFLICT;
  if (const auto settled = settled_.find(id); settled != settled_.end()) {
    if (settled->second.asked.user.empty()) return NOTHING_THERE;
    return settled->second.asked == asked ? settled->second.result : CONFLICT;
  }
  const BankResult result = move(account_of(user), "reserved:" + id, amount);
  if (result == DONE)
    open_[id] = asked;
  else
    settled_[id] = {asked, result, false};
  return result;
}

BankResult Bank::release(const std::string& id) {
  if (const auto open = open_.find(id); open != open_.end()) {
    const Reservation reservation = open->second;
    move("reserved:" + id, account_of(reservation.user), reservation.amount);
    open_.erase(open);
    settled_[id] = {reservation, DONE, false};
    return DONE;
  }
  const Settled& settled = settled_.try_emplace(id, Settled{{}, NOTHING_THERE, false}).first->second;
  return settled.drawn || settled.result != DONE ? NOTHING_THERE : DONE;
}

Exchanged Bank::exchange(const GameId& game, BankSequence seq, const std::vector<Movement>& movements) {
  Last& last = last_[game.str()];
  if (seq == last.seq && seq.v > 0)
    return movements == last.movements ? Exchanged{DONE, last.answers} : Exchanged{CONFLICT, {}};
  if (seq != last.seq.next()) return {OUT_OF_ORDER, {}};
  last = {seq, movements, {}};
  for (const Movement& movement : movements) {
    const BankResult result = carry_out(game.str(), movement);
    const Chips balance = movement.user.empty() ? Chips{} : this->balance(movement.user);
    last.answers.push_back({result, balance});
  }
  return {DONE, last.answers};
}

BankResult Bank::carry_out(const std::string& game, const Movement& m) {
  switch (m.kind) {
    case MovementKind::GRANT:
      return m.amount == Chips{} ? DONE : move("house", account_of(m.user), m.amount);
    case MovementKind::FUND:
      return move("house", "game:" + game, m.amount);
    case MovementKind::PAY:
      return move("game:" + game, account_of(m.user), m.amount);
    case MovementKind::RAKE:
      return move("game:" + game, "rake", m.amount);
    case MovementKind::DRAW:
      break;
  }
  return draw(game, m);
}

BankResult Bank::draw(const std::string& game, const Movement& m) {
  const auto open = open_.find(m.reservation);
  if (open == open_.end()) {
    settled_.try_emplace(m.reservation, Settled{{}, NOTHING_THERE, false});
    return NOTHING_THERE;
  }
  const Reservation reservation = open->second;
  if (reservation != Reservation{m.user, m.amount}) return CONFLICT;
  move("reserved:" + m.reservation, "game:" + game, m.amount);
  open_.erase(open);
  settled_[m.reservation] = {reservation, DONE, true};
  return DONE;
}

BankResult Bank::move(const std::string& from, const std::string& to, Chips amount) {
  if (const BankResult unfit = fit(amount); unfit != DONE) return unfit;
  const Chips left = at(from) - amount, there = at(to) + amount;
  if (left < Chips{} && from != "house") return NO_FUNDS;
  if (left <= Chips{} - kLimit || there >= kLimit) return TOO_MUCH;
  accounts_[from] = left;
  accounts_[to] = there;
  return DONE;
}

Chips Bank::at(const std::string& account) const {
  const auto found = accounts_.find(account);
  return found == accounts_.end() ? Chips{} : found->second;
}

Chips Bank::balance(const UserId& user) const { return at(account_of(user)); }

std::vector<Chips> Bank::balances(const std::vector<UserId>& users) const {
  std::vector<Chips> all;
  all.reserve(users.size());
  for (const UserId& user : users) all.push_back(balance(user));
  return all;
}

BankContents Bank::contents() const {
  BankContents out{{}, {}, open_};
  for (const auto& [account, balance] : accounts_)
    if (balance != Chips{}) out.accounts[account] = balance;
  for (const auto& [game, last] : last_)
    if (last.seq.v > 0) out.desks[game] = {last.seq, at("game:" + game)};
  return out;
}

std::string BankContents::check() const {
  const auto house = accounts.find("house");
  const Chips all = house == accounts.end() ? Chips{} : Chips{} - house->second;
  Chips found;
  std::size_t reserved = 0;
  for (const auto& [name, chips] : accounts) {
    if (name == "house") continue;
    if (chips < Chips{}) return "account " + name + " is below zero";
    if ((found += chips) > all) break;  // no need to go on, nor room for it in 64 bits
    reserved += name.starts_with("reserved:") ? 1 : 0;
  }
  if (found != all) return "the accounts do not sum to zero";
  for (const auto& [id, reservation] : reservations) {
    const auto account = accounts.find("reserved:" + id);
    if (account == accounts.end() || account->second != reservation.amount)
      return "reservation " + id + " is not what its account has";
  }
  if (reserved != reservations.size()) return "chips are reserved without a reservation";
  return {};
}

}  // namespace cardroom
