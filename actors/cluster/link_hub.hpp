#pragma once
#include <caf/actor_system.hpp>
#include <memory>

#include "actors/cluster/link_messages.hpp"
#include "actors/cluster/link_outbox.hpp"
#include "actors/cluster/link_porch.hpp"

namespace cardroom::cluster {

/// What the hub works with.
struct HubParts {
  NodeRecord self;
  std::shared_ptr<LinkEvents> events;
  std::shared_ptr<LinkOutboxes> outboxes;
  std::shared_ptr<Porch> porch;
};

/// The actor behind a link. Of two nodes the one with the smaller incarnation connects. Both say hello; then
/// batches go, each acknowledged, and no more at a time than the window. What is lost or out of order ends
/// the connection.
HubActor spawn_hub(caf::actor_system& system, HubParts parts);

}  // namespace cardroom::cluster
