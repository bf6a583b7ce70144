#pragma once
#include <caf/actor_system_config.hpp>

namespace cardroom {

/// How CAF runs the actors of a cardroom: a shared queue, since stealing work polls; short turns, so that one
/// busy actor does not hold up the others.
class ActorConfig : public caf::actor_system_config {
 public:
  explicit ActorConfig(std::size_t workers) {
    set("scheduler.policy", caf::atom("sharing"));
    set("scheduler.max-throughput", std::size_t{50});
    if (workers > 0) set("scheduler.max-threads", workers);
  }
};

}  // namespace cardroom
