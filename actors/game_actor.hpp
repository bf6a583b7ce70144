#pragma once
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
  GameRecord record;  ///< as the journal has it
  Version stored;     ///< of the snapshot behind that
  JournalMaker journal;
};

GameActor spawn_game(caf::actor_system& system, GameSetup setup);

}  // namespace cardroom
