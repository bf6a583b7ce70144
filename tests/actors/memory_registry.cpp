#include "tests/actors/memory_registry.hpp"

#include <algorithm>

namespace cardroom::testing {

using namespace cluster;

void MemoryRegistry::die(const Incarnation& node) {
  if (all_->contents.beats.erase(node) == 0) return;
  for (const NodeRecord& record : all_->contents.nodes)
    if (record.incarnation == node.v) all_->contents.dead[node] = record;
  changed();
}

void MemoryRegistry::join(const NodeRecord& record, const Incarnation& previous, Done<JoinAnswer> done) {
  if (cut) return done(std::nullopt);
  const Incarnation self{record.incarnation};
  if (all_->contents.dead.count(self) > 0) return done(JoinAnswer{JoinWord::DEAD});
  auto& nodes = all_->contents.nodes;
  const auto holder =
      std::find_if(nodes.begin(), nodes.end(), [&](const auto& n) { return n.name == record.name; });
  if (holder != nodes.end() && holder->incarnation != record.incarnation) {
    if (lives({holder->incarnation}) && holder->incarnation != previous.v)
      return done(JoinAnswer{JoinWord::HELD, *holder});
    die({holder->incarnation});
  }
  if (holder == nodes.end())
    nodes.push_back(record);
  else
    *holder = record;
  all_->contents.beats.try_emplace(self);
  changed();
  done(JoinAnswer{});
}

void MemoryRegistry::beat(const Incarnation& self, Done<BeatAnswer> done) {
  if (cut) return done(std::nullopt);
  BeatAnswer answer;
  answer.now = seen.value_or(all_->contents.now);
  if (const auto beat = all_->contents.beats.find(self); beat != all_->contents.beats.end()) {
    answer.accepted = true;
    answer.beat = beat->second = beat->second.next();
  }
  this->answer(done, answer);
}

void MemoryRegistry::poll(Done<PollAnswer> done) {
  if (cut) return done(std::nullopt);
  answer(done, PollAnswer{all_->contents.beats, seen.value_or(all_->contents.now)});
}

void MemoryRegistry::read(Done<ClusterContents> done) {
  if (cut) return done(std::nullopt);
  answer(done, all_->contents);
}

void MemoryRegistry::set_draining(const Incarnation& node, std::optional<std::uint32_t> deadline,
                                  Done<DrainWord> done) {
  if (cut) return done(std::nullopt);
  if (!lives(node)) return done(DrainWord::REFUSED);
  auto& nodes = all_->contents.nodes;
  const bool stays = std::any_of(nodes.begin(), nodes.end(), [&](const NodeRecord& n) {
    return lives({n.incarnation}) && (n.incarnation == node.v ? n.draining : !n.draining);
  });
  if (deadline && !stays) return done(DrainWord::LONE);
  for (NodeRecord& record : nodes)
    if (record.incarnation == node.v)
      record.draining = deadline.has_value(), record.drain_deadline = deadline.value_or(0);
  changed();
  done(DrainWord::DONE);
}

void MemoryRegistry::leave(const Incarnation& node, bool forced, Done<LeaveWord> done) {
  if (cut) return done(std::nullopt);
  const bool placed = std::any_of(all_->contents.want.begin(), all_->contents.want.end(),
                                  [&](const auto& w) { return w.second == node; });
  if (placed && !forced) return done(LeaveWord::PLACED);
  die(node);
  std::erase_if(all_->contents.nodes, [&](const auto& n) { return n.incarnation == node.v; });
  changed();
  done(LeaveWord::LEFT);
}

void MemoryRegistry::lead(Term seen, const Incarnation& self, Done<std::optional<Term>> done) {
  if (cut) return done(std::nullopt);
  if (all_->contents.now.term != seen || !lives(self)) return done(std::optional<Term>{});
  all_->contents.now.term = seen.next();
  all_->contents.now.coordinator = self;
  done(std::optional<Term>(seen.next()));
}

void MemoryRegistry::declare(Term term, const Incarnation& node, Beat seen, Done<DeclareWord> done) {
  if (cut) return done(std::nullopt);
  if (!rules(term)) return done(DeclareWord::OLD_TERM);
  if (lives(node) && all_->contents.beats.at(node) != seen) return done(DeclareWord::BEATS);
  die(node);
  done(DeclareWord::DEAD);
}

void MemoryRegistry::assign(Term term, const std::vector<Assignment>& assignments, Done<AssignAnswer> done) {
  if (cut) return done(std::nullopt);
  AssignAnswer answer;
  answer.old_term = !rules(term);
  for (const Assignment& given : assignments) {
    if (answer.old_term) break;
    const auto now = all_->contents.want.find(given.subject);
    const Incarnation wanted = now == all_->contents.want.end() ? Incarnation{} : now->second;
    if (wanted == given.to) {
      answer.words.push_back(AssignWord::DONE);
    } else if (wanted != given.seen) {
      answer.words.push_back(AssignWord::MOVED);
    } else if (!lives(given.to)) {
      answer.words.push_back(AssignWord::DEAD);
    } else {
      all_->contents.want[given.subject] = given.to;
      answer.words.push_back(AssignWord::DONE);
      changed();
    }
  }
  this->answer(done, answer);
}

void MemoryRegistry::place(const Incarnation& self, const std::string& subject, const Incarnation& to,
                           Done<std::optional<Incarnation>> done) {
  if (cut) return done(std::nullopt);
  if (!lives(self) || !lives(to)) return done(std::optional<Incarnation>{});
  if (all_->contents.want.try_emplace(subject, to).second) changed();
  answer(done, std::optional<Incarnation>(all_->contents.want.at(subject)));
}

void MemoryRegistry::remove(const std::string& subject, const Incarnation& wanted, Done<bool> done) {
  if (cut) return done(std::nullopt);
  const auto now = all_->contents.want.find(subject);
  if (now != all_->contents.want.end() && now->second != wanted) return done(false);
  if (now != all_->contents.want.end()) all_->contents.want.erase(now), changed();
  done(true);
}

void MemoryRegistry::games(Done<std::vector<std::string>> done) {
  if (cut) return done(std::nullopt);
  std::vector<std::string> ids;
  for (const auto& game : all_->storage->games) ids.push_back(game.first);
  done(ids);
}

}  // namespace cardroom::testing
