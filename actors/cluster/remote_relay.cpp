#include <algorithm>
#include <caf/actor_system.hpp>
#include <caf/send.hpp>
#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>

#include "actors/cluster/stand_ins.hpp"
#include "actors/frame.hpp"
#include "actors/guard.hpp"
#include "actors/relay_messages.hpp"

namespace cardroom::cluster {
namespace {

struct Viewer {
  UserId user;
  OutboxPtr outbox;
  bool primed = false;  ///< was sent a snapshot, so that single steps mean something
};

struct RemoteRelay {
  TableId table;
  PeerPtr peer;
  std::vector<Viewer> viewers;
  Epoch epoch;
  Version at;  ///< the last one that came
  bool resyncing = false;

  void watch(Watch& watch) {
    std::erase_if(viewers, [&](const Viewer& v) {
      return v.outbox == watch.outbox || (!watch.user.empty() && v.user == watch.user);
    });
    viewers.push_back({watch.user, std::move(watch.outbox), false});
    peer->send(FollowTable{table, watch.user});
  }

  void unwatch(const OutboxPtr& outbox) {
    std::erase_if(viewers, [&](const Viewer& v) { return v.outbox == outbox; });
    if (viewers.empty()) leave();
  }

  void leave() {
    viewers.shrink_to_fit();
    peer->send(UnfollowTable{table});
    at = {};
  }

  /// What leads from nowhere is no use: the whole state is asked for, for everybody.
  void resync() {
    if (std::exchange(resyncing, true)) return;
    for (Viewer& viewer : viewers) viewer.primed = false;
    for (const Viewer& viewer : viewers) peer->send(FollowTable{table, viewer.user});
  }

  void pass_on(const TableFrame& frame, const TextPtr& head) {
    if (frame.epoch < epoch) return;
    if (!frame.snapshot) {
      if (frame.epoch != epoch || frame.previous > at) return resync();
      if (frame.version <= at) return;
    }
    epoch = frame.epoch;
    at = frame.for_all ? frame.version : std::max(at, frame.version);
    if (frame.snapshot) resyncing = false;
    std::erase_if(viewers, [&](Viewer& viewer) {
      if (!(frame.snapshot ? frame.for_all || !viewer.primed : viewer.primed)) return false;
      // Who has begun to watch since would miss the own part.
      if (frame.snapshot && !is_for(viewer, frame)) return false;
      viewer.primed = true;
      const FrameTail* own = tail_of(viewer, frame);
      return viewer.outbox->frame(head, own ? own->text : protocol::render_tail(),
                                  own ? own->ack : ClientId{}) == Sent::CLOSED;
    });
    if (viewers.empty()) leave();
  }

  static bool is_for(const Viewer& viewer, const TableFrame& frame) {
    return viewer.user.empty() ||
           std::find(frame.users.begin(), frame.users.end(), viewer.user) != frame.users.end();
  }

  static const FrameTail* tail_of(const Viewer& viewer, const TableFrame& frame) {
    if (viewer.user.empty()) return nullptr;
    for (const FrameTail& tail : frame.tails)
      if (tail.user == viewer.user) return &tail;
    return nullptr;
  }
};

RelayActor::behavior_type remote_relay(RelayActor::stateful_pointer<RemoteRelay> self, TableId table,
                                       const PeerPtr& peer) {
  guard(self, "relay of remote table " + table.str());
  RemoteRelay& relay = self->state;
  relay.table = table;
  relay.peer = peer;
  return {
      [&relay](const RenderedFrame& frame) { relay.pass_on(frame.frame, frame.head); },
      [](const FramePtr&) {},
      [](const ServeTable&) {},
      [&relay](Watch& watch) { relay.watch(watch); },
      [&relay](const Unwatch& unwatch) { relay.unwatch(unwatch.outbox); },
      [](const Follow&) {},
      [](const Unfollow&) {},
      [self](StopRelay) { self->quit(); },
  };
}

}  // namespace

RelayActor spawn_remote_relay(caf::actor_system& system, TableId table, PeerPtr peer) {
  return system.spawn(remote_relay, table, std::move(peer));
}

}  // namespace cardroom::cluster
