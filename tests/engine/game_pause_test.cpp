#include <gtest/gtest.h>

#include "tests/engine/game_fake.hpp"

// Pause and end in two phases, over several tables.
namespace cardroom::fake {
namespace {

/// Three tables with four players each, all in hands.
World playing() {
  World w = active(12, settings(4));
  EXPECT_EQ(w.sizes(), (std::vector<int>{4, 4, 4}));
  w.hands(true);
  return w;
}
std::vector<TableId> ids(const World& w) {
  std::vector<TableId> found;
  for (const auto& [id, t] : w.tables) found.push_back(id);
  return found;
}
bool all(const World& w, TableStatus status, GameStatus game) {
  return std::all_of(w.tables.begin(), w.tables.end(),
                     [&](const auto& e) { return e.second.status == status && e.second.game == game; });
}

TEST(GamePause, EveryHandIsPlayedToItsEnd) {
  World w = playing();
  EXPECT_EQ(w.admin(PauseGame{}), Error::NONE);
  EXPECT_EQ(w.game.status, GameStatus::ACTIVE);
  EXPECT_TRUE(all(w, TableStatus::PAUSE_AFTER_HAND, GameStatus::ACTIVE));
  const auto tables = ids(w);
  w.end_hand(tables[0]);
  w.end_hand(tables[1]);
  EXPECT_EQ(w.game.status, GameStatus::ACTIVE);
  w.end_hand(tables[2]);
  EXPECT_EQ(w.game.status, GameStatus::PAUSED);
  EXPECT_TRUE(all(w, TableStatus::PAUSED, GameStatus::PAUSED));
  EXPECT_EQ(w.all<GameMessage>().back().text, "Game paused");
  EXPECT_EQ(w.all<GameStatusChanged>().back().new_status, GameStatus::PAUSED);
  EXPECT_EQ(w.errors, std::vector<std::string>{});
}

TEST(GamePause, TablesWithoutAHandPauseAtOnce) {
  World w = active(12, settings(4));
  EXPECT_EQ(w.admin(PauseGame{}), Error::NONE);
  EXPECT_EQ(w.game.status, GameStatus::PAUSED);
}

TEST(GamePause, WithoutTablesAtOnce) {
  World w = active(2);
  w.leave("p1"), w.leave("p2");
  ASSERT_TRUE(w.tables.empty());
  EXPECT_EQ(w.admin(PauseGame{}), Error::NONE);
  EXPECT_EQ(w.game.status, GameStatus::PAUSED);
  EXPECT_EQ(w.admin(ResumeGame{}), Error::NONE);
  EXPECT_EQ(w.admin(EndGame{}), Error::NONE);
  EXPECT_EQ(w.game.status, GameStatus::COMPLETED);
}

TEST(GamePause, ASecondPauseIsRefused) {
  World w = playing();
  w.admin(PauseGame{});
  EXPECT_EQ(w.admin(PauseGame{}), Error::INVALID_STATE);
  EXPECT_EQ(w.admin(ResumeGame{}), Error::INVALID_STATE);
  w.hands(false);
  EXPECT_EQ(w.game.status, GameStatus::PAUSED);
  EXPECT_EQ(w.admin(PauseGame{}), Error::INVALID_STATE);
}

TEST(GamePause, ResumeSetsEveryTablePlaying) {
  World w = playing();
  w.admin(PauseGame{});
  w.hands(false);
  EXPECT_EQ(w.admin(ResumeGame{}), Error::NONE);
  EXPECT_EQ(w.game.status, GameStatus::ACTIVE);
  EXPECT_TRUE(all(w, TableStatus::PLAYING, GameStatus::ACTIVE));
  EXPECT_EQ(w.all<GameMessage>().back().text, "Game resumed");
  EXPECT_EQ(w.admin(ResumeGame{}), Error::INVALID_STATE);
  w.hands(true);
  EXPECT_EQ(w.admin(PauseGame{}), Error::NONE);  // and again
  w.hands(false);
  EXPECT_EQ(w.game.status, GameStatus::PAUSED);
}

TEST(GamePause, EndTurnsAPendingPauseIntoAnEnd) {
  World w = playing();
  w.admin(PauseGame{});
  w.end_hand(ids(w)[0]);
  EXPECT_EQ(w.admin(EndGame{}), Error::NONE);
  EXPECT_EQ(w.game.status, GameStatus::ACTIVE);
  EXPECT_EQ(w.admin(EndGame{}), Error::INVALID_STATE);
  EXPECT_EQ(w.admin(PauseGame{}), Error::INVALID_STATE);
  w.hands(false);
  EXPECT_EQ(w.game.status, GameStatus::COMPLETED);
  EXPECT_EQ(w.errors, std::vector<std::string>{});
}

TEST(GameEnd, EveryHandIsPlayedToItsEndThenEveryoneIsCashedOut) {
  World w = playing();
  EXPECT_EQ(w.admin(EndGame{}), Error::NONE);
  EXPECT_EQ(w.game.status, GameStatus::ACTIVE);
  w.now = Instant{5'000'000};
  w.hands(false);
  EXPECT_EQ(w.game.status, GameStatus::COMPLETED);
  EXPECT_EQ(w.game.ended_at.ms, 5'000'000);
  EXPECT_EQ(w.all<GameMessage>().back().text, "Game over");
  EXPECT_TRUE(w.tables.empty());
  EXPECT_EQ(w.all<TableRemoved>().size(), 3u);
  EXPECT_EQ(w.all<PlayerLeft>().size(), 12u);
  for (const auto& [user, p] : w.game.players) EXPECT_EQ(w.bank.balance(user).v, 10'000) << user.view();
  EXPECT_EQ(w.game.inside.v, 0);
  EXPECT_EQ(w.errors, std::vector<std::string>{});
}

TEST(GameEnd, FromEveryOtherStateAtOnce) {
  {
    Settings s = settings();
    s.start_time = Instant{9'000'000};
    World w(s);
    w.join("a");
    EXPECT_EQ(w.admin(EndGame{}), Error::NONE);
    EXPECT_EQ(w.game.status, GameStatus::COMPLETED);
    EXPECT_FALSE(game::next_deadline(w.game).set());
  }
  {
    World w = seating();
    w.join("a"), w.buy("a", 500);
    EXPECT_EQ(w.admin(EndGame{}), Error::NONE);
    EXPECT_EQ(w.balance("a").v, 10'000);
    EXPECT_TRUE(w.tables.empty());
  }
  {
    World w = active(2);
    w.admin(PauseGame{});
    EXPECT_EQ(w.admin(EndGame{}), Error::NONE);
    EXPECT_EQ(w.game.status, GameStatus::COMPLETED);
    EXPECT_EQ(w.balance("p1").v, 10'000);
  }
  {
    World w = seating();  // an empty table goes at once
    EXPECT_EQ(w.admin(EndGame{}), Error::NONE);
    EXPECT_TRUE(w.tables.empty());
    EXPECT_EQ(w.removed.size(), 1u);
  }
}

TEST(GamePause, NothingIsBalancedWhileAStopIsPending) {
  World w = playing();
  w.admin(PauseGame{});
  const int moves = w.told<MoveOut>();
  w.join("late");  // all full: a table more, and it starts paused
  EXPECT_EQ(w.sizes(), (std::vector<int>{1, 4, 4, 4}));
  EXPECT_EQ(w.table_of("late").status, TableStatus::PAUSED);
  EXPECT_EQ(w.table_of("late").game, GameStatus::ACTIVE);
  EXPECT_EQ(w.told<MoveOut>(), moves);
  w.leave("late");
  EXPECT_EQ(w.sizes(), (std::vector<int>{0, 4, 4, 4}));  // not removed either
  w.hands(false);
  EXPECT_EQ(w.game.status, GameStatus::PAUSED);
  EXPECT_EQ(w.tables.size(), 4u);
  w.admin(ResumeGame{});
  EXPECT_EQ(w.sizes(), (std::vector<int>{4, 4, 4}));
}

TEST(GamePause, InPausedPlayersComeAndGoAndAreBalancedOnResume) {
  World w = active(12, settings(4));
  w.admin(PauseGame{});
  w.join("late");
  EXPECT_EQ(w.sizes(), (std::vector<int>{1, 4, 4, 4}));
  EXPECT_EQ(w.table_of("late").status, TableStatus::PAUSED);
  EXPECT_EQ(w.table_of("late").game, GameStatus::PAUSED);
  EXPECT_EQ(w.buy("late", 500), Error::NONE);
  EXPECT_EQ(w.buy("p1", 100), Error::NONE);
  EXPECT_FALSE(game::next_deadline(w.game).set());
  const auto before = static_cast<std::ptrdiff_t>(w.sent.size());
  w.admin(ResumeGame{});
  EXPECT_EQ(w.sizes(), (std::vector<int>{3, 3, 3, 4}));
  // Moves are asked for before the tables deal.
  const auto first = std::find_if(w.sent.begin() + before, w.sent.end(), [](const ToTable& m) {
    return std::holds_alternative<MoveOut>(m.command) || std::holds_alternative<SetTableStatus>(m.command);
  });
  EXPECT_TRUE(std::holds_alternative<MoveOut>(first->command));
  EXPECT_TRUE(all(w, TableStatus::PLAYING, GameStatus::ACTIVE));
  w.check_quiet();
  EXPECT_EQ(w.errors, std::vector<std::string>{});
}

TEST(GamePause, AllTablesEmptiedWhilePausedAreRemovedOnResume) {
  World w = active(4);
  w.admin(PauseGame{});
  for (int i = 1; i <= 4; ++i) w.leave(nth(i));
  EXPECT_EQ(w.tables.size(), 1u);
  w.admin(ResumeGame{});
  EXPECT_TRUE(w.tables.empty());
  EXPECT_EQ(w.join("p1"), Error::NONE);
  EXPECT_EQ(w.table_of("p1").status, TableStatus::PLAYING);
}

TEST(GameEnd, PlannedMovesAndReservationsAreReleased) {
  World w = playing();
  w.join("late");  // moves from full tables are planned, and wait for the hands
  ASSERT_GE(w.game.moves.size(), 1u);
  w.admin(EndGame{});
  w.hands(false);
  EXPECT_EQ(w.game.status, GameStatus::COMPLETED);
  EXPECT_TRUE(w.game.moves.empty());
  EXPECT_TRUE(w.tables.empty());
  for (const auto& [user, p] : w.game.players) EXPECT_EQ(w.bank.balance(user).v, 10'000);
  EXPECT_EQ(w.errors, std::vector<std::string>{});
}

TEST(GameEnd, APlayerOnTheMoveIsCashedOut) {
  World w = playing();
  w.join("late");
  ASSERT_GE(w.game.moves.size(), 1u);
  w.admin(EndGame{});
  w.hold = true;
  w.hands(false);  // every table reports moves and pauses
  // The pauses are heard first, so that the game is over when the moves arrive.
  for (auto& [id, queue] : w.to_game)
    std::stable_partition(queue.begin(), queue.end(),
                          [](const TableNotice& n) { return std::holds_alternative<TablePaused>(n); });
  w.settle();
  EXPECT_EQ(w.game.status, GameStatus::COMPLETED);
  EXPECT_TRUE(w.tables.empty());
  EXPECT_EQ(w.game.inside.v, 0);
  for (const auto& [user, p] : w.game.players) EXPECT_FALSE(p.registered);
  EXPECT_EQ(w.errors, std::vector<std::string>{});
}

TEST(GamePause, ALateOrRepeatedPauseNoticeIsNotCountedTwice) {
  World w = playing();
  w.admin(PauseGame{});
  const auto tables = ids(w);
  w.end_hand(tables[0]);
  w.step(FromTable{tables[0], TablePaused{}}, {});
  w.step(FromTable{tables[0], TablePaused{}}, {});
  EXPECT_EQ(w.game.status, GameStatus::ACTIVE);
  EXPECT_EQ(w.game.running, 2);
  w.step(FromTable{TableId("nowhere"), TablePaused{}}, {});
  w.hands(false);
  EXPECT_EQ(w.game.status, GameStatus::PAUSED);
}

}  // namespace
}  // namespace cardroom::fake
