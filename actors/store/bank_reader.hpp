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

/// An entry of the ledger: chips went from one account to another.
struct Booking {
  std::int64_t at = 0;  ///< milliseconds since 1970, by Redis' clock
  std::string kind;     ///< "credit", "debit", "reserve", "release", "draw", "grant", "fund", "pay", "rake"
  std::string id;       ///< of the operation or reservation, or <game>/<number of the exchange>
  std::string from, to;
  Chips amount;
};
BOOST_DESCRIBE_STRUCT(Booking, (), (at, kind, id, from, to, amount))

/// The newest first, at most `most`: those of `account`, e.g. "player:ann" or "game:g1", or all when it is
/// empty. CORRUPT: an entry is misshapen.
Result<std::vector<Booking>> read_ledger(RedisClient& client, const std::string& account, std::size_t most);

/// Gives a reservation back to its owner, as `Bank::release`.
Result<BankResult> release_reservation(RedisClient& client, const std::string& id);

}  // namespace cardroom
