#pragma once
#include <optional>
#include <string>
#include <vector>

#include "actors/restore.hpp"
#include "actors/store/journal_store.hpp"
#include "actors/store/redis_client.hpp"

namespace cardroom::daemon {

/// What a journal holds now, as the actors read it.
OpenedJournal read_opened(RedisClient& client, const JournalName& name, const std::string& id);

/// The tables of games, audited on several threads, for they are what takes the time.
class TableAudit {
 public:
  TableAudit(const RedisAddress& address, const Sealer& sealer) : address_(address), sealer_(sealer) {}

  /// Compares tables with the game, which was read before: `only` those, or all. Adds what is wrong to
  /// `problems`; returns those that have moved on. `unavailable`: why some could not be read, if so.
  std::vector<TableId> check(const GameRecord& game, const std::optional<std::vector<TableId>>& only,
                             std::vector<std::string>& problems, std::string& unavailable);

 private:
  RedisAddress address_;
  const Sealer& sealer_;
};

}  // namespace cardroom::daemon
