#include <gtest/gtest.h>

#include "engine/describe.hpp"
#include "tests/engine/game_fake.hpp"

// Which command is accepted in which state, and who is refused why.
namespace cardroom::fake {
namespace {

/// A game in `status` with the registered players a and b, both ready where that is possible.
World in(GameStatus status) {
  Settings s = settings();
  if (status == GameStatus::SCHEDULED) s.start_time = Instant{9'000'000};
  World w(s);
  if (status == GameStatus::SCHEDULED) {
    w.join("a"), w.join("b");
    return w;
  }
  w.give(Wake{});
  for (const char* p : {"a", "b"}) w.join(p), w.buy(p, 500);
  if (status == GameStatus::SEATING) return w;
  w.admin(StartGame{});
  if (status == GameStatus::PAUSED) w.admin(PauseGame{});
  if (status == GameStatus::COMPLETED) w.admin(EndGame{});
  return w;
}

struct Row {
  const char* name;
  GameCommand command;
  bool admin;
  bool accepted[5];  ///< SCHEDULED, SEATING, ACTIVE, PAUSED, COMPLETED
};

TEST(GameCommands, AcceptedPerState) {
  const UserId a("a");
  const Row rows[] = {
      {"RegisterForGame", RegisterForGame{UserId("new")}, false, {true, true, true, true, false}},
      {"UnregisterFromGame", UnregisterFromGame{a}, false, {true, false, false, false, false}},
      {"StartGame", StartGame{}, true, {false, true, false, false, false}},
      {"PauseGame", PauseGame{}, true, {false, false, true, false, false}},
      {"ResumeGame", ResumeGame{}, true, {false, false, false, true, false}},
      {"EndGame", EndGame{}, true, {true, true, true, true, false}},
      {"BuyIn", BuyIn{a, {100}}, false, {false, true, true, true, false}},
      {"LeaveGame", LeaveGame{a}, false, {false, true, true, true, false}},
      {"SitOut", SitOut{a}, false, {false, true, true, true, false}},
      {"SitIn", SitIn{a}, false, {false, true, true, true, false}},
  };
  for (const Row& row : rows)
    for (const auto& [status, name] : kEnumerators<GameStatus>) {
      World w = in(status);
      ASSERT_EQ(w.game.status, status);
      const Error expected = row.accepted[static_cast<int>(status)] ? Error::NONE : Error::INVALID_STATE;
      EXPECT_EQ(w.give(row.command, {UserId("root"), row.admin}), expected) << row.name << " in " << name;
      EXPECT_EQ(w.errors, std::vector<std::string>{}) << row.name << " in " << name;
    }
}

TEST(GameCommands, ConnectionsChangeInAnyState) {
  for (const auto& [status, name] : kEnumerators<GameStatus>) {
    World w = in(status);
    EXPECT_EQ(w.give(Disconnected{UserId("a")}), Error::NONE) << name;
    EXPECT_FALSE(w.player("a").connected);
    EXPECT_EQ(w.give(Reconnected{UserId("a")}), Error::NONE) << name;
    EXPECT_TRUE(w.player("a").connected);
    EXPECT_EQ(w.give(Restarted{}), Error::NONE) << name;
    EXPECT_FALSE(w.player("a").connected);
    EXPECT_EQ(w.give(Disconnected{UserId("stranger")}), Error::NOT_REGISTERED) << name;
    EXPECT_EQ(w.give(Reconnected{UserId("stranger")}), Error::NOT_REGISTERED) << name;
  }
}

TEST(GameCommands, WhoIsReadyIsAStepOnlyWhereItIsNews) {
  const World w = in(GameStatus::ACTIVE);
  const UserId a("a");
  const TableId table = w.game.players.at(a).table;
  const auto verify = [&](const TableId& from, const UserId& user, bool ready) {
    return game::verify(w.game, FromTable{from, ReadyChanged{user, ready}}, {}, {});
  };
  EXPECT_EQ(verify(table, a, false), Error::NONE);
  EXPECT_EQ(verify(table, a, true), Error::INVALID_STATE);
  EXPECT_EQ(verify(TableId("g-t9"), a, false), Error::INVALID_STATE);
  EXPECT_EQ(verify(table, UserId("stranger"), true), Error::INVALID_STATE);
}

TEST(GameCommands, StrangersAreNotRegistered) {
  const UserId x("stranger");
  for (const GameStatus status :
       {GameStatus::SCHEDULED, GameStatus::SEATING, GameStatus::ACTIVE, GameStatus::PAUSED}) {
    World w = in(status);
    for (const GameCommand& c : {GameCommand(UnregisterFromGame{x}), GameCommand(BuyIn{x, {100}}),
                                 GameCommand(LeaveGame{x}), GameCommand(SitOut{x}), GameCommand(SitIn{x})})
      EXPECT_EQ(w.give(c), Error::NOT_REGISTERED);
  }
}

TEST(GameCommands, AdministratorsCommandsAreNotForOthers) {
  for (const auto& [status, name] : kEnumerators<GameStatus>) {
    World w = in(status);
    for (const GameCommand& c : {GameCommand(StartGame{}), GameCommand(PauseGame{}),
                                 GameCommand(ResumeGame{}), GameCommand(EndGame{})})
      EXPECT_EQ(w.give(c, {UserId("a"), false}), Error::NOT_ALLOWED) << name;
  }
}

TEST(GameCommands, ARefusedCommandChangesNothing) {
  for (const auto& [status, name] : kEnumerators<GameStatus>) {
    World w = in(status);
    const GameState before = w.game;
    w.give(RegisterForGame{UserId("a")});
    w.give(StartGame{}, {UserId("a"), false});
    w.give(BuyIn{UserId("a"), {0}});
    w.buy("a", 10'000'000);
    EXPECT_TRUE(same(before, w.game) || status == GameStatus::COMPLETED) << name;
    EXPECT_EQ(before.version, w.game.version);
  }
}

TEST(GameCommands, NamesMustFit) {
  World w = seating();
  EXPECT_EQ(w.give(RegisterForGame{UserId{}}), Error::BAD_REQUEST);
  EXPECT_EQ(w.give(RegisterForGame{UserId("line\nbreak")}), Error::BAD_REQUEST);
}

}  // namespace
}  // namespace cardroom::fake
