#include "tests/store/node_history.hpp"

#include "engine/describe.hpp"

namespace cardroom::testing {
namespace {

using namespace cardroom::cluster;

/// Everything but beats and what tells of changes.
auto placed(const ClusterContents& all) { return std::tie(all.nodes, all.dead, all.want); }

bool same(const ClusterContents& a, const ClusterContents& b) {
  return placed(a) == placed(b) && a.beats == b.beats && a.now == b.now;
}

bool leads(const ClusterContents& all, std::uint64_t term) {
  return all.now.term.v == term && all.beats.contains(all.now.coordinator);
}

std::string wanted(const ClusterContents& all, const std::string& subject) {
  const auto at = all.want.find(subject);
  return at == all.want.end() ? "" : at->second.v;
}

const NodeRecord* record_of(const ClusterContents& all, const std::string& name) {
  for (const NodeRecord& record : all.nodes)
    if (record.name == name) return &record;
  return nullptr;
}

}  // namespace

std::string NodeCall::operator()(NodeClient& client) const {
  using enum NodeCallKind;
  switch (kind) {
    case JOIN:
      return std::string(enum_name(client.joined(name, node, other)));
    case BEAT:
      return client.beat(node).accepted ? "BEAT" : "REFUSED";
    case DRAINING:
      return std::string(enum_name(client.set_draining(node, flag)));
    case LEAVE:
      return std::string(enum_name(client.leave(node, flag)));
    case LEAD:
      return client.lead(term, node) == 0 ? "LOST" : "TERM";
    case DECLARE:
      return std::string(enum_name(client.declare(term, node, beat)));
    case ASSIGN: {
      const auto answer = client.assign(term, assignments);
      std::string out = answer.old_term ? "OLD_TERM" : "";
      for (const auto word : answer.words)
        out += std::string(out.empty() ? "" : " ") + std::string(enum_name(word));
      return out;
    }
    case PLACE: {
      const auto who = client.place(node, subject, other);
      return who.empty() ? "DEAD" : who == other ? "WANTED" : "ANOTHER";
    }
    case REMOVE:
      return client.remove(subject, node) ? "DONE" : "MOVED";
  }
  return {};
}

const ClusterContents& NodeHistory::known() {
  return past_.empty() || chance(70) ? before_ : past_[random_() % past_.size()];
}

std::string NodeHistory::some_node(const ClusterContents& known) {
  std::vector<std::string> all;
  for (const auto& [node, beat] : known.beats) all.push_back(node.v);
  for (const auto& [node, record] : known.dead)
    if (chance(30)) all.push_back(node.v);
  return all.empty() ? "nobody" : all[random_() % all.size()];
}

NodeCall NodeHistory::fresh_call() {
  using enum NodeCallKind;
  const ClusterContents& seen = known();
  constexpr NodeCallKind kOften[]{JOIN,   JOIN,   BEAT,  BEAT,    BEAT,    BEAT,    BEAT,   BEAT,
                                  LEAD,   LEAD,   LEAD,  DECLARE, DECLARE, ASSIGN,  ASSIGN, ASSIGN,
                                  ASSIGN, ASSIGN, PLACE, REMOVE,  LEAVE,   DRAINING};
  NodeCall call{kOften[random_() % std::size(kOften)]};
  call.node = some_node(seen);
  call.term = seen.now.term.v;
  call.flag = chance(30);
  call.subject = some_subject();
  if (call.kind == JOIN) {
    call.name = std::string(1, static_cast<char>('a' + random_() % 4));
    call.node = call.name + std::to_string(++incarnations_);
    const auto* holder = record_of(seen, call.name);
    if (holder && chance(20)) call.other = holder->incarnation;
  }
  if (call.kind == DECLARE && seen.beats.contains({call.node})) call.beat = seen.beats.at({call.node}).v;
  if (call.kind == PLACE) call.other = some_node(seen);
  if (call.kind == REMOVE && chance(70)) call.node = wanted(seen, call.subject);
  if (call.kind == ASSIGN)
    for (std::uint64_t first = random_() % 6, i = 0; i <= random_() % 3; ++i) {
      const auto subject = "table:" + std::to_string((first + i) % 6);
      call.assignments.push_back({subject, {wanted(seen, subject)}, {some_node(seen)}});
    }
  return call;
}

void NodeHistory::turn() {
  const bool late = !made_.empty() && chance(20);
  const NodeCall call = late ? made_[random_() % made_.size()] : fresh_call();
  const auto answer = call(some_client());
  auto after = clients_[0]->read();
  check(call, answer, after);
  check_invariants(after);
  ++counts_[std::string(enum_name(call.kind)) + " " + answer.substr(0, answer.find(' '))];
  if (call.kind != NodeCallKind::BEAT && chance(30)) {  // whoever heard no answer
    EXPECT_EQ(call(some_client()), answer) << "its repeat";
    EXPECT_TRUE(same(clients_[0]->read(), after))
        << "a repeat of " << enum_name(call.kind) << " did something";
  }
  if (!late) made_.push_back(call);
  if (made_.size() > 40) made_.pop_front();
  past_.push_back(std::exchange(before_, std::move(after)));
  if (past_.size() > 20) past_.pop_front();
}

void NodeHistory::check(const NodeCall& call, const std::string& answer, const ClusterContents& after) {
  using enum NodeCallKind;
  SCOPED_TRACE(std::string(enum_name(call.kind)) + " " + call.node + " -> " + answer);
  const bool moves = call.kind == ASSIGN || call.kind == PLACE || call.kind == REMOVE;
  if (moves)
    check_want(call, answer, after);
  else if (call.kind == LEAD || call.kind == DECLARE)
    check_term(call, answer, after);
  else
    check_node(call, answer, after);
  EXPECT_TRUE(moves || after.want == before_.want);
  EXPECT_TRUE(call.kind == LEAD || after.now.term == before_.now.term);
  EXPECT_TRUE(call.kind == JOIN || call.kind == LEAVE || call.kind == DECLARE ||
              after.beats.size() == before_.beats.size());
}

void NodeHistory::check_node(const NodeCall& call, const std::string& answer, const ClusterContents& after) {
  using enum NodeCallKind;
  const Incarnation node{call.node};
  const bool lived = before_.beats.contains(node), lives = after.beats.contains(node);
  const auto *holder = record_of(before_, call.name), *now = record_of(after, call.name);
  if (call.kind == JOIN) {
    const bool taken = holder && before_.beats.contains({holder->incarnation}) &&
                       holder->incarnation != call.node && holder->incarnation != call.other;
    EXPECT_EQ(answer == "HELD", taken && !ended_.contains(node));
    EXPECT_EQ(answer == "JOINED", lives);
    EXPECT_TRUE(!lives || now->incarnation == call.node);
  } else if (call.kind == BEAT) {
    EXPECT_EQ(answer == "BEAT", lived);
    EXPECT_TRUE(!lived || after.beats.at(node) == before_.beats.at(node).next());
  } else if (call.kind == DRAINING) {
    bool can = !call.flag;
    for (const NodeRecord& r : before_.nodes)
      can |= before_.beats.contains({r.incarnation}) && (r.incarnation == call.node) == r.draining;
    EXPECT_EQ(answer, !lived ? "REFUSED" : can ? "DONE" : "LONE");
    for (const NodeRecord& r : after.nodes)
      EXPECT_TRUE(answer != "DONE" || r.incarnation != call.node || r.draining == call.flag);
  } else {
    bool needed = false;
    for (const auto& [subject, at] : before_.want) needed |= at == node;
    EXPECT_EQ(answer == "LEFT", call.flag || !needed);
    EXPECT_EQ(lives, lived && answer != "LEFT");
  }
}

void NodeHistory::check_term(const NodeCall& call, const std::string& answer, const ClusterContents& after) {
  const Incarnation node{call.node};
  const bool lived = before_.beats.contains(node), lives = after.beats.contains(node);
  const std::uint64_t term = before_.now.term.v;
  if (call.kind == NodeCallKind::LEAD) {
    const bool repeat = term == call.term + 1 && before_.now.coordinator == node;
    EXPECT_EQ(answer == "TERM", lived && (term == call.term || repeat));
    EXPECT_EQ(after.now.term.v, answer == "TERM" ? call.term + 1 : term);
    EXPECT_EQ(after.now.coordinator, answer == "TERM" ? node : before_.now.coordinator);
  } else {
    const bool led = leads(before_, call.term);
    EXPECT_EQ(answer == "OLD_TERM", lived && !led);
    EXPECT_EQ(answer == "BEATS", led && lived && before_.beats.at(node).v != call.beat);
    EXPECT_EQ(lives, lived && answer != "DEAD");
  }
}

void NodeHistory::check_want(const NodeCall& call, const std::string& answer, const ClusterContents& after) {
  using enum NodeCallKind;
  const auto lived = [&](const Incarnation& node) { return before_.beats.contains(node); };
  auto want = before_.want;
  if (call.kind == ASSIGN) {
    EXPECT_EQ(answer == "OLD_TERM", !leads(before_, call.term));
    for (const Assignment& one : call.assignments)
      if (answer != "OLD_TERM" && lived(one.to) && want[one.subject] == one.seen) want[one.subject] = one.to;
    std::erase_if(want, [](const auto& one) { return !one.second.set(); });
  } else if (call.kind == PLACE) {
    const bool there = want.contains(call.subject);
    EXPECT_EQ(answer == "DEAD", !there && !(lived({call.node}) && lived({call.other})));
    if (answer != "DEAD") want.emplace(call.subject, Incarnation{call.other});
  } else {
    const bool moved = want.contains(call.subject) && want.at(call.subject).v != call.node;
    EXPECT_EQ(answer == "MOVED", moved);
    if (!moved) want.erase(call.subject);
  }
  EXPECT_EQ(after.want, want);
}

void NodeHistory::check_invariants(const ClusterContents& after) {
  std::set<std::string> living;
  for (const auto& [node, beat] : after.beats) {
    EXPECT_FALSE(ended_.contains(node)) << node.v << " is back";
    EXPECT_TRUE(living.insert(node.v.substr(0, 1)).second) << "two of one name";
    EXPECT_FALSE(after.dead.contains(node));
  }
  for (const auto& [node, beat] : before_.beats)
    if (!after.beats.contains(node)) ended_.insert(node);
  for (const auto& [subject, at] : after.want)
    EXPECT_TRUE(after.beats.contains(at) || after.dead.contains(at)) << "nobody knows who is wanted";
  EXPECT_GE(after.now.term, before_.now.term);
  EXPECT_EQ(coordinators_.try_emplace(after.now.term.v, after.now.coordinator).first->second,
            after.now.coordinator);
  EXPECT_EQ(after.now.change != before_.now.change, placed(after) != placed(before_))
      << "what is told of changes";
}

}  // namespace cardroom::testing
