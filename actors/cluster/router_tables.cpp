#include <caf/actor_system.hpp>
#include <caf/send.hpp>
#include <caf/typed_event_based_actor.hpp>

#include "actors/cluster/node_messages.hpp"
#include "actors/cluster/router_core.hpp"
#include "actors/cluster/stand_ins.hpp"
#include "actors/game_messages.hpp"
#include "actors/log.hpp"

/// Tables: those of this node's games are brought to whoever is wanted to have them, those of other nodes'
/// games that are wanted here go to the floor; and who has which.
namespace cardroom::cluster {
namespace {

constexpr std::chrono::milliseconds kGameKnown{20};

}  // namespace

void RouterCore::introduced(const Introduced& all) {
  floor_ = all.floor;
  node_ = all.node;
}

void RouterCore::wanted(const TablesWanted& wanted) {
  std::vector<TableId> moved;
  for (const auto& [table, node] : wanted.tables) {
    if (node.set())
      wanted_[table] = node;
    else
      wanted_.erase(table);
    if (node.set() && offered_.count(table) > 0) moved.push_back(table);
  }
  living_ = {wanted.living.begin(), wanted.living.end()};
  std::vector<TableId> waiting;
  for (const auto& [table, offer] : postponed_) waiting.push_back(table);
  for (const TableId& table : waiting) take_postponed(table);
  offer_again(moved);
}

void RouterCore::offer_again(const std::vector<TableId>& tables) {
  std::map<GameId, std::vector<TableId>> games;
  for (const TableId& table : tables) games[offered_.at(table)].push_back(table);
  for (auto& [game, of_game] : games)
    if (const GameActor actor = this->game(game)) self_->send(actor, OfferAgain{std::move(of_game)});
}

void RouterCore::offer(OfferTables& offer) {
  const auto local = local_.find(offer.game);
  if (local == local_.end() || local->second.actor != offer.actor) {
    // The lobby's word of the game is still on its way.
    OfferAgain again;
    for (const auto& table : offer.tables) again.tables.push_back(table.table);
    return self_->delayed_send(offer.actor, kGameKnown, std::move(again));
  }
  local->second.offers = true;
  std::map<Incarnation, std::vector<OfferTables::Table>> to;
  for (OfferTables::Table& table : offer.tables) {
    offered_[table.table] = offer.game;
    if (const auto newest = newest_.find(table.table); newest != newest_.end()) table.above = newest->second;
    // The game may be new here, and its table not at its node.
    const auto remote = remote_tables_.find(table.table);
    if (remote != remote_tables_.end() && remote->second.peer->up())
      self_->send(offer.actor, TableHosted{table.table, remote->second.actor, remote->second.relay});
    if (const auto wanted = wanted_.find(table.table); wanted != wanted_.end())
      to[wanted->second].push_back(table);
    else
      self_->send(node_, PlaceTable{table.table, offer.game});
  }
  for (auto& [incarnation, tables] : to) {
    offer.tables = std::move(tables);
    if (incarnation == me_) {
      take(offer);
    } else if (const auto node = nodes_.find(incarnation); node != nodes_.end()) {
      OfferIn body{offer.game, offer.epoch, offer.anew, *offer.settings, {}, {}};
      if (offer.names) body.names = *offer.names;
      for (const auto& table : offer.tables)
        body.tables.push_back({table.table, table.known != OfferTables::Known::STORED, table.above});
      node->second.peer->send(body);
    }
  }
}

/// Whether another node that lives and can be reached has the table.
bool RouterCore::elsewhere(const TableId& id) const {
  const auto remote = remote_tables_.find(id);
  return local_tables_.count(id) == 0 && remote != remote_tables_.end() && remote->second.peer->up() &&
         living_.count(remote->second.peer->incarnation()) > 0;
}

/// Tables that are wanted here. Whoever has one still is about to let go of it.
void RouterCore::take(const OfferTables& offer) {
  OfferTables now = offer;
  now.tables.clear();
  for (const OfferTables::Table& table : offer.tables) {
    postponed_.erase(table.table);
    if (!elsewhere(table.table)) {
      now.tables.push_back(table);
      continue;
    }
    OfferTables& later = postponed_[table.table] = offer;
    later.tables = {table};
  }
  if (!now.tables.empty()) self_->send(floor_, std::move(now));
}

void RouterCore::take_postponed(const TableId& table) {
  auto offer = postponed_.extract(table);
  if (offer.empty()) return;
  // By now another node may be wanted to have it.
  const auto wanted = wanted_.find(table);
  if (wanted == wanted_.end() || wanted->second == me_) take(offer.mapped());
}

void RouterCore::drop(const DropTable& drop) {
  offered_.erase(drop.table);
  newest_.erase(drop.table);
  if (wanted_.count(drop.table) > 0) self_->send(node_, RemoveTable{drop.table});
  self_->send(floor_, drop);
  if (const auto remote = remote_tables_.find(drop.table); remote != remote_tables_.end())
    remote->second.peer->send(DropIn{drop.game, drop.table});
}

void RouterCore::close(const CloseTables& close) {
  self_->send(floor_, close);
  tell_all(CloseIn{close.game});
}

bool RouterCore::has_game(const Node& node, const GameId& game) const {
  const auto remote = remote_.find(game);
  return remote != remote_.end() && remote->second.peer == node.peer;
}

void RouterCore::on(Node& node, OfferIn& offer) {
  if (!has_game(node, offer.game)) return;
  OfferTables taken{offer.game,
                    remote_.at(offer.game).actor,
                    offer.epoch,
                    offer.anew,
                    std::make_shared<const Settings>(std::move(offer.settings)),
                    std::make_shared<const PlayerNames>(std::move(offer.names)),
                    {}};
  for (const OfferIn::Table& table : offer.tables)
    taken.tables.push_back(
        {table.table, table.unheard ? OfferTables::Known::UNHEARD : OfferTables::Known::STORED, table.above});
  take(taken);
}

/// What a node that has lost a game still says to its tables is not heard; nor is what a node that has lost a
/// table says to its game. Whoever has them now says it again. What the table answers must not go to the game
/// as it was before the link was lost.
void RouterCore::on(Node& node, OrderTable& order) {
  const auto at = local_tables_.find(order.table);
  if (at == local_tables_.end() || !has_game(node, at->second.game)) return;
  Table& table = at->second;
  const GameActor& game = remote_.at(table.game).actor;
  if (table.answers != game) self_->send(table.actor, GameIs{table.answers = game});
  self_->send(table.actor, FromGame{std::move(order.command), order.name});
}

void RouterCore::on(Node& node, DropIn& drop) {
  postponed_.erase(drop.table);
  if (has_game(node, drop.game)) self_->send(floor_, DropTable{drop.game, drop.table});
}

void RouterCore::on(Node& node, CloseIn& close) {
  if (has_game(node, close.game)) self_->send(floor_, CloseTables{close.game});
}

void RouterCore::on(Node& node, VoidTableIn& order) {
  const Table* at = table(order.table);
  if (!at || !has_game(node, at->game))
    return void(node.peer->send(CallAnswered{order.ask, order.client, kAway}));
  self_->send(at->actor, VoidTable{std::move(order.known),
                                   {asks(node, order.ask, order.client)},
                                   AnswerSink(RouterActor(self_))});
}

/// The stand-in for a table that this node has.
const RouterCore::Table* RouterCore::table_of(const Node& node, const TableId& id) const {
  const auto remote = remote_tables_.find(id);
  return remote == remote_tables_.end() || remote->second.peer != node.peer ? nullptr : &remote->second;
}

void RouterCore::on(Node& node, TableTold& told) {
  const Table* from = table_of(node, told.table);
  if (!from) return;
  if (const GameActor actor = game(from->game))
    self_->send(actor, TableSays{told.table, std::move(told.notice)});
}

void RouterCore::on(Node& node, HeldTold& told) {
  const Table* from = table_of(node, told.table);
  if (!from) return;
  if (const GameActor actor = game(from->game))
    self_->send(actor, TableHeld{told.table, std::move(told.why)});
}

void RouterCore::on(Node& node, HandTold& told) {
  const Table* from = table_of(node, told.table);
  if (!from) return;
  if (const GameActor actor = game(from->game)) self_->send(actor, HandPlayed{told.table, told.pot});
}

void RouterCore::on(Node&, LossTold& told) {
  if (const GameActor actor = game(told.game)) self_->send(actor, StepsLost{});
}

void RouterCore::on(Node& node, TableListing& listing) {
  const TableId id = listing.table;
  const Table* before = table_of(node, id);
  if (listing.there) {
    const auto local = local_.find(listing.game);
    // It was removed while the node could not be told.
    if (local != local_.end() && local->second.offers && offered_.count(id) == 0)
      node.peer->send(DropIn{listing.game, id});
    newest_[id] = std::max(newest_[id], listing.epoch);
    node.tables[id] = std::move(listing);
    return announce_table(id);
  }
  node.tables.erase(id);
  if (before) {
    withdraw_table(id);
    announce_table(id);
  }
  take_postponed(id);
}

/// Of all who say that they have the table the one who opened it last does. Who opened it before somebody who
/// is gone does not know yet that it is lost: players must not see what was.
void RouterCore::announce_table(const TableId& id) {
  if (local_tables_.count(id) > 0) return;
  const TableListing* best = nullptr;
  PeerPtr peer;
  for (const auto& [incarnation, node] : nodes_) {
    const auto listing = node.tables.find(id);
    if (listing == node.tables.end() || listing->second.epoch < newest_[id]) continue;
    best = &listing->second;
    peer = node.peer;
  }
  const auto now = remote_tables_.find(id);
  if (!best) return;
  if (now != remote_tables_.end() && now->second.peer == peer) {
    if (std::exchange(now->second.epoch, best->epoch) != best->epoch) list(id, now->second);
    return;
  }
  withdraw_table(id);
  Table& table = remote_tables_[id];
  auto viewers = std::make_shared<RemoteViewers>(id, peer);
  routes_->add(viewers);
  table = {best->game,
           make_remote_table(self_->system(), id, peer, RouterActor(self_)),
           make_remote_relay(self_->system(), std::move(viewers)),
           best->epoch,
           peer,
           {}};
  list(id, table);
  if (const GameActor actor = game(table.game)) self_->send(actor, TableHosted{id, table.actor, table.relay});
}

void RouterCore::list(const TableId& id, const Table& table) {
  self_->send(lobby_, TableListed{table.game, id, table.actor, table.relay, table.epoch, true,
                                  table.peer->record().name});
}

void RouterCore::withdraw_table(const TableId& id) {
  const auto known = remote_tables_.extract(id);
  if (known.empty()) return;
  const Table& table = known.mapped();
  routes_->remove(id);
  self_->send(table.actor, StopTable{});
  self_->send(table.relay, StopRelay{});
  self_->send(lobby_, TableListed{table.game, id, {}, {}, {}, true, {}});
  if (const GameActor actor = game(table.game)) self_->send(actor, TableGone{id, table.actor, {}});
}

}  // namespace cardroom::cluster
