#pragma once
#include <vector>

#include "actors/environment.hpp"
#include "actors/interfaces.hpp"

namespace caf {
class actor_system;
}

namespace cardroom {

/// What a game actor is given.
struct GameSetup {
  EnvironmentPtr env;
  LobbyActor lobby;
  GameRecord record;  ///< as it is stored
  Epoch epoch;        ///< of this opening
  std::vector<TableState> tables;
};

GameActor spawn_game(caf::actor_system& system, GameSetup setup);

}  // namespace cardroom
