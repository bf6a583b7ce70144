#pragma once
#include <boost/describe.hpp>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "actors/cluster/assignment.hpp"

/// What the store answers about nodes.
namespace cardroom::cluster {

/// Comes with every beat and poll.
struct ClusterNow {
  std::uint64_t change = 0;   ///< moves with every change of the nodes, the dead or who is wanted
  Term term{};                ///< 0: nobody has coordinated yet
  Incarnation coordinator{};  ///< of that term, alive or not
  friend bool operator==(const ClusterNow&, const ClusterNow&) = default;
};

/// How `NodeStore::join` ended.
enum class JoinWord : std::uint8_t {
  JOINED,
  HELD,   ///< the name is another's, who lives
  DEAD,   ///< this incarnation was declared dead: join as a new one
  DAEMON  ///< a daemon that is in no cluster has the store
};
BOOST_DESCRIBE_ENUM(JoinWord, JOINED, HELD, DEAD, DAEMON)
struct JoinAnswer {
  JoinWord word = JoinWord::JOINED;
  std::optional<NodeRecord> holder{};  ///< HELD: of the name
  std::string daemon{};                ///< DAEMON: for people
};

struct BeatAnswer {
  bool accepted = false;  ///< else this incarnation is dead, or was never there
  Beat beat{};
  ClusterNow now{};
};

/// The beats of all who live.
using Beats = std::map<Incarnation, Beat>;
struct PollAnswer {
  Beats beats{};
  ClusterNow now{};
};

/// Everything, at one moment.
struct ClusterContents {
  std::vector<NodeRecord> nodes{};            ///< who has each name or had it last, in the order of names
  std::map<Incarnation, NodeRecord> dead{};   ///< their names may be others' by now
  std::map<std::string, Incarnation> want{};  ///< who is to have which subject
  Beats beats{};                              ///< whoever has none is dead
  ClusterNow now{};
};

/// How `NodeStore::set_draining` ended.
enum class DrainWord : std::uint8_t {
  DONE,
  REFUSED,  ///< the node does not live
  LONE      ///< no other is there, and not being drained, that could have what it has
};
BOOST_DESCRIBE_ENUM(DrainWord, DONE, REFUSED, LONE)

/// How `NodeStore::leave` ended.
enum class LeaveWord : std::uint8_t {
  LEFT,
  PLACED  ///< something is still wanted there
};
BOOST_DESCRIBE_ENUM(LeaveWord, LEFT, PLACED)

/// How `NodeStore::declare` ended.
enum class DeclareWord : std::uint8_t {
  DEAD,
  BEATS,    ///< it has moved since
  OLD_TERM  ///< somebody else coordinates, or the coordinator is dead
};
BOOST_DESCRIBE_ENUM(DeclareWord, DEAD, BEATS, OLD_TERM)

/// How one assignment ended.
enum class AssignWord : std::uint8_t {
  DONE,
  MOVED,  ///< another is wanted by now than was seen
  DEAD    ///< it was given to one who does not live
};
BOOST_DESCRIBE_ENUM(AssignWord, DONE, MOVED, DEAD)
struct AssignAnswer {
  bool old_term = false;            ///< nothing was done
  std::vector<AssignWord> words{};  ///< of each assignment in turn
};

}  // namespace cardroom::cluster
