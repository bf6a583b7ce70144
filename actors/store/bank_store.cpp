#include "actors/store/bank_store.hpp"

#include <algorithm>
#include <memory>

#include "actors/store/bank_replies.hpp"
#include "actors/store/bank_scripts.hpp"
#include "engine/describe.hpp"

namespace cardroom {
namespace {

using Strings = std::vector<std::string>;
constexpr const char* kAccounts = "{bank}:accounts";
constexpr const char* kLedger = "{bank}:ledger";
constexpr const char* kDesks = "{bank}:desks";
constexpr const char* kReservations = "{bank}:reservations";
constexpr std::size_t kTogether = 1000;  ///< balances read at once

std::string op_key(const std::string& op) { return "{bank}:op:" + op; }
std::string settled_key(const std::string& reservation) { return "{bank}:settled:" + reservation; }

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

void BankStore::credit(const std::string& op, const UserId& user, Chips amount, Done<Credited> done) {
  store_.eval(scripts::kCredit, {kAccounts, kLedger, op_key(op)},
              with(options_, {op, "player:" + user.str(), std::to_string(amount.v)}),
              read_by(read_credited, std::move(done)), StoreLane::JOURNAL);
}

void BankStore::reserve(const std::string& id, const UserId& user, Chips amount, Done<BankResult> done) {
  store_.eval(scripts::kReserve, {kAccounts, kLedger, kReservations, settled_key(id)},
              with(options_, {id, user.str(), std::to_string(amount.v)}),
              read_by(read_bank_result, std::move(done)), StoreLane::JOURNAL);
}

void BankStore::release(const std::string& id, Done<BankResult> done) {
  store_.eval(scripts::kRelease, {kAccounts, kLedger, kReservations, settled_key(id)}, with(options_, {id}),
              read_by(read_bank_result, std::move(done)), StoreLane::JOURNAL);
}

void BankStore::exchange(const GameId& game, BankSequence seq, const std::vector<Movement>& movements,
                         Done<Exchanged> done) {
  Strings keys{kAccounts, kLedger, kDesks, kReservations};
  Strings args{game.str(), std::to_string(seq.v)};
  for (const Movement& m : movements) {
    if (m.kind == MovementKind::DRAW) keys.push_back(settled_key(m.reservation));
    args.insert(args.end(),
                {std::string(enum_name(m.kind)), m.user.str(), std::to_string(m.amount.v), m.reservation});
  }
  store_.eval(
      scripts::kExchange, keys, with(options_, std::move(args)),
      [count = movements.size(), done = std::move(done)](const Result<Reply>& reply) {
        done(read_exchanged(reply, count));
      },
      StoreLane::JOURNAL);
}

void BankStore::balances(std::vector<UserId> users, Done<std::vector<Chips>> done) {
  struct Asking {
    std::vector<UserId> users;
    std::vector<Chips> found;
    Done<std::vector<Chips>> done;
  };
  auto asking = std::make_shared<Asking>(Asking{std::move(users), {}, std::move(done)});
  // Each part asks for the next.
  const auto ask = [this, asking](const auto& again) -> void {
    const std::size_t from = asking->found.size();
    if (from == asking->users.size()) return asking->done(std::move(asking->found));
    Strings command{"HMGET", kAccounts};
    for (std::size_t i = from; i < std::min(from + kTogether, asking->users.size()); ++i)
      command.push_back("player:" + asking->users[i].str());
    store_.command(std::move(command), [asking, again](const Result<Reply>& reply) {
      const auto part = read_balances(reply);
      if (!part) return asking->done(part.error());
      asking->found.insert(asking->found.end(), part->begin(), part->end());
      again(again);
    });
  };
  ask(ask);
}

void BankStore::reservations(Done<Reservations> done) {
  store_.command({"HGETALL", kReservations}, read_by(read_reservations, std::move(done)));
}

void BankStore::accounts(Done<BankContents> done) {
  store_.eval(scripts::kReadBank, {kAccounts, kDesks, kReservations}, {},
              read_by(read_bank, std::move(done)));
}

}  // namespace cardroom
