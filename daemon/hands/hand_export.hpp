#pragma once
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "actors/store/redis_client.hpp"
#include "daemon/hands/hand_archive.hpp"
#include "engine/types.hpp"

/// From the streams of finished hands in Redis to the archive: gather, append, then mark and trim. A crash
/// between any two leaves hands in both places, never in none.
namespace cardroom::daemon {

/// The id of an entry in a table's stream of hands: `<hand>-<part>`.
struct HandEntryId {
  std::uint64_t hand = 0, part = 0;
  friend auto operator<=>(const HandEntryId&, const HandEntryId&) = default;
};

/// What goes into one file of the archive, and how far each table is exported once it is there.
struct HandBatch {
  std::string game, day;
  std::string lines;
  std::size_t hands = 0;
  std::map<std::string, HandEntryId> tables;
};

class HandExport {
 public:
  /// `kept`, at least 1: hands of a table that stay in Redis when they are exported, for the operator's
  /// lists.
  explicit HandExport(ArchiveWriter archive, std::size_t kept = 200)
      : archive_(std::move(archive)), kept_(kept) {}

  /// Makes the archive's directory; NOT_WRITABLE when nothing can be added to it.
  Result<void> prepare() const { return archive_.prepare(); }

  /// One small step: the next tables' hands, about a megabyte of them. Returns how many hands it exported;
  /// `swept` says whether this was the last step of a round through all tables. On failure nothing is trimmed
  /// that is not in the archive; the next step begins the round again.
  Result<std::size_t> step(RedisClient& redis, Instant now);
  bool swept() const { return waiting_.empty() && cursor_ == "0"; }

  // The parts of a step.

  /// The next hands that can get no more parts: a later one of the table was dealt, or they ended a while
  /// ago. A batch a file; of a table's hands none comes before an earlier one.
  Result<std::vector<HandBatch>> gather(RedisClient& redis, Instant now);
  /// Appends a batch to the archive.
  Result<void> append(const HandBatch& batch);
  /// Notes in Redis how far the tables of the batch are exported, and trims their streams behind that.
  Result<void> mark(RedisClient& redis, const HandBatch& batch);

 private:
  class Gathering;
  Result<void> find_tables(RedisClient& redis);

  ArchiveWriter archive_;
  std::size_t kept_;
  std::string cursor_ = "0";
  std::deque<std::string> waiting_;              ///< tables of this round
  std::map<std::string, HandEntryId> unmarked_;  ///< exported, and Redis does not know it yet
};

}  // namespace cardroom::daemon
