#include <algorithm>
#include <caf/actor_system.hpp>
#include <caf/send.hpp>
#include <caf/typed_event_based_actor.hpp>

#include "actors/cluster/node_messages.hpp"
#include "actors/cluster/router_messages.hpp"
#include "actors/floor_messages.hpp"
#include "actors/game_actor.hpp"
#include "actors/game_messages.hpp"
#include "actors/lobby_core.hpp"
#include "actors/log.hpp"
#include "actors/protocol/wire.hpp"
#include "actors/record.hpp"
#include "actors/restore.hpp"
#include "actors/steps.hpp"
#include "engine/describe.hpp"
#include "engine/game.hpp"

/// The lobby's games: loading, making and listing them.
namespace cardroom {
void LobbyCore::tell_cluster(const LocalGame& game) {
  if (node_) self_->send(node_, game);
  tell_router(game);
}

void LobbyCore::load(RoomLoaded& loaded) {
  ready_ = std::move(loaded.ready);
  if (!loaded.contents.problem.empty()) not_started(loaded.contents.problem);
  for (const GuestRecord& guest : loaded.contents.guests) guests_.add(guest);
  for (const Settings& settings : loaded.provisioned) configured_.insert(settings.game_id);
  for (OpenedJournal& game : loaded.contents.games) open_stored(game);
  for (Settings& settings : loaded.provisioned) {
    if (games_.count(settings.game_id) > 0) warn_if_changed(settings);
    if (games_.count(settings.game_id) > 0 || closed_.count(settings.game_id) > 0) continue;
    CreateGame house{std::move(settings), {}, {}, {}};
    create(house);
  }
  report_ready();
}

/// A game keeps the settings that it was made with.
void LobbyCore::warn_if_changed(const Settings& wanted) {
  const Settings now = with_defaults(wanted);
  const Settings& made = made_with_.at(wanted.game_id);
  std::string changed;
  for_each_member<Settings>([&]<class D>(D) {
    if (same(now.*D::pointer, made.*D::pointer)) return;
    changed += changed.empty() ? "" : ", ";
    changed += D::name;
  });
  if (!changed.empty())
    log_warning("game " + wanted.game_id.str() +
                " keeps the settings that it was made with; the configuration has other ones: " + changed +
                ". A game with those needs another id.");
}

void LobbyCore::report_ready() {
  if (!creating_.empty() || !opening_.empty() || !ready_) return;
  std::exchange(ready_, nullptr)(no_start_);
}

/// A problem without whose solution the room is not to open.
void LobbyCore::not_started(const std::string& problem) {
  add_problem(problem_, problem);
  add_problem(no_start_, problem);
}

void LobbyCore::open_stored(OpenedJournal& game, bool anew) {
  RestoredGame restored = restore_game(game);
  if (!restored.problem.empty()) {
    // A store that could not be asked says nothing about the game.
    if (game.unknown) return not_started(restored.problem);
    log_error("not opened: " + restored.problem);
    add_problem(problem_, restored.problem);
    closed_[GameId(game.id)] = restored.problem;
    return;
  }
  open(std::move(restored), std::move(game.journal), anew);
}

void LobbyCore::open(RestoredGame restored, JournalMaker journal, bool anew) {
  const GameState& state = restored.record.state;
  const GameId id = state.settings.game_id;
  made_with_[id] = state.settings;
  const bool over = state.status == GameStatus::COMPLETED;
  if (over) ended(id);
  if (!over && !state.host.empty()) hosts_[id] = state.host;
  opening_.insert(id);
  const GameActor game = spawn_game(
      self_->system(),
      {env_, LobbyActor(self_), std::move(restored.record), restored.stored, std::move(journal),
       restored.uncounted, restored.epoch,
       router_ ? caf::actor_cast<TableHosting>(router_) : caf::actor_cast<TableHosting>(floor_), anew});
  self_->monitor(game);
  forget_remote(id);
  games_[id] = game;
  between_.erase(id);
  tell_cluster(LocalGame{id, game, restored.epoch, state.host, over});
  if (store_down_.set()) self_->send(game, StoreTurned{true, store_why_});
  log_info("game " + id.str() + (over ? ", which has ended, is open to be looked at" : " is open"));
  answer_made(id);
}

/// Known once for all: of a game that the configuration asks for the log says so.
void LobbyCore::ended(const GameId& game) {
  over_.insert(game);
  if (node_) self_->send(node_, GameOver{game});
  if (configured_.erase(game) > 0)
    log_warning("game " + game.str() +
                " of the configuration has ended; its id is not used again: a new game needs another one");
}

/// Its tables are listed.
void LobbyCore::ready(const GameId& game) {
  opening_.erase(game);
  report_ready();
}

void LobbyCore::over(const GameId& game) {
  hosts_.erase(game);
  configured_.erase(game);
  ended(game);
  if (remote_.count(game) == 0) tell_router(GameOver{game});
}

void LobbyCore::loaded(GameLoaded& loaded) {
  const GameId id(loaded.game.id);
  if (loaded.game.unknown && !stopping_)
    return self_->delayed_send(LobbyActor(self_), kJournalRetry, LoadGame{id});
  const bool returns = returning_.erase(id) > 0;
  // Among several nodes another one may be quicker, and a game may be listed that was never made.
  if (!stopping_ && !(router_ && loaded.game.missing)) open_stored(loaded.game, returns);
  const auto game = games_.find(id);
  if (game == games_.end()) {
    if (!stopping_ && !router_) tell_members_gone(id);
    return end_if_stopped();
  }
  tell_members_moved(id, game->second);
}

void LobbyCore::tell_members_moved(const GameId& id, const GameActor& game) {
  for (const auto& [user, games] : memberships_) {
    if (std::find(games.begin(), games.end(), id) == games.end()) continue;
    if (const auto session = sessions_.find(user); session != sessions_.end())
      self_->send(session->second.actor, GameMoved{id, game});
  }
}

/// The game's players stay its members meanwhile.
void LobbyCore::come_back(const GameId& game) {
  games_.erase(game);
  between_.insert(game);
  tell_cluster(LocalGame{game, {}, {}, {}, false});
  if (silent_.erase(game) > 0 && silent_.empty()) finish_gather();
  returning_.insert(game);
  load_game(game);
}

void LobbyCore::load_game(const GameId& game) {
  env_->storage->load_game(game, [lobby = LobbyActor(self_)](OpenedJournal journal) {
    caf::anon_send(lobby, GameLoaded{std::move(journal)});
  });
}

void LobbyCore::store_turned(const StoreTurned& turned) {
  const bool was_down = store_down_.set();
  store_why_ = turned.why;
  if (turned.down && was_down) return;
  store_down_ = turned.down ? now() : Instant{};
  if (floor_) self_->send(floor_, turned);
  for (const auto& [id, game] : games_)
    if (remote_.count(id) == 0) self_->send(game, turned);
}

void LobbyCore::listed(TableListed& listed) {
  if (!listed.remote) {
    tell_router(listed);
    if (node_) self_->send(node_, LocalTable{listed.table, listed.actor != nullptr});
  }
  if (listed.actor) {
    tables_[listed.table] = {listed.game,  std::move(listed.actor), std::move(listed.relay),
                             listed.epoch, listed.remote,           std::move(listed.node)};
    return;
  }
  // One that has come here meanwhile is not listed by its former node any more.
  if (const auto table = tables_.find(listed.table);
      table != tables_.end() && table->second.remote == listed.remote)
    tables_.erase(table);
}

void LobbyCore::look_up(Lookup& lookup) {
  Found found{std::move(lookup.from), std::move(lookup.request), lookup.game, {}, {}, {}, false};
  if (const auto table = tables_.find(lookup.table); table != tables_.end()) {
    found.game = table->second.game;
    found.table = table->second.actor;
    found.relay = table->second.relay;
  }
  if (const auto game = games_.find(found.game); game != games_.end()) found.actor = game->second;
  found.away = !found.actor && between_.count(found.game) > 0;
  self_->send(lookup.session, std::move(found));
}

void LobbyCore::seek(const SeekTable& sought) {
  if (const auto table = tables_.find(sought.table); table != tables_.end())
    self_->send(sought.session, TableSeen{sought.table, table->second.actor, table->second.relay});
}

void LobbyCore::directory(const AskDirectory& ask) {
  const bool stranger = !ask.user.empty() && !guests_.knows(ask.user);
  if (!stranger || !router_ || stopping_ || !look_for_guest(ask)) answer(ask, true);
}

void LobbyCore::answer(const AskDirectory& ask, bool certain) {
  Directory directory;
  directory.cashier = env_->cashier;
  directory.known_user = guests_.knows(ask.user);
  directory.user_name = guests_.name(ask.user);
  if (ask.players)
    for (const auto& session : sessions_) directory.here.insert(session.first);
  directory.users_certain = certain;
  for (const auto& [id, game] : games_) directory.games.push_back({id, game});
  for (const auto& [id, problem] : closed_) directory.closed.push_back({id, problem});
  for (const GameId& id : between_)
    if (games_.count(id) == 0 && closed_.count(id) == 0)
      directory.closed.push_back({id, "it is being brought back; try again in a moment", true});
  for (const auto& [id, table] : tables_)
    directory.tables.push_back({id, table.game, table.relay, table.epoch, table.node});
  directory.guests = guests_.size();
  directory.sessions = sessions_.size();
  directory.started_at = started_at_;
  directory.now = now();
  directory.problem = problem_;
  directory.node = node_;
  directory.store_down = store_down_;
  directory.store_why = store_why_;
  self_->send(ask.from, std::move(directory));
}

}  // namespace cardroom
