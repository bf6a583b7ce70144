#include <gtest/gtest.h>

#include <caf/send.hpp>

#include "actors/admin_actor.hpp"
#include "tests/actors/room.hpp"

namespace cardroom::testing {
namespace {

namespace client = protocol::client;

std::string only(const std::vector<std::string>& lines) {
  EXPECT_EQ(lines.size(), 1u);
  return lines.empty() ? "" : lines[0];
}

void expect_part(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << part << " in " << text;
}

TEST(Admin, StatusCountsWhatThereIs) {
  Room room;
  room.players(2);
  room.advance(seconds(90));
  const std::string status = only(room.admin(R"({"command":"status","token":"x"})"));
  expect_part(status, R"("ok":true)");
  expect_part(status, R"("games":1,"tables":1,"players":2,"sessions":2)");
  expect_part(status, R"("uptime":90000)");
}

TEST(Admin, ListsAndShowsGames) {
  Room room;
  room.players(3);
  const std::string list = only(room.admin(R"({"command":"game list"})"));
  expect_part(list, R"("data":[{"gameId":"main","status":"SEATING")");
  expect_part(list, R"("players":3,"tables":1)");
  const std::string show = only(room.admin(R"({"command":"game show","game":"main"})"));
  expect_part(show, R"("data":{"gameId":"main","status":"SEATING")");
  expect_part(
      show, R"("tables":[{"tableId":"main-t1","players":3,"paused":true,"averagePot":0,"handsPerHour":0}])");
  expect_part(only(room.admin(R"({"command":"game show","game":"x"})")), R"("code":"NO_GAME")");
}

TEST(Admin, CreatesGames) {
  Room room(std::vector<Settings>{});
  expect_part(only(room.admin(R"({"command":"game list"})")), R"("data":[])");
  EXPECT_EQ(only(room.admin(
                R"({"command":"game create","settings":{"game_id":"g1","small_blind":5,"big_blind":10}})")),
            R"({"ok":true})");
  EXPECT_EQ(room.game_status("g1"), "SEATING");
  expect_part(only(room.admin(
                  R"({"command":"game create","settings":{"game_id":"g1","small_blind":5,"big_blind":10}})")),
              "GAME_EXISTS");
  expect_part(
      only(room.admin(
          R"({"command":"game create","settings":{"game_id":"g2","small_blind":50,"big_blind":10}})")),
      "BAD_CONFIG");
  expect_part(only(room.admin(R"({"command":"game create"})")), "BAD_REQUEST");
  expect_part(
      only(room.admin(
          R"({"command":"game create","settings":{"game_id":"a-game-id-of-25-bytes-----","small_blind":5,"big_blind":10}})")),
      "game_id: 1 to 24 bytes");
  for (const char* command : {"start", "pause", "resume", "end", "show"})
    expect_part(only(room.admin(R"({"command":"game )" + std::string(command) + R"(","game":""})")),
                "game: is missing");
  EXPECT_EQ(room.game_status("g1"), "SEATING");
  expect_part(only(room.admin(R"({"command":"game create","settings":{"game_id":"g3","max_buyin":5000}})")),
              "settings.max_buyin: is not known here");
  expect_part(only(room.admin(R"({"command":"game create","settings":{"game_id":7}})")), "BAD_REQUEST");
}

TEST(Admin, ListsShowsAndWatchesTables) {
  Room room;
  const auto players = room.players(2);
  expect_part(only(room.admin(R"({"command":"table list"})")),
              R"("data":[{"gameId":"main","tableId":"main-t1","players":2,"paused":true,"epoch":1}])");
  const std::string show = only(room.admin(R"({"command":"table show","table":"main-t1"})"));
  expect_part(show, R"("tableId":"main-t1")");
  expect_part(show, R"("seats":[{"seatIndex":)");
  expect_part(only(room.admin(R"({"command":"table show","table":"main-t7"})")), "NO_TABLE");
  // Watching goes on until the administrator hangs up.
  std::vector<std::string> frames;
  bool there = true;
  spawn_admin(room.system, room.lobby, R"({"command":"table watch","table":"main-t1"})",
              [&](std::string line, bool last) {
                EXPECT_FALSE(last);
                if (there) frames.push_back(std::move(line));
                return there;
              });
  room.run();
  EXPECT_EQ(frames.size(), 1u);
  room.start();
  EXPECT_GT(frames.size(), 1u);
  for (const std::string& frame : frames) EXPECT_EQ(frame.find("holeCards"), std::string::npos);
  there = false;
  const std::size_t before = frames.size();
  play(room, players, 4, passive);
  EXPECT_EQ(frames.size(), before);
}

TEST(Admin, ListsShowsAndCreditsPlayers) {
  Room room;
  const auto ann = room.player("Ann");
  const std::string list = only(room.admin(R"({"command":"player list"})"));
  expect_part(list, "\"userId\":\"" + ann->user.str() + "\"");
  expect_part(list, R"("name":"Ann","balance":9000,"registered":true,"connected":true,"tableId":"main-t1")");
  EXPECT_EQ(only(room.admin(R"({"command":"player credit","id":"op1","user":")" + ann->user.str() +
                            R"(","amount":500})")),
            R"({"ok":true,"data":{"balance":9500}})");
  EXPECT_EQ(only(room.admin(R"({"command":"player credit","id":"op1","user":")" + ann->user.str() +
                            R"(","amount":500})")),
            R"({"ok":true,"data":{"balance":9500}})")
      << "booked once";
  expect_part(only(room.admin(R"({"command":"player credit","id":"op1","user":")" + ann->user.str() +
                              R"(","amount":400})")),
              "CONFLICT\",\"message\":\"The id op1 was used for another booking");
  EXPECT_EQ(ann->balances.at("main"), Chips{9500});
  expect_part(only(room.admin(R"({"command":"player show","user":")" + ann->user.str() + "\"}")),
              R"("balance":9500)");
  expect_part(
      only(room.admin(R"({"command":"player credit","user":")" + ann->user.str() + R"(","amount":-100000})")),
      "INSUFFICIENT_BALANCE");
  expect_part(only(room.admin(R"({"command":"player credit","user":"x","amount":1})")),
              "There is no player x");
  expect_part(
      only(room.admin(R"({"command":"player credit","user":")" + ann->user.str() + R"(","amount":0})")),
      "amount: 0 chips");
  expect_part(only(room.admin(R"({"command":"player show","user":"nobody"})")), "NO_PLAYER");
  EXPECT_EQ(room.chips_problem(), "");
}

