#include "actors/session_core.hpp"

#include <algorithm>
#include <caf/actor_system.hpp>
#include <caf/send.hpp>
#include <caf/typed_event_based_actor.hpp>

#include "actors/game_messages.hpp"
#include "actors/lobby_messages.hpp"
#include "actors/protocol/wire.hpp"
#include "actors/relay_messages.hpp"

namespace cardroom {
namespace {

constexpr std::chrono::milliseconds kLoginPatience{2000};

}  // namespace

SessionCore::SessionCore(SessionActor::pointer self, SessionSetup setup)
    : self_(self),
      env_(std::move(setup.env)),
      lobby_(std::move(setup.lobby)),
      user_(setup.user),
      name_(setup.name) {
  for (Directory::Game& game : setup.games) {
    Whereabouts where;
    where.game = game.id;
    where.actor = std::move(game.actor);
    where.registered = true;
    games_.push_back({std::move(where), false});
  }
}

Instant SessionCore::now() const { return env_->clock.now(self_->system().clock()); }

template <class Message>
void SessionCore::tell(const Message& message) {
  if (outbox_) outbox_->message(protocol::to_text(message));
}

void SessionCore::attach(Attach& attach) {
  if (outbox_) {
    tell(protocol::server::SessionReplaced{});
    leave_tables();
    port_->close();
    outbox_->close(CloseReason::REPLACED);
  }
  outbox_ = std::move(attach.outbox);
  generation_ = attach.generation;
  login_ = attach.client;
  token_ = std::move(attach.token);
  port_ = std::make_shared<Port>(SessionActor(self_), user_, outbox_, env_, recent_);
  route();
  if (attach.done) attach.done(port_);
  for (Game& game : games_) {
    game.known = false;
    tell_game(game.where.actor, Reconnected{user_});
    self_->send(game.where.actor, FindPlayer{user_, SessionActor(self_)});
  }
  if (games_.empty()) return log_in();
  // A game that has ended does not answer.
  self_->delayed_send(SessionActor(self_), kLoginPatience, LoginOverdue{generation_});
}

void SessionCore::log_in() {
  protocol::server::LoggedIn logged_in{login_, user_, name_.str(), token_, {}};
  for (const Game& game : games_)
    if (!game.where.table.empty())
      logged_in.seats.push_back({game.where.game, game.where.table, game.where.seat});
  login_ = {};
  tell(logged_in);
  for (const Game& game : games_) show(game);
}

void SessionCore::show(const Game& game) {
  tell(protocol::server::Balance{game.where.game, game.where.balance});
  if (game.where.relay) follow(game.where.relay);
}

void SessionCore::follow(const RelayActor& relay) {
  if (outbox_) self_->send(relay, Watch{user_, outbox_});
}

void SessionCore::leave_tables() {
  for (const Game& game : games_)
    if (game.where.relay) self_->send(game.where.relay, Unwatch{outbox_});
  for (const Watched& watched : watched_) {
    self_->send(watched.relay, Unwatch{outbox_});
    self_->send(watched.actor, Attend{user_, SessionActor(self_), false});
  }
  watched_.clear();
}

void SessionCore::route() {
  if (!port_) return;
  std::vector<Port::Route> routes;
  for (const Game& game : games_)
    if (game.where.table_actor) routes.push_back({game.where.table, game.where.table_actor});
  port_->route(std::move(routes));
}

void SessionCore::detach(const OutboxPtr& outbox) {
  if (!outbox_ || outbox != outbox_) return;
  leave_tables();
  port_->close();
  port_ = nullptr;
  outbox_ = nullptr;
  login_ = {};
  for (const Game& game : games_) tell_game(game.where.actor, Disconnected{user_});
  may_end();
}

void SessionCore::may_end() {
  if (!outbox_ && games_.empty()) self_->send(lobby_, SessionIdle{user_, generation_});
}

void SessionCore::caught_up(const OutboxPtr& outbox) {
  if (!outbox_ || outbox != outbox_) return;
  for (const Game& game : games_) {
    tell_seat(game.where);
    show(game);
  }
  for (const Watched& watched : watched_) follow(watched.relay);
}

void SessionCore::tell_seat(const Whereabouts& where) {
  protocol::server::Seat seat{where.game, {}, {}};
  if (!where.table.empty()) {
    seat.table_id = where.table;
    seat.seat_index = where.seat;
  }
  tell(seat);
}

void SessionCore::answered(const Answered& answered) {
  if (answered.client.v == 0) return;
  recent_->answered(answered.client, answered.outcome);
  answer(answered.client, answered.outcome);
}

void SessionCore::answer(ClientId client, const Outcome& outcome) {
  if (outcome.code)
    tell(protocol::server::refusal(client, *outcome.code, outcome.detail));
  else if (outcome.error != Error::NONE)
    tell(protocol::server::refusal(client, outcome.error));
  else
    tell(protocol::server::Ok{client, outcome.version});
}

void SessionCore::whereabouts(Whereabouts& where) {
  Game* known = game(where.game);
  if (!known && !where.registered) return;
  if (!known) {
    games_.push_back({});
    known = &games_.back();
    known->where.game = where.game;
  }
  const Whereabouts before = std::exchange(known->where, where);
  const bool moved = before.table != where.table || before.seat != where.seat;
  if (before.relay && before.relay != where.relay && outbox_) self_->send(before.relay, Unwatch{outbox_});
  if (login_.v != 0) {
    known->known = true;
  } else {
    const bool open = where.actor != nullptr;
    if (open && (before.balance != where.balance || !before.actor))
      tell(protocol::server::Balance{where.game, where.balance});
    if (moved) tell_seat(where);
    if (where.relay && before.relay != where.relay) follow(where.relay);
  }
  if (before.table_actor != where.table_actor) route();
  if (!where.registered) {
    std::erase_if(games_, [&](const Game& g) { return g.where.game == where.game; });
    may_end();
  } else if (moved) {
    std::erase_if(watched_, [&](const Watched& w) { return w.table == where.table; });
  }
  if (login_.v != 0 && std::all_of(games_.begin(), games_.end(), [](const Game& g) { return g.known; }))
    log_in();
}

void SessionCore::game_moved(const GameMoved& moved) {
  Game* known = game(moved.game);
  if (!known) return;
  known->where.actor = moved.actor;
  if (outbox_) tell_game(moved.actor, Reconnected{user_});
  self_->send(moved.actor, FindPlayer{user_, SessionActor(self_)});
}

void SessionCore::login_overdue(std::uint64_t generation) {
  if (login_.v != 0 && generation == generation_) log_in();
}

void SessionCore::text(const TextPtr& text) {
  if (outbox_) outbox_->message(*text);
}

void SessionCore::kicked() {
  if (outbox_) outbox_->close(CloseReason::KICKED);
}

void SessionCore::end() {
  if (outbox_) {
    tell(protocol::server::Shutdown{});
    outbox_->close(CloseReason::SHUTTING_DOWN);
  }
  if (port_) port_->close();
  self_->quit();
}

void SessionCore::tell_game(const GameActor& game, GameCommand command) {
  self_->send(game, GameCall{std::move(command), {user_, false}, {}, name_, SessionActor(self_)});
}

}  // namespace cardroom
