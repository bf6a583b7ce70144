#pragma once
#include "actors/actor_config.hpp"
#include "actors/cluster/node.hpp"

namespace cardroom::cluster {

/// How CAF runs a link: apart from the tables, with heartbeats, as a node that nobody takes for another.
class LinkConfig : public ActorConfig {
 public:
  explicit LinkConfig(const NodeRecord& self);
};

}  // namespace cardroom::cluster
