#include "actors/cluster/remote_viewers.hpp"
#include "actors/cluster/stand_in.hpp"
#include "actors/cluster/stand_ins.hpp"
#include "actors/relay_messages.hpp"

namespace cardroom::cluster {
namespace {

class RemoteRelay final : public StandIn<RemoteRelay, StopRelay, Watch, Unwatch> {
 public:
  RemoteRelay(caf::actor_config& config, std::shared_ptr<RemoteViewers> viewers)
      : StandIn(config, "relay of remote table " + viewers->table().str()), viewers_(std::move(viewers)) {}

  void on(Watch& watch, const caf::strong_actor_ptr&) const {
    viewers_->watch(watch.user, std::move(watch.outbox));
  }
  void on(Unwatch& unwatch, const caf::strong_actor_ptr&) const { viewers_->unwatch(unwatch.outbox); }

 private:
  const std::shared_ptr<RemoteViewers> viewers_;
};

}  // namespace

RelayActor make_remote_relay(caf::actor_system& system, std::shared_ptr<RemoteViewers> viewers) {
  return make_stand_in<RemoteRelay, RelayActor>(system, std::move(viewers));
}

}  // namespace cardroom::cluster
