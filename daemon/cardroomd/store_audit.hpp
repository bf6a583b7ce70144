#pragma once
#include <boost/describe.hpp>
#include <optional>
#include <string>
#include <vector>

#include "actors/store/redis_address.hpp"
#include "actors/store/seal.hpp"
#include "engine/bank.hpp"

/// The audit: that no chip is lost or made, and that everything would come back, told from Redis alone.
namespace cardroom::daemon {

/// The bank's accounts by kind. The others add up to `issued`: credits less debits.
struct BankTotals {
  Chips issued, balances, reserved, inside_games, rake;
};
BOOST_DESCRIBE_STRUCT(BankTotals, (), (issued, balances, reserved, inside_games, rake))

/// A game's chips. `at_tables` with stacks, bets, pots and rake that was not handed over; `between` on the
/// way to tables; `to_bank` on the way there. The three add up to `inside`.
struct GameTotals {
  GameId game_id;
  Chips inside, at_tables, between, to_bank;
  std::size_t tables = 0;
};
BOOST_DESCRIBE_STRUCT(GameTotals, (), (game_id, inside, at_tables, between, to_bank, tables))

struct AuditReport {
  BankTotals bank;
  std::vector<GameTotals> games;
  std::vector<std::string> problems;  ///< each names what is wrong and where; none = all is well
  std::vector<std::string> orphans;   ///< reservations that no game waits for; normal for a moment
  std::string unavailable;            ///< why nothing can be told: the store does not answer
  std::vector<std::string> repaired;  ///< what was settled
};

/// Reads the bank, and every game with its tables: takes all steps behind their snapshots again and compares
/// digests; compares what each table has with what its game has given it, what each game has with what the
/// bank has inside it, and the bank's accounts with each other. What changed while it was read is read again.
/// Blocks.
AuditReport audit_store(const RedisAddress& address, const Sealer& sealer);

/// The same, after what a rule can settle has been settled: reservations that no game waits for, at two looks
/// some time apart, go back to their owners.
AuditReport repair_store(const RedisAddress& address, const Sealer& sealer);

}  // namespace cardroom::daemon
