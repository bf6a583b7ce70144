#include "actors/store/bank_reader.hpp"

#include "actors/store/bank_replies.hpp"
#include "actors/store/bank_scripts.hpp"

namespace cardroom {

Result<BankContents> read_bank(RedisClient& client) {
  return read_bank(
      client.eval(scripts::kReadBank, {"{bank}:accounts", "{bank}:desks", "{bank}:reservations"}, {}));
}

Result<DeskRecord> read_desk(RedisClient& client, const GameId& game) {
  return read_desk(client.eval(scripts::kReadDesk, {"{bank}:accounts", "{bank}:desks"}, {game.str()}));
}

Result<BankResult> release_reservation(RedisClient& client, const std::string& id) {
  const BankOptions options;
  return read_bank_result(client.eval(
      scripts::kRelease, {"{bank}:accounts", "{bank}:ledger", "{bank}:reservations", "{bank}:settled:" + id},
      {std::to_string(options.trim_ledger), std::to_string(options.remember.count()), id}));
}

}  // namespace cardroom
