#include <caf/actor_system.hpp>
#include <caf/send.hpp>
#include <caf/typed_event_based_actor.hpp>

#include "actors/alarm.hpp"
#include "actors/answer.hpp"
#include "actors/cluster/router_messages.hpp"
#include "actors/cluster/stand_ins.hpp"
#include "actors/guard.hpp"
#include "actors/journal.hpp"
#include "actors/table_messages.hpp"

namespace cardroom::cluster {
namespace {

TableActor::behavior_type remote_table(TableActor::pointer self, TableId table, PeerPtr peer,
                                       const RouterActor& router) {
  guard(self, "stand-in for table " + table.str());
  return {
      [self, table, peer](TableCall& call) {
        const CallTable body{table, std::move(call.command), call.user, call.client};
        const auto from = caf::actor_cast<AnswerSink>(self->current_sender());
        if (!peer->send(body) && from && call.client.v != 0) self->send(from, Answered{call.client, kAway});
      },
      [table, peer](FromGame& order) {
        peer->send(OrderTable{table, std::move(order.command), order.name});
      },
      [](ShowTable) {},
      [](const GameIs&) {},
      [](const HaltTable&) {},
      [](const Tick&) {},
      [](const Stored&) {},
      [](const Opened&) {},
      [](const Overdue&) {},
      [](const SnapshotEnded&) {},
      [](const StoreTurned&) {},
      [](const HandStored&) {},
      [](const WriteHand&) {},
      [self, table, peer, router](VoidTable& order) {
        const VoidTableIn body{table, std::move(order.known), order.client, next_ask()};
        self->send(router, Expect{body.ask, peer->incarnation(), order.from, {}, 0});
        if (!peer->send(body)) self->send(order.from, Answered{order.client, kAway});
      },
      [self](const StopTable&) { self->quit(); },
  };
}

}  // namespace

TableActor spawn_remote_table(caf::actor_system& system, TableId table, PeerPtr peer, RouterActor router) {
  return system.spawn(remote_table, table, std::move(peer), std::move(router));
}

}  // namespace cardroom::cluster
