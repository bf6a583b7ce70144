#include "daemon/cardroomd/snapshot_audit.hpp"

#include "actors/record.hpp"
#include "actors/store/game_store.hpp"

namespace cardroom::daemon {
namespace {

StoredText as_text(StoredState state) {
  return {std::move(state.id), {state.version}, std::move(state.digest), std::move(state.json)};
}

}  // namespace

std::vector<std::string> audit_snapshots(const RedisAddress& address) {
  std::vector<std::string> problems;
  auto client = RedisClient::connect(address, std::chrono::seconds(10));
  if (!client) return {client.error().text};
  const auto games = list_games(*client);
  if (!games) return {games.error().text};
  for (const std::string& id : *games) {
    auto loaded = load_game(*client, id);
    if (!loaded) {
      problems.push_back(loaded.error().text);
      continue;
    }
    std::string problem;
    if (!read_game(as_text(std::move(loaded->game)), problem)) problems.push_back(problem);
    for (StoredState& table : loaded->tables)
      if (!read_table(as_text(std::move(table)), problem)) problems.push_back(problem);
  }
  return problems;
}

}  // namespace cardroom::daemon
