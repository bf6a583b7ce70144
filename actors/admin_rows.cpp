#include "actors/admin_rows.hpp"

namespace cardroom {
namespace {

/// What both kinds of rows take from a game's description.
template <class Row>
Row row_of(const GameDescribed& d) {
  const auto& g = d.game;
  Row row;
  row.game_id = g.game_id, row.status = g.status, row.stopping = d.stopping, row.host = g.host;
  row.host_name = g.host_name;
  row.small_blind = g.small_blind, row.big_blind = g.big_blind, row.ante = g.ante;
  row.min_buy_in = g.min_buy_in, row.max_buy_in = g.max_buy_in;
  row.number_of_seats = g.number_of_seats, row.players = g.players, row.version = d.version;
  if (d.store_down.set()) row.store_down_since = d.store_down;
  return row;
}

/// Of one who plays in no game. A session elsewhere is not known of here.
std::optional<bool> is_here(const UserId& user, const Directory& directory) {
  const bool here = directory.here.count(user) > 0;
  return here || !directory.node ? std::optional(here) : std::nullopt;
}

}  // namespace

GameRow game_row(const GameDescribed& game) {
  auto row = row_of<GameRow>(game);
  row.tables = game.game.tables.size();
  return row;
}

GameDetails game_details(const GameDescribed& game) {
  auto details = row_of<GameDetails>(game);
  details.tables = game.game.tables;
  details.settings = game.settings;
  return details;
}

TableRow table_row(const GameDescribed& d, const protocol::server::LobbyTable& t,
                   const std::map<TableId, Directory::Table>& open) {
  TableRow row;
  row.game_id = d.game.game_id, row.table_id = t.table_id, row.players = t.players, row.paused = t.paused;
  if (const auto at = open.find(t.table_id); at != open.end()) {
    row.epoch = at->second.epoch;
    if (!at->second.node.empty()) row.node = at->second.node;
  }
  if (d.store_down.set()) row.store_down_since = d.store_down;
  for (const auto& held : d.held)
    if (held.table == t.table_id) row.held = held.why;
  return row;
}

PlayerShown guest_row(const UserId& user, const Directory& directory, bool all) {
  return {
      {}, user, directory.user_name, {}, all ? std::optional(false) : std::nullopt, is_here(user, directory),
      {}, {}};
}

std::vector<PlayerShown> player_rows(const std::vector<GameDescribed>& games, const Directory& directory) {
  std::map<UserId, bool> plays;  // and whether connected
  for (const GameDescribed& d : games)
    for (const PlayerRow& p : d.players)
      if (p.registered) plays[p.user_id] = plays[p.user_id] || p.connected;
  const auto connected = [&](const UserId& user) -> std::optional<bool> {
    if (const auto player = plays.find(user); player != plays.end()) return player->second;
    return is_here(user, directory);
  };
  std::vector<PlayerShown> rows;
  for (const GameDescribed& d : games)
    for (const PlayerRow& p : d.players)
      rows.push_back({p.game_id, p.user_id, p.name, p.balance, p.registered,
                      p.registered ? p.connected : connected(p.user_id), p.table_id, p.seat_index});
  return rows;
}

}  // namespace cardroom
