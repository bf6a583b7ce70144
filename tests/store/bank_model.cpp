#include "tests/store/bank_model.hpp"

#include <cstdlib>

namespace cardroom::testing {
namespace {

using enum BankResult;
constexpr std::int64_t kLimit = std::int64_t{1} << 53;

}  // namespace

void send(BankStore& bank, const BankRequest& r, Done<BankReply> done) {
  const Chips amount{r.amount};
  const auto plain = [done](const Result<BankResult>& a) {
    done(a ? Result<BankReply>(BankReply{*a}) : a.error());
  };
  switch (r.call) {
    case BankCall::CREDIT:
      return bank.credit(r.id, r.party, amount, plain);
    case BankCall::DEBIT:
      return bank.debit(r.id, r.party, amount, plain);
    case BankCall::RAKE:
      return bank.move_rake(r.id, amount, plain);
    case BankCall::RESERVE:
      return bank.reserve(r.id, r.party, amount, plain);
    case BankCall::PAY:
      return bank.pay(r.id, r.seq, {r.party}, amount, "seen=" + r.id, plain);
    case BankCall::SETTLE:
      return bank.settle_transit(r.id, r.source, r.party, [done](const Result<TransitSettled>& a) {
        done(a ? Result<BankReply>(BankReply{a->result, a->amount}) : a.error());
      });
    case BankCall::RELEASE:
      return bank.release(r.id, [done](const Result<Released>& a) {
        done(a ? Result<BankReply>(BankReply{a->result, a->drawn, a->returned}) : a.error());
      });
    case BankCall::DRAW:
      return bank.draw(r.id, r.seq, {r.party, r.source}, amount, [done](const Result<Drawn>& a) {
        done(a ? Result<BankReply>(BankReply{a->result, a->returned}) : a.error());
      });
  }
}

BankReply BankModel::apply(const BankRequest& request) {
  switch (request.call) {
    case BankCall::RESERVE:
      return reserve(request);
    case BankCall::RELEASE:
      return release(request);
    case BankCall::PAY:
    case BankCall::DRAW:
      return numbered(request);
    default:
      return operation(request);
  }
}

BankReply BankModel::operation(const BankRequest& r) {
  const auto [kept, fresh] = operations_.try_emplace(r.id, Kept{r, {}});
  auto& [request, reply] = kept->second;
  if (!fresh) return request == r ? reply : BankReply{CONFLICT};
  const auto player = "player:" + r.party;
  if (r.call == BankCall::CREDIT) return reply = {move("house", player, r.amount)};
  if (r.call == BankCall::DEBIT) return reply = {move(player, "house", r.amount)};
  if (r.call == BankCall::RAKE) return reply = {move("rake", "house", r.amount)};
  const auto transit = "transit:" + r.source;
  const auto chips = at(transit);
  if (chips == 0) return reply = {NOTHING_THERE};
  return reply = {move(transit, player, chips), {chips}};
}

BankReply BankModel::reserve(const BankRequest& r) {
  const Reservation wanted{r.party, {r.amount}};
  if (const auto open = open_.find(r.id); open != open_.end())
    return {open->second == wanted ? DONE : CONFLICT};
  if (const auto kept = settled_.find(r.id); kept != settled_.end()) {
    if (kept->second.request.id.empty()) return {NOTHING_THERE};
    return {kept->second.request == r ? kept->second.reply.result : CONFLICT};
  }
  const auto result = move("player:" + r.party, "reserved:" + r.id, r.amount);
  if (result == DONE)
    open_[r.id] = wanted;
  else
    settled_[r.id] = {r, {result}};
  return {result};
}

BankReply BankModel::release(const BankRequest& r) {
  if (const auto open = open_.find(r.id); open != open_.end()) {
    const auto [user, amount] = open->second;
    move("reserved:" + r.id, "player:" + user, amount.v);
    open_.erase(open);
    const BankReply reply{DONE, {}, amount};
    settled_[r.id] = {{BankCall::RESERVE, r.id, 0, user, "", amount.v}, reply};
    return reply;
  }
  const auto& [request, reply] = settled_.try_emplace(r.id, Kept{{}, {NOTHING_THERE}}).first->second;
  return reply.result == DONE ? reply : BankReply{NOTHING_THERE};
}

BankReply BankModel::numbered(const BankRequest& r) {
  const auto last = seq(r.id);
  if (last > 0 && r.seq == last)
    return tables_[r.id].request == r ? tables_[r.id].reply : BankReply{CONFLICT};
  if (r.seq != last + 1) return {OUT_OF_ORDER};
  const auto reply = r.call == BankCall::DRAW ? draw(r) : BankReply{move("table:" + r.id, r.party, r.amount)};
  tables_[r.id] = {r, reply};
  return reply;
}

BankReply BankModel::draw(const BankRequest& r) {
  const auto table = "table:" + r.id;
  if (r.amount <= 0) return {BAD_AMOUNT};
  if (r.amount >= kLimit) return {TOO_MUCH};
  if (r.source.empty()) {
    if (r.party.starts_with("transit:") && at(r.party) == 0) return {NOTHING_THERE};
    return {move(r.party, table, r.amount)};
  }
  const auto open = open_.find(r.source);
  if (open == open_.end()) {
    settled_.try_emplace(r.source, Kept{{}, {NOTHING_THERE}});
    return {NOTHING_THERE};
  }
  const auto [user, reserved] = open->second;
  const Chips drawn{r.amount};
  if (drawn > reserved) return {NO_FUNDS};
  const auto rest = reserved - drawn;
  book({{r.party, -reserved.v}, {table, drawn.v}, {"player:" + user, rest.v}});
  open_.erase(open);
  settled_[r.source] = {{BankCall::RESERVE, r.source, 0, user, "", reserved.v}, {DONE, drawn, rest}};
  return {DONE, rest};
}

BankResult BankModel::move(const std::string& from, const std::string& to, std::int64_t amount) {
  if (amount <= 0) return BAD_AMOUNT;
  if (amount >= kLimit) return TOO_MUCH;
  return book({{from, -amount}, {to, amount}});
}

BankResult BankModel::book(const Postings& postings) {
  for (const auto& [account, amount] : postings)
    if (at(account) + amount < 0 && account != "house") return NO_FUNDS;
  for (const auto& [account, amount] : postings)
    if (std::abs(at(account) + amount) >= kLimit) return TOO_MUCH;
  for (const auto& [account, amount] : postings) accounts_[account] += amount;
  ++booked_;
  return DONE;
}

std::int64_t BankModel::at(const std::string& account) const {
  const auto found = accounts_.find(account);
  return found == accounts_.end() ? 0 : found->second;
}

std::uint64_t BankModel::seq(const std::string& table) const {
  const auto found = tables_.find(table);
  return found == tables_.end() ? 0 : found->second.request.seq;
}

BankContents BankModel::contents() const {
  BankContents out{{}, {}, open_};
  for (const auto& [account, balance] : accounts_)
    if (balance != 0) out.accounts[account] = {balance};
  for (const auto& [table, kept] : tables_) out.tables[table] = {kept.request.seq, {at("table:" + table)}};
  return out;
}

}  // namespace cardroom::testing
