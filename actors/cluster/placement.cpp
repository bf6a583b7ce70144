#include "actors/cluster/placement.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace cardroom::cluster {
namespace {

using Count = std::int64_t;

/// A host and what is planned for it.
struct Slot {
  const Host* host;
  std::vector<const Subject*> subjects{};
  std::map<std::string, Count> of_game{};  ///< how many of them belong to each game
  Count games = 0;                         ///< games themselves among them
  Count ended = 0;                         ///< what is no load, and is none of the above
  Count target = 0;                        ///< how many it is to have after `rebalance`

  Count capacity() const { return std::max<Count>(host->capacity, 1); }
  Count load() const { return static_cast<Count>(subjects.size()); }
  Count of(const std::string& game) const {
    const auto at = of_game.find(game);
    return at == of_game.end() ? 0 : at->second;
  }
  void add(const Subject& s) {
    if (s.ended) return void(++ended);
    subjects.push_back(&s);
    ++of_game[s.game];
    games += s.name.starts_with("game:") ? 1 : 0;
  }
  void remove(const Subject& s) {
    std::erase(subjects, &s);
    --of_game[s.game];
    games -= s.name.starts_with("game:") ? 1 : 0;
  }
};

bool fits(const Subject& s, const Slot& slot) { return s.engine == 0 || s.engine == slot.host->engine; }

/// What there is, in one order whatever that of the input.
struct Plan {
  std::vector<Slot> slots{};               ///< of hosts that are given something
  std::vector<const Subject*> homeless{};  ///< wanted at no living host
  std::vector<const Subject*> leaving{};   ///< wanted at a draining host
  std::vector<Assignment> moves{};

  Plan(const std::vector<Host>& hosts, const std::vector<Subject>& subjects) {
    std::map<Incarnation, const Host*> living;
    for (const Host& host : hosts) living.emplace(host.incarnation, &host);
    const auto takes = [](const Host& host) { return !host.draining && host.linked; };
    const bool any = std::any_of(hosts.begin(), hosts.end(), takes);
    std::map<Incarnation, std::size_t> at;
    for (const auto& [incarnation, host] : living)
      if (any ? takes(*host) : !host->draining)
        at.emplace(incarnation, slots.size()), slots.push_back({host});
    std::vector<const Subject*> sorted;
    for (const Subject& s : subjects) sorted.push_back(&s);
    std::sort(sorted.begin(), sorted.end(), [](auto* a, auto* b) { return a->name < b->name; });
    for (const Subject* s : sorted) {
      const auto host = living.find(s->wanted);
      if (const auto slot = at.find(s->wanted); slot != at.end())
        slots[slot->second].add(*s);
      else if (host == living.end())
        homeless.push_back(s);
      else if (host->second->draining)
        leaving.push_back(s);
    }
  }

  Count capacity() const {
    Count sum = 0;
    for (const Slot& slot : slots) sum += slot.capacity();
    return sum;
  }
  Count load() const {
    Count sum = 0;
    for (const Slot& slot : slots) sum += slot.load();
    return sum;
  }
  void give(const Subject& s, Slot& to) {
    to.add(s);
    moves.push_back({s.name, s.wanted, to.host->incarnation});
  }

  void house(const std::vector<const Subject*>& subjects);
  void set_targets();
  void even_out();
};

/// Gives each to whoever lacks most of the share that it has when all are given.
void Plan::house(const std::vector<const Subject*>& subjects) {
  if (slots.empty()) return;
  const auto new_load = std::count_if(subjects.begin(), subjects.end(), [](auto* s) { return !s->ended; });
  const Count all = load() + new_load, capacities = capacity();
  for (const Subject* s : subjects) {
    const auto rank = [&](const Slot& slot) {
      const Count lacks = all * slot.capacity() - slot.load() * capacities;
      return std::tuple(!fits(*s, slot), s->ended ? slot.ended : 0, -lacks, slot.of(s->game), slot.games);
    };
    give(*s, *std::min_element(slots.begin(), slots.end(),
                               [&](const Slot& a, const Slot& b) { return rank(a) < rank(b); }));
  }
}

/// Shares are seldom whole: some hosts get one more than the whole part, first those who have it, since each
/// of those saves a move and whoever is within one of its share so keeps what it has.
void Plan::set_targets() {
  const Count all = load(), capacities = capacity();
  Count left = all;
  std::vector<Slot*> order;
  for (Slot& slot : slots) {
    slot.target = all * slot.capacity() / capacities;
    left -= slot.target;
    if (all * slot.capacity() % capacities != 0) order.push_back(&slot);
  }
  const auto rank = [&](const Slot* slot) {
    return std::tuple(slot->load() <= slot->target, -(all * slot->capacity() % capacities));
  };
  std::stable_sort(order.begin(), order.end(), [&](auto* a, auto* b) { return rank(a) < rank(b); });
  for (Count i = 0; i < left; ++i) ++order[static_cast<std::size_t>(i)]->target;
}

void Plan::even_out() {
  for (Slot& to : slots)
    for (Slot& from : slots)
      while (to.load() < to.target && from.load() > from.target) {
        // Of the game that lies there most closely together.
        const auto rank = [&](const Subject* s) {
          return std::tuple(!fits(*s, to), to.of(s->game) - from.of(s->game));
        };
        const Subject* s = *std::min_element(from.subjects.begin(), from.subjects.end(),
                                             [&](auto* a, auto* b) { return rank(a) < rank(b); });
        from.remove(*s);
        give(*s, to);
      }
}

}  // namespace

/// Where all are being drained, what has no home would stand still: they have to take it.
std::vector<Assignment> place(const std::vector<Host>& hosts, const std::vector<Subject>& subjects) {
  std::vector<Host> takers = hosts;
  if (std::all_of(hosts.begin(), hosts.end(), [](const Host& host) { return host.draining; }))
    for (Host& host : takers) host.draining = false;
  Plan plan(takers, subjects);
  plan.house(plan.homeless);
  return std::move(plan.moves);
}

std::vector<Assignment> drain(const std::vector<Host>& hosts, const std::vector<Subject>& subjects) {
  Plan plan(hosts, subjects);
  plan.house(plan.leaving);
  return std::move(plan.moves);
}

std::vector<Assignment> rebalance(const std::vector<Host>& hosts, const std::vector<Subject>& subjects) {
  Plan plan(hosts, subjects);
  if (plan.slots.empty()) return {};
  plan.set_targets();
  plan.even_out();
  return std::move(plan.moves);
}

}  // namespace cardroom::cluster
