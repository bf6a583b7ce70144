#pragma once
#include <functional>
#include <memory>

#include "actors/journal.hpp"
#include "actors/storage.hpp"
#include "actors/wall_clock.hpp"

namespace cardroom {

/// Fresh randomness; called from any thread.
using SeedSource = std::function<Seed()>;

/// What all actors are given. Constant while they run.
struct Environment {
  WallClock clock;
  SeedSource seeds;
  JournalFactory journals;
  std::shared_ptr<Storage> storage;  ///< null: nothing survives
  Duration save_interval = seconds(5);
  std::size_t most_games = 1000;
  std::size_t most_games_each = 5;  ///< not over, of one host
  std::size_t most_guests = 200'000;
};
using EnvironmentPtr = std::shared_ptr<const Environment>;

}  // namespace cardroom
