#include "actors/cluster/router_core.hpp"

#include <caf/send.hpp>
#include <caf/typed_event_based_actor.hpp>

#include "actors/game_messages.hpp"
#include "actors/log.hpp"
#include "actors/session_messages.hpp"

/// The links of a router.
namespace cardroom::cluster {

RouterCore::RouterCore(RouterActor::pointer self, RouterParts parts)
    : self_(self),
      lobby_(std::move(parts.lobby)),
      link_(std::move(parts.link)),
      routes_(std::move(parts.routes)),
      me_(std::move(parts.me)) {}

void RouterCore::up(const PeerUp& up) {
  const Incarnation incarnation{up.peer.incarnation};
  down(incarnation);
  Node& node = nodes_[incarnation];
  node.peer = std::make_shared<Peer>(link_, up.peer);
  for (const auto& [id, game] : local_) node.peer->send(listing(game));
  for (const auto& [id, table] : local_tables_)
    node.peer->send(TableListing{table.game, id, table.epoch, true});
  std::vector<TableId> tables;
  for (const auto& [id, game] : offered_)
    if (const auto wanted = wanted_.find(id); wanted != wanted_.end() && wanted->second == incarnation)
      tables.push_back(id);
  offer_again(tables);
}

/// What it had, and nobody else says that it has, stays announced until somebody does: those who ask
/// meanwhile are refused.
void RouterCore::down(const Incarnation& incarnation) {
  auto gone = nodes_.extract(incarnation);
  if (gone.empty()) return;
  Node& node = gone.mapped();
  node.peer->down();
  for (const TableId& id : node.follows)
    if (const Table* followed = table(id)) self_->send(followed->relay, Unfollow{incarnation});
  for (const auto& [user, session] : node.visitors) {
    for (const auto& [id, game] : local_)
      self_->send(game.actor, GameCall{Disconnected{user}, {user, false}, {}, {}, session});
    self_->send(session, EndSession{});
  }
  for (const auto& [user, session] : sessions_) self_->send(session, LinkLost{});
  std::erase_if(expected_, [&](const auto& e) { return e.second.peer == incarnation; });
  std::erase_if(asked_, [&](const auto& a) { return a.second.peer == incarnation; });
  for (const auto& [id, claimed] : node.games) announce(id);
  for (const auto& [id, listing] : node.tables) {
    announce_table(id);
    take_postponed(id);
    // Its game looks for whoever has it now.
    const auto lost = remote_tables_.find(id);
    if (lost == remote_tables_.end() || lost->second.peer->up()) continue;
    if (const GameActor actor = game(listing.game)) self_->send(actor, TableGone{id, lost->second.actor, {}});
  }
}

void RouterCore::expect(Expect& expected) {
  if (nodes_.count(expected.peer) > 0) expected_[expected.ask] = std::move(expected);
}

template <class T>
void RouterCore::handle(Node& node, const WireFrame& frame) {
  T body;
  if (from_wire(frame.bytes, body)) return on(node, body);
  log_warning("node " + node.peer->record().name + " says something of kind " + std::to_string(frame.kind) +
              " that cannot be read");
}

void RouterCore::received(PeerFrames& received) {
  const auto node = nodes_.find(received.peer);
  if (node == nodes_.end()) return;
  for (const WireFrame& frame : received.frames) dispatch(node->second, frame);
}

/// A kind that is not known comes from a newer node, which has a way to do without.
void RouterCore::dispatch(Node& node, const WireFrame& frame) {
  const auto handle_any = [&]<class... T>() {
    (void)((frame.kind == T::kKind && (handle<T>(node, frame), true)) || ...);
  };
  with_all_kinds(handle_any);
}

void RouterCore::stop() {
  routes_->clear();
  for (const auto& [id, remote] : remote_) self_->send(remote.actor, StopGame{});
  for (const auto& [id, table] : remote_tables_) {
    self_->send(table.actor, StopTable{});
    self_->send(table.relay, StopRelay{});
  }
  for (const auto& [incarnation, node] : nodes_)
    for (const auto& [user, session] : node.visitors) self_->send(session, EndSession{});
  self_->quit();
}

}  // namespace cardroom::cluster
