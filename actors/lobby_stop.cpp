#include <caf/send.hpp>
#include <caf/system_messages.hpp>
#include <caf/typed_event_based_actor.hpp>

#include "actors/cluster/router_messages.hpp"
#include "actors/floor_messages.hpp"
#include "actors/game_messages.hpp"
#include "actors/lobby_core.hpp"

/// How games end, and the lobby with them.
namespace cardroom {

void LobbyCore::add_problem(std::string& all, const std::string& one) {
  if (one.empty()) return;
  if (!all.empty()) all += "; ";
  all += one;
}

void LobbyCore::stop(StopAll& stop) {
  stop_done_ = std::move(stop.done);
  stopping_ = true;
  for (const GameId& game : std::set<GameId>(remote_)) forget_remote(game);
  for (const auto& [id, game] : games_) self_->send(game, StopGame{});
  self_->send(floor_, StopFloor{});
  while (!made_.empty()) answer_made(made_.begin()->first);
  for (auto* strangers : {&strangers_, &looked_for_})
    for (auto& stranger : std::exchange(*strangers, {}))
      std::visit([&](auto& s) { answer(s, false); }, stranger);
  end_if_stopped();
}

void LobbyCore::floor_stopped(const std::string& problem) {
  add_problem(stop_problem_, problem);
  floor_ = nullptr;
  end_if_stopped();
}

void LobbyCore::stopped(const GameStopped& stopped) {
  if (!stopped.problem.empty()) {
    const std::string problem = "game " + stopped.game.str() + ": " + stopped.problem;
    add_problem(stop_problem_, problem);
    // Among several nodes another one has it by now, or is given it.
    if (!router_) add_problem(problem_, problem);
    if (!router_ && !stopping_ && !stopped.reload) closed_[stopped.game] = problem;
  }
  if (stopped.reload && !stopping_) return come_back(stopped.game);
  forget(stopped.game);
}

void LobbyCore::down(const caf::down_msg& message) {
  if (sessions_left_.erase(message.source.id()) > 0) return end_if_stopped();
  for (const auto& [id, game] : games_) {
    if (game.id() != message.source.id()) continue;
    const GameId gone = id;
    add_problem(stop_problem_, "game " + gone.str() + ": it ended unexpectedly");
    return forget(gone);
  }
}

void LobbyCore::forget(const GameId& game) {
  games_.erase(game);
  if (router_) between_.insert(game);
  tell_cluster(LocalGame{game, {}, {}, {}, false});
  over_.erase(game);
  hosts_.erase(game);
  opening_.erase(game);
  report_ready();
  if (silent_.erase(game) > 0 && silent_.empty()) finish_gather();
  if (!stopping_ && !router_) tell_members_gone(game);
  if (!stopping_ && router_) tell_members_moved(game, {});
  end_if_stopped();
}

void LobbyCore::tell_members_gone(const GameId& game) {
  Whereabouts nowhere;
  nowhere.game = game;
  for (auto& [user, games] : memberships_) {
    if (std::erase(games, game) == 0) continue;
    if (const auto session = sessions_.find(user); session != sessions_.end())
      self_->send(session->second.actor, nowhere);
  }
  std::erase_if(memberships_, [](const auto& member) { return member.second.empty(); });
}

void LobbyCore::end_if_stopped() {
  if (!stopping_ || !games_.empty() || !creating_.empty() || !returning_.empty() || !stop_done_ || floor_ ||
      !sessions_left_.empty())
    return;
  for (const auto& [user, session] : std::exchange(sessions_, {})) {
    sessions_left_.insert(session.actor.id());
    self_->monitor(session.actor);
    self_->send(session.actor, EndSession{other_nodes_});
  }
  if (!sessions_left_.empty()) return;
  tell_router(StopAll{});
  router_ = nullptr;
  node_ = nullptr;
  std::exchange(stop_done_, nullptr)(stop_problem_);
  self_->quit();
}

}  // namespace cardroom