TEST(Admin, WhoWasKickedIsConnectedNoMore) {
  Room room;
  const auto ann = room.player("Ann");
  const std::string show = R"({"command":"player show","user":")" + ann->user.str() + R"("})";
  expect_part(only(room.admin(show)), R"("registered":true,"connected":true)");
  EXPECT_EQ(only(room.admin(R"({"command":"player kick","user":")" + ann->user.str() + R"("})")),
            R"({"ok":true})");
  ASSERT_EQ(ann->closed, CloseReason::KICKED);
  room.disconnect(ann);
  expect_part(only(room.admin(show)), R"("registered":false,"connected":false)");
  expect_part(only(room.admin(R"({"command":"player list"})")), R"("registered":false,"connected":false)");
  // It is no ban.
  const auto again = room.login_token(ann->token);
  expect_part(only(room.admin(show)), R"("registered":false,"connected":true)");
}

/// In the midst of a hand the player leaves after it; the other games know nothing of the player.
TEST(Admin, AKickIsDoneHoweverOftenItIsSaidAndWhateverOtherGamesThereAre) {
  Settings other = usual_settings(), third = usual_settings();
  // Those before the player's game and the one behind it answer otherwise than that.
  other.game_id = GameId("before");
  third.game_id = GameId("the-last");
  Room room({usual_settings(), other, third});
  const auto players = room.players(3);
  room.start();
  play(room, players, 2, passive);
  const std::string kick = R"({"command":"player kick","user":")" + players[0]->user.str() + R"("})";
  for (int i = 0; i < 4; ++i) EXPECT_EQ(only(room.admin(kick)), R"({"ok":true})");
  EXPECT_EQ(players[0]->closed, CloseReason::KICKED);
}

TEST(Admin, WhoHasLeftOneGameIsAsConnectedAsInTheOther) {
  Settings other = usual_settings();
  other.game_id = GameId("other");
  Room room({usual_settings(), other});
  const auto ann = room.player("Ann");
  room.expect(ann, client::Register{GameId("other")});
  room.expect(ann, client::Leave{GameId("main")});
  const std::string show = R"({"command":"player show","user":")" + ann->user.str() + R"("})";
  room.disconnect(ann);
  const std::string text = only(room.admin(show));
  expect_part(text, R"("registered":false,"connected":false)");
  expect_part(text, R"("registered":true,"connected":false)");
}

TEST(Admin, AGuestInNoGameIsShownAsIsBooked) {
  Room room;
  const auto ann = room.login("Ann");
  const std::string user = R"("user":")" + ann->user.str() + "\"";
  const std::string show = R"({"command":"player show",)" + user + "}";
  expect_part(only(room.admin(show)), R"("name":"Ann","balance":0,"registered":false,"connected":true)");
  EXPECT_EQ(only(room.admin(R"({"command":"player credit","amount":500,)" + user + "}")),
            R"({"ok":true,"data":{"balance":500}})");
  room.disconnect(ann);
  expect_part(only(room.admin(show)), R"("balance":500,"registered":false,"connected":false)");
  for (const char* command : {"player show", "player credit", "player kick"})
    expect_part(only(room.admin(R"({"amount":1,"user":"x","command":")" + std::string(command) + "\"}")),
                "There is no player x; see player list.");
}

TEST(Admin, RefusesWhatItDoesNotKnow) {
  Room room;
  expect_part(only(room.admin(R"({"command":"game burn","game":"main"})")), "UNKNOWN_COMMAND");
  expect_part(only(room.admin(R"({"command":"dance"})")), "UNKNOWN_COMMAND");
  expect_part(only(room.admin("[]")), "BAD_REQUEST");
  expect_part(only(room.admin("{")), "BAD_REQUEST");
  expect_part(only(room.admin(R"({"command":"game show","game":"g9"})")),
              R"("NO_GAME","message":"There is no game g9; see game list.")");
  expect_part(only(room.admin(R"({"command":"table show","table":"g9-t1"})")),
              R"("NO_TABLE","message":"There is no table g9-t1; see table list.")");
}

TEST(Admin, AGameThatTheStoreDoesNotAnswerForMayBeMade) {
  Room room;
  room.storage->hold = true;
  const auto lines = room.admin_later(
      R"({"command":"game create","settings":{"game_id":"g2","small_blind":5,"big_blind":10}})");
  room.advance(seconds(4));
  expect_part(only(*lines),
              R"("UNAVAILABLE","message":"The store, or the daemon, does not answer: the game may)");
  room.storage->hold = false;
  room.storage->release();
}

TEST(Admin, WhoWatchesATableThatEndsHearsThat) {
  Room room;
  room.player("Ann");
  const auto lines = room.admin_later(R"({"command":"table watch","table":"main-t1"})");
  ASSERT_EQ(lines->size(), 1u);
  EXPECT_EQ(room.shutdown(), "");
  EXPECT_NE(lines->back().find("UNAVAILABLE"), std::string::npos) << lines->back();
}

}  // namespace
}  // namespace cardroom::testing
