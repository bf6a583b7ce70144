#include <caf/actor_system.hpp>
#include <caf/send.hpp>
#include <caf/typed_event_based_actor.hpp>

#include "actors/cluster/remote_viewers.hpp"
#include "actors/cluster/stand_ins.hpp"
#include "actors/guard.hpp"
#include "actors/relay_messages.hpp"

namespace cardroom::cluster {
namespace {

RelayActor::behavior_type remote_relay(RelayActor::pointer self,
                                       const std::shared_ptr<RemoteViewers>& viewers) {
  guard(self, "relay of remote table " + viewers->table().str());
  return {
      [](const FramePtr&) {},
      [](const ServeTable&) {},
      [viewers](Watch& watch) { viewers->watch(watch.user, std::move(watch.outbox)); },
      [viewers](const Unwatch& unwatch) { viewers->unwatch(unwatch.outbox); },
      [](const Follow&) {},
      [](const Unfollow&) {},
      [self](StopRelay) { self->quit(); },
  };
}

}  // namespace

RelayActor spawn_remote_relay(caf::actor_system& system, std::shared_ptr<RemoteViewers> viewers) {
  return system.spawn(remote_relay, std::move(viewers));
}

}  // namespace cardroom::cluster
