#pragma once
#include "actors/interfaces.hpp"

namespace caf {
class actor_system;
}

namespace cardroom {

/// The relay of one table for the viewers of this node; `ServeTable` tells it which.
RelayActor spawn_relay(caf::actor_system& system);

}  // namespace cardroom
