#include <algorithm>
#include <caf/typed_event_based_actor.hpp>

#include "actors/cluster/node_core.hpp"
#include "actors/cluster/node_then.hpp"
#include "actors/log.hpp"

/// How a node comes into the cluster, and what becomes of it where its name is another's.
namespace cardroom::cluster {

void NodeCore::join(Moment now) {
  pulse_.sent(now);
  setup_.registry->join(setup_.self, previous_, then<JoinAnswer>([this, now](auto answer) {
                          if (!answer || pulse_.state() != NodeState::JOINING) return;
                          if (answer->word == JoinWord::JOINED) return act(pulse_.accepted(now, moment()));
                          if (answer->word == JoinWord::HELD && answer->holder)
                            return held_by(*answer->holder);
                          std::string why = "This incarnation was declared dead before it had joined.";
                          if (answer->word == JoinWord::DAEMON)
                            why = answer->daemon +
                                  " has this store, and is in no cluster. Stop it, or use another database.";
                          setup_.turned(NodeTurn::REFUSED, why);
                        }));
}

/// The name may be that of a node that is gone, and nobody else there who would declare it dead.
void NodeCore::held_by(const NodeRecord& holder) {
  const Incarnation node{holder.incarnation};
  if (was_here(node)) {
    previous_ = node;
    return join(moment());
  }
  if (rival_ && rival_->node == node) return;
  rival_ = Rival{node, holder.address, std::nullopt};
  log_info("node " + setup_.self.name + " is in the cluster already, as " + holder.address +
           ": this one looks whether that lives");
}

/// Whether a name's holder ran in this data directory, which nobody else has now.
bool NodeCore::was_here(const Incarnation& holder) const {
  return previous_ != holder &&
         std::find(setup_.former.begin(), setup_.former.end(), holder) != setup_.former.end();
}

void NodeCore::watch_rival(const Beats& beats, const std::vector<Observer::Silent>& silent) {
  const auto beat = rival_ ? beats.find(rival_->node) : beats.end();
  // Who has been declared dead is in nobody's way.
  if (beat == beats.end()) return;
  if (rival_->beat && *rival_->beat != beat->second)
    return setup_.turned(NodeTurn::REFUSED,
                         "Node " + setup_.self.name + " is in the cluster already, as " + rival_->address +
                             ", and lives. Choose another cluster.node, or stop that one.");
  rival_->beat = beat->second;
  const bool gone =
      std::any_of(silent.begin(), silent.end(), [&](const auto& s) { return s.incarnation == rival_->node; });
  if (!gone) return;
  log_warning("node " + setup_.self.name + " at " + rival_->address +
              " is dead: its beat stands still, and this one takes its name");
  previous_ = rival_->node;
  rival_.reset();
}

}  // namespace cardroom::cluster
