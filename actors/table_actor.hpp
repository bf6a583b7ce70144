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
  TableId id;
  std::shared_ptr<const PlayerNames> names;  ///< with `stored`: at least of its players
  std::shared_ptr<OpenedJournal> stored;     ///< what it comes back from; null: a new table
  GameActor game;
  RelayActor relay;
  FloorActor floor{};
};

TableActor spawn_table(caf::actor_system& system, TableSetup setup);

}  // namespace cardroom
