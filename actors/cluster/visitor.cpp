#include "actors/cluster/stand_in.hpp"
#include "actors/cluster/stand_ins.hpp"
#include "actors/session_messages.hpp"

namespace cardroom::cluster {
namespace {

class Visitor final
    : public StandIn<Visitor, EndSession, Answered, Whereabouts, BalanceMoved, TextPtr, Replaced> {
 public:
  using Sender = caf::strong_actor_ptr;

  Visitor(caf::actor_config& config, UserId user, PeerPtr peer)
      : StandIn(config, "stand-in for the session of " + user.str()), user_(user), peer_(std::move(peer)) {}

  void on(Answered& answered, const Sender&) const {
    peer_->send(SessionAnswered{user_, answered.client, std::move(answered.outcome)});
  }
  void on(Whereabouts& where, const Sender&) const {
    peer_->send(
        SessionWhere{user_, where.game, where.actor != nullptr, where.registered, where.table, where.seat});
  }
  void on(BalanceMoved& moved, const Sender&) const { peer_->send(SessionBalance{user_, moved.game}); }
  void on(TextPtr& text, const Sender&) const { peer_->send(SessionText{user_, *text}); }
  void on(Replaced& replaced, const Sender&) const { peer_->send(UserCameIn{user_, replaced.by}); }

 private:
  const UserId user_;
  const PeerPtr peer_;
};

}  // namespace

SessionActor make_visitor(caf::actor_system& system, UserId user, PeerPtr peer) {
  return make_stand_in<Visitor, SessionActor>(system, user, std::move(peer));
}

}  // namespace cardroom::cluster
