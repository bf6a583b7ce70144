#pragma once
#include <deque>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "tests/store/node_fixture.hpp"

namespace cardroom::testing {

enum class NodeCallKind : std::uint8_t { JOIN, BEAT, DRAINING, LEAVE, LEAD, DECLARE, ASSIGN, PLACE, REMOVE };
BOOST_DESCRIBE_ENUM(NodeCallKind, JOIN, BEAT, DRAINING, LEAVE, LEAD, DECLARE, ASSIGN, PLACE, REMOVE)

/// A call with all that it was given, so that it can be repeated.
struct NodeCall {
  NodeCallKind kind{};
  std::string node{};      ///< the incarnation that it is about
  std::string name{};      ///< JOIN
  std::string other{};     ///< JOIN: the one before, PLACE: to
  std::uint64_t term = 0;  ///< LEAD: that was seen
  std::uint64_t beat = 0;  ///< DECLARE: that was seen
  bool flag = false;       ///< DRAINING, LEAVE: forced
  std::string subject{};   ///< PLACE, REMOVE
  std::vector<cluster::Assignment> assignments{};

  /// Makes the call; its answer, e.g. "HELD".
  std::string operator()(NodeClient& client) const;
};

/// Random calls by several clients who know what they read now or a while ago, in random order, repeated at
/// once or much later, as whoever heard no answer does. What is stored before and after each is compared with
/// what it answered. Scripts run one at a time, so any order of calls in flight is one of these.
class NodeHistory {
 public:
  NodeHistory(std::vector<NodeClient*> clients, std::uint64_t seed)
      : clients_(std::move(clients)), random_(seed), before_(clients_[0]->read()) {}

  /// One call.
  void turn();
  /// How often what was called ended how, e.g. "JOIN HELD".
  const std::map<std::string, int>& counts() const { return counts_; }

 private:
  bool chance(int percent) { return static_cast<int>(random_() % 100) < percent; }
  const cluster::ClusterContents& known();
  std::string some_node(const cluster::ClusterContents& known);
  std::string some_subject() { return "table:" + std::to_string(random_() % 6); }
  NodeCall fresh_call();
  NodeClient& some_client() { return *clients_[random_() % clients_.size()]; }
  void check(const NodeCall& call, const std::string& answer, const cluster::ClusterContents& after);
  void check_node(const NodeCall& call, const std::string& answer, const cluster::ClusterContents& after);
  void check_term(const NodeCall& call, const std::string& answer, const cluster::ClusterContents& after);
  void check_want(const NodeCall& call, const std::string& answer, const cluster::ClusterContents& after);
  void check_invariants(const cluster::ClusterContents& after);

  std::vector<NodeClient*> clients_;
  std::mt19937_64 random_;
  cluster::ClusterContents before_;
  std::deque<cluster::ClusterContents> past_;  ///< what somebody may still believe
  std::deque<NodeCall> made_;
  std::set<cluster::Incarnation> ended_;  ///< all who were seen to be dead
  std::map<std::uint64_t, cluster::Incarnation> coordinators_;
  std::map<std::string, int> counts_;
  int incarnations_ = 0;
};

}  // namespace cardroom::testing
