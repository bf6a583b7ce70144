#pragma once
#include <algorithm>
#include <caf/actor_system_config.hpp>
#include <thread>

namespace cardroom {

/// How CAF runs the actors of a cardroom: a shared queue, since stealing work polls; short turns, so that one
/// busy actor does not hold up the others.
class ActorConfig : public caf::actor_system_config {
 public:
  /// `workers`: threads; 0 = one per core but one, which connections and the store need: more only wake each
  /// other.
  explicit ActorConfig(std::size_t workers) {
    const std::size_t cores = std::max(std::thread::hardware_concurrency(), 1u);
    set("scheduler.policy", caf::atom("sharing"));
    set("scheduler.max-throughput", std::size_t{50});
    set("scheduler.max-threads", workers > 0 ? workers : std::max<std::size_t>(cores - 1, 1));
  }
};

}  // namespace cardroom
