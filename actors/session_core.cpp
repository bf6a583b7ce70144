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
constexpr std::chrono::milliseconds kBankRetry{1000};
constexpr std::chrono::milliseconds kSeekPause{200};
constexpr int kMostSought = 75;  ///< a table that nobody has for 15 s is one that was removed

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
  close_replaced();
  outbox_ = std::move(attach.outbox);
  generation_ = attach.generation;
  since_ = attach.since;
  login_ = attach.client;
  token_ = std::move(attach.token);
  port_ = std::make_shared<Port>(SessionActor(self_), user_, outbox_, env_, recent_);
  route();
  if (attach.done) attach.done(port_);
  for (Game& game : games_) {
    game.known = false;
    find(game.where.actor, true);
    tell_game(game.where.actor, Reconnected{user_});
  }
  if (games_.empty()) return log_in();
  // A game that has ended does not answer.
  self_->delayed_send(SessionActor(self_), kLoginPatience, LoginOverdue{generation_});
}

void SessionCore::close_replaced() {
  if (!outbox_) return;
  tell(protocol::server::SessionReplaced{});
  leave_tables();
  leave_lobby();
  port_->close();
  outbox_->close(CloseReason::REPLACED);
}

/// The games hear of the connection at the other node from there, so not of the end of this one.
void SessionCore::replaced(Instant by) {
  if (!outbox_ || (by.set() && by <= since_)) return;
  close_replaced();
  port_ = nullptr;
  outbox_ = nullptr;
  login_ = {};
  under_way_.clear();
  expected_.clear();
  may_end();
}

void SessionCore::log_in() {
  protocol::server::LoggedIn logged_in{login_, user_, name_.str(), token_, {}};
  for (const Game& game : games_)
    if (!game.where.table.empty())
      logged_in.seats.push_back({game.where.game, game.where.table, game.where.seat});
  login_ = {};
  tell(logged_in);
  for (const Game& game : games_) show(game);
  tell_balance();
  ask_balance();
}

void SessionCore::show(const Game& game) {
  tell_balance(game);
  follow(game.where.relay);
}

void SessionCore::tell_balance(const Game& game) {
  if (balance_) tell(protocol::server::Balance{game.where.game, *balance_});
}

/// Who takes part in no game is to know what can be brought to one.
void SessionCore::tell_balance() {
  if (games_.empty() && balance_) tell(protocol::server::Balance{{}, *balance_});
}

void SessionCore::balance_moved(const BalanceMoved& moved) {
  // Somebody who has left a game hears once more what it paid.
  if (!moved.game.empty()) unheard_.insert(moved.game);
  ask_balance();
}

/// Games are told of their own bookings only, and at different times: what the bank says last is right.
void SessionCore::ask_balance() {
  if (asking_) {
    ask_again_ = true;
    return;
  }
  asking_ = true;
  env_->cashier->balances({user_}, [self = SessionActor(self_)](std::optional<std::vector<Chips>> balances) {
    BalanceRead read;
    if (balances) read.balance = balances->front();
    caf::anon_send(self, read);
  });
}

void SessionCore::balance_read(const BalanceRead& read) {
  asking_ = false;
  if (!read.balance) return self_->delayed_send(SessionActor(self_), kBankRetry, AskBalance{});
  if (std::exchange(ask_again_, false)) return ask_balance();
  const bool changed = balance_ != read.balance;
  balance_ = read.balance;
  if (login_.v != 0) return;
  for (const Game& game : games_) {
    if (changed || unheard_.count(game.where.game) > 0) tell_balance(game);
    unheard_.erase(game.where.game);
  }
  if (changed && unheard_.empty()) tell_balance();
  for (const GameId& game : std::exchange(unheard_, {})) tell(protocol::server::Balance{game, *balance_});
}

/// What is not there, or ends, is looked for.
void SessionCore::follow(const RelayActor& relay) {
  if (!relay) return may_seek();
  if (!outbox_) return;
  if (followed_.insert(relay.id()).second) self_->monitor(relay);
  self_->send(relay, Watch{user_, outbox_});
}

void SessionCore::unfollow(const RelayActor& relay) {
  if (!relay) return;
  if (followed_.erase(relay.id()) > 0) self_->demonitor(relay.address());
  self_->send(relay, Unwatch{outbox_});
}

/// The table is moved to another node or brought back from the store, or it is no more.
void SessionCore::relay_down(std::uint64_t relay) {
  if (followed_.erase(relay) == 0) return;
  for (Game& game : games_) {
    if (!game.where.relay || game.where.relay.id() != relay) continue;
    game.where.relay = nullptr;
    game.where.table_actor = nullptr;
    route();
  }
  for (Watched& watched : watched_)
    if (watched.relay && watched.relay.id() == relay) watched.relay = nullptr;
  may_seek();
}

