#include <algorithm>
#include <caf/actor_system.hpp>
#include <caf/send.hpp>
#include <caf/typed_event_based_actor.hpp>
#include <set>

#include "actors/admin_core.hpp"
#include "actors/admin_outbox.hpp"
#include "actors/admin_rows.hpp"
#include "actors/relay_messages.hpp"

/// What administrators are shown: games and players as the games describe them, a table as its relay shows
/// it.
namespace cardroom {

void AdminCore::status() {
  const Directory& d = *directory_;
  Status status;
  status.started_at = d.started_at;
  status.uptime = d.now - d.started_at;
  status.games = d.games.size();
  status.tables = d.tables.size();
  status.players = d.guests;
  status.sessions = d.sessions;
  if (d.store_down.set()) status.store_down_since = d.store_down, status.store_down_reason = d.store_why;
  if (!d.problem.empty()) status.problem = d.problem;
  done(status);
}

/// A relay says nothing where nobody has the table: then the outbox is told to give up.
void AdminCore::show_table() {
  const auto at = table();
  if (at == directory_->tables.end() || !sees(at->node)) return refuse_table();
  const auto outbox =
      std::make_shared<AdminOutbox>(std::exchange(reply_, nullptr), is("table show"), AdminActor(self_));
  table_ = outbox;
  self_->send(at->relay, Watch{{}, outbox});
}

/// All that comes goes past here.
void AdminCore::shown() { self_->quit(); }

void AdminCore::ask_games() {
  const bool players = is("player list") || is("player show");
  if (!players && !is("game list") && !is("game show") && !is("table list")) return refuse_command();
  if (games_.empty()) return show();
  for (const Directory::Game& game : games_) self_->send(game.actor, Describe{1, players, true});
}

void AdminCore::described(GameDescribed& d) {
  if (refused_)
    return refuse(std::string(to_string(*refused_)),
                  std::string(sentence(*refused_)) + " It is " + std::string(enum_name(d.game.status)) + ".");
  described_.push_back(std::move(d));
  if (described_.size() == games_.size()) show();
}

void AdminCore::counted(BankCounted& counted) {
  if (!counted.contents)
    return refuse(protocol::Code::UNAVAILABLE,
                  "The store does not answer; see status for why, and ask again.");
  bank_ = *std::move(counted.contents);
  ask_games();
}

/// One that does not answer keeps nobody from seeing the others.
void AdminCore::show_without_silent() {
  for (const Directory::Game& game : games_)
    if (std::none_of(described_.begin(), described_.end(),
                     [&](const GameDescribed& d) { return d.game.game_id == game.id; }))
      closed_.push_back({game.id, "it does not answer at the moment"});
  show();
}

void AdminCore::show() {
  std::sort(described_.begin(), described_.end(),
            [](const auto& a, const auto& b) { return a.game.game_id < b.game.game_id; });
  if (is("game show")) return done(game_details(described_.front()));
  if (is("table list")) return show_tables();
  if (is("game list")) {
    std::vector<GameRow> games;
    for (const GameDescribed& d : described_) games.push_back(game_row(d));
    for (const Directory::Closed& game : closed_) {
      GameRow& row = games.emplace_back();
      row.game_id = game.id;
      row.problem = game.problem;
    }
    std::sort(games.begin(), games.end(), [](const auto& a, const auto& b) { return a.game_id < b.game_id; });
    return done(games);
  }
  std::vector<PlayerShown> players = player_rows(described_, *directory_);
  if (is("player show")) {
    std::erase_if(players, [&](const PlayerShown& p) { return p.user_id != request_.user; });
    if (players.empty() && !directory_->known_user) return refuse_unknown();
    if (players.empty()) players.push_back(guest_row(request_.user, *directory_, closed_.empty()));
  }
  for (PlayerShown& player : players)
    if (const auto balance = bank_.accounts.find("player:" + player.user_id.str());
        balance != bank_.accounts.end())
      player.balance = balance->second;
  done(players);
}

/// Those of games that say nothing are shown as far as they are known.
void AdminCore::show_tables() {
  std::map<TableId, Directory::Table> open;
  for (const Directory::Table& table : directory_->tables) open[table.id] = table;
  std::set<std::string> named;
  std::vector<TableRow> rows;
  for (const GameDescribed& d : described_)
    for (const auto& t : d.game.tables) {
      TableRow& row = rows.emplace_back(table_row(d, t, open));
      const auto [subject, fresh] = named.insert("table:" + row.table_id.str());
      if (!row.epoch || !sees(row.node.value_or(""))) row.problem = where(*subject);
      if (row.problem == "") row.problem.reset();
    }
  if (!nodes_) return done(rows);
  constexpr std::string_view kTable = "table:";
  for (const auto& [subject, wanted] : nodes_->want) {
    if (!subject.starts_with(kTable) || named.count(subject) > 0) continue;
    const auto at = open.find(TableId(std::string_view(subject).substr(kTable.size())));
    // One that its node is about to open, or was just told to remove.
    if (at == open.end() && wanted.linked) continue;
    TableRow& row = rows.emplace_back();
    row.table_id = TableId(std::string_view(subject).substr(kTable.size()));
    row.problem = where(subject);
    if (at == open.end()) continue;
    row.game_id = at->second.game, row.epoch = at->second.epoch, row.node = at->second.node;
    if (sees(at->second.node)) row.problem = "Its game does not answer.";
  }
  done(rows);
}

}  // namespace cardroom
