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

RouterActor::behavior_type router_actor(RouterActor::stateful_pointer<RouterData> self, LobbyActor lobby,
                                        std::shared_ptr<Link> link, Incarnation me) {
  guard(self, "router");
  RouterCore& core = self->state.core.emplace(self, std::move(lobby), std::move(link), std::move(me));
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
  RouterEvents(RouterActor router, NodeActor node) : router_(std::move(router)), node_(std::move(node)) {}

  void up(const NodeRecord& peer) override {
    caf::anon_send(router_, PeerUp{peer});
    caf::anon_send(node_, LinkTurned{{peer.incarnation}, true});
  }
  void received(const Incarnation& peer, std::vector<WireFrame> frames) override {
    caf::anon_send(router_, PeerFrames{peer, std::move(frames)});
  }
  void down(const Incarnation& peer, const std::string&) override {
    caf::anon_send(router_, PeerDown{peer});
    caf::anon_send(node_, LinkTurned{peer, false});
  }

 private:
  RouterActor router_;
  NodeActor node_;
};

}  // namespace

RouterActor spawn_router(caf::actor_system& system, LobbyActor lobby, std::shared_ptr<Link> link,
                         Incarnation me) {
  return system.spawn(router_actor, std::move(lobby), std::move(link), std::move(me));
}

std::shared_ptr<LinkEvents> router_events(RouterActor router, NodeActor node) {
  return std::make_shared<RouterEvents>(std::move(router), std::move(node));
}

}  // namespace cardroom::cluster
