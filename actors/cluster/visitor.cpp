#include <caf/actor_system.hpp>
#include <caf/send.hpp>
#include <caf/typed_event_based_actor.hpp>

#include "actors/cluster/stand_ins.hpp"
#include "actors/guard.hpp"
#include "actors/session_messages.hpp"

namespace cardroom::cluster {
namespace {

SessionActor::behavior_type visitor(SessionActor::pointer self, UserId user, PeerPtr peer) {
  guard(self, "stand-in for the session of " + user.str());
  return {
      [](const Attach&) {},
      [](const Detach&) {},
      [](const SessionRequest&) {},
      [](const CaughtUp&) {},
      [user, peer](Answered& answered) {
        peer->send(SessionAnswered{user, answered.client, std::move(answered.outcome)});
      },
      [user, peer](const Whereabouts& where) {
        peer->send(SessionWhere{user, where.game, where.actor != nullptr, where.registered, where.table,
                                where.seat});
      },
      [user, peer](const BalanceMoved& moved) {
        peer->send(SessionBalance{user, moved.game});
      },
      [](const BalanceRead&) {},
      [](AskBalance) {},
      [](const Found&) {},
      [](const TableSeen&) {},
      [user, peer](const TextPtr& text) {
        peer->send(SessionText{user, *text});
      },
      [](const LoginOverdue&) {},
      [](const GameMoved&) {},
      [](SeekTables) {},
      [](LinkLost) {},
      [](CommandOverdue) {},
      [](Kicked) {},
      [user, peer](const Replaced& replaced) {
        peer->send(UserCameIn{user, replaced.by});
      },
      [self](const EndSession&) { self->quit(); },
  };
}

}  // namespace

SessionActor spawn_visitor(caf::actor_system& system, UserId user, PeerPtr peer) {
  return system.spawn(visitor, user, std::move(peer));
}

}  // namespace cardroom::cluster
