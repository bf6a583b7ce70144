#include <algorithm>
#include <caf/actor_system.hpp>
#include <caf/send.hpp>
#include <caf/typed_event_based_actor.hpp>

#include "actors/answer.hpp"
#include "actors/cluster/node_core.hpp"
#include "actors/cluster/node_then.hpp"
#include "actors/log.hpp"
#include "engine/describe.hpp"

/// What operators ask of a node, and its end.
namespace cardroom::cluster {
namespace {

/// What was on its way to the store when that fell silent may arrive there.
const Outcome kPerhapsDone{
    protocol::Code::UNAVAILABLE,
    "The store has not answered: this may be done all the same. Look at node list when "
    "it is back, before you ask again."};
constexpr const char* kLone =
    "No other node is there that is not being drained and could take over its games; see node list.";

}  // namespace

void NodeCore::drain(const DrainNode& order) {
  const auto node = std::find_if(contents_.nodes.begin(), contents_.nodes.end(),
                                 [&](const NodeRecord& n) { return n.name == order.name; });
  if (node == contents_.nodes.end() || !alive({node->incarnation}))
    return self_->send(order.from,
                       Answered{order.client,
                                {protocol::Code::UNAVAILABLE,
                                 "Node " + order.name + " is not in the cluster any more; see node list."}});
  // A deadline is some time even where none is named: no hand takes that long.
  constexpr std::uint32_t kWhile = 60;
  const auto deadline = order.draining ? std::optional(order.deadline.value_or(kWhile)) : std::nullopt;
  setup_.registry->set_draining(
      {node->incarnation}, deadline, then<DrainWord>([this, order, deadline, before = *node](auto word) {
        Outcome outcome;
        if (!word)
          outcome = kPerhapsDone;
        else if (*word == DrainWord::REFUSED)
          outcome = protocol::Code::UNAVAILABLE;
        else if (*word == DrainWord::LONE)
          outcome = {protocol::Code::UNAVAILABLE, kLone};
        else
          outcome.detail = order.draining ? drains(before, *deadline) : drains_no_longer(before);
        if (outcome.done())
          log_info(order.draining ? "the operator drains node " + order.name
                                  : "node " + order.name + " is drained no longer");
        self_->send(order.from, Answered{order.client, outcome});
        read();
      }));
}

/// What is under way then, for the operator.
std::string NodeCore::drains(const NodeRecord& node, std::uint32_t deadline) const {
  std::size_t games = 0, tables = 0;
  for (const auto& [subject, wanted] : contents_.want)
    if (wanted.v == node.incarnation && over_.count(subject) == 0)
      ++(subject.starts_with("game:") ? games : tables);
  return "Node " + node.name + " is being drained: " + counted(games, tables) + " are to go to the others, " +
         (deadline == 0 ? "at once" : "tables after their hand or after " + std::to_string(deadline) + " s") +
         "; then its daemon ends. node show " + node.name +
         " says what is left (games, tables, leaving); a node that has ended is not in node list any more.";
}

std::string NodeCore::drains_no_longer(const NodeRecord& node) {
  if (!node.draining) return "Node " + node.name + " was not being drained: it keeps what it has.";
  return "Node " + node.name +
         " is not drained any more: it keeps what is not on its way to others yet, and is given games and "
         "tables again. What is on its way (leaving, in node show " +
         node.name + ") goes; cluster rebalance gives each node its share.";
}

/// Any node may: the store moves only what lies where this plan has seen it.
void NodeCore::rebalance(const Rebalance& order) {
  const auto plan = cluster::rebalance(hosts(), subjects());
  setup_.registry->assign(contents_.now.term, plan, then<AssignAnswer>([this, order, plan](auto answer) {
                            Outcome outcome;
                            if (!answer)
                              outcome = kPerhapsDone;
                            else if (answer->old_term)
                              outcome = {protocol::Code::UNAVAILABLE,
                                         "Another node has begun to coordinate the cluster; ask again."};
                            else
                              outcome.detail = moves(plan, answer->words);
                            self_->send(order.from, Answered{order.client, outcome});
                            read();
                          }));
}

std::string NodeCore::moves(const std::vector<Assignment>& plan, const std::vector<AssignWord>& words) {
  std::size_t games = 0, tables = 0;
  for (std::size_t i = 0; i < std::min(plan.size(), words.size()); ++i)
    if (words[i] == AssignWord::DONE) ++(plan[i].subject.starts_with("game:") ? games : tables);
  log_info("rebalancing: " + counted(games, tables) + " are to move");
  if (plan.empty()) return "Nothing is to move: each node has its share.";
  return counted(games, tables) +
         " are to move, tables after their hand. node list says how many each node is to have, and how many "
         "tables have yet to leave it (leaving).";
}

void NodeCore::ask(const AskNodes& ask) {
  NodesTold told;
  std::map<Incarnation, std::size_t> games, tables;
  for (const auto& [subject, wanted] : contents_.want) {
    told.want[subject] = {name_of(wanted), wanted == me_, alive(wanted), linked(wanted)};
    if (!alive(wanted)) ++told.cluster.homeless;
    if (alive(wanted) && !linked(wanted)) ++told.cluster.unlinked;
    if (over_.count(subject) > 0) {
      ++told.cluster.ended;
    } else if (subject.starts_with("game:")) {
      ++games[wanted];
      ++told.cluster.games;
    } else {
      ++tables[wanted];
      ++told.cluster.tables;
    }
  }
  for (const NodeRecord& node : contents_.nodes) {
    const Incarnation incarnation{node.incarnation};
    const Instant until{node.certificate_until_ms};
    told.nodes.push_back({node.name,
                          !alive(incarnation) ? "DEAD" : (node.draining ? "DRAINING" : "UP"),
                          incarnation == contents_.now.coordinator,
                          linked(incarnation),
                          games[incarnation],
                          tables[incarnation],
                          0,
                          node.capacity,
                          node.address,
                          node.clients,
                          node.version,
                          node.protocol,
                          node.incarnation,
                          {node.since_ms},
                          until.set() ? std::optional(until) : std::nullopt});
    if (alive(incarnation)) ++told.cluster.nodes;
  }
  told.cluster.node = setup_.self.name;
  told.cluster.state = enum_name(pulse_.state());
  told.cluster.term = contents_.now.term.v;
  told.cluster.coordinator = name_of(contents_.now.coordinator);
  self_->send(ask.from, std::move(told));
}

/// Everything here has ended already: others take over what was wanted here.
void NodeCore::leave(LeaveCluster& leave) {
  leaving_ = true;
  setup_.registry->leave(me_, true, then<LeaveWord>([this, done = leave.done](auto) {
                           done();
                           self_->quit();
                         }));
}

}  // namespace cardroom::cluster
