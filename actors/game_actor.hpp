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
  bool uncounted = false;  ///< it comes from before the bank (restore.hpp)
  Epoch epoch;             ///< of the journal's opening
  TableHosting hosting;    ///< opens its tables
  bool anew = false;       ///< the store has lost steps that were told
};

GameActor spawn_game(caf::actor_system& system, GameSetup setup);

}  // namespace cardroom
