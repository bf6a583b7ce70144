#include <caf/send.hpp>

#include "actors/cluster/router_messages.hpp"
#include "actors/cluster/stand_in.hpp"
#include "actors/cluster/stand_ins.hpp"
#include "actors/floor_messages.hpp"
#include "actors/game_messages.hpp"

namespace cardroom::cluster {
namespace {

/// Which tables there are (TableHosted, TableGone) is no news for the peer: who has a table says so to all.
class RemoteGame final : public StandIn<RemoteGame, StopGame, GameCall, TableSays, TableHeld, HandPlayed,
                                        StepsLost, FindPlayer, Say, Attend, Describe, VoidHeld> {
 public:
  using Sender = caf::strong_actor_ptr;

  RemoteGame(caf::actor_config& config, GameId game, PeerPtr peer, RouterActor router)
      : StandIn(config, "stand-in for game " + game.str()),
        game_(game),
        peer_(std::move(peer)),
        router_(std::move(router)) {}

  void on(GameCall& call, const Sender& from) const {
    CallGame body{game_, std::move(call.command), call.caller, call.client, call.name, {}, 0, call.since};
    if (call.session) {
      body.player = call.caller.user;
    } else if (call.client.v != 0) {
      body.ask = next_ask();
      expect(body.ask, from);
    }
    if (!peer_->send(body)) refuse(from, call.client);
  }
  void on(TableSays& says, const Sender&) const {
    peer_->send(TableTold{says.table, std::move(says.notice)});
  }
  void on(TableHeld& held, const Sender&) const { peer_->send(HeldTold{held.table, std::move(held.why)}); }
  void on(HandPlayed& hand, const Sender&) const { peer_->send(HandTold{hand.table, hand.pot}); }
  void on(StepsLost&, const Sender&) const { peer_->send(LossTold{game_}); }
  void on(FindPlayer& ask, const Sender&) const {
    peer_->send(AskWhere{game_, ask.user, ask.connected, ask.since, ask.fresh});
  }
  void on(Say& say, const Sender& from) const {
    if (!peer_->send(ChatIn{game_, say.user, say.name, say.client, std::move(say.text)}))
      refuse(from, say.client);
  }
  void on(Attend& attend, const Sender&) const { peer_->send(AttendIn{game_, attend.user, attend.comes}); }
  void on(Describe& ask, const Sender& from) const {
    const AskGame body{game_, next_ask(), ask.players, ask.at_once};
    caf::anon_send(
        router_, Expect{body.ask, peer_->incarnation(), {}, caf::actor_cast<DescriptionSink>(from), ask.ask});
    peer_->send(body);
  }
  void on(VoidHeld& order, const Sender& from) const {
    const VoidIn body{game_, order.table, order.client, next_ask()};
    expect(body.ask, from);
    if (!peer_->send(body)) refuse(from, order.client);
  }

 private:
  void expect(std::uint64_t ask, const Sender& from) const {
    caf::anon_send(router_, Expect{ask, peer_->incarnation(), caf::actor_cast<AnswerSink>(from), {}, 0});
  }
  static void refuse(const Sender& from, ClientId client) {
    const auto sink = caf::actor_cast<AnswerSink>(from);
    if (sink && client.v != 0) caf::anon_send(sink, Answered{client, kAway});
  }

  const GameId game_;
  const PeerPtr peer_;
  const RouterActor router_;
};

}  // namespace

GameActor make_remote_game(caf::actor_system& system, GameId game, PeerPtr peer, RouterActor router) {
  return make_stand_in<RemoteGame, GameActor>(system, game, std::move(peer), std::move(router));
}

}  // namespace cardroom::cluster
