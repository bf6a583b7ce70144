#pragma once
#include "actors/environment.hpp"
#include "actors/interfaces.hpp"

namespace caf {
class actor_system;
}

namespace cardroom {

/// The tables of this node, whosever games they are: opens what it is offered, lets go of what another node
/// is to have, tells `lobby` what is open.
FloorActor spawn_floor(caf::actor_system& system, EnvironmentPtr env, LobbyActor lobby);

}  // namespace cardroom
