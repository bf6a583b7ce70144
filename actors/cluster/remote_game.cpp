#include <caf/actor_system.hpp>
#include <caf/send.hpp>
#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>

#include "actors/alarm.hpp"
#include "actors/cluster/router_messages.hpp"
#include "actors/cluster/stand_ins.hpp"
#include "actors/floor_messages.hpp"
#include "actors/game_messages.hpp"
#include "actors/guard.hpp"

namespace cardroom::cluster {
namespace {

struct RemoteGame {
  GameActor::pointer self = nullptr;
  GameId game;
  PeerPtr peer;
  RouterActor router;

  template <class Sink>
  Sink sender() const {
    return caf::actor_cast<Sink>(self->current_sender());
  }
  void refuse(const AnswerSink& from, ClientId client) const {
    if (from && client.v != 0) self->send(from, Answered{client, kAway});
  }

  void call(GameCall& call) const {
    CallGame body{game, std::move(call.command), call.caller, call.client, call.name, {}, 0, call.since};
    if (call.session) {
      body.player = call.caller.user;
    } else if (call.client.v != 0) {
      body.ask = next_ask();
      self->send(router, Expect{body.ask, peer->incarnation(), sender<AnswerSink>(), {}, 0});
    }
    if (!peer->send(body)) refuse(sender<AnswerSink>(), call.client);
  }
  void describe(const Describe& ask) const {
    const AskGame body{game, next_ask(), ask.players, ask.at_once};
    self->send(router, Expect{body.ask, peer->incarnation(), {}, sender<DescriptionSink>(), ask.ask});
    peer->send(body);
  }
  void say(Say& say) const {
    if (!peer->send(ChatIn{game, say.user, say.name, say.client, std::move(say.text)}))
      refuse(sender<AnswerSink>(), say.client);
  }
  void void_held(const VoidHeld& order) const {
    const VoidIn body{game, order.table, order.client, next_ask()};
    self->send(router, Expect{body.ask, peer->incarnation(), sender<AnswerSink>(), {}, 0});
    if (!peer->send(body)) refuse(sender<AnswerSink>(), order.client);
  }
};

GameActor::behavior_type remote_game(GameActor::stateful_pointer<RemoteGame> self, GameId game,
                                     const PeerPtr& peer, const RouterActor& router) {
  guard(self, "stand-in for game " + game.str());
  RemoteGame& state = self->state;
  state = {self, game, peer, router};
  return {
      [&state](GameCall& call) { state.call(call); },
      [&state](TableSays& says) {
        state.peer->send(TableTold{says.table, std::move(says.notice)});
      },
      [&state](TableHeld& held) {
        state.peer->send(HeldTold{held.table, std::move(held.why)});
      },
      [&state](const HandPlayed& hand) {
        state.peer->send(HandTold{hand.table, hand.pot});
      },
      // Who has the table says so to every node.
      [](const TableHosted&) {},
      [](const TableGone&) {},
      [](const OfferAgain&) {},
      [&state](StepsLost) { state.peer->send(LossTold{state.game}); },
      [](const CountTables&) {},
      [](const TablesCounted&) {},
      [](const BankOpened&) {},
      [](const BuyInReserved&) {},
      [](const BankTold&) {},
      [](const BankAgain&) {},
      [](const Tick&) {},
      [](const Stored&) {},
      [](const Opened&) {},
      [](const Overdue&) {},
      [](const SnapshotEnded&) {},
      [](const StoreTurned&) {},
      [&state](const FindPlayer& ask) {
        state.peer->send(AskWhere{state.game, ask.user, ask.connected, ask.since, ask.fresh});
      },
      [&state](Say& say) { state.say(say); },
      [&state](const Attend& attend) {
        state.peer->send(AttendIn{state.game, attend.user, attend.comes});
      },
      [&state](const Describe& ask) { state.describe(ask); },
      [&state](const VoidHeld& order) { state.void_held(order); },
      [self](StopGame) { self->quit(); },
      [](StopOverdue) {},
  };
}

}  // namespace

GameActor spawn_remote_game(caf::actor_system& system, GameId game, PeerPtr peer, RouterActor router) {
  return system.spawn(remote_game, game, std::move(peer), std::move(router));
}

}  // namespace cardroom::cluster
