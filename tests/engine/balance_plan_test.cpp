#include <gtest/gtest.h>

#include <random>

#include "engine/balance.hpp"
#include "engine/game.hpp"

// The plan as a pure function of the sizes of tables and the moves between them.
namespace cardroom::balance {
namespace {

using What = Step::What;

TableId id(int n) {
  return TableId(std::string("t") + static_cast<char>('a' + n / 26) + static_cast<char>('a' + n % 26));
}

GameState with(const std::vector<int>& sizes, int seats = 9) {
  GameState g;
  g.settings.number_of_seats = seats;
  g.status = GameStatus::ACTIVE;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    TableEntry& t = g.tables[id(static_cast<int>(i))];
    t.occupied.bits = static_cast<std::uint16_t>((1u << sizes[i]) - 1u);
    for (int seat = 0; seat < sizes[i]; ++seat) {
      Player& p = g.players[UserId(
          std::string("p").append(std::to_string(i)).append("/").append(std::to_string(seat)))];
      p.table = id(static_cast<int>(i));
      p.seat = {static_cast<std::int8_t>(seat)};
    }
  }
  game::index(g);
  return g;
}

void add_move(GameState& g, const TableId& from, const TableId& to) {
  const MoveId move = g.last_move = g.last_move.next();
  TableEntry& target = g.tables.at(to);
  int seat = 0;
  while (target.occupied.has(seat)) ++seat;
  target.occupied.add(seat);
  ++g.tables.at(from).outgoing;
  g.moves[move] = {from, to, {static_cast<std::int8_t>(seat)}, {}, {}};
  game::index(g);
}
void drop_move(GameState& g, MoveId move) {
  const Move m = g.moves.at(move);
  g.moves.erase(move);
  g.tables.at(m.to).occupied.remove(m.to_seat.v);
  --g.tables.at(m.from).outgoing;
  game::index(g);
}
/// Carries the plan out as the game does; the number of steps.
int run(GameState& g, int most = 1000) {
  int steps = 0;
  for (Step s = next(g); s.what != What::NOTHING; s = next(g), ++steps) {
    if (steps == most) return -1;
    if (s.what == What::MOVE) add_move(g, s.from, s.to);
    if (s.what == What::CANCEL) drop_move(g, s.move);
    if (s.what == What::REOPEN) g.tables.at(s.from).closing = false, game::index(g);
  }
  return steps;
}
std::vector<int> sizes(const GameState& g) {
  std::vector<int> found;
  for (const auto& [table, entry] : g.tables) found.push_back(effective_size(entry));
  std::sort(found.begin(), found.end());
  return found;
}

TEST(BalancePlan, NothingWithinOnePlayer) {
  for (const auto& even : std::vector<std::vector<int>>{{}, {0}, {5}, {9}, {5, 5}, {4, 5}, {8, 9, 8}, {0, 1}})
    EXPECT_EQ(next(with(even)).what, What::NOTHING);
}

TEST(BalancePlan, FromTheLargestToTheSmallest) {
  const Step step = next(with({6, 3, 8, 5}));
  EXPECT_EQ(step.what, What::MOVE);
  EXPECT_EQ(step.from, id(2));
  EXPECT_EQ(step.to, id(1));
}

TEST(BalancePlan, KnownOutcomes) {
  struct Case {
    std::vector<int> before, after;
    int moves;
  };
  for (const Case& c : std::vector<Case>{{{9, 1}, {5, 5}, 4},
                                         {{3, 1}, {2, 2}, 1},
                                         {{9, 9, 0}, {6, 6, 6}, 6},
                                         {{9, 9, 9, 1}, {7, 7, 7, 7}, 6},
                                         {{2, 5, 8}, {5, 5, 5}, 3},
                                         {{7, 7, 4}, {6, 6, 6}, 2}}) {
    GameState g = with(c.before);
    EXPECT_EQ(run(g), c.moves);
    EXPECT_EQ(sizes(g), c.after);
  }
}

TEST(BalancePlan, AMoveOutOfTheSmallestIsTakenBackFirst) {
  GameState g = with({5, 4, 6});
  add_move(g, id(1), id(0));  // 6, 3, 6
  const Step step = next(g);
  EXPECT_EQ(step.what, What::CANCEL);
  EXPECT_EQ(step.move, g.last_move);
}

TEST(BalancePlan, AMoveIntoTheLargestIsTakenBackFirst) {
  GameState g = with({5, 7, 5, 6});
  add_move(g, id(3), id(1));  // 5, 8, 5, 5
  EXPECT_EQ(next(g).what, What::CANCEL);
  run(g);
  EXPECT_EQ(sizes(g), (std::vector<int>{5, 6, 6, 6}));
  EXPECT_EQ(g.moves.size(), 1u);
  EXPECT_EQ(g.moves.begin()->second.from, id(1));
}

TEST(BalancePlan, TheMoveTakenBackIsTheTablesOwn) {
  GameState g = with({9, 9, 1, 4, 4});
  add_move(g, id(0), id(3));
  add_move(g, id(1), id(3));
  add_move(g, id(2), id(4));  // out of the smallest
  const Step step = next(g);
  EXPECT_EQ(step.what, What::CANCEL);
  EXPECT_EQ(step.move.v, 3u);
}

TEST(BalancePlan, PlayersOfAClosingTableGoFirst) {
  GameState g = with({2, 9, 5, 6});
  g.tables.at(id(0)).closing = true;
  game::index(g);
  const Step step = next(g);
  EXPECT_EQ(step.what, What::MOVE);
  EXPECT_EQ(step.from, id(0));
  EXPECT_EQ(step.to, id(2));
  run(g);
  EXPECT_EQ(effective_size(g.tables.at(id(0))), 0);
  EXPECT_EQ(sizes(g), (std::vector<int>{0, 7, 7, 8}));
}

TEST(BalancePlan, TablesNeeded) {
  EXPECT_EQ(tables_needed(with({0})), 0u);
  EXPECT_EQ(tables_needed(with({1})), 1u);
  EXPECT_EQ(tables_needed(with({9})), 1u);
  EXPECT_EQ(tables_needed(with({5, 5})), 2u);
  EXPECT_TRUE(excess(with({5, 4})));
  EXPECT_FALSE(excess(with({5, 5})));
  EXPECT_TRUE(excess(with({0})));
  GameState g = with({5, 4});
  g.tables.at(id(0)).closing = true;
  game::index(g);
  EXPECT_FALSE(excess(g));
}

// From any sizes and any moves under way the plan ends, with every two tables within one, and adds nothing to
// itself.
TEST(BalancePlan, AlwaysEndsEven) {
  std::mt19937 random(20240131);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  for (int round = 0; round < 3000; ++round) {
    const int seats = 2 + below(9);
    std::vector<int> start(static_cast<std::size_t>(1 + below(10)));
    for (int& n : start) n = below(seats + 1);
    GameState g = with(start, seats);
    for (int tries = below(20); tries > 0; --tries) {  // moves of any kind, also foolish ones
      const TableId from = id(below(static_cast<int>(start.size()))),
                    to = id(below(static_cast<int>(start.size())));
      const TableEntry& source = g.tables.at(from);
      int held = 0;  // reservations at the source are nobody who could move
      for (const auto& [m, move] : g.moves) held += move.to == from ? 1 : 0;
      if (from != to && effective_size(source) - held > 0 && g.tables.at(to).occupied.count() < seats)
        add_move(g, from, to);
    }
    if (below(3) == 0 && start.size() > 1) {
      TableEntry& closing = g.tables.begin()->second;
      bool targeted = false;
      for (const auto& [m, move] : g.moves) targeted |= move.to == g.tables.begin()->first;
      closing.closing = !targeted;
      game::index(g);
    }
    ASSERT_GE(run(g), 0) << "round " << round << " never ends";
    int least = 99, most = 0;
    for (const auto& [table, entry] : g.tables) {
      if (entry.closing) {
        EXPECT_TRUE(effective_size(entry) == 0 || g.with_room.empty());
        continue;
      }
      least = std::min(least, effective_size(entry));
      most = std::max(most, effective_size(entry));
    }
    EXPECT_LE(most - least, 1) << "round " << round;
    EXPECT_EQ(run(g), 0);
    // Carried out, it is followed by none.
    for (const auto& [m, move] : g.moves) {
      --g.tables.at(move.from).outgoing;
      TableEntry& from = g.tables.at(move.from);
      from.occupied.remove(__builtin_ctz(from.occupied.bits));
    }
    g.moves.clear();
    game::index(g);
    EXPECT_TRUE(next(g).what == What::NOTHING || !g.closing.empty()) << "round " << round;
  }
}

TEST(BalancePlan, AClosingTableWhoseSeatsWereTakenIsReopened) {
  GameState g = with({8, 8, 1, 8}, 8);
  g.tables.at(id(2)).closing = true;
  game::index(g);
  EXPECT_EQ(next(g).what, What::REOPEN);
  EXPECT_EQ(next(g).from, id(2));
  EXPECT_GT(run(g), 0);
  for (const auto& [table, entry] : g.tables) {
    EXPECT_FALSE(entry.closing);
    EXPECT_GE(effective_size(entry), 6);
  }
}

TEST(BalancePlan, AClosingTableWaitsForSeatsThatMovesWillFree) {
  GameState g = with({8, 8, 1, 7}, 8);
  g.tables.at(id(2)).closing = true;
  add_move(g, id(0), id(3));
  EXPECT_EQ(next(g).what, What::NOTHING);
}

}  // namespace
}  // namespace cardroom::balance
