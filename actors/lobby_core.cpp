#include "actors/lobby_core.hpp"

#include <algorithm>
#include <caf/actor_system.hpp>
#include <caf/send.hpp>
#include <caf/typed_event_based_actor.hpp>
#include <unordered_set>

#include "actors/cluster/router_messages.hpp"
#include "actors/floor_actor.hpp"
#include "actors/protocol/wire.hpp"
#include "actors/session_actor.hpp"

namespace cardroom {

LobbyCore::LobbyCore(LobbyActor::pointer self, EnvironmentPtr env)
    : self_(self),
      env_(std::move(env)),
      started_at_(now()),
      floor_(spawn_floor(self_->system(), env_, LobbyActor(self_))) {}

Instant LobbyCore::now() const { return env_->clock.now(self_->system().clock()); }

void LobbyCore::refuse(const Login& login, protocol::Code code, const std::string& detail) {
  if (login.done) login.done(nullptr);
  login.outbox->message(protocol::to_text(protocol::server::refusal(login.client, code, detail)));
}

void LobbyCore::let_in(const UserId& user, Login& login, std::string token) {
  Session& session = sessions_[user];
  if (!session.actor) {
    SessionSetup setup{env_, LobbyActor(self_), user, guests_.name(user), {}};
    if (const auto games = memberships_.find(user); games != memberships_.end())
      for (const GameId& id : games->second)
        if (const auto game = games_.find(id); game != games_.end())
          setup.games.push_back({id, game->second});
    session.actor = spawn_session(self_->system(), std::move(setup));
    tell_router(LocalSession{user, session.actor});
  }
  session.at = now();
  session.since = login_time(user, session.since);
  tell_router(CameInElsewhere{user, session.since});
  ++session.generation;
  self_->send(session.actor, Attach{std::move(login.outbox), login.client, std::move(token),
                                    session.generation, session.since, std::move(login.done)});
}

void LobbyCore::idle(const SessionIdle& idle) {
  const auto session = sessions_.find(idle.user);
  if (session == sessions_.end() || session->second.generation != idle.generation) return;
  follow(session->second.actor, false);
  self_->send(session->second.actor, EndSession{});
  sessions_.erase(session);
  tell_router(LocalSession{idle.user, {}});
}

void LobbyCore::membership(const Membership& membership) {
  if (remote_.count(membership.game) == 0) tell_router(membership);
  if (membership.all) forget_others(membership);
  for (const UserId& user : membership.users) {
    std::vector<GameId>& games = memberships_[user];
    std::erase(games, membership.game);
    if (membership.in) games.push_back(membership.game);
    if (games.empty()) memberships_.erase(user);
    if (!router_) continue;
    // The player may have come in before this node knew where the player plays; or an older session still
    // believes in a seat that was left through another one.
    const auto game = games_.find(membership.game);
    const auto session = sessions_.find(user);
    if (game != games_.end() && session != sessions_.end())
      self_->send(session->second.actor, GameMoved{membership.game, game->second});
  }
}

/// Their sessions ask the game, which tells them that they have left.
void LobbyCore::forget_others(const Membership& all) {
  const std::unordered_set<UserId> members(all.users.begin(), all.users.end());
  const auto game = games_.find(all.game);
  for (auto& [user, games] : memberships_) {
    if (members.count(user) > 0 || std::erase(games, all.game) == 0) continue;
    const auto session = sessions_.find(user);
    if (game != games_.end() && session != sessions_.end())
      self_->send(session->second.actor, GameMoved{all.game, game->second});
  }
  std::erase_if(memberships_, [](const auto& member) { return member.second.empty(); });
}

void LobbyCore::balance_booked(const BalanceBooked& booked) {
  if (const auto session = sessions_.find(booked.user); session != sessions_.end())
    self_->send(session->second.actor, BalanceMoved{});
  if (!booked.told) tell_router(booked);
}

void LobbyCore::kick(const KickPlayer& kick) {
  if (const auto session = sessions_.find(kick.user); session != sessions_.end())
    self_->send(session->second.actor, Kicked{});
  if (!kick.told) tell_router(kick);
}

}  // namespace cardroom
