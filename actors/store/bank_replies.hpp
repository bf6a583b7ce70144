#pragma once
#include "actors/store/bank_reader.hpp"
#include "actors/store/bank_store.hpp"
#include "actors/store/reply.hpp"

/// Reads Redis' answers to the bank's requests. CORRUPT: it is none that the scripts give, or what is stored
/// is misshapen.
namespace cardroom {

Result<BankResult> read_bank_result(const Result<Reply>& reply);
Result<Credited> read_credited(const Result<Reply>& reply);
/// Of as many `movements`.
Result<Exchanged> read_exchanged(const Result<Reply>& reply, std::size_t movements);
/// Of a list; nil is zero.
Result<std::vector<Chips>> read_balances(const Result<Reply>& reply);
Result<Reservations> read_reservations(const Result<Reply>& reply);
Result<DeskRecord> read_desk(const Result<Reply>& reply);
Result<BankContents> read_bank(const Result<Reply>& reply);

}  // namespace cardroom
