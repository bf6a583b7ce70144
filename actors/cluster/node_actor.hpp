#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "actors/cluster/link.hpp"
#include "actors/cluster/liveness.hpp"
#include "actors/cluster/registry.hpp"
#include "actors/interfaces.hpp"
#include "actors/wall_clock.hpp"

namespace caf {
class actor_system;
}

namespace cardroom::cluster {

/// What becomes of a node as a whole.
enum class NodeTurn : std::uint8_t {
  JOINED,   ///< it is in the cluster and opens what is wanted here
  REFUSED,  ///< it may not join; the text says why
  OUT,      ///< the others have declared it dead: everything here ends and begins anew with a new incarnation
  DRAINED   ///< nothing is here any more, as an operator wanted
};

/// What a node's actor is given.
struct NodeSetup {
  NodeRecord self;
  std::vector<Incarnation> former;  ///< that this node's data directory had before, joined or not
  std::shared_ptr<Registry> registry;
  std::shared_ptr<Link> link;
  LobbyActor lobby;
  std::function<void(NodeTurn, const std::string&)> turned;  ///< from the actor's thread
  WallClock clock{};
  std::vector<CertificateEnd> certificates{};  ///< of the link; operators are warned while it goes on
  LivenessTimes times{};
};

/// Takes part in the cluster: joins, beats, watches the others' beats, coordinates when it is its turn, and
/// has the lobby open and release games as they are wanted.
NodeActor spawn_node(caf::actor_system& system, NodeSetup setup);

}  // namespace cardroom::cluster
