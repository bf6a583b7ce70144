#include <algorithm>
#include <caf/actor_system.hpp>
#include <caf/typed_event_based_actor.hpp>

#include "actors/cluster/node_core.hpp"
#include "actors/cluster/node_then.hpp"
#include "actors/log.hpp"

/// The coordinator: it declares dead who has fallen silent and gives homes to what has none. It derives
/// everything from the store, so another takes over at any moment.
namespace cardroom::cluster {

bool NodeCore::coordinates() const {
  return contents_.now.coordinator == me_ && pulse_.state() == NodeState::UP && !leaving_;
}

void NodeCore::judge(const PollAnswer& answer, const std::vector<Observer::Silent>& silent) {
  if (pulse_.state() != NodeState::UP || leaving_) return;
  const Incarnation& coordinator = answer.now.coordinator;
  if (coordinator == me_) {
    for (const auto& node : silent) {
      if (node.incarnation == me_) continue;
      setup_.registry->declare(answer.now.term, node.incarnation, node.beat,
                               then<DeclareWord>([this, gone = node.incarnation](auto word) {
                                 if (!word || *word != DeclareWord::DEAD) return;
                                 log_warning("node " + name_of(gone) + " is dead: its beat stands still");
                                 read();
                               }));
    }
    return;
  }
  const bool is_silent = std::any_of(silent.begin(), silent.end(),
                                     [&](const auto& node) { return node.incarnation == coordinator; });
  if (answer.beats.count(coordinator) == 0 || is_silent) lead(answer.now.term);
}

void NodeCore::lead(Term seen) {
  if (std::exchange(leading_, true)) return;
  setup_.registry->lead(
      seen, me_, then<std::optional<Term>>([this](auto term) {
        leading_ = false;
        if (!term || !*term) return;
        log_info("node " + setup_.self.name + " coordinates the cluster, term " + std::to_string((*term)->v));
        listed_ = false;
        read();
      }));
}

/// The living, but for those who are on their way out anyway.
std::vector<Host> NodeCore::hosts() const {
  std::vector<Host> hosts;
  for (const NodeRecord& node : contents_.nodes)
    if (const Incarnation incarnation{node.incarnation}; alive(incarnation))
      hosts.push_back({incarnation, node.capacity, node.draining, node.engine, linked(incarnation)});
  return hosts;
}

std::vector<Subject> NodeCore::subjects() const {
  std::vector<Subject> subjects;
  const auto add = [&](const std::string& subject, const Incarnation& wanted) {
    const NodeRecord* at = record(wanted);
    subjects.push_back({subject, subject.substr(subject.find(':') + 1), wanted, at ? at->engine : 0,
                        over_.count(subject) > 0});
  };
  for (const auto& [subject, wanted] : contents_.want) add(subject, wanted);
  for (const std::string& subject : games_)
    if (contents_.want.count(subject) == 0) add(subject, {});
  return subjects;
}

void NodeCore::coordinate() {
  if (!listed_) {
    if (std::exchange(listing_, true)) return;
    return setup_.registry->games(then<std::vector<std::string>>([this](auto games) {
      listing_ = false;
      if (!games) return;
      for (const std::string& game : *games) games_.insert("game:" + game);
      listed_ = true;
      if (coordinates()) coordinate();
    }));
  }
  std::vector<Assignment> plan = place(hosts(), subjects());
  if (plan.empty()) plan = cluster::drain(hosts(), subjects());
  assign(std::move(plan));
}

void NodeCore::assign(std::vector<Assignment> assignments) {
  if (assignments.empty() || std::exchange(assigning_, true)) return;
  constexpr std::size_t kFew = 8;
  for (std::size_t i = 0; i < std::min(kFew, assignments.size()); ++i)
    log_info(assignments[i].subject + " is given to node " + name_of(assignments[i].to));
  if (assignments.size() > kFew)
    log_info(std::to_string(assignments.size() - kFew) + " more games and tables are given to nodes");
  setup_.registry->assign(contents_.now.term, assignments, then<AssignAnswer>([this](auto answer) {
                            assigning_ = false;
                            // What is planned next is planned from what the store says.
                            if (answer) read();
                          }));
}

}  // namespace cardroom::cluster
