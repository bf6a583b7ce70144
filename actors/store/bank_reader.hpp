#pragma once
#include <string>
#include <vector>

#include "actors/store/redis_client.hpp"
#include "engine/bank.hpp"

/// What the bank in Redis has, for tools: blocking reads, each as of one moment.
namespace cardroom {

/// The whole bank. CORRUPT: something is misshapen; the text names it.
Result<BankContents> read_bank(RedisClient& client);

/// The bank's side of one game, and its answers to the last exchange.
struct DeskRecord {
  Desk desk;
  std::vector<MovementAnswer> answers;
};
Result<DeskRecord> read_desk(RedisClient& client, const GameId& game);

/// Gives a reservation back to its owner, as `Bank::release`.
Result<BankResult> release_reservation(RedisClient& client, const std::string& id);

}  // namespace cardroom
