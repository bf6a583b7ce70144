#include <algorithm>
#include <caf/actor_system.hpp>
#include <caf/typed_event_based_actor.hpp>
#include <utility>

#include "actors/cluster/node_core.hpp"
#include "actors/log.hpp"

/// What operators are to know of the cluster without asking.
namespace cardroom::cluster {
namespace {

/// A node that lives is linked with by then, unless something is wrong.
constexpr Duration kLinked = seconds(5);
/// By then the store has said who is wanted.
constexpr Duration kRead = seconds(2);
/// What is near its end is told again.
constexpr Duration kDay = seconds(86'400);

}  // namespace

std::string NodeCore::counted(std::size_t games, std::size_t tables) {
  return std::to_string(games) + (games == 1 ? " game and " : " games and ") + std::to_string(tables) +
         (tables == 1 ? " table" : " tables");
}

/// Who has left in order has given up its name; who was declared dead keeps it.
void NodeCore::log_nodes(const ClusterContents& before) {
  for (const NodeRecord& node : before.nodes) {
    const Incarnation incarnation{node.incarnation};
    if (incarnation == me_ || before.beats.count(incarnation) == 0 || alive(incarnation)) continue;
    const auto named = std::find_if(contents_.nodes.begin(), contents_.nodes.end(),
                                    [&](const NodeRecord& n) { return n.name == node.name; });
    if (named == contents_.nodes.end())
      log_info("node " + node.name + " has left the cluster");
    else if (named->incarnation != node.incarnation)
      log_info("node " + node.name + " has begun anew");
    else if (!coordinates())
      log_warning("node " + node.name + " is dead: it was declared so by the coordinator");
  }
}

/// Of each node once, until it is linked with again.
void NodeCore::log_unlinked() {
  std::erase_if(unlinked_, [&](const auto& u) { return !alive(u.first) || linked(u.first); });
  for (const auto& [node, beat] : contents_.beats) {
    if (linked(node)) continue;
    Unlinked& unlinked = unlinked_.try_emplace(node, Unlinked{moment()}).first->second;
    if (unlinked.told || moment() - unlinked.since < kLinked) continue;
    std::size_t games = 0, tables = 0;
    for (const auto& [subject, wanted] : contents_.want)
      if (wanted == node) ++(subject.starts_with("game:") ? games : tables);
    if (games + tables == 0) continue;
    unlinked.told = true;
    log_warning("node " + name_of(node) +
                " lives and is not linked with this one: " + counted(games, tables) +
                " there cannot be reached from here. See its log and this one for why, and node list");
  }
}

/// What another node has opened without this one being asked to let go of it. What is wanted here comes back
/// from the store, and what is wanted nowhere was removed.
void NodeCore::log_taken() {
  std::size_t games = 0, tables = 0;
  for (auto lost = lost_.begin(); lost != lost_.end();) {
    if (moment() - lost->second < kRead) {
      ++lost;
      continue;
    }
    const auto wanted = contents_.want.find(lost->first);
    if (wanted != contents_.want.end() && wanted->second != me_)
      ++(lost->first.starts_with("game:") ? games : tables);
    lost = lost_.erase(lost);
  }
  if (games + tables > 0)
    log_warning(counted(games, tables) +
                " that were here go on elsewhere: their journals are not this node's any more");
}

/// At the start, and each day until others are there: a node runs for months.
void NodeCore::log_certificates() {
  if (certificates_told_ && moment() - *certificates_told_ < kDay) return;
  certificates_told_ = moment();
  const Instant now = setup_.clock.now(self_->system().clock());
  for (const CertificateEnd& end : setup_.certificates)
    if (end.near(now)) log_warning(end.setting + ": " + (now < end.at ? end.before : end.after));
}

/// All that was here when the others took it for dead.
std::string NodeCore::count_taken() {
  std::size_t games = here_.size(), tables = tables_here_.size();
  for (const auto& lost : std::exchange(lost_, {})) ++(lost.first.starts_with("game:") ? games : tables);
  return counted(games, tables);
}

}  // namespace cardroom::cluster
