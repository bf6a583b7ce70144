#pragma once
#include <memory>

#include "actors/cluster/remote_viewers.hpp"
#include "actors/interfaces.hpp"

namespace caf {
class actor_system;
}

namespace cardroom::cluster {

/// What a router works with.
struct RouterParts {
  LobbyActor lobby;  ///< the node's directory
  std::shared_ptr<Link> link;
  Incarnation me;
  std::shared_ptr<FrameRoutes> routes;
};

/// A node's router. The link's events are sent to it (`router_events`).
RouterActor spawn_router(caf::actor_system& system, RouterParts parts);

/// Passes what a link tells on to a router, to the node's actor whether links are up, and frames of tables
/// straight to who watches them.
std::shared_ptr<LinkEvents> router_events(RouterActor router, NodeActor node,
                                          std::shared_ptr<FrameRoutes> routes);

}  // namespace cardroom::cluster
