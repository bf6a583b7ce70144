#include "actors/store/node_store.hpp"

#include "actors/store/node_replies.hpp"
#include "actors/store/node_scripts.hpp"

namespace cardroom::cluster {
namespace {

template <class T>
Callback read_by(Result<T> (*read)(const Result<Reply>&), Done<T> done) {
  return [read, done = std::move(done)](const Result<Reply>& reply) { done(read(reply)); };
}

Callback either(std::string_view yes, std::string_view no, Done<bool> done) {
  return [=, done = std::move(done)](const Result<Reply>& reply) { done(read_either(reply, yes, no)); };
}

std::string flag(bool set) { return set ? "1" : "0"; }

/// 0, or one more than the deadline.
std::string draining(std::optional<std::uint32_t> deadline) {
  return std::to_string(deadline ? std::uint64_t{*deadline} + 1 : 0);
}

}  // namespace

void NodeStore::run(const Script& script, std::vector<std::string> args, Callback done, StoreLane lane) {
  store_.eval(script, {scripts::kNodeKeys.begin(), scripts::kNodeKeys.end()}, std::move(args),
              std::move(done), lane);
}

void NodeStore::join(const NodeRecord& record, const Incarnation& previous, Done<JoinAnswer> done) {
  run(scripts::kJoin,
      {record.incarnation, record.name,
       draining(record.draining ? std::optional(record.drain_deadline) : std::nullopt), json_of(record),
       previous.v},
      read_by(read_join, std::move(done)));
}

void NodeStore::beat(const Incarnation& self, Done<BeatAnswer> done) {
  run(scripts::kBeat, {self.v}, read_by(read_beat, std::move(done)), StoreLane::CLAIM);
}

void NodeStore::poll(Done<PollAnswer> done) {
  run(scripts::kPoll, {}, read_by(read_poll, std::move(done)), StoreLane::CLAIM);
}

void NodeStore::read(Done<ClusterContents> done) {
  run(scripts::kRead, {}, read_by(read_cluster, std::move(done)));
}

void NodeStore::set_draining(const Incarnation& node, std::optional<std::uint32_t> deadline,
                             Done<DrainWord> done) {
  run(scripts::kDraining, {node.v, draining(deadline)}, read_by(read_enum<DrainWord>, std::move(done)));
}

void NodeStore::leave(const Incarnation& node, bool forced, Done<LeaveWord> done) {
  run(scripts::kLeave, {node.v, flag(forced)}, read_by(read_enum<LeaveWord>, std::move(done)));
}

void NodeStore::lead(Term seen, const Incarnation& self, Done<std::optional<Term>> done) {
  run(scripts::kLead, {std::to_string(seen.v), self.v}, read_by(read_lead, std::move(done)));
}

void NodeStore::declare(Term term, const Incarnation& node, Beat seen, Done<DeclareWord> done) {
  run(scripts::kDeclare, {std::to_string(term.v), node.v, std::to_string(seen.v)},
      read_by(read_enum<DeclareWord>, std::move(done)));
}

void NodeStore::assign(Term term, const std::vector<Assignment>& assignments, Done<AssignAnswer> done) {
  std::vector<std::string> args{std::to_string(term.v)};
  for (const Assignment& one : assignments) args.insert(args.end(), {one.subject, one.seen.v, one.to.v});
  run(scripts::kAssign, std::move(args), read_by(read_assign, std::move(done)));
}

void NodeStore::place(const Incarnation& self, const std::string& subject, const Incarnation& to,
                      Done<std::optional<Incarnation>> done) {
  run(scripts::kPlace, {self.v, subject, to.v}, read_by(read_place, std::move(done)));
}

void NodeStore::remove(const std::string& subject, const Incarnation& self, Done<bool> done) {
  run(scripts::kRemove, {subject, self.v}, either("DONE", "MOVED", std::move(done)));
}

Result<bool> is_wanted(RedisClient& client, const std::string& subject) {
  constexpr std::size_t kWant = 4;
  const auto found = client.command({"HEXISTS", scripts::kNodeKeys[kWant], subject});
  if (!found) return found.error();
  return found->integer() == 1;
}

}  // namespace cardroom::cluster
