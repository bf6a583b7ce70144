#include "daemon/cardroomd/table_audit.hpp"

#include <algorithm>
#include <future>

#include "actors/record.hpp"
#include "actors/redis_storage.hpp"
#include "actors/store/silence.hpp"
#include "engine/audit.hpp"
#include "engine/game.hpp"

namespace cardroom::daemon {
namespace {

using audit::Fit;
constexpr std::size_t kThreads = 2;
constexpr std::size_t kTogether = 64;    ///< tables read at once: the store serves nobody else meanwhile
constexpr std::size_t kFewTables = 100;  ///< that are not worth threads

/// What one thread found.
struct Part {
  std::vector<TableId> moved_on;
  std::vector<std::string> problems;
  std::string unavailable;
};

OpenedJournal opened(const std::string& id, Result<JournalContents> contents) {
  if (contents) return to_actors(id, *std::move(contents));
  OpenedJournal journal;
  journal.id = id;
  journal.missing =
      contents.error().code == StoreError::MISSING || contents.error().code == StoreError::CLOSED;
  journal.unknown = could_not_ask(contents.error());
  journal.problem = contents.error().text;
  return journal;
}

void check_one(const GameRecord& game, const TableId& id, const OpenedJournal& journal, const Sealer& sealer,
               Part& part) {
  const TableEntry& entry = game.state.tables.at(id);
  if (journal.missing) {
    // It was not made before the daemon ended, or has been removed since the game was read.
    if (!game::unheard(entry)) part.moved_on.push_back(id);
    return;
  }
  if (journal.unknown) {
    part.unavailable = journal.problem;
    return;
  }
  const RestoredTable table = restore_table(game.state.settings, {}, journal, sealer);
  for (const auto& text : {journal.snapshot, journal.previous}) {
    std::string bad;
    if (text && text->version != table.stored && !read_table(*text, bad)) part.problems.push_back(bad);
  }
  if (!table.problem.empty()) return part.problems.push_back(table.problem);
  const Fit fit = audit::table_fits(entry, table.state);
  if (fit == Fit::MOVED_ON) part.moved_on.push_back(id);
  if (fit == Fit::DIFFERS)
    part.problems.push_back("table " + id.str() + ": " + std::to_string(chips_at(table.state).v) +
                            " chips are there, and its game has given it " + std::to_string(entry.chips.v));
}

Part check_some(const RedisAddress& address, const GameRecord& game, const std::vector<TableId>& tables,
                std::size_t first, std::size_t step, const Sealer& sealer) {
  Part part;
  auto client = RedisClient::connect(address, kReadPatience);
  if (!client) {
    part.unavailable = client.error().text;
    return part;
  }
  for (std::size_t i = first * kTogether; i < tables.size(); i += step * kTogether) {
    std::vector<JournalName> names;
    for (std::size_t j = i; j < std::min(i + kTogether, tables.size()); ++j)
      names.push_back(JournalName::table(tables[j].str()));
    auto journals = read_journals(*client, names);
    for (std::size_t j = 0; j < names.size(); ++j)
      check_one(game, tables[i + j], opened(tables[i + j].str(), std::move(journals[j])), sealer, part);
  }
  return part;
}

}  // namespace

OpenedJournal read_opened(RedisClient& client, const JournalName& name, const std::string& id) {
  return opened(id, read_journal(client, name));
}

std::vector<TableId> TableAudit::check(const GameRecord& game,
                                       const std::optional<std::vector<TableId>>& only,
                                       std::vector<std::string>& problems, std::string& unavailable) {
  std::vector<TableId> tables;
  if (!only)
    for (const auto& [id, entry] : game.state.tables) tables.push_back(id);
  else
    for (const TableId& id : *only)
      if (game.state.tables.count(id) > 0) tables.push_back(id);
  const std::size_t threads = tables.size() < kFewTables ? 1 : kThreads;
  std::vector<std::future<Part>> parts;
  for (std::size_t i = 0; i < threads; ++i)
    parts.push_back(std::async(std::launch::async,
                               [&, i] { return check_some(address_, game, tables, i, threads, sealer_); }));
  std::vector<TableId> moved_on;
  for (auto& pending : parts) {
    const Part part = pending.get();
    moved_on.insert(moved_on.end(), part.moved_on.begin(), part.moved_on.end());
    if (!part.unavailable.empty()) unavailable = part.unavailable;
    problems.insert(problems.end(), part.problems.begin(), part.problems.end());
  }
  return moved_on;
}

}  // namespace cardroom::daemon
