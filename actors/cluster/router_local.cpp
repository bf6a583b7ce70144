#include <caf/actor_system.hpp>
#include <caf/send.hpp>
#include <caf/typed_event_based_actor.hpp>

#include "actors/cluster/router_core.hpp"
#include "actors/cluster/stand_ins.hpp"
#include "actors/game_messages.hpp"
#include "actors/session_messages.hpp"

/// What this node has, and what other nodes' players want of it.
namespace cardroom::cluster {
namespace {

/// The peer does not know yet that it is not here any more.
const Outcome kMoved{protocol::Code::UNAVAILABLE, "The game is being moved; try again in a moment."};

/// A relay on a peer, seen from the table's node.
class PeerRelay : public FarRelay {
 public:
  explicit PeerRelay(PeerPtr peer) : peer_(std::move(peer)) {}

  void frame(TableFrame frame, const TextPtr& head) noexcept override {
    WireFrame wire = to_wire(frame);
    wire.bytes += '\n';
    wire.bytes += *head;
    peer_->send_frame(std::move(wire));
  }

 private:
  PeerPtr peer_;
};

}  // namespace

void RouterCore::local_game(const LocalGame& game) {
  if (!game.actor) {
    const auto gone = local_.find(game.game);
    if (gone == local_.end()) return;
    local_.erase(gone);
    std::erase_if(offered_, [&](const auto& table) { return table.second == game.game; });
    tell_all(GameUnlisted{game.game});
    return announce(game.game);
  }
  withdraw(game.game);
  Local& local = local_[game.game];
  local = {game.actor, {game.game, game.epoch, game.host, game.over, {}}, {}, false};
  tell_all(local.head);
}

GameListing RouterCore::listing(const Local& game) {
  GameListing listing = game.head;
  listing.members.assign(game.members.begin(), game.members.end());
  return listing;
}

void RouterCore::local_session(const LocalSession& session) {
  if (session.actor) {
    sessions_[session.user] = session.actor;
    return;
  }
  sessions_.erase(session.user);
  tell_all(SessionGone{session.user});
}

void RouterCore::listed(const TableListed& listed) {
  const bool there = listed.actor != nullptr;
  if (there) {
    withdraw_table(listed.table);
    newest_[listed.table] = std::max(newest_[listed.table], listed.epoch);
    local_tables_[listed.table] = {listed.game, listed.actor, listed.relay, listed.epoch, nullptr, {}};
  } else {
    local_tables_.erase(listed.table);
    for (auto& [incarnation, node] : nodes_) node.follows.erase(listed.table);
  }
  tell_all(TableListing{listed.game, listed.table, listed.epoch, there});
  if (!there) announce_table(listed.table);
}

void RouterCore::membership(const Membership& membership) {
  const auto game = local_.find(membership.game);
  if (game == local_.end()) return;
  auto& members = game->second.members;
  if (membership.all) members.clear();
  game->second.head.all = game->second.head.all || membership.all;
  for (const UserId& user : membership.users) {
    if (membership.in)
      members.insert(user);
    else
      members.erase(user);
  }
  tell_all(MembersListing{membership.game, membership.users, membership.in, membership.all});
}

void RouterCore::over(const GameId& game) {
  const auto known = local_.find(game);
  if (known == local_.end()) return;
  known->second.head.over = true;
  tell_all(GameEnded{game});
}

void RouterCore::reopened(const GameReopened& reopened) {
  const auto known = local_.find(reopened.game);
  if (known == local_.end()) return;
  known->second.head.epoch = reopened.epoch;
  tell_all(listing(known->second));
}

GameActor RouterCore::game(const GameId& id) const {
  const auto game = local_.find(id);
  return game == local_.end() ? GameActor{} : game->second.actor;
}

const RouterCore::Table* RouterCore::table(const TableId& id) const {
  const auto table = local_tables_.find(id);
  return table == local_tables_.end() ? nullptr : &table->second;
}

const SessionActor& RouterCore::visitor(Node& node, const UserId& user) {
  SessionActor& session = node.visitors[user];
  if (!session) session = make_visitor(self_->system(), user, node.peer);
  return session;
}

/// This node's own number of a peer's question.
std::uint64_t RouterCore::asks(const Node& node, std::uint64_t ask, ClientId client) {
  asked_[++last_asked_] = {node.peer->incarnation(), ask, client};
  return last_asked_;
}

void RouterCore::answered(Answered& answered) {
  const auto asked = asked_.extract(answered.client.v);
  if (asked.empty()) return;
  if (const auto node = nodes_.find(asked.mapped().peer); node != nodes_.end())
    node->second.peer->send(
        CallAnswered{asked.mapped().ask, asked.mapped().client, std::move(answered.outcome)});
}

void RouterCore::described(GameDescribed& game) {
  const auto asked = asked_.extract(game.ask);
  if (asked.empty()) return;
  if (const auto node = nodes_.find(asked.mapped().peer); node != nodes_.end())
    node->second.peer->send(GameTold{asked.mapped().ask, std::move(game)});
}

void RouterCore::on(Node& node, CallGame& call) {
  const GameActor actor = game(call.game);
  if (!call.player.empty()) {
    const SessionActor& session = visitor(node, call.player);
    if (actor)
      caf::send_as(
          session, actor,
          GameCall{std::move(call.command), call.caller, call.client, call.name, session, call.since});
    else if (call.client.v != 0)
      self_->send(session, Answered{call.client, kMoved});
    return;
  }
  if (!actor) {
    node.peer->send(CallAnswered{call.ask, call.client, kMoved});
    return;
  }
  const ClientId client{call.ask == 0 ? 0 : asks(node, call.ask, call.client)};
  self_->send(actor, GameCall{std::move(call.command), call.caller, client, call.name, {}});
}

void RouterCore::on(Node& node, AskWhere& ask) {
  const SessionActor& session = visitor(node, ask.user);
  // A game that is not here any more: another listing is on its way.
  if (const GameActor actor = game(ask.game))
    self_->send(actor, FindPlayer{ask.user, session, ask.connected, ask.since, ask.fresh});
}

void RouterCore::on(Node& node, ChatIn& chat) {
  const SessionActor& session = visitor(node, chat.user);
  if (const GameActor actor = game(chat.game))
    caf::send_as(session, actor, Say{chat.user, chat.name, chat.client, std::move(chat.text)});
  else
    self_->send(session, Answered{chat.client, kMoved});
}

void RouterCore::on(Node& node, AttendIn& attend) {
  if (const GameActor actor = game(attend.game))
    self_->send(actor, Attend{attend.user, visitor(node, attend.user), attend.comes});
}

void RouterCore::on(Node& node, AskGame& ask) {
  if (const GameActor actor = game(ask.game))
    self_->send(actor, Describe{asks(node, ask.ask, {}), ask.players, ask.at_once});
}

void RouterCore::on(Node& node, VoidIn& order) {
  if (const GameActor actor = game(order.game))
    self_->send(actor, VoidHeld{order.table, {asks(node, order.ask, order.client)}});
  else
    node.peer->send(CallAnswered{order.ask, order.client, kMoved});
}

void RouterCore::on(Node& node, CallTable& call) {
  const SessionActor& session = visitor(node, call.user);
  if (const Table* at = table(call.table))
    caf::send_as(session, at->actor, TableCall{std::move(call.command), call.user, call.client});
  else
    self_->send(session, Answered{call.client, kMoved});
}

void RouterCore::on(Node& node, FollowTable& follow) {
  const Table* at = table(follow.table);
  if (!at) return;
  node.follows.insert(follow.table);
  self_->send(at->relay,
              Follow{node.peer->incarnation(), follow.user, std::make_shared<PeerRelay>(node.peer)});
}

void RouterCore::on(Node& node, UnfollowTable& unfollow) {
  node.follows.erase(unfollow.table);
  if (const Table* at = table(unfollow.table)) self_->send(at->relay, Unfollow{node.peer->incarnation()});
}

void RouterCore::on(Node& node, SessionGone& gone) {
  const auto session = node.visitors.extract(gone.user);
  if (!session.empty()) self_->send(session.mapped(), EndSession{});
}

}  // namespace cardroom::cluster
