#pragma once
#include <vector>

#include "actors/cluster/assignment.hpp"

/// Which node is to have what. Pure, and the same for the same input in whatever order.
///
/// A node's share of all subjects is as its capacity to that of all. The load of each comes within one of its
/// share, and where that leaves a choice, the subjects of a game lie apart.
namespace cardroom::cluster {

/// A living node.
struct Host {
  Incarnation incarnation;
  std::uint32_t capacity = 1;  ///< 0 counts as 1
  bool draining = false;       ///< is given nothing, as long as there is another
  std::uint32_t engine = kEngineRevision;
  /// Whether there is a link with it. One without keeps what it has and is given nothing, as long as there is
  /// another: players elsewhere would not reach it.
  bool linked = true;
};

/// A game or table and who is wanted to have it.
struct Subject {
  std::string name;  ///< "game:ID" or "table:ID"
  std::string game;  ///< the id of the game, a table's too
  Incarnation wanted{};
  /// The engine that must replay its steps, for it is in the midst of a hand: a node with the same is
  /// preferred to all others. 0: any.
  std::uint32_t engine = 0;
  bool ended = false;  ///< a game that is over: it is kept to be looked at, and is no load
};

/// Homes for subjects that have none: nobody is wanted, or one who does not live.
std::vector<Assignment> place(const std::vector<Host>& hosts, const std::vector<Subject>& subjects);

/// Other homes for all that is at draining nodes; nothing where nobody else is there.
std::vector<Assignment> drain(const std::vector<Host>& hosts, const std::vector<Subject>& subjects);

/// The smallest number of moves between nodes that are not draining after which the load of each is within
/// one of its share. There is none where it is so already. What has ended stays where it is.
std::vector<Assignment> rebalance(const std::vector<Host>& hosts, const std::vector<Subject>& subjects);

}  // namespace cardroom::cluster
