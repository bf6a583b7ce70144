#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "actors/store/node_answers.hpp"

namespace cardroom::cluster {

/// The cluster in the store, as a node's actor sees it (actors/store/node_store.hpp says what each does).
/// Every callback is called exactly once, from any thread. Nothing as an answer means that nobody knows
/// whether it was done; any of these may be asked again.
class Registry {
 public:
  template <class T>
  using Done = std::function<void(std::optional<T>)>;

  virtual ~Registry() = default;
  virtual void join(const NodeRecord& record, const Incarnation& previous, Done<JoinAnswer> done) = 0;
  virtual void beat(const Incarnation& self, Done<BeatAnswer> done) = 0;
  virtual void poll(Done<PollAnswer> done) = 0;
  virtual void read(Done<ClusterContents> done) = 0;
  virtual void set_draining(const Incarnation& node, std::optional<std::uint32_t> deadline,
                            Done<DrainWord> done) = 0;
  virtual void leave(const Incarnation& node, bool forced, Done<LeaveWord> done) = 0;
  virtual void lead(Term seen, const Incarnation& self, Done<std::optional<Term>> done) = 0;
  virtual void declare(Term term, const Incarnation& node, Beat seen, Done<DeclareWord> done) = 0;
  virtual void assign(Term term, const std::vector<Assignment>& assignments, Done<AssignAnswer> done) = 0;
  virtual void place(const Incarnation& self, const std::string& subject, const Incarnation& to,
                     Done<std::optional<Incarnation>> done) = 0;
  virtual void remove(const std::string& subject, const Incarnation& wanted, Done<bool> done) = 0;
  /// All games of the store.
  virtual void games(Done<std::vector<std::string>> done) = 0;
};

}  // namespace cardroom::cluster
