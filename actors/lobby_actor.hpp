#pragma once
#include "actors/environment.hpp"
#include "actors/interfaces.hpp"

namespace caf {
class actor_system;
}

namespace cardroom {

LobbyActor spawn_lobby(caf::actor_system& system, EnvironmentPtr env);

}  // namespace cardroom
