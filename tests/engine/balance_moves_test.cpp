#include <gtest/gtest.h>

#include "tests/engine/game_fake.hpp"

// Balancing in a running game: new tables, moves at once and deferred, moves that come to nothing.
namespace cardroom::fake {
namespace {

TEST(Balance, TheTenthPlayerMakesASecondTableAndTheyAreBalanced) {
  World w = active(9);
  EXPECT_EQ(w.sizes(), std::vector<int>{9});
  w.join("p10");
  EXPECT_EQ(w.sizes(), (std::vector<int>{5, 5}));
  EXPECT_EQ(w.all<TableCreated>().size(), 2u);
  EXPECT_EQ(w.all<PlayerMoved>().size(), 4u);
  for (const PlayerMoved& m : w.all<PlayerMoved>()) {
    EXPECT_EQ(m.from_table_id, w.created[0]);
    EXPECT_EQ(m.to_table_id, w.created[1]);
  }
  EXPECT_EQ(w.table_of("p10").status, TableStatus::PLAYING);
  w.check_quiet();
  EXPECT_EQ(w.errors, std::vector<std::string>{});
}

TEST(Balance, MovedPlayersBringTheirChips) {
  World w = active(10);
  for (int i = 1; i <= 10; ++i) {
    const std::string p = nth(i);
    EXPECT_EQ(w.table_of(p).find(UserId(p))->carried.chips.v, 500);
    EXPECT_EQ(w.balance(p).v, 9'500);
  }
  EXPECT_EQ(w.game.ready, 10);
}

TEST(Balance, PlayersInAHandMoveWhenItEnds) {
  World w = active(9);
  w.hands(true);
  w.join("p10");
  EXPECT_EQ(w.sizes(), (std::vector<int>{1, 9}));
  EXPECT_EQ(w.game.moves.size(), 4u);
  for (const auto& [id, m] : w.game.moves) EXPECT_FALSE(m.user.empty());
  EXPECT_EQ(w.game.tables.at(w.player("p10").table).occupied.count(), 5);  // four seats are kept
  w.hands(false);
  EXPECT_EQ(w.sizes(), (std::vector<int>{5, 5}));
  EXPECT_TRUE(w.game.moves.empty());
  w.check_quiet();
  EXPECT_EQ(w.errors, std::vector<std::string>{});
}

TEST(Balance, APlanIsNotMadeTwice) {
  World w = active(9);
  w.hands(true);
  w.join("p10");
  const int told = w.told<MoveOut>();
  w.join("p11");
  w.buy("p10", 500);
  w.wake(Instant{w.now.ms + 1000});
  EXPECT_EQ(w.told<MoveOut>() - w.told<CancelMove>(), told);  // 5 and 6
  w.hands(false);
  EXPECT_EQ(w.sizes(), (std::vector<int>{5, 6}));
}

TEST(Balance, NeverPingPong) {
  World w = active(10);
  const std::size_t moved = w.all<PlayerMoved>().size();
  for (int i = 0; i < 50; ++i) {
    w.hands(true);
    w.hands(false);
    w.wake(Instant{w.now.ms + 1000});
  }
  EXPECT_EQ(w.all<PlayerMoved>().size(), moved);
  EXPECT_EQ(w.told<MoveOut>(), 4);
}

TEST(Balance, APlannedMoveThatIsNoLongerNeededIsCancelled) {
  World w = active(10);  // 5 and 5
  const TableId first = w.created[0], second = w.created[1];
  w.hands(true);
  std::vector<std::string> in_first, in_second;
  for (int i = 1; i <= 10; ++i) {
    const std::string p = nth(i);
    (w.player(p).table == first ? in_first : in_second).push_back(p);
  }
  const auto go = [&](const TableId& table, const std::string& p) {  // removed at once, as when away too long
    FakeTable& t = w.tables.at(table);
    t.remove(*t.find(UserId(p)), OutReason::LEFT);
    w.collect(table, t);
    w.settle();
  };
  go(first, in_first[0]), go(first, in_first[1]);  // 3 and 5: a move from the second is planned
  ASSERT_EQ(w.game.moves.size(), 1u);
  const Move move = w.game.moves.begin()->second;
  EXPECT_EQ(move.from, second);
  std::erase(in_second, move.user.str());
  go(second, in_second[0]), go(second, in_second[1]);  // 3 and 3 without the move, 4 and 2 with it
  EXPECT_TRUE(w.game.moves.empty());
  EXPECT_EQ(w.told<CancelMove>(), 1);
  EXPECT_EQ(w.told<ReleaseSeat>(), 1);
  w.hands(false);
  EXPECT_EQ(w.sizes(), (std::vector<int>{3, 3}));
  EXPECT_EQ(w.all<PlayerMoved>().size(), 4u);
  EXPECT_EQ(w.errors, std::vector<std::string>{});
}

TEST(Balance, WhenTheChosenPlayerLeavesTheMoveIsPlannedAnew) {
  World w = active(9);
  w.hands(true);
  w.join("p10");
  const std::string chosen = w.game.moves.begin()->second.user.str();
  w.leave(chosen);  // at the end of the hand; until then nobody is chosen instead
  EXPECT_EQ(w.game.moves.size(), 3u);
  w.hands(false);
  EXPECT_EQ(w.sizes(), (std::vector<int>{4, 5}));
  w.check_quiet();
  EXPECT_EQ(w.errors, std::vector<std::string>{});
}

TEST(Balance, WhenTheChosenPlayerIsRemovedTheMoveIsDropped) {
  World w = active(9);
  w.hands(true);
  w.join("p10");
  const Move move = w.game.moves.begin()->second;
  FakeTable& t = w.tables.at(move.from);
  t.remove(*t.find(move.user), OutReason::LEFT);  // with the move in the notice, but no MoveDropped
  w.collect(move.from, t);
  w.settle();
  EXPECT_EQ(w.game.moves.size(), 3u);  // 5 and 4 with those
  w.hands(false);
  EXPECT_EQ(w.sizes(), (std::vector<int>{4, 5}));
  EXPECT_EQ(w.errors, std::vector<std::string>{});
}

TEST(Balance, AMoveOfWhichNothingIsKnownAnyMoreStillEndsInASeat) {
  World w = active(9);
  w.hands(true);
  w.join("p10");
  ASSERT_EQ(w.game.moves.size(), 4u);
  // The hand ends and four players are on the way when all four moves fall.
  const TableId first = w.created[0];
  w.hold = true;
  w.hands(false);
  while (w.deliver_to_table(first)) {
  }
  for (std::uint32_t m = 1; m <= 4; ++m) w.step(FromTable{first, MoveDropped{MoveId{m}}}, {});
  w.hold = false;
  w.settle();
  w.check_quiet();
  EXPECT_EQ(w.errors, std::vector<std::string>{});
  int players = 0;
  for (int n : w.sizes()) players += n;
  EXPECT_EQ(players, 10);
}

TEST(Balance, APlayerWhoLeavesWhileOnTheWayIsCashedOut) {
  World w = active(9);
  w.hold = true;
  w.join("p10");
  // Everything up to the move notices, which stay on the way.
  const TableId first = w.created[0];
  while (w.deliver_to_table(first)) {
  }
  const auto is_move = [](const TableNotice& n) {
    const auto* c = std::get_if<ChipsOut>(&n);
    return c && c->reason == OutReason::MOVED;
  };
  const auto it = std::find_if(w.to_game[first].begin(), w.to_game[first].end(), is_move);
  ASSERT_NE(it, w.to_game[first].end());
  const UserId user = std::get<ChipsOut>(*it).user;
  EXPECT_EQ(w.give(LeaveGame{user}), Error::NONE);
  w.hold = false;
  w.settle();
  EXPECT_FALSE(w.game.players.at(user).registered);
  EXPECT_EQ(w.bank.balance(user).v, 10'000);
  EXPECT_TRUE(w.game.moves.empty());
  EXPECT_EQ(w.sizes(), (std::vector<int>{4, 5}));
  w.check_quiet();
  EXPECT_EQ(w.errors, std::vector<std::string>{});
}

TEST(Balance, APlayerWhoLeavesBeforeBeingSeatedAtTheTargetIsCashedOut) {
  World w = active(9);
  w.hold = true;
  w.join("p10");
  const TableId first = w.created[0], second = w.created[1];
  while (w.deliver_to_table(first) || w.deliver_to_game(first)) {
  }
  // The game has sent four players on to the second table, which has not heard yet.
  ASSERT_EQ(w.all<PlayerMoved>().size(), 4u);
  const UserId user = w.all<PlayerMoved>()[0].user_id;
  EXPECT_EQ(w.game.players.at(user).table, second);
  EXPECT_EQ(w.give(LeaveGame{user}), Error::NONE);
  w.hold = false;
  w.settle();
  EXPECT_FALSE(w.game.players.at(user).registered);
  EXPECT_EQ(w.sizes(), (std::vector<int>{4, 5}));
  EXPECT_EQ(w.errors, std::vector<std::string>{});
}

TEST(Balance, WhoDisconnectsWhileOnTheWayIsAwayAtTheTarget) {
  World w = active(9);
  w.hold = true;
  w.join("p10");
  const TableId first = w.created[0];
  while (w.deliver_to_table(first)) {
  }
  UserId user;
  for (const TableNotice& n : w.to_game[first])
    if (const auto* c = std::get_if<ChipsOut>(&n)) user = c->user;
  w.give(Disconnected{user});
  w.hold = false;
  w.settle();
  const auto& seat = *w.table_of(user.str()).find(user);
  EXPECT_FALSE(seat.carried.connected);
  EXPECT_EQ(seat.carried.away_since, w.now);
}

TEST(Balance, AReservedSeatIsGivenToANewcomerBeforeATableMoreIsMade) {
  World w = active(6, settings(4));  // 3 and 3
  ASSERT_EQ(w.sizes(), (std::vector<int>{3, 3}));
  const TableId first = w.created[0], second = w.created[1];
  const auto go = [&](const TableId& table) {
    FakeTable& t = w.tables.at(table);
    for (FakeSeat& s : t.seats)
      if (s.present() && s.move.v == 0) {
        t.remove(s, OutReason::LEFT);
        break;
      }
    w.collect(table, t);
    w.settle();
  };
  w.join("p7"), w.join("p8");
  ASSERT_EQ(w.sizes(), (std::vector<int>{4, 4}));
  w.hands(true);
  go(first), go(first);  // 2 and 4: one move is planned, 3 and 3
  ASSERT_EQ(w.game.moves.size(), 1u);
  EXPECT_EQ(w.game.moves.begin()->second.from, second);
  w.join("p9");  // 4 (one reserved) and 4 seats are taken, 3 of them effective at the second
  ASSERT_EQ(w.game.moves.size(), 1u);
  w.join("p10");
  EXPECT_EQ(w.tables.size(), 2u);
  EXPECT_TRUE(w.game.moves.empty());
  w.hands(false);
  EXPECT_EQ(w.sizes(), (std::vector<int>{4, 4}));
  w.check_quiet();
  EXPECT_EQ(w.errors, std::vector<std::string>{});
}

TEST(Balance, ATableOfLeaversIsNotAskedForeverToMoveSomebody) {
  World w = active(10);
  w.hands(true);
  const TableId first = w.created[0], second = w.created[1];
  std::vector<std::string> in_first, in_second;
  for (int i = 1; i <= 10; ++i) {
    const std::string p = nth(i);
    (w.player(p).table == first ? in_first : in_second).push_back(p);
  }
  for (const std::string& p : in_first) w.leave(p);
  const int told = w.told<MoveOut>();
  w.end_hand(second);
  for (const std::string& p : in_second)
    if (p != in_second[0]) w.leave(p);  // 5 leavers against 1: nobody can be moved
  EXPECT_LE(w.told<MoveOut>() - told, 4);
  w.hands(false);
  EXPECT_EQ(w.sizes(), std::vector<int>{1});
  w.check_quiet();
  EXPECT_EQ(w.errors, std::vector<std::string>{});
}

// A table cannot move a player whose excess chips are still on their way; once they are booked it is asked
// again.
TEST(Balance, AMoveDroppedForExcessChipsIsPlannedWhenTheyAreBooked) {
  World w = active(10);
  const TableId first = w.created[0], second = w.created[1];
  w.hands(true);
  FakeTable& t = w.tables.at(first);
  std::vector<FakeSeat*> going;
  for (FakeSeat& s : t.seats)
    if (s.present() && going.size() < 2) going.push_back(&s);
  for (FakeSeat* s : going) t.remove(*s, OutReason::LEFT);
  w.collect(first, t);
  w.settle();
  ASSERT_EQ(w.game.moves.size(), 1u);  // 3 and 5
  const MoveId move = w.game.moves.begin()->first;
  FakeTable& from = w.tables.at(second);
  for (FakeSeat& s : from.seats)
    if (s.move == move) s.move = {};
  w.give(FromTable{second, MoveDropped{move}});
  ASSERT_TRUE(w.game.moves.empty());
  w.buy(std::find_if(from.seats.begin(), from.seats.end(), [](auto& s) { return s.present(); })->user.str(),
        800);
  EXPECT_EQ(w.game.moves.size(), 1u);
  w.hands(false);
  EXPECT_EQ(w.sizes(), (std::vector<int>{4, 4}));
  EXPECT_EQ(w.errors, std::vector<std::string>{});
}

TEST(Balance, SeatsAtTheTargetAreRandom) {
  std::set<int> seats;
  for (int seed = 0; seed < 30; ++seed) {
    World w(settings());
    w.steps = static_cast<std::uint64_t>(seed) * 1000;
    w.give(Wake{});
    for (int i = 1; i <= 9; ++i) w.join(nth(i)), w.buy(nth(i), 500);
    w.admin(StartGame{});
    w.join("p10");
    for (const PlayerMoved& m : w.all<PlayerMoved>()) seats.insert(w.game.players.at(m.user_id).seat.v);
  }
  EXPECT_EQ(seats.size(), 9u);
}

}  // namespace
}  // namespace cardroom::fake
