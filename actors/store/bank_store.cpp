#include "actors/store/bank_store.hpp"

#include <boost/describe/enum_to_string.hpp>

#include "actors/store/bank_replies.hpp"
#include "actors/store/bank_scripts.hpp"

namespace cardroom {
namespace {

using Strings = std::vector<std::string>;
constexpr const char* kAccounts = "{bank}:accounts";
constexpr const char* kLedger = "{bank}:ledger";
constexpr const char* kTables = "{bank}:tables";
constexpr const char* kReservations = "{bank}:reservations";
constexpr const char* kAll = "";  // in place of an amount

std::string op_key(const std::string& op) { return "{bank}:op:" + op; }
std::string settled_key(const std::string& reservation) { return "{bank}:settled:" + reservation; }

void convert(const BankAnswer& answer, BankResult& out) { out = answer.result; }
void convert(const BankAnswer& answer, Drawn& out) { out = {answer.result, answer.first}; }
void convert(const BankAnswer& answer, Released& out) { out = {answer.result, answer.first, answer.second}; }
void convert(const BankAnswer& answer, TransitSettled& out) { out = {answer.result, answer.first}; }

template <class T>
Callback answered(Done<T> done) {
  return [done = std::move(done)](const Result<Reply>& reply) {
    const auto answer = read_answer(reply);
    if (!answer) return done(answer.error());
    T out{};
    convert(*answer, out);
    done(out);
  };
}

template <class T>
Callback read_by(Result<T> (*read)(const Result<Reply>&), Done<T> done) {
  return [read, done = std::move(done)](const Result<Reply>& reply) { done(read(reply)); };
}

// What every script that moves chips begins with.
Strings with(const BankOptions& options, Strings args) {
  args.insert(args.begin(), {std::to_string(options.trim_ledger), std::to_string(options.remember.count())});
  return args;
}

}  // namespace

const char* to_string(BankResult result) { return boost::describe::enum_to_string(result, "?"); }

template <class T>
void BankStore::transfer(const char* kind, const std::string& op, const std::string& from,
                         const std::string& to, std::string amount, Done<T> done) {
  store_.eval(scripts::kTransfer, {kAccounts, kLedger, op_key(op)},
              with(options_, {op, kind, from, to, std::move(amount)}), answered(std::move(done)),
              StoreLane::JOURNAL);
}

void BankStore::credit(const std::string& op, const std::string& user, Chips amount, Done<BankResult> done) {
  transfer("credit", op, "house", "player:" + user, std::to_string(amount.v), std::move(done));
}

void BankStore::debit(const std::string& op, const std::string& user, Chips amount, Done<BankResult> done) {
  transfer("debit", op, "player:" + user, "house", std::to_string(amount.v), std::move(done));
}

void BankStore::move_rake(const std::string& op, Chips amount, Done<BankResult> done) {
  transfer("rake", op, "rake", "house", std::to_string(amount.v), std::move(done));
}

void BankStore::settle_transit(const std::string& op, const std::string& transit, const std::string& user,
                               Done<TransitSettled> done) {
  transfer("settle", op, "transit:" + transit, "player:" + user, kAll, std::move(done));
}

void BankStore::reserve(const std::string& reservation, const std::string& user, Chips amount,
                        Done<BankResult> done) {
  store_.eval(scripts::kReserve, {kAccounts, kLedger, kReservations, settled_key(reservation)},
              with(options_, {reservation, user, std::to_string(amount.v)}), answered(std::move(done)),
              StoreLane::JOURNAL);
}

void BankStore::release(const std::string& reservation, Done<Released> done) {
  store_.eval(scripts::kRelease, {kAccounts, kLedger, kReservations, settled_key(reservation)},
              with(options_, {reservation}), answered(std::move(done)), StoreLane::JOURNAL);
}

void BankStore::pay(const std::string& table, std::uint64_t seq, const PayTo& to, Chips amount,
                    const std::string& attributes, Done<BankResult> done) {
  store_.eval(scripts::kPay, {kAccounts, kLedger, kTables},
              with(options_, {table, std::to_string(seq), to.account, std::to_string(amount.v), attributes}),
              answered(std::move(done)), StoreLane::JOURNAL);
}

void BankStore::draw(const std::string& table, std::uint64_t seq, const DrawFrom& from, Chips amount,
                     Done<Drawn> done) {
  Strings keys{kAccounts, kLedger, kTables};
  if (!from.reservation.empty()) keys.insert(keys.end(), {kReservations, settled_key(from.reservation)});
  store_.eval(
      scripts::kDraw, keys,
      with(options_, {table, std::to_string(seq), from.account, std::to_string(amount.v), from.reservation}),
      answered(std::move(done)), StoreLane::JOURNAL);
}

void BankStore::balance(const std::string& user, Done<Chips> done) {
  store_.command({"HGET", kAccounts, "player:" + user}, read_by(read_balance, std::move(done)));
}

void BankStore::escrow(const std::string& table, Done<Escrow> done) {
  store_.eval(scripts::kReadEscrow, {kAccounts, kTables}, {table}, read_by(read_escrow, std::move(done)));
}

void BankStore::reservations(Done<Reservations> done) {
  store_.command({"HGETALL", kReservations}, read_by(read_reservations, std::move(done)));
}

void BankStore::accounts(Done<BankContents> done) {
  store_.eval(scripts::kReadBank, {kAccounts, kTables, kReservations}, {},
              read_by(read_bank, std::move(done)));
}

}  // namespace cardroom
