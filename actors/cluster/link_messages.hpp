#pragma once
#include <caf/meta/type_name.hpp>
#include <caf/replies_to.hpp>
#include <caf/type_id.hpp>
#include <caf/typed_actor.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "actors/cluster/link.hpp"
#include "actors/message.hpp"

/// What crosses between two links. The names and shapes of these structs are frozen, as `WireFrame` is.
namespace cardroom::cluster {

/// Who connects says who it is, and is answered in kind.
struct WireHello {
  std::string incarnation;
  std::string name;
  std::uint32_t oldest_protocol = 0, protocol = 0;
  std::string refused;  ///< of an answer: why the other is not let in; empty = it is
};

/// Frames that go together. `number` counts from 1 since the hello.
struct WireBatch {
  std::uint64_t number = 0;
  std::vector<WireFrame> frames;
};

/// All batches up to this one were taken.
struct WireAck {
  std::uint64_t number = 0;
};

template <class Inspector>
auto inspect(Inspector& f, WireFrame& x) {
  return f(caf::meta::type_name("WireFrame"), x.kind, x.bytes);
}
template <class Inspector>
auto inspect(Inspector& f, WireHello& x) {
  return f(caf::meta::type_name("WireHello"), x.incarnation, x.name, x.oldest_protocol, x.protocol,
           x.refused);
}
template <class Inspector>
auto inspect(Inspector& f, WireBatch& x) {
  return f(caf::meta::type_name("WireBatch"), x.number, x.frames);
}
template <class Inspector>
auto inspect(Inspector& f, WireAck& x) {
  return f(caf::meta::type_name("WireAck"), x.number);
}

// Within one process.
struct Connection;
using ConnectionPtr = std::shared_ptr<Connection>;

/// Who is in the cluster.
struct SetPeers {
  std::vector<NodeRecord> others;
};
/// Frames wait for a peer.
struct FramesWait {
  Incarnation peer;
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

CAF_BEGIN_TYPE_ID_BLOCK(cardroom_link, first_custom_type_id)
CAF_ADD_TYPE_ID(cardroom_link, (cardroom::cluster::WireHello))
CAF_ADD_TYPE_ID(cardroom_link, (cardroom::cluster::WireBatch))
CAF_ADD_TYPE_ID(cardroom_link, (cardroom::cluster::WireAck))
CAF_END_TYPE_ID_BLOCK(cardroom_link)

CARDROOM_MESSAGE(cluster::SetPeers)
CARDROOM_MESSAGE(cluster::FramesWait)
CARDROOM_MESSAGE(cluster::TooMuchWaits)
CARDROOM_MESSAGE(cluster::Dialed)
CARDROOM_MESSAGE(cluster::Accepted)
CARDROOM_MESSAGE(cluster::LinkTick)
CARDROOM_MESSAGE(cluster::EndLink)

namespace cardroom::cluster {

/// What a node shows to the others.
using LinkActor =
    caf::typed_actor<caf::reacts_to<WireHello>, caf::reacts_to<WireBatch>, caf::reacts_to<WireAck>>;
/// The same as its own process sees it.
using HubActor =
    LinkActor::extend<caf::reacts_to<SetPeers>, caf::reacts_to<FramesWait>, caf::reacts_to<TooMuchWaits>,
                      caf::reacts_to<Dialed>, caf::reacts_to<Accepted>, caf::reacts_to<LinkTick>,
                      caf::reacts_to<EndLink>>;

}  // namespace cardroom::cluster
