#pragma once
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "actors/cluster/registry.hpp"
#include "tests/actors/fake_storage.hpp"

namespace cardroom::testing {

/// A registry in memory that keeps the rules of the real one, shared by several nodes.
struct SharedRegistry {
  cluster::ClusterContents contents;
  std::shared_ptr<FakeStorage> storage;  ///< whose games they are
  std::vector<std::string> broken_rules;
};

/// One node's way to it.
class MemoryRegistry : public cluster::Registry {
 public:
  explicit MemoryRegistry(std::shared_ptr<SharedRegistry> all) : all_(std::move(all)) {}

  bool cut = false;                         ///< nothing arrives, nothing is answered but that
  std::optional<cluster::ClusterNow> seen;  ///< what polls still say: the next one comes later

  void join(const cluster::NodeRecord& record, const cluster::Incarnation& previous,
            Done<cluster::JoinAnswer> done) override;
  void beat(const cluster::Incarnation& self, Done<cluster::BeatAnswer> done) override;
  void poll(Done<cluster::PollAnswer> done) override;
  void read(Done<cluster::ClusterContents> done) override;
  void set_draining(const cluster::Incarnation& node, std::optional<std::uint32_t> deadline,
                    Done<cluster::DrainWord> done) override;
  void remove(const std::string& subject, const cluster::Incarnation& wanted, Done<bool> done) override;
  void leave(const cluster::Incarnation& node, bool forced, Done<cluster::LeaveWord> done) override;
  void lead(cluster::Term seen, const cluster::Incarnation& self,
            Done<std::optional<cluster::Term>> done) override;
  void declare(cluster::Term term, const cluster::Incarnation& node, cluster::Beat seen,
               Done<cluster::DeclareWord> done) override;
  void assign(cluster::Term term, const std::vector<cluster::Assignment>& assignments,
              Done<cluster::AssignAnswer> done) override;
  void place(const cluster::Incarnation& self, const std::string& subject, const cluster::Incarnation& to,
             Done<std::optional<cluster::Incarnation>> done) override;
  void games(Done<std::vector<std::string>> done) override;

 private:
  bool lives(const cluster::Incarnation& node) const { return all_->contents.beats.count(node) > 0; }
  bool rules(cluster::Term term) const {
    return all_->contents.now.term == term && lives(all_->contents.now.coordinator);
  }
  void die(const cluster::Incarnation& node);
  void changed() { ++all_->contents.now.change; }
  /// What holds now, though it may be heard later.
  template <class T>
  void answer(const Done<T>& done, T now) {
    all_->storage->answer_slowly([done, now = std::move(now)] { done(now); });
  }

  std::shared_ptr<SharedRegistry> all_;
};

}  // namespace cardroom::testing