void SessionCore::may_seek() {
  if (seeking_ || !outbox_) return;
  seeking_ = std::any_of(games_.begin(), games_.end(), out_of_sight) ||
             std::any_of(watched_.begin(), watched_.end(), [](const Watched& w) { return !w.relay; });
  if (seeking_) self_->delayed_send(SessionActor(self_), kSeekPause, SeekTables{});
}

void SessionCore::seek() {
  seeking_ = false;
  if (!outbox_) return;
  for (const Game& game : games_) {
    if (!out_of_sight(game)) continue;
    find(game.where.actor);
    // A game that has moved may wait for its table, which still plays where it was.
    self_->send(lobby_, SeekTable{game.where.table, SessionActor(self_)});
  }
  std::erase_if(watched_, [](const Watched& w) { return !w.relay && w.sought >= kMostSought; });
  for (Watched& watched : watched_) {
    if (watched.relay) continue;
    ++watched.sought;
    protocol::Request again{{}, protocol::client::Watch{watched.table}};
    look_up(again, {}, watched.table);
  }
  may_seek();
}

void SessionCore::table_seen(TableSeen& seen) {
  Game* game = game_at(seen.table);
  if (!game || game->where.relay || !outbox_ || login_.v != 0) return;
  game->where.table_actor = std::move(seen.actor);
  game->where.relay = std::move(seen.relay);
  route();
  follow(game->where.relay);
  say_again(seen.table.str());
}

void SessionCore::leave_tables() {
  for (const Game& game : games_) unfollow(game.where.relay);
  for (const Watched& watched : watched_) {
    unfollow(watched.relay);
    self_->send(watched.actor, Attend{user_, SessionActor(self_), false});
  }
  watched_.clear();
}

void SessionCore::leave_lobby() {
  if (std::exchange(follows_lobby_, false)) self_->send(lobby_, ListGames{{}, SessionActor(self_), false});
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
  leave_lobby();
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

void SessionCore::answer(ClientId client, const Outcome& outcome) {
  if (outcome.code)
    tell(protocol::server::refusal(client, *outcome.code, outcome.detail));
  else if (outcome.error != Error::NONE)
    tell(protocol::server::refusal(client, outcome.error, outcome.detail));
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
  // A game that has just come does not know yet where its tables are.
  if (!where.relay && where.table == known->where.table && known->where.relay &&
      followed_.count(known->where.relay.id()) > 0) {
    where.relay = known->where.relay;
    where.table_actor = known->where.table_actor;
  }
  const Whereabouts before = std::exchange(known->where, where);
  const bool moved = before.table != where.table || before.seat != where.seat;
  if (before.relay != where.relay && outbox_) unfollow(before.relay);
  if (login_.v != 0) {
    known->known = true;
  } else {
    const bool open = where.actor != nullptr;
    if (open && !before.actor) tell_balance(*known);
    if (moved) tell_seat(where);
    if (!where.relay || before.relay != where.relay) follow(where.relay);
  }
  if (before.table_actor != where.table_actor) {
    route();
    say_again(where.table.str());
  }
  if (!where.registered) {
    std::erase_if(games_, [&](const Game& g) { return g.where.game == where.game; });
    may_end();
  } else if (moved) {
    std::erase_if(watched_, [&](const Watched& w) { return w.table == where.table; });
  }
  if (login_.v != 0 && std::all_of(games_.begin(), games_.end(), [](const Game& g) { return g.known; }))
    log_in();
}

/// It is told, too, that the player has come to a game which is where it was: what is under way is answered
/// then.
void SessionCore::game_moved(const GameMoved& moved) {
  Game* known = game(moved.game);
  if (!moved.actor || (known && known->where.actor != moved.actor)) {
    give_up();
    lose(moved.game);
  }
  if (known) known->where.actor = moved.actor;
  if (!moved.actor) return;
  if (outbox_) tell_game(moved.actor, Reconnected{user_});
  say_again(moved.game.str());
  find(moved.actor);
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

void SessionCore::end(const std::vector<std::string>& urls) {
  if (outbox_) {
    protocol::server::Shutdown shutdown;
    if (!urls.empty()) shutdown.urls = urls;
    tell(shutdown);
    outbox_->close(CloseReason::SHUTTING_DOWN);
  }
  if (port_) port_->close();
  self_->quit();
}

void SessionCore::find(const GameActor& game, bool fresh) {
  self_->send(game, FindPlayer{user_, SessionActor(self_), outbox_ != nullptr, since_, fresh});
}

void SessionCore::tell_game(const GameActor& game, GameCommand command) {
  self_->send(game, GameCall{std::move(command), {user_, false}, {}, name_, SessionActor(self_), since_});
}

}  // namespace cardroom
