#include <algorithm>
#include <caf/send.hpp>
#include <caf/typed_event_based_actor.hpp>

#include "actors/cluster/node_messages.hpp"
#include "actors/game_messages.hpp"
#include "actors/lobby_core.hpp"
#include "actors/record.hpp"
#include "actors/steps.hpp"
#include "engine/game.hpp"

/// How games are made.
namespace cardroom {
namespace {

/// A game is made when the store has it, whether or not a node has opened it.
constexpr std::chrono::milliseconds kOpenPatience{2000};
const Outcome kPerhapsMade{
    protocol::Code::UNAVAILABLE,
    "The store does not answer: the game may be made all the same. Look for it before you ask again."};

}  // namespace

std::size_t LobbyCore::games_of(const UserId& host) const {
  const auto open =
      std::count_if(hosts_.begin(), hosts_.end(), [&](const auto& h) { return h.second == host; });
  const auto being_made = std::count_if(creating_.begin(), creating_.end(),
                                        [&](const auto& g) { return g.second.wanted.host == host; });
  return static_cast<std::size_t>(open + being_made);
}

void LobbyCore::create(CreateGame& wanted) {
  const auto answer = [&](Outcome outcome) {
    // Every node has the house's games in its configuration.
    if (!wanted.from && router_ && outcome.code == protocol::Code::GAME_EXISTS) return;
    if (!wanted.from && !outcome.done())
      not_started("game " + wanted.settings.game_id.str() + " could not be made: " + outcome.detail);
    if (wanted.from) self_->send(wanted.from, Answered{wanted.client, std::move(outcome)});
  };
  // Balances are one for all games: who could make a game that grants chips could make chips for any.
  if (!wanted.host.empty()) wanted.settings.guest_credit = {};
  wanted.settings = with_defaults(wanted.settings);
  const GameId id = wanted.settings.game_id;
  if (!wanted.from) configured_.insert(id);
  if (!wanted.from && over_.count(id) > 0) ended(id);
  if (const SettingsError error = check(wanted.settings); !error.key.empty())
    return answer({protocol::Code::BAD_CONFIG, std::string(error.key) + ": " + std::string(error.allowed)});
  if (games_.count(id) > 0 || creating_.count(id) > 0 || closed_.count(id) > 0)
    return answer(protocol::Code::GAME_EXISTS);
  if (!wanted.host.empty() && games_of(wanted.host) >= env_->most_games_each)
    return answer({protocol::Code::UNAVAILABLE, "Nobody may have more than " +
                                                    std::to_string(env_->most_games_each) +
                                                    " games that are not over; end one first."});
  // Games of the house are the operator's own choice.
  if (stopping_ ||
      (!wanted.host.empty() && games_.size() - over_.size() + creating_.size() >= env_->most_games))
    return answer(protocol::Code::UNAVAILABLE);
  GameRecord record{{game::init(wanted.settings, wanted.host, now()), {}}, {}};
  if (env_->storage)
    env_->storage->create_game(game_record(record), [lobby = LobbyActor(self_), id](CreatedGame created) {
      caf::anon_send(lobby, GameOpened{id, std::move(created)});
    });
  creating_[id] = {std::move(wanted), std::move(record)};
  if (!env_->storage) opened({id, {StorageResult::DONE, {1}, volatile_journal({})}});
}

void LobbyCore::opened(const GameOpened& opened) {
  auto found = creating_.extract(opened.game);
  if (found.empty()) return;
  NewGame& game = found.mapped();
  Outcome outcome;
  const StorageResult result = opened.created.result;
  if (result == StorageResult::DONE && node_) return place(opened.game, game);
  if (result == StorageResult::DONE)
    open({std::move(game.record), {}, {}, opened.created.epoch}, opened.created.journal);
  else
    outcome = result == StorageResult::EXISTS ? Outcome(protocol::Code::GAME_EXISTS) : kPerhapsMade;
  const bool elsewhere = router_ && !game.wanted.from && result == StorageResult::EXISTS;
  if (!outcome.done() && !elsewhere) not_started("game " + opened.game.str() + ": could not be made");
  if (game.wanted.from) self_->send(game.wanted.from, Answered{game.wanted.client, outcome});
  report_ready();
  if (!stopping_) return;
  if (const auto made = games_.find(opened.game); made != games_.end()) self_->send(made->second, StopGame{});
  end_if_stopped();
}

/// It is opened by the node that is to have it, and answered when it can be spoken to.
void LobbyCore::place(const GameId& id, NewGame& game) {
  if (!game.wanted.host.empty()) hosts_[id] = game.wanted.host;
  between_.insert(id);
  if (game.wanted.from) {
    made_[id] = {game.wanted.from, game.wanted.client};
    self_->delayed_send(LobbyActor(self_), kOpenPatience, MadeOverdue{id});
  }
  self_->send(node_, PlaceGame{id});
  report_ready();
  end_if_stopped();
}

void LobbyCore::answer_made(const GameId& id) {
  if (const auto made = made_.extract(id))
    self_->send(made.mapped().from, Answered{made.mapped().client, {}});
}

}  // namespace cardroom
