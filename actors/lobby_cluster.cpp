#include <algorithm>
#include <caf/send.hpp>
#include <caf/typed_event_based_actor.hpp>
#include <numeric>

#include "actors/cluster/router_messages.hpp"
#include "actors/game_messages.hpp"
#include "actors/lobby_core.hpp"

/// The lobby of a node among several: games of other nodes stand in its directory like its own.
namespace cardroom {
namespace {

/// How long a living node has to let go of a game in order; after that it is taken from it.
constexpr std::chrono::milliseconds kReleasePatience{2000};
/// Longer than nodes that are linked take to hear of each other's log-ins.
constexpr Duration kOneMoment = seconds(2);
constexpr unsigned kSpread = 16;  ///< milliseconds over which nodes spread the times of log-ins

}  // namespace

void LobbyCore::join(const JoinCluster& join) {
  router_ = join.router;
  node_ = join.node;
  const Introduced all{floor_, router_, node_};
  self_->send(router_, all);
  self_->send(node_, all);
}

void LobbyCore::open_game(const OpenGame& open) {
  const GameId& game = open.game;
  if (stopping_ || opening_.count(game) > 0) return;
  closed_.erase(game);
  if (!open.waits || remote_.count(game) == 0 || released_.erase(game) > 0) return load_game(game);
  awaited_[game] = ++waits_;
  self_->delayed_send(LobbyActor(self_), kReleasePatience, GameReleased{game, waits_});
}

void LobbyCore::game_released(const GameReleased& released) {
  const auto awaited = awaited_.find(released.game);
  if (released.overdue != 0 && (awaited == awaited_.end() || awaited->second != released.overdue)) return;
  if (awaited == awaited_.end()) return void(released_.insert(released.game));
  awaited_.erase(awaited);
  if (!stopping_) load_game(released.game);
}

/// Its last steps are stored; its tables stay where they are.
void LobbyCore::release_game(const GameId& game) {
  if (const auto local = games_.find(game); local != games_.end() && remote_.count(game) == 0)
    self_->send(local->second, StopGame{});
}

void LobbyCore::remote_game(const GameListed& listed) {
  if (!listed.actor) {
    if (remote_.count(listed.game) > 0) forget_remote(listed.game);
    return;
  }
  // What comes after the end began is not waited for.
  if (stopping_) return;
  // Its own game is still ending: the router says it again when it has.
  if (games_.count(listed.game) > 0 && remote_.count(listed.game) == 0) return;
  forget_remote(listed.game);
  released_.erase(listed.game);
  remote_.insert(listed.game);
  between_.erase(listed.game);
  games_[listed.game] = listed.actor;
  if (listed.over) ended(listed.game);
  if (!listed.over && !listed.host.empty()) hosts_[listed.game] = listed.host;
  answer_made(listed.game);
}

/// What no node has said that it has is there nevertheless.
void LobbyCore::games_wanted(const GamesWanted& wanted) {
  for (const GameId& game : wanted.games)
    if (games_.count(game) == 0 && closed_.count(game) == 0) between_.insert(game);
}

/// Players stay its members: another node is to have it.
void LobbyCore::forget_remote(const GameId& game) {
  if (remote_.erase(game) == 0) return;
  games_.erase(game);
  between_.insert(game);
  over_.erase(game);
  hosts_.erase(game);
  if (silent_.erase(game) > 0 && silent_.empty()) finish_gather();
  if (!stopping_) tell_members_moved(game, {});
}

/// Of two log-ins at one moment each node hears of the other's: both have to agree which is the later one.
/// Whoever came in here before that moment came in earlier, whatever the clocks say.
void LobbyCore::came_in_elsewhere(const CameInElsewhere& came) {
  Instant by = came.since;
  if (by.set() && by >= now()) {
    std::erase_if(ahead_, [now = now()](const auto& login) { return login.second < now; });
    ahead_[came.user] = by;
  }
  const auto session = sessions_.find(came.user);
  if (session == sessions_.end()) return;
  if (session->second.at + kOneMoment < now()) by = {};
  self_->send(session->second.actor, Replaced{by});
}

/// The clock of the node where the player logged in before may be ahead of this one. Most nodes give one
/// moment different times, by their names: of two log-ins that got the same time both would stay.
Instant LobbyCore::login_time(const UserId& user, Instant last) {
  const unsigned sum = std::accumulate(env_->node.begin(), env_->node.end(), 0U,
                                       [](unsigned all, unsigned char c) { return all + c; });
  Instant since = std::max(now() + Duration{static_cast<std::int64_t>(sum % kSpread)}, last);
  if (const auto ahead = ahead_.extract(user)) since = std::max(since, ahead.mapped() + Duration{1});
  return since;
}

}  // namespace cardroom
