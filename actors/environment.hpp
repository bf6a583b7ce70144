#pragma once
#include <atomic>
#include <functional>
#include <memory>

#include "actors/cashier.hpp"
#include "actors/storage.hpp"
#include "actors/store/seal.hpp"
#include "actors/wall_clock.hpp"

namespace cardroom {

/// Fresh randomness; called from any thread.
using SeedSource = std::function<Seed()>;

/// What happened on this node since it was started.
struct RoomCounts {
  std::atomic<std::uint64_t> hands{0};  ///< played to their end
};

/// What all actors are given. Constant while they run.
struct Environment {
  WallClock clock;
  SeedSource seeds;
  std::shared_ptr<Storage> storage;  ///< null: nothing survives
  std::shared_ptr<Cashier> cashier;
  std::shared_ptr<const Sealer> sealer;  ///< of what nobody may read in the store; with a storage
  Duration save_interval = seconds(5);
  std::shared_ptr<RoomCounts> counts = std::make_shared<RoomCounts>();
  std::size_t most_games = 1000;
  std::size_t most_games_each = 5;  ///< not over, of one host
  std::size_t most_guests = 200'000;
  std::string node{};      ///< the name of this one among several
  bool new_guests = true;  ///< whether anybody may come in by a name alone
};
using EnvironmentPtr = std::shared_ptr<const Environment>;

}  // namespace cardroom
