#include "tests/store/bank_request.hpp"

#include "engine/describe.hpp"
#include "tests/engine/bank_words.hpp"

namespace cardroom::testing {
namespace {

BankReply reply_of(BankResult result) { return {result}; }
BankReply reply_of(const Credited& credited) { return {credited.result, credited.balance}; }
BankReply reply_of(const Exchanged& exchanged) { return {exchanged.result, {}, exchanged.answers}; }

template <class T>
Done<T> as_reply(Done<BankReply> done) {
  return [done = std::move(done)](const Result<T>& answer) {
    done(answer ? Result<BankReply>(reply_of(*answer)) : answer.error());
  };
}

}  // namespace

void send(BankStore& bank, const BankRequest& r, Done<BankReply> done) {
  switch (r.call) {
    case BankCall::CREDIT:
      return bank.credit(r.id, r.user, r.amount, as_reply<Credited>(std::move(done)));
    case BankCall::RESERVE:
      return bank.reserve(r.id, r.user, r.amount, as_reply<BankResult>(std::move(done)));
    case BankCall::RELEASE:
      return bank.release(r.id, as_reply<BankResult>(std::move(done)));
    case BankCall::EXCHANGE:
      return bank.exchange(GameId(r.id), r.seq, r.movements, as_reply<Exchanged>(std::move(done)));
  }
}

BankReply apply(Bank& bank, const BankRequest& r) {
  switch (r.call) {
    case BankCall::CREDIT:
      return reply_of(bank.credit(r.id, r.user, r.amount));
    case BankCall::RESERVE:
      return reply_of(bank.reserve(r.id, r.user, r.amount));
    case BankCall::RELEASE:
      return reply_of(bank.release(r.id));
    case BankCall::EXCHANGE:
      break;
  }
  return reply_of(bank.exchange(GameId(r.id), r.seq, r.movements));
}

std::string text_of(const BankRequest& r) {
  const std::string number = r.call == BankCall::EXCHANGE ? "/" + std::to_string(r.seq.v) : "";
  return std::string(enum_name(r.call)) + " " + r.id + number;
}

std::string text_of(const BankReply& reply) {
  return text_of(reply.result) + " " + std::to_string(reply.balance.v) + " " +
         text_of(Exchanged{BankResult::DONE, reply.answers});
}

}  // namespace cardroom::testing
