#include <caf/send.hpp>

#include "actors/answer.hpp"
#include "actors/cluster/router_messages.hpp"
#include "actors/cluster/stand_in.hpp"
#include "actors/cluster/stand_ins.hpp"
#include "actors/table_messages.hpp"

namespace cardroom::cluster {
namespace {

class RemoteTable final : public StandIn<RemoteTable, StopTable, TableCall, FromGame, VoidTable> {
 public:
  RemoteTable(caf::actor_config& config, TableId table, PeerPtr peer, RouterActor router)
      : StandIn(config, "stand-in for table " + table.str()),
        table_(table),
        peer_(std::move(peer)),
        router_(std::move(router)) {}

  void on(TableCall& call, const caf::strong_actor_ptr& from) const {
    if (peer_->send(CallTable{table_, std::move(call.command), call.user, call.client})) return;
    const auto sink = caf::actor_cast<AnswerSink>(from);
    if (sink && call.client.v != 0) caf::anon_send(sink, Answered{call.client, kAway});
  }
  void on(FromGame& order, const caf::strong_actor_ptr&) const {
    peer_->send(OrderTable{table_, std::move(order.command), order.name});
  }
  void on(VoidTable& order, const caf::strong_actor_ptr&) const {
    const VoidTableIn body{table_, std::move(order.known), order.client, next_ask()};
    caf::anon_send(router_, Expect{body.ask, peer_->incarnation(), order.from, {}, 0});
    if (!peer_->send(body)) caf::anon_send(order.from, Answered{order.client, kAway});
  }

 private:
  const TableId table_;
  const PeerPtr peer_;
  const RouterActor router_;
};

}  // namespace

TableActor make_remote_table(caf::actor_system& system, TableId table, PeerPtr peer, RouterActor router) {
  return make_stand_in<RemoteTable, TableActor>(system, table, std::move(peer), std::move(router));
}

}  // namespace cardroom::cluster
