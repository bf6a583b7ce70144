#pragma once
#include <caf/io/system_messages.hpp>
#include <caf/replies_to.hpp>
#include <caf/typed_actor.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "actors/cluster/node.hpp"
#include "actors/message.hpp"

/// What the hub of a link is told.
namespace cardroom::cluster {

struct Connection;
using ConnectionPtr = std::shared_ptr<Connection>;

/// Who is in the cluster.
struct SetPeers {
  std::vector<NodeRecord> others;
};
/// More waits for a peer than may.
struct TooMuchWaits {
  Incarnation peer;
};
/// A connection to a peer was made, or why not.
struct Dialed {
  Incarnation peer;
  std::uint64_t attempt = 0;
  ConnectionPtr connection;
  std::string problem;
};
/// Somebody has connected.
struct Accepted {
  ConnectionPtr connection;
};
/// A deadline may have been reached.
struct LinkTick {};
/// Everything ends.
struct EndLink {};

}  // namespace cardroom::cluster

CARDROOM_MESSAGE(cluster::SetPeers)
CARDROOM_MESSAGE(cluster::TooMuchWaits)
CARDROOM_MESSAGE(cluster::Dialed)
CARDROOM_MESSAGE(cluster::Accepted)
CARDROOM_MESSAGE(cluster::LinkTick)
CARDROOM_MESSAGE(cluster::EndLink)

namespace cardroom::cluster {

using HubActor =
    caf::typed_actor<caf::reacts_to<caf::io::new_data_msg>, caf::reacts_to<caf::io::connection_closed_msg>,
                     caf::reacts_to<SetPeers>, caf::reacts_to<TooMuchWaits>, caf::reacts_to<Dialed>,
                     caf::reacts_to<Accepted>, caf::reacts_to<LinkTick>, caf::reacts_to<EndLink>>;

}  // namespace cardroom::cluster
