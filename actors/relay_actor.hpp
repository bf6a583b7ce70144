#pragma once
#include "actors/environment.hpp"
#include "actors/interfaces.hpp"

namespace caf {
class actor_system;
}

namespace cardroom {

/// The relay of one table for the viewers of this node.
RelayActor spawn_relay(caf::actor_system& system, EnvironmentPtr env);

}  // namespace cardroom
