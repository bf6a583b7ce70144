#pragma once
#include <memory>

#include "actors/cluster/link.hpp"
#include "actors/interfaces.hpp"

namespace caf {
class actor_system;
}

namespace cardroom::cluster {

/// The router of the node `me` whose directory is `lobby`. The link's events are sent to it
/// (`router_events`).
RouterActor spawn_router(caf::actor_system& system, LobbyActor lobby, std::shared_ptr<Link> link,
                         Incarnation me);

/// Passes what a link tells on to a router, and to the node's actor whether links are up.
std::shared_ptr<LinkEvents> router_events(RouterActor router, NodeActor node);

}  // namespace cardroom::cluster
