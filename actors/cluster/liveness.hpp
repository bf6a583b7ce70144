#pragma once
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "actors/cluster/node.hpp"

/// Who lives, judged by signs of life in the store. Nothing here reads a clock: moments come in. A lease that
/// expires says nothing of its holder when it was the store that stood still; so nothing expires, observers
/// see a beat change or not, and do not count the time in which they saw nothing.
namespace cardroom::cluster {

/// A point of this process's monotonic clock.
struct Moment {
  std::int64_t ms = 0;
  friend constexpr auto operator<=>(Moment, Moment) = default;
};
constexpr Moment operator+(Moment t, Duration d) { return {t.ms + d.ms}; }
constexpr Duration operator-(Moment a, Moment b) { return {a.ms - b.ms}; }

/// All spans of time that decide who lives.
struct LivenessTimes {
  Duration beat_every{500};
  Duration hold_after{2'000};       ///< since the last accepted beat was sent: a node stops by itself
  Duration poll_every{250};         ///< of those who observe
  Duration silent{3'000};           ///< a beat that long unchanged is a dead node's
  Duration silent_unlinked{1'500};  ///< the same where the link to the node is down
  Duration slow_answer{500};        ///< a poll that takes longer is an outage
  Duration polling_gap{1'000};  ///< so is more time between two polls: it was the observer that stood still
  Duration settle{3'000};       ///< nobody is judged so soon after an outage
};

/// What a node may do by what it knows of itself.
enum class NodeState : std::uint8_t {
  JOINING,  ///< is not in the cluster yet
  UP,       ///< plays
  HELD,     ///< may be dead for the others: answers and publishes nothing
  OUT       ///< is dead for the others, for good: a new incarnation has to join
};
BOOST_DESCRIBE_ENUM(NodeState, JOINING, UP, HELD, OUT)

/// A node's own state. What it sends is a join while JOINING, then beats.
class OwnPulse {
 public:
  /// What has to be done about a change of the state.
  enum class Turn : std::uint8_t {
    NONE,
    OPENED,   ///< JOINING -> UP: open what is wanted here
    HELD,     ///< UP -> HELD: answer nothing more
    RESUMED,  ///< HELD -> UP: open everything anew
    OUT       ///< stop all tables, let clients go to others, `rejoin`
  };

  explicit OwnPulse(LivenessTimes times = {}) : times_(times) {}

  NodeState state() const { return state_; }
  /// Whether anything may be answered or published at this moment. Asked right before, it is true even of a
  /// process that stood still since `on_time`.
  bool may_act(Moment now) const { return state_ == NodeState::UP && fresh(now); }
  /// Whether the next join or beat is to be sent.
  bool due(Moment now) const {
    return state_ != NodeState::OUT && (!sent_ || now >= *sent_ + times_.beat_every);
  }
  void sent(Moment now) { sent_ = now; }
  /// The join or beat sent at `sent` was accepted. Answers may come late and in any order.
  Turn accepted(Moment sent, Moment now);
  /// A beat was refused: this incarnation is dead.
  Turn refused();
  Turn on_time(Moment now);
  /// OUT -> JOINING, with a new incarnation; answers to what the old one sent are to be kept away from here.
  void rejoin();
  /// When `due` becomes true or `on_time` has something to do, if nothing else happens.
  std::optional<Moment> next() const;

 private:
  bool fresh(Moment now) const { return alive_ && now < *alive_ + times_.hold_after; }

  LivenessTimes times_;
  NodeState state_ = NodeState::JOINING;
  std::optional<Moment> sent_;   ///< the last one
  std::optional<Moment> alive_;  ///< when the latest one that was accepted was sent
};

/// What one observer knows of the others.
class Observer {
 public:
  /// A node to be declared dead, if its beat is still this one.
  struct Silent {
    Incarnation incarnation;
    Beat beat;
    friend bool operator==(const Silent&, const Silent&) = default;
  };

  explicit Observer(LivenessTimes times = {}) : times_(times) {}

  /// A poll, sent and answered at these moments, found these beats. Polls come in the order in which they
  /// were sent. Says who is silent; again with every poll, until the node is not among the beats any more.
  std::vector<Silent> polled(Moment sent, Moment answered, const std::map<Incarnation, Beat>& beats);
  /// A poll failed. One that was refused, for the store takes no writes, has failed too.
  void failed(Moment sent);
  void link_up(const Incarnation& peer) { unlinked_.erase(peer); }
  void link_down(const Incarnation& peer) { unlinked_.insert(peer); }

 private:
  struct Seen {
    Beat beat;
    Moment since;  ///< when it was known to be this one
  };
  /// Whether no poll was sent for too long before this one.
  bool stood_still(Moment sent);
  void see(Moment answered, const std::map<Incarnation, Beat>& beats);

  LivenessTimes times_;
  std::map<Incarnation, Seen> seen_;
  std::set<Incarnation> unlinked_;
  std::optional<Moment> last_sent_;
  std::optional<Moment> well_since_;  ///< the first good answer behind the last outage
};

}  // namespace cardroom::cluster
