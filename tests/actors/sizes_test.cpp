#include <gtest/gtest.h>

#include <random>

#include "tests/actors/room.hpp"

namespace cardroom::testing {
namespace {

/// What a full table writes, with the longest ids that a game makes.
TEST(Sizes, AnEntryAndASnapshotOfATableStaySmall) {
  Settings s = usual_settings();
  s.game_id = GameId("a-game-of-24-bytes-in-id");
  s.number_of_seats = 10;
  s.ante = {1};
  s.next_hand_delay = s.review_hand_time = Duration{100};
  Room room({s});
  const std::string game = s.game_id.str(), table = game + "-t1";
  const auto players = room.players(10, game);
  room.start(game);
  std::mt19937 random(1);
  std::size_t entry = 0, snapshot = 0, entries = 0;
  for (int i = 0; i < 200; ++i) {
    play(room, players, 1 + static_cast<int>(random() % 30), random() % 3 == 0 ? folding : passive);
    const auto& who = players[random() % players.size()];
    if (random() % 2 == 0)
      who->send(protocol::client::SitOut{s.game_id});
    else
      who->send(protocol::client::SitIn{s.game_id});
    players[random() % players.size()]->send(protocol::client::BuyIn{s.game_id, {1000}});
    room.advance(seconds(1));
    const auto& kept = room.storage->tables.at(table);
    for (const Entry& e : kept.entries) entry = std::max(entry, e.text.size());
    snapshot = std::max(snapshot, kept.snapshot->json.size());
    entries = std::max(entries, kept.entries.size());
  }
  EXPECT_GT(room.storage->tables.at(table).saves, 5);
  EXPECT_GT(entries, 20u);
  EXPECT_LE(entry, 300u);
  EXPECT_LE(snapshot, 4'096u);
}

}  // namespace
}  // namespace cardroom::testing
