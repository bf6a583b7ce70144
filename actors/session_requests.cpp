#include <algorithm>
#include <caf/send.hpp>
#include <caf/typed_event_based_actor.hpp>
#include <chrono>

#include "actors/game_messages.hpp"
#include "actors/lobby_messages.hpp"
#include "actors/relay_messages.hpp"
#include "actors/session_core.hpp"

/// Where a session sends its player's commands.
namespace cardroom {
namespace {

namespace client = protocol::client;

template <class... F>
struct overloaded : F... {
  using F::operator()...;
};
template <class... F>
overloaded(F...) -> overloaded<F...>;

constexpr std::size_t kMostWatched = 16;  ///< tables without a seat

}  // namespace

SessionCore::Game* SessionCore::game(const GameId& id) {
  const auto at =
      std::find_if(games_.begin(), games_.end(), [&](const Game& g) { return g.where.game == id; });
  return at == games_.end() ? nullptr : &*at;
}

SessionCore::Game* SessionCore::game_at(const TableId& table) {
  const auto at =
      std::find_if(games_.begin(), games_.end(), [&](const Game& g) { return g.where.table == table; });
  return at == games_.end() ? nullptr : &*at;
}

void SessionCore::request(SessionRequest& call) {
  if (!outbox_ || call.from != outbox_) return;
  given_up_.erase(call.request.id);
  Outcome outcome;
  switch (recent_->see(call.request, now(), outcome)) {
    case RecentCommands::Seen::UNDER_WAY:
      return;
    case RecentCommands::Seen::ANSWERED:
      return answer(call.request.id, outcome);
    case RecentCommands::Seen::NEW:
      return carry_out(call.request, nullptr);
  }
}

void SessionCore::found(Found& found) {
  if (found.away || is_news(found)) return hold(found.request);
  if (!found.actor) {
    const bool table = found.game.empty();
    return answered({found.request.id, table ? Outcome(Error::NO_TABLE) : Outcome(protocol::Code::NO_GAME)});
  }
  const Target target{found.game, std::move(found.actor), std::move(found.table), std::move(found.relay)};
  carry_out(found.request, &target);
}

void SessionCore::look_up(protocol::Request& request, const GameId& game, const TableId& table) {
  self_->send(lobby_, Lookup{game, table, outbox_, std::move(request), SessionActor(self_)});
}

void SessionCore::carry_out(protocol::Request& request, const Target* found) {
  std::visit(
      overloaded{
          [&](const client::ListGames& c) {
            follows_lobby_ = c.follow.value_or(follows_lobby_);
            self_->send(lobby_, ListGames{request.id, SessionActor(self_), c.follow});
          },
          [&](const client::CreateGame& c) {
            self_->send(lobby_, CreateGame{c.settings, user_, request.id, SessionActor(self_)});
          },
          [&](const client::Register& c) { to_game(request, c.game_id, RegisterForGame{user_}, found); },
          [&](const client::Unregister& c) { to_game(request, c.game_id, UnregisterFromGame{user_}, found); },
          [&](const client::BuyIn& c) {
            to_game(request, c.game_id, BuyIn{user_, c.amount}, found);
          },
          [&](const client::TopUp& c) {
            to_game(request, c.game_id, BuyIn{user_, c.amount}, found);
          },
          [&](const client::SitOut& c) { sit(request, c.game_id, SitOut{user_}, found); },
          [&](const client::SitIn& c) { sit(request, c.game_id, SitIn{user_}, found); },
          [&](const client::Leave& c) { to_game(request, c.game_id, LeaveGame{user_}, found); },
          [&](const client::GameStart& c) { to_game(request, c.game_id, StartGame{}, found); },
          [&](const client::GamePause& c) { to_game(request, c.game_id, PauseGame{}, found); },
          [&](const client::GameResume& c) { to_game(request, c.game_id, ResumeGame{}, found); },
          [&](const client::GameEnd& c) { to_game(request, c.game_id, EndGame{}, found); },
          [&](const client::PostBlind& c) { to_table(request, c.table_id, PostBlind{user_}, found); },
          [&](const client::ShowCards& c) { to_table(request, c.table_id, ShowCards{user_}, found); },
          [&](const client::Act& c) {
            to_table(request, c.table_id, action_of(request, user_)->command, found);
          },
          [&](const client::Intent& c) {
            to_table(request, c.table_id, action_of(request, user_)->command, found);
          },
          [&](const client::Chat&) { chat(request, found); },
          [&](const client::Watch&) { watch(request, found); },
          [&](const client::Unwatch&) { unwatch(request); },
          [&](const auto&) {
            answered({request.id, protocol::Code::BAD_REQUEST});
          },
      },
      request.command);
}

void SessionCore::to_game(protocol::Request& request, const GameId& id, GameCommand command,
                          const Target* found) {
  const Game* own = game(id);
  if (waits(request, !own || own->where.actor)) return hold(request);
  if (!own && !found) return look_up(request, id, {});
  if (!sent(request)) return;
  self_->send(own ? own->where.actor : found->actor,
              GameCall{std::move(command), {user_, false}, request.id, name_, SessionActor(self_), since_});
}

/// The table decides, and is told at once: what only passed through the game could be lost on the way.
template <class Command>
void SessionCore::sit(protocol::Request& request, const GameId& id, Command command, const Target* found) {
  const Game* own = game(id);
  if (!own || !own->where.table_actor) return to_game(request, id, std::move(command), found);
  self_->send(own->where.table_actor, TableCall{std::move(command), user_, request.id});
}

void SessionCore::to_table(protocol::Request& request, const TableId& id, TableCommand command,
                           const Target* found) {
  const Game* own = game_at(id);
  if (waits(request, !own || own->where.table_actor)) return hold(request);
  if (!own && !found) return look_up(request, {}, id);
  self_->send(own ? own->where.table_actor : found->table, TableCall{std::move(command), user_, request.id});
  settle(request.id);
}

void SessionCore::chat(protocol::Request& request, const Target* found) {
  const auto& c = std::get<client::Chat>(request.command);
  const Game* own = game(c.game_id);
  if (waits(request, !own || own->where.actor)) return hold(request);
  if (!own && !found) return look_up(request, c.game_id, {});
  if (!expects(request.id)) return;
  self_->send(own ? own->where.actor : found->actor, Say{user_, name_, request.id, c.text});
  settle(request.id);
}

void SessionCore::watch(protocol::Request& request, const Target* found) {
  const TableId table = std::get<client::Watch>(request.command).table_id;
  if (const Game* own = game_at(table)) {
    answered({request.id, {}});
    return follow(own->where.relay);
  }
  for (Watched& watched : watched_) {
    if (watched.table != table) continue;
    if (found && found->relay && !watched.relay) {
      watched = {table, found->game, found->actor, found->relay, 0};
      self_->send(found->actor, Attend{user_, SessionActor(self_), true});
    }
    answered({request.id, {}});
    return follow(watched.relay);
  }
  if (!found) return look_up(request, {}, table);
  if (watched_.size() >= kMostWatched)
    return answered(
        {request.id, Outcome(protocol::Code::BUSY, "Too many tables are watched; UNWATCH one first.")});
  watched_.push_back({table, found->game, found->actor, found->relay, 0});
  self_->send(found->actor, Attend{user_, SessionActor(self_), true});
  answered({request.id, {}});
  follow(found->relay);
}

void SessionCore::unwatch(const protocol::Request& request) {
  const TableId table = std::get<client::Unwatch>(request.command).table_id;
  const auto known =
      std::find_if(watched_.begin(), watched_.end(), [&](const Watched& w) { return w.table == table; });
  if (known != watched_.end()) {
    const Watched gone = std::move(*known);
    watched_.erase(known);
    unfollow(gone.relay);
    const bool others =
        std::any_of(watched_.begin(), watched_.end(), [&](const Watched& w) { return w.game == gone.game; });
    if (!others) self_->send(gone.actor, Attend{user_, SessionActor(self_), false});
  }
  answered({request.id, {}});
}

}  // namespace cardroom
