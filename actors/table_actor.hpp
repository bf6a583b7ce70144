#pragma once
#include <memory>

#include "actors/environment.hpp"
#include "actors/interfaces.hpp"
#include "engine/settings.hpp"
#include "engine/view.hpp"

namespace caf {
class actor_system;
}

namespace cardroom {

/// What a table actor is given.
struct TableSetup {
  EnvironmentPtr env;
  std::shared_ptr<const Settings> settings;
  TableState state;
  SeatNames names;
  Epoch epoch;  ///< of the game's opening
  GameActor game;
  RelayActor relay;
};

/// Epochs of a table's frames: those of its game's openings, with room between them for the journal's.
constexpr Epoch table_epoch(Epoch game) { return {game.v << 20u}; }

TableActor spawn_table(caf::actor_system& system, TableSetup setup);

}  // namespace cardroom
