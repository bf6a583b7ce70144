#pragma once
#include <atomic>

#include "actors/cluster/remote_viewers.hpp"
#include "actors/interfaces.hpp"

namespace caf {
class actor_system;
}

/// Actors that stand in for those of another node: they have the same interfaces, so whoever talks to them
/// need not know. What they are told goes to the peer at once, in the thread of whoever tells it (StandIn);
/// what it answers comes by way of the router. They end when they are sent the message that ends what they
/// stand in for.
namespace cardroom::cluster {

/// What a stand-in answers when nothing reaches the peer.
inline const Outcome kAway{protocol::Code::UNAVAILABLE,
                           "The node of this game cannot be reached at the moment; try again in a moment."};

/// Numbers of questions to other nodes.
inline std::uint64_t next_ask() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

/// A game. Refuses what cannot arrive. `router` is told who waits for an answer.
GameActor make_remote_game(caf::actor_system& system, GameId game, PeerPtr peer, RouterActor router);

/// A table, for its players' commands and its game's. `router` is told who waits for an answer.
TableActor make_remote_table(caf::actor_system& system, TableId table, PeerPtr peer, RouterActor router);

/// A relay of a table for the viewers of this node, which says who they are. What the relay on the table's
/// node has rendered goes to them by another way (FrameRoutes).
RelayActor make_remote_relay(caf::actor_system& system, std::shared_ptr<RemoteViewers> viewers);

/// The session of a player who is connected to the peer.
SessionActor make_visitor(caf::actor_system& system, UserId user, PeerPtr peer);

}  // namespace cardroom::cluster
