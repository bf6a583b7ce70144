#pragma once
#include <vector>

#include "actors/admin_messages.hpp"
#include "actors/environment.hpp"
#include "actors/interfaces.hpp"

namespace caf {
class actor_system;
}

namespace cardroom {

/// What a session actor is given.
struct SessionSetup {
  EnvironmentPtr env;
  LobbyActor lobby;
  UserId user;
  DisplayName name;
  std::vector<Directory::Game> games;  ///< where the player is registered
};

SessionActor spawn_session(caf::actor_system& system, SessionSetup setup);

}  // namespace cardroom
