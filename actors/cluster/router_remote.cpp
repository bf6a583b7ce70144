#include <caf/actor_system.hpp>
#include <caf/send.hpp>
#include <caf/typed_event_based_actor.hpp>

#include "actors/cluster/router_core.hpp"
#include "actors/cluster/stand_ins.hpp"
#include "actors/game_messages.hpp"
#include "actors/session_messages.hpp"

/// What other nodes have, and what they say to this node's sessions.
namespace cardroom::cluster {

SessionActor RouterCore::session(const UserId& user) const {
  const auto known = sessions_.find(user);
  return known == sessions_.end() ? SessionActor{} : known->second;
}

void RouterCore::on(Node&, SessionAnswered& answered) {
  if (const SessionActor to = session(answered.user))
    self_->send(to, Answered{answered.client, std::move(answered.outcome)});
}

void RouterCore::on(Node& node, SessionWhere& where) {
  const SessionActor to = session(where.user);
  const auto game = remote_.find(where.game);
  // A node whose game another has taken over may still have something to say.
  if (!to || game == remote_.end() || game->second.peer != node.peer) return;
  Whereabouts found;
  found.game = where.game;
  if (where.open) found.actor = game->second.actor;
  found.registered = where.registered;
  found.table = where.table;
  found.seat = where.seat;
  const Table* at = table(where.table);
  if (const auto remote = remote_tables_.find(where.table); !at && remote != remote_tables_.end())
    at = &remote->second;
  if (at) {
    found.table_actor = at->actor;
    found.relay = at->relay;
  }
  self_->send(to, std::move(found));
}

void RouterCore::on(Node&, SessionText& text) {
  if (const SessionActor to = session(text.user))
    self_->send(to, std::make_shared<const std::string>(std::move(text.text)));
}

void RouterCore::on(Node&, SessionBalance& moved) {
  if (const SessionActor to = session(moved.user)) self_->send(to, BalanceMoved{moved.game});
}

void RouterCore::on(Node&, CallAnswered& answered) {
  const auto expected = expected_.extract(answered.ask);
  if (!expected.empty() && expected.mapped().answer)
    self_->send(expected.mapped().answer, Answered{answered.client, std::move(answered.outcome)});
}

void RouterCore::on(Node& node, GameTold& told) {
  const auto expected = expected_.extract(told.ask);
  if (expected.empty() || !expected.mapped().description) return;
  told.game.ask = expected.mapped().question;
  told.game.node = node.peer->record().name;
  self_->send(expected.mapped().description, std::move(told.game));
}

void RouterCore::on(Node& node, GameListing& listing) {
  const GameId id = listing.game;
  const bool known = node.games.count(id) > 0;
  Claimed& game = node.games[id];
  game.members = {listing.members.begin(), listing.members.end()};
  game.head = std::move(listing);
  // One that has only opened its journal anew is still the same.
  if (!known && has_game(node, id)) withdraw(id);
  announce(id);
}

void RouterCore::on(Node& node, GameUnlisted& unlisted) {
  node.games.erase(unlisted.game);
  announce(unlisted.game);
  self_->send(lobby_, GameReleased{unlisted.game});
}

void RouterCore::on(Node& node, MembersListing& listing) {
  const auto known = node.games.find(listing.game);
  if (known == node.games.end()) return;
  if (listing.all) known->second.members.clear();
  known->second.head.all = known->second.head.all || listing.all;
  for (const UserId& user : listing.users) {
    if (listing.in)
      known->second.members.insert(user);
    else
      known->second.members.erase(user);
  }
  const auto remote = remote_.find(listing.game);
  if (remote == remote_.end() || remote->second.peer != node.peer) return;
  self_->send(lobby_, Membership{listing.game, std::move(listing.users), listing.in, listing.all});
}

void RouterCore::on(Node& node, GameEnded& ended) {
  if (const auto known = node.games.find(ended.game); known != node.games.end())
    known->second.head.over = true;
  if (local_.count(ended.game) == 0) self_->send(lobby_, GameOver{ended.game});
}

void RouterCore::on(Node&, GuestListing& guest) { self_->send(lobby_, GuestKnown{std::move(guest.guest)}); }
void RouterCore::on(Node&, UserKicked& kicked) { self_->send(lobby_, KickPlayer{kicked.user, true}); }
void RouterCore::on(Node&, UserBooked& booked) { self_->send(lobby_, BalanceBooked{booked.user, true}); }
void RouterCore::on(Node&, UserCameIn& came) { self_->send(lobby_, CameInElsewhere{came.user, came.since}); }

/// Of all who say that they have the game the one who opened it last does.
void RouterCore::announce(const GameId& id) {
  if (local_.count(id) > 0) return;
  const Node* best = nullptr;
  for (const auto& [incarnation, node] : nodes_) {
    const auto game = node.games.find(id);
    if (game == node.games.end()) continue;
    if (!best || best->games.at(id).head.epoch < game->second.head.epoch) best = &node;
  }
  const auto now = remote_.find(id);
  if (!best || (now != remote_.end() && now->second.peer == best->peer)) return;
  withdraw(id);
  const Claimed& claimed = best->games.at(id);
  Remote& remote = remote_[id];
  remote.peer = best->peer;
  remote.actor = make_remote_game(self_->system(), id, best->peer, RouterActor(self_));
  self_->send(lobby_, GameListed{id, remote.actor, claimed.head.host, claimed.head.over});
  self_->send(lobby_,
              Membership{id, {claimed.members.begin(), claimed.members.end()}, true, claimed.head.all});
  self_->send(lobby_, GameReady{id});
}

/// Its stand-in ends; whoever is to have the game next is announced after this.
void RouterCore::withdraw(const GameId& id) {
  const auto known = remote_.find(id);
  if (known == remote_.end()) return;
  self_->send(known->second.actor, StopGame{});
  self_->send(lobby_, GameListed{id, {}, {}, false});
  remote_.erase(known);
}

}  // namespace cardroom::cluster
