#include "actors/cluster/redis_registry.hpp"

namespace cardroom::cluster {
namespace {

/// What failed nobody knows the outcome of.
template <class T>
cardroom::Done<T> from_store(Registry::Done<T> done) {
  return [done = std::move(done)](const Result<T>& result) {
    if (result)
      done(*result);
    else
      done(std::nullopt);
  };
}

}  // namespace

void RedisRegistry::join(const NodeRecord& record, const Incarnation& previous, Done<JoinAnswer> done) {
  nodes_.join(record, previous, from_store<JoinAnswer>(std::move(done)));
}
void RedisRegistry::beat(const Incarnation& self, Done<BeatAnswer> done) {
  nodes_.beat(self, from_store<BeatAnswer>(std::move(done)));
}
void RedisRegistry::poll(Done<PollAnswer> done) { nodes_.poll(from_store<PollAnswer>(std::move(done))); }
void RedisRegistry::read(Done<ClusterContents> done) {
  nodes_.read(from_store<ClusterContents>(std::move(done)));
}
void RedisRegistry::set_draining(const Incarnation& node, std::optional<std::uint32_t> deadline,
                                 Done<DrainWord> done) {
  nodes_.set_draining(node, deadline, from_store<DrainWord>(std::move(done)));
}
void RedisRegistry::leave(const Incarnation& node, bool forced, Done<LeaveWord> done) {
  nodes_.leave(node, forced, from_store<LeaveWord>(std::move(done)));
}
void RedisRegistry::lead(Term seen, const Incarnation& self, Done<std::optional<Term>> done) {
  nodes_.lead(seen, self, from_store<std::optional<Term>>(std::move(done)));
}
void RedisRegistry::declare(Term term, const Incarnation& node, Beat seen, Done<DeclareWord> done) {
  nodes_.declare(term, node, seen, from_store<DeclareWord>(std::move(done)));
}
void RedisRegistry::assign(Term term, const std::vector<Assignment>& assignments, Done<AssignAnswer> done) {
  nodes_.assign(term, assignments, from_store<AssignAnswer>(std::move(done)));
}
void RedisRegistry::place(const Incarnation& self, const std::string& subject, const Incarnation& to,
                          Done<std::optional<Incarnation>> done) {
  nodes_.place(self, subject, to, from_store<std::optional<Incarnation>>(std::move(done)));
}
void RedisRegistry::remove(const std::string& subject, const Incarnation& wanted, Done<bool> done) {
  nodes_.remove(subject, wanted, from_store<bool>(std::move(done)));
}
void RedisRegistry::games(Done<std::vector<std::string>> done) {
  rooms_.list_games(from_store<std::vector<std::string>>(std::move(done)));
}

}  // namespace cardroom::cluster
