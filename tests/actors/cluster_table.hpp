#pragma once
#include <gtest/gtest.h>

#include "tests/actors/cluster.hpp"

namespace cardroom::testing {

inline const TableId kTable("main-t1");

struct Seen {
  HandNumber hand;
  std::vector<Card> board;
  std::optional<HoleCards> cards;
  SeatIndex to_act;
  std::vector<Chips> stacks;
  std::string last;  ///< the frame
};

inline Seen seen_by(Client& player) {
  const Client::Table& table = player.table();
  Seen seen{table.state.hand_number, {}, {}, table.state.to_act_seat_index, {}, player.raw.back()};
  seen.board.assign(table.state.community_cards.begin(), table.state.community_cards.end());
  if (table.you) seen.cards = table.you->hole_cards;
  for (const SeatView& seat : table.state.seats) seen.stacks.push_back(seat.stack);
  return seen;
}

inline void expect_same(const Seen& a, const Seen& b) {
  EXPECT_EQ(a.hand, b.hand);
  EXPECT_EQ(a.board, b.board);
  EXPECT_EQ(a.cards, b.cards) << b.last;
  EXPECT_EQ(a.to_act, b.to_act);
  EXPECT_EQ(a.stacks, b.stacks);
}

/// Three players of two nodes at a table of a third whose game is at a fourth, in the midst of a hand.
struct ClusterTest : ::testing::Test {
  void SetUp() override {
    all.make_game(0);
    players = {all[2].player("Bob"), all[3].player("Eve"), all[3].player("Joe")};
    all[2].start();
    play(all[2], players, 4, passive);
    before = seen();
    game = all.home();
    table = all.home(kTable);
  }
  std::vector<Seen> seen() {
    std::vector<Seen> all_seen;
    for (const auto& p : players) all_seen.push_back(seen_by(*p));
    return all_seen;
  }
  void expect_as_before() {
    const auto now = seen();
    for (std::size_t i = 0; i < now.size(); ++i) expect_same(before[i], now[i]);
  }
  /// The hand is played to its end, and the next ones.
  void expect_hands_go_on() {
    const int complete = players[0]->count<HandComplete>(kTable);
    for (int i = 0; i < 40; ++i) {
      play(all[2], players, 10, passive);
      all.advance({500});
    }
    for (const auto& p : players) EXPECT_GE(p->count<HandComplete>(kTable), complete + 2);
    EXPECT_EQ(all[2].chips_problem(), "");
    EXPECT_EQ(all.storage->broken_rules, std::vector<std::string>{});
  }
  /// Hands of those who are at node 3.
  void play_on(const std::vector<ClientPtr>& who) {
    for (int i = 0; i < 5; ++i) {
      play(all[3], who, 10, folding);
      all.advance(seconds(1));
    }
  }
  void drain(int node, const std::string& more = {}) {
    const std::string drained =
        all[node]
            .admin(R"({"command":"node drain","node":"node-)" + std::to_string(node) + '"' + more + '}')
            .at(0);
    EXPECT_EQ(drained.find(R"({"ok":true,)"), 0u) << drained;
  }

  Cluster all{4};  ///< game and table are at the first two
  std::vector<ClientPtr> players;
  std::vector<Seen> before;
  int game = -1, table = -1;
};

}  // namespace cardroom::testing
