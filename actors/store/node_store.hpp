#pragma once
#include "actors/store/node_answers.hpp"
#include "actors/store/opener.hpp"
#include "actors/store/redis_client.hpp"
#include "actors/store/store.hpp"

/// The nodes of a cluster in Redis: who is in it and beats, who coordinates, which node is to have which game
/// or table. It knows no times: who is dead is judged by whoever watches the beats
/// (actors/cluster/liveness.hpp) and written here once, for good.
namespace cardroom::cluster {

/// Asynchronous. Every call may also fail as any command (see `StoreError`); after any failure it may be
/// repeated as it was, also when its earlier copies are still under way, and then answers as if it came
/// alone. Only a beat counts twice.
class NodeStore {
 public:
  /// `store` outlives this and all calls in flight. Best one of its own, with one journal connection: beats
  /// and polls are sent even while the server takes no writes, but in turn with what else is on SNAPSHOTS.
  explicit NodeStore(Store& store) : store_(store) {}

  /// Takes a name: one that is free, or whose holder is dead, or is `previous`, the incarnation that this
  /// data directory had before and which then is dead with the same stroke. It lives with a beat of 0.
  void join(const NodeRecord& record, const Incarnation& previous, Done<JoinAnswer> done);
  /// A sign of life.
  void beat(const Incarnation& self, Done<BeatAnswer> done);
  /// The signs of life of all. It fails while the server takes no writes, for then nobody's beat gets
  /// through.
  void poll(Done<PollAnswer> done);
  /// Everything; to be asked when `change` has moved.
  void read(Done<ClusterContents> done);
  /// A node that lives is given nothing more and gives away what it has, tables after their hands or, so many
  /// seconds later, in the midst of them; without a deadline it is no longer so. Some node always stays.
  void set_draining(const Incarnation& node, std::optional<std::uint32_t> deadline, Done<DrainWord> done);
  /// Ends a node in order: it is dead and its name free. Of one that is dead already, what is known is
  /// forgotten.
  void leave(const Incarnation& node, bool forced, Done<LeaveWord> done);

  /// Makes a living node the coordinator, with a term behind the one that was seen. Without a value: somebody
  /// else was quicker, or it does not live.
  void lead(Term seen, const Incarnation& self, Done<std::optional<Term>> done);
  /// Declares a node dead, unless its beat has moved since it was seen. Of one that was never there it is
  /// said, too, that it is dead.
  void declare(Term term, const Incarnation& node, Beat seen, Done<DeclareWord> done);
  /// Gives subjects to others, each at most once.
  void assign(Term term, const std::vector<Assignment>& assignments, Done<AssignAnswer> done);

  /// Gives something new to a node, by whoever makes it; says who is wanted, which is another when it was
  /// given away before. Without a value: the maker or that node does not live. A late copy can bring back
  /// what was removed since: whoever opens that finds it closed, and removes it.
  void place(const Incarnation& self, const std::string& subject, const Incarnation& to,
             Done<std::optional<Incarnation>> done);
  /// A subject has ended for good. False: another is wanted to have it.
  void remove(const std::string& subject, const Incarnation& wanted, Done<bool> done);

 private:
  void run(const Script& script, std::vector<std::string> args, Callback done,
           StoreLane lane = StoreLane::SNAPSHOTS);
  Store& store_;
};

/// Whether any node is to have a subject: for tools, blocking.
Result<bool> is_wanted(RedisClient& client, const std::string& subject);

}  // namespace cardroom::cluster
