#include "actors/cluster/router_actor.hpp"

#include <caf/actor_system.hpp>
#include <caf/send.hpp>
#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>
#include <optional>

#include "actors/cluster/node_messages.hpp"
#include "actors/cluster/router_core.hpp"
#include "actors/guard.hpp"

namespace cardroom::cluster {
namespace {

struct RouterData {
  std::optional<RouterCore> core;
};

RouterActor::behavior_type router_actor(RouterActor::stateful_pointer<RouterData> self, RouterParts parts) {
  guard(self, "router");
  RouterCore& core = self->state.core.emplace(self, std::move(parts));
  return {
      [&core](OfferTables& offer) { core.offer(offer); },
      [&core](const DropTable& drop) { core.drop(drop); },
      [&core](const CloseTables& close) { core.close(close); },
      [&core](const Introduced& all) { core.introduced(all); },
      [&core](const TablesWanted& wanted) { core.wanted(wanted); },
      [&core](PeerFrames& frames) { core.received(frames); },
      [&core](const PeerUp& up) { core.up(up); },
      [&core](const PeerDown& down) { core.down(down.peer); },
      [&core](const LocalGame& game) { core.local_game(game); },
      [&core](const LocalSession& session) { core.local_session(session); },
      [&core](const TableListed& listed) { core.listed(listed); },
      [&core](const Membership& membership) { core.membership(membership); },
      [&core](const GameOver& over) { core.over(over.game); },
      [&core](const GameReopened& reopened) { core.reopened(reopened); },
      [&core](const GuestKnown& known) { core.tell_all(GuestListing{known.guest}); },
      [&core](const CameInElsewhere& came) {
        core.tell_all(UserCameIn{came.user, came.since});
      },
      [&core](const KickPlayer& kick) { core.tell_all(UserKicked{kick.user}); },
      [&core](const BalanceBooked& booked) { core.tell_all(UserBooked{booked.user}); },
      [&core](Expect& expected) { core.expect(expected); },
      [&core](Answered& answered) { core.answered(answered); },
      [&core](GameDescribed& game) { core.described(game); },
      [&core](const StopAll&) { core.stop(); },
  };
}

class RouterEvents : public LinkEvents {
 public:
  RouterEvents(RouterActor router, NodeActor node, std::shared_ptr<FrameRoutes> routes)
      : router_(std::move(router)), node_(std::move(node)), routes_(std::move(routes)) {}

  void up(const NodeRecord& peer) override {
    caf::anon_send(router_, PeerUp{peer});
    caf::anon_send(node_, LinkTurned{{peer.incarnation}, true});
  }
  void received(const Incarnation& peer, std::vector<WireFrame> frames) override {
    std::vector<WireFrame> others;
    for (WireFrame& frame : frames) {
      if (frame.kind == TableFrame::kKind)
        routes_->pass_on(peer, std::move(frame));
      else
        others.push_back(std::move(frame));
    }
    if (!others.empty()) caf::anon_send(router_, PeerFrames{peer, std::move(others)});
  }
  void down(const Incarnation& peer, const std::string&) override {
    caf::anon_send(router_, PeerDown{peer});
    caf::anon_send(node_, LinkTurned{peer, false});
  }

 private:
  RouterActor router_;
  NodeActor node_;
  std::shared_ptr<FrameRoutes> routes_;
};

}  // namespace

RouterActor spawn_router(caf::actor_system& system, RouterParts parts) {
  return system.spawn(router_actor, std::move(parts));
}

std::shared_ptr<LinkEvents> router_events(RouterActor router, NodeActor node,
                                          std::shared_ptr<FrameRoutes> routes) {
  return std::make_shared<RouterEvents>(std::move(router), std::move(node), std::move(routes));
}

}  // namespace cardroom::cluster
