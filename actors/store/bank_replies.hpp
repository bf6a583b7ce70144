#pragma once
#include "actors/store/bank_store.hpp"

/// How the answers of Redis about the bank are read.
namespace cardroom {

/// A script's answer: a word of `BankResult`, and what two numbers mean to it.
struct BankAnswer {
  BankResult result = BankResult::DONE;
  Chips first{};
  Chips second{};
};

/// CORRUPT: it is none.
Result<BankAnswer> read_answer(const Result<Reply>& reply);
/// A balance; nil is zero.
Result<Chips> read_balance(const Result<Reply>& reply);
Result<Escrow> read_escrow(const Result<Reply>& reply);
Result<Reservations> read_reservations(const Result<Reply>& reply);
Result<BankContents> read_bank(const Result<Reply>& reply);

}  // namespace cardroom
