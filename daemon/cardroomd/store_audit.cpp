#include "daemon/cardroomd/store_audit.hpp"

#include "actors/record.hpp"
#include "actors/redis_storage.hpp"
#include "actors/restore.hpp"

namespace cardroom::daemon {
namespace {

OpenedJournal read(RedisClient& client, const JournalName& name, const std::string& id) {
  auto contents = read_journal(client, name);
  if (contents) return to_actors(id, *std::move(contents));
  OpenedJournal journal;
  journal.id = id;
  journal.missing =
      contents.error().code == StoreError::MISSING || contents.error().code == StoreError::CLOSED;
  journal.problem = contents.error().text;
  return journal;
}

/// Both snapshots are read, though one would do to come back.
void check_snapshots(const OpenedJournal& journal, std::vector<std::string>& problems, auto read_one) {
  for (const auto& text : {journal.snapshot, journal.previous}) {
    std::string problem;
    if (text && !read_one(*text, problem)) problems.push_back(problem);
  }
}

}  // namespace

std::vector<std::string> audit_store(const RedisAddress& address, const Sealer& sealer) {
  std::vector<std::string> problems;
  auto client = RedisClient::connect(address, std::chrono::seconds(10));
  if (!client) return {client.error().text};
  const auto games = list_games(*client);
  if (!games) return {games.error().text};
  for (const std::string& id : *games) {
    const OpenedJournal journal = read(*client, JournalName::game(id), id);
    if (journal.missing) continue;
    check_snapshots(journal, problems, read_game);
    const RestoredGame game = restore_game(journal);
    if (!game.problem.empty()) problems.push_back(game.problem);
    for (const auto& [table, entry] : game.record.state.tables) {
      const OpenedJournal steps = read(*client, JournalName::table(table.str()), table.str());
      // It may have been removed, or not been made yet, since the game was read.
      if (steps.missing) continue;
      check_snapshots(steps, problems, read_table);
      const auto restored = restore_table(game.record.state.settings, {}, steps, sealer);
      if (!restored.problem.empty()) problems.push_back(restored.problem);
    }
  }
  return problems;
}

}  // namespace cardroom::daemon
