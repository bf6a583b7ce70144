#include <algorithm>
#include <caf/send.hpp>
#include <caf/typed_event_based_actor.hpp>

#include "actors/codec/json_write.hpp"
#include "actors/game_messages.hpp"
#include "actors/lobby_core.hpp"
#include "actors/protocol/wire.hpp"

/// The list of games: all of them are asked at once, wherever they are, for everybody who waits for it. Who
/// follows it is told what has changed, at most once a second.
namespace cardroom {
namespace {

constexpr std::chrono::milliseconds kGatherPatience{1000};
constexpr std::chrono::milliseconds kPace{1000};

}  // namespace

void LobbyCore::list(ListGames& ask) {
  if (ask.follow) follow(ask.session, *ask.follow);
  if (ask.client.v == 0) return;
  // Who asks while a round is under way waits for the next one, so as to see what came before the question.
  next_askers_.push_back(std::move(ask));
  if (!gathering_) start_gather();
}

void LobbyCore::follow(const SessionActor& session, bool wanted) {
  if (!wanted) {
    followers_.erase(session.id());
    if (followers_.empty()) told_.clear();
    return;
  }
  followers_[session.id()] = session;
  tick_later();
}

void LobbyCore::tick_later() {
  if (followers_.empty() || std::exchange(ticking_, true)) return;
  self_->delayed_send(LobbyActor(self_), kPace, LobbyTick{});
}

void LobbyCore::look_round() {
  ticking_ = false;
  if (followers_.empty() || stopping_) return;
  look_round_ = true;
  if (!gathering_) start_gather();
}

void LobbyCore::start_gather() {
  askers_ = std::exchange(next_askers_, {});
  gathering_ = !askers_.empty() || look_round_;
  if (!gathering_) return;
  ++gather_;
  for (const auto& [id, game] : games_) {
    silent_.insert(id);
    self_->send(game, Describe{gather_, false});
  }
  if (silent_.empty()) return finish_gather();
  self_->delayed_send(LobbyActor(self_), kGatherPatience, GatherDue{gather_});
}

void LobbyCore::described(GameDescribed& game) {
  if (game.ask != gather_ || silent_.erase(game.game.game_id) == 0) return;
  described_.push_back(std::move(game.game));
  if (silent_.empty()) finish_gather();
}

void LobbyCore::gather_due(std::uint64_t ask) {
  if (ask == gather_ && gathering_) finish_gather();
}

void LobbyCore::finish_gather() {
  silent_.clear();
  std::sort(described_.begin(), described_.end(),
            [](const auto& a, const auto& b) { return a.game_id < b.game_id; });
  if (followers_.empty())
    look_round_ = false;
  else
    tell_followers();
  protocol::server::Lobby lobby{{}, std::exchange(described_, {})};
  for (const ListGames& asker : std::exchange(askers_, {})) {
    lobby.id = asker.client;
    self_->send(asker.session, std::make_shared<const std::string>(protocol::to_text(lobby)));
  }
  start_gather();
}

/// A game that did not answer in time is still there: only those that nobody has are gone. What a list tells
/// some between two rounds the others hear in the next one, and so does whoever heard it, if it is different
/// again by then.
void LobbyCore::tell_followers() {
  const bool first = told_.empty();
  protocol::server::LobbyChanged changed;
  for (const protocol::server::LobbyGame& game : described_) {
    std::string text = to_json(game);
    std::string& told = told_[game.game_id];
    if (text == told) continue;
    if (look_round_) changed.games.push_back(game);
    if (look_round_ || first)
      told = std::move(text);
    else
      told.clear();
  }
  if (!std::exchange(look_round_, false)) return;
  std::erase_if(told_, [&](const auto& game) {
    const bool gone = games_.count(game.first) == 0 && between_.count(game.first) == 0;
    if (gone) changed.gone.push_back(game.first);
    return gone;
  });
  tick_later();
  if (changed.games.empty() && changed.gone.empty()) return;
  const auto text = std::make_shared<const std::string>(protocol::to_text(changed));
  for (const auto& [id, session] : followers_) self_->send(session, text);
}

}  // namespace cardroom
