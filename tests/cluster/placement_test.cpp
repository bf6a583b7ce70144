#include "actors/cluster/placement.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

namespace cardroom::cluster {
namespace {

using Hosts = std::vector<Host>;
using Subjects = std::vector<Subject>;

Subjects tables(const std::string& game, int count) {
  Subjects out{{"game:" + game, game}};
  for (int i = 0; i < count; ++i) out.push_back({"table:" + game + "." + std::to_string(i), game});
  return out;
}

void carry_out(const std::vector<Assignment>& moves, Subjects& subjects) {
  for (const Assignment& move : moves) {
    const auto s = std::find_if(subjects.begin(), subjects.end(),
                                [&](const Subject& one) { return one.name == move.subject; });
    ASSERT_NE(s, subjects.end()) << move.subject;
    EXPECT_EQ(s->wanted, move.seen);
    EXPECT_NE(move.to, move.seen);
    s->wanted = move.to;
  }
}

std::map<Incarnation, int> loads(const Subjects& subjects, const std::string& game = {}) {
  std::map<Incarnation, int> out;
  for (const Subject& s : subjects)
    if (game.empty() || s.game == game) ++out[s.wanted];
  return out;
}

TEST(Placement, WhomNoLinkReachesKeepsWhatItHasAndIsGivenNothing) {
  Hosts hosts{{{"a"}}, {{"b"}}, {{"c"}}};
  hosts[2].linked = false;
  Subjects all = tables("g", 8);
  all[0].wanted = {"c"};
  carry_out(place(hosts, all), all);
  EXPECT_EQ(loads(all), (std::map<Incarnation, int>{{{"a"}, 4}, {{"b"}, 4}, {{"c"}, 1}}));
  EXPECT_TRUE(rebalance(hosts, all).empty());
  hosts[0].draining = true;
  carry_out(drain(hosts, all), all);
  EXPECT_EQ(loads(all), (std::map<Incarnation, int>{{{"b"}, 8}, {{"c"}, 1}}));
  // Better than nobody.
  hosts[1].draining = true;
  carry_out(drain(hosts, all), all);
  EXPECT_EQ(loads(all), (std::map<Incarnation, int>{{{"c"}, 9}}));
}

TEST(Placement, WhatHasEndedIsNoLoad) {
  const Hosts hosts{{{"a"}}, {{"b"}}};
  Subjects subjects = tables("g", 3);
  for (int i = 0; i < 6; ++i)
    subjects.push_back({"game:over" + std::to_string(i), "over" + std::to_string(i), {"a"}, 0, true});
  carry_out(place(hosts, subjects), subjects);
  EXPECT_EQ(loads(subjects), (std::map<Incarnation, int>{{{"a"}, 8}, {{"b"}, 2}}))
      << "two of what plays each";
  EXPECT_TRUE(rebalance(hosts, subjects).empty());
  // Somebody has to have it, nevertheless, and not one for all.
  Subjects homeless;
  for (int i = 0; i < 6; ++i) homeless.push_back({"game:over" + std::to_string(i), "", {}, 0, true});
  carry_out(place(hosts, homeless), homeless);
  EXPECT_EQ(loads(homeless), (std::map<Incarnation, int>{{{"a"}, 3}, {{"b"}, 3}}));
  carry_out(drain({{{"a"}, 1, true}, {{"b"}}}, subjects), subjects);
  EXPECT_EQ(loads(subjects), (std::map<Incarnation, int>{{{"b"}, 10}}));
}

TEST(Placement, TheTablesOfAGameAndTheGamesLieApart) {
  const Hosts hosts{{{"a"}}, {{"b"}}, {{"c"}}};
  Subjects subjects;
  for (const char* game : {"g1", "g2", "g3"})
    for (const Subject& s : tables(game, 5)) subjects.push_back(s);
  carry_out(place(hosts, subjects), subjects);
  std::map<Incarnation, int> games;
  for (const Subject& s : subjects) games[s.wanted] += s.name.starts_with("game:");
  for (const Host& host : hosts) {
    EXPECT_EQ(games[host.incarnation], 1);
    for (const char* game : {"g1", "g2", "g3"}) EXPECT_EQ(loads(subjects, game)[host.incarnation], 2);
  }
}

TEST(Placement, WhoeverHasLessGetsWhatADeadOneHad) {
  Subjects subjects = tables("g", 5);
  for (std::size_t i = 0; i < subjects.size(); ++i) subjects[i].wanted = {i < 3 ? "a" : i < 4 ? "b" : "dead"};
  carry_out(place({{{"a"}}, {{"b"}}}, subjects), subjects);
  EXPECT_EQ(loads(subjects)[{"a"}], 3);
  EXPECT_EQ(loads(subjects)[{"b"}], 3);
}

TEST(Placement, CapacityWeighs) {
  Subjects subjects = tables("g", 29);
  carry_out(place({{{"a"}, 100}, {{"b"}, 50}}, subjects), subjects);
  EXPECT_EQ(loads(subjects)[{"a"}], 20);
  EXPECT_EQ(loads(subjects)[{"b"}], 10);
}

TEST(Placement, NobodyIsGivenAnythingWhoDrains) {
  Subjects subjects = tables("g", 5);
  EXPECT_TRUE(place({}, subjects).empty());
  carry_out(place({{{"a"}, 1, true}, {{"b"}}}, subjects), subjects);
  EXPECT_EQ(loads(subjects)[{"b"}], 6);
}

TEST(Placement, WhereAllDrainTheyHaveToTakeWhatNobodyHas) {
  Subjects subjects = tables("g", 5);
  for (Subject& s : subjects) s.wanted = {"dead"};
  subjects[0].wanted = {"a"};
  carry_out(place({{{"a"}, 1, true}, {{"b"}, 1, true}}, subjects), subjects);
  EXPECT_EQ(loads(subjects), (std::map<Incarnation, int>{{{"a"}, 3}, {{"b"}, 3}}));
}

TEST(Placement, AHandInProgressGoesToTheSameEngineWhereThereIsOne) {
  Subjects subjects = tables("g", 9);
  for (Subject& s : subjects) s.engine = 1;
  Hosts hosts{{{"new"}, 100, false, 2}, {{"old"}, 1, false, 1}};
  Subjects there = subjects;
  carry_out(place(hosts, there), there);
  EXPECT_EQ(loads(there)[{"old"}], 10);
  hosts.pop_back();
  carry_out(place(hosts, subjects), subjects);
  EXPECT_EQ(loads(subjects)[{"new"}], 10);
}

TEST(Placement, ADrainingNodeGivesAllAwayWhereSomebodyElseIs) {
  Subjects subjects = tables("g", 5);
  for (Subject& s : subjects) s.wanted = {"a"};
  EXPECT_TRUE(drain({{{"a"}, 1, true}}, subjects).empty());
  EXPECT_TRUE(drain({{{"a"}, 1, true}, {{"b"}, 1, true}}, subjects).empty());
  carry_out(drain({{{"a"}, 1, true}, {{"b"}}, {{"c"}}}, subjects), subjects);
  EXPECT_EQ(loads(subjects)[{"b"}], 3);
  EXPECT_EQ(loads(subjects)[{"c"}], 3);
}

TEST(Placement, ANewNodeGetsItsShareAndNothingElseMoves) {
  Subjects subjects = tables("g", 8);
  for (std::size_t i = 0; i < subjects.size(); ++i) subjects[i].wanted = {i % 2 == 0 ? "a" : "b"};
  const auto moves = rebalance({{{"a"}}, {{"b"}}, {{"c"}}}, subjects);
  EXPECT_EQ(moves.size(), 3u);
  for (const Assignment& move : moves) EXPECT_EQ(move.to, Incarnation{"c"});
}

/// A random cluster: hosts that drain, capacities and engines that differ, homes that are dead or none.
struct Room {
  explicit Room(std::uint64_t seed) : random(seed) {
    const bool equal = random() % 2 == 0;
    const auto count = 1 + random() % 7;
    for (std::uint64_t i = 0; i < count; ++i)
      hosts.push_back({{"n" + std::to_string(i)},
                       equal ? 10 : static_cast<std::uint32_t>(random() % 20),
                       random() % 5 == 0,
                       static_cast<std::uint32_t>(1 + random() % 2)});
    for (std::uint64_t game = 0; game < 1 + random() % 4; ++game)
      for (Subject s : tables("g" + std::to_string(game), static_cast<int>(random() % 30))) {
        if (random() % 4 != 0) s.wanted = {"n" + std::to_string(random() % (count + 2))};
        if (random() % 3 == 0) s.engine = static_cast<std::uint32_t>(1 + random() % 3);
        subjects.push_back(s);
      }
  }
  std::set<Incarnation> open() const {
    std::set<Incarnation> out;
    for (const Host& host : hosts)
      if (!host.draining) out.insert(host.incarnation);
    return out;
  }
  void shuffle() {
    std::shuffle(hosts.begin(), hosts.end(), random);
    std::shuffle(subjects.begin(), subjects.end(), random);
  }
  /// How far the load of each host that is given something is from its share at most.
  double unevenness() const {
    double capacity = 0, load = 0, most = 0;
    const auto open_ones = open();
    auto has = loads(subjects);
    const auto weight = [](const Host& host) { return std::max<double>(host.capacity, 1); };
    for (const Host& host : hosts)
      if (open_ones.contains(host.incarnation)) capacity += weight(host), load += has[host.incarnation];
    for (const Host& host : hosts)
      if (open_ones.contains(host.incarnation))
        most = std::max(most, std::abs(has[host.incarnation] - load * weight(host) / capacity));
    return most;
  }
  std::mt19937_64 random;
  Hosts hosts;
  Subjects subjects;
};

TEST(PlacementHistory, RandomRoomsAreEvenAndStayAsTheyAre) {
  for (std::uint64_t seed = 0; seed < 5'000 && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Room room(seed);
    for (const auto plan : {place, drain, rebalance}) {
      const auto moves = plan(room.hosts, room.subjects);
      room.shuffle();
      EXPECT_EQ(plan(room.hosts, room.subjects), moves) << "another order, another plan";
      const bool all_drain = room.open().empty();
      EXPECT_TRUE(moves.empty() || !all_drain || plan == place);
      for (const Assignment& move : moves) EXPECT_TRUE(all_drain || room.open().contains(move.to));
      EXPECT_TRUE(plan != rebalance || moves.empty() || room.unevenness() >= 1) << "away from balance";
      carry_out(moves, room.subjects);
      EXPECT_TRUE(plan(room.hosts, room.subjects).empty()) << "a second run";
    }
    if (room.open().empty()) continue;
    for (const Subject& s : room.subjects) EXPECT_TRUE(room.open().contains(s.wanted)) << s.name;
    EXPECT_LT(room.unevenness(), 1);
  }
}

/// The fewest moves: from each what it has above the most that it may keep, or to each what it lacks of the
/// least, whichever is more.
TEST(PlacementHistory, NoMoreMovesThanNeeded) {
  for (std::uint64_t seed = 0; seed < 5'000 && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Room room(seed);
    std::erase_if(room.subjects, [&](const Subject& s) { return !room.open().contains(s.wanted); });
    std::int64_t capacity = 0, above = 0, below = 0;
    const auto all = static_cast<std::int64_t>(room.subjects.size());
    const auto weight = [](const Host& host) { return std::max<std::int64_t>(host.capacity, 1); };
    for (const Host& host : room.hosts) capacity += host.draining ? 0 : weight(host);
    for (const Host& host : room.hosts) {
      if (host.draining) continue;
      const std::int64_t has = loads(room.subjects)[host.incarnation], share = all * weight(host);
      above += std::max<std::int64_t>(0, has - (share + capacity - 1) / capacity);
      below += std::max<std::int64_t>(0, share / capacity - has);
    }
    EXPECT_EQ(static_cast<std::int64_t>(rebalance(room.hosts, room.subjects).size()), std::max(above, below));
  }
}

}  // namespace
}  // namespace cardroom::cluster
