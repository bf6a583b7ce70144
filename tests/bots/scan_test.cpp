#include "daemon/cardroom-bots/scan.hpp"

#include <gtest/gtest.h>

#include "actors/protocol/frame.hpp"
#include "actors/protocol/server.hpp"
#include "actors/protocol/wire.hpp"

namespace cardroom::bots {
namespace {

protocol::server::TableState example() {
  protocol::server::TableState frame;
  frame.game_id = GameId("g");
  frame.table_id = TableId("g-\"1");
  frame.epoch = {3};
  frame.previous = {6};
  frame.version = {8};
  frame.state.hand_phase = HandPhase::FLOP_BETTING;
  frame.state.hand_number = {12};
  frame.state.turn = {55};
  for (int i = 0; i < 2; ++i) {
    SeatView seat;
    seat.seat_index = {static_cast<std::int8_t>(3 * i)};
    seat.user_id = UserId(i == 0 ? "u0" : "u3");
    seat.display_name = DisplayName(R"(,"events":[ ],"you":)");
    seat.stack = {100 + i};
    frame.state.seats.push_back(seat);
  }
  frame.events.emplace_back(PlayerActed{{0}, Action::RAISE, {40}, {20}, true});
  frame.events.emplace_back(HandComplete{{12}, {}});
  return frame;
}

TEST(Scan, TakesAFrameApart) {
  auto frame = example();
  frame.table_id = TableId("g-1");
  auto& you = frame.you.emplace();
  you.seat_index = {3};
  you.actions.push_back(Action::FOLD);
  you.ack = protocol::Ack{{77}};
  const std::string text = protocol::to_text(frame);
  const auto parts = split_frame(text);
  ASSERT_TRUE(parts);
  EXPECT_EQ(parts->table_id, "g-1");
  EXPECT_EQ(parts->epoch, 3u);
  EXPECT_EQ(parts->previous, 6u);
  EXPECT_EQ(parts->version, 8u);
  EXPECT_FALSE(parts->snapshot);
  EXPECT_TRUE(parts->state.starts_with("{\"status\":"));
  EXPECT_TRUE(parts->state.ends_with("}]}"));
  EXPECT_EQ(number_in(parts->state, "handNumber"), 12u);
  EXPECT_EQ(number_in(parts->state, "turn"), 55u);
  EXPECT_EQ(text_in(parts->state, "handPhase"), "FLOP_BETTING");
  EXPECT_TRUE(has_actions(parts->you));
  EXPECT_EQ(acknowledged(parts->you), 77u);
  const auto seat = seat_in(parts->state, 3);
  EXPECT_EQ(text_in(seat, "userId"), "u3");
  EXPECT_EQ(number_in(seat, "stack"), 101u);
  EXPECT_EQ(number_in(seat, "pending"), std::nullopt);
  EXPECT_EQ(seat_in(parts->state, 1), "");

  std::vector<std::string> types;
  for_each_event(parts->events, [&](std::string_view type, std::string_view rest) {
    types.emplace_back(type);
    if (type == "PlayerActed") {
      EXPECT_EQ(text_in(rest, "action"), "RAISE");
    }
  });
  EXPECT_EQ(types, (std::vector<std::string>{"PlayerActed", "HandComplete"}));
}

TEST(Scan, AWatchersFrameHasNoYou) {
  auto frame = example();
  frame.table_id = TableId("g-1");
  frame.snapshot = true;
  frame.events.clear();
  const std::string text = protocol::to_text(frame);
  const auto parts = split_frame(text);
  ASSERT_TRUE(parts);
  EXPECT_TRUE(parts->snapshot);
  EXPECT_EQ(parts->events, "");
  EXPECT_EQ(parts->you, "");
  EXPECT_FALSE(has_actions(parts->you));
  EXPECT_EQ(acknowledged(parts->you), 0u);
}

TEST(Scan, NotEverybodysTurn) {
  auto frame = example();
  frame.you.emplace().seat_index = {3};
  const std::string text = protocol::to_text(frame);
  const auto parts = split_frame(text);
  ASSERT_TRUE(parts);
  EXPECT_FALSE(has_actions(parts->you));
}

TEST(Scan, WhatIsNoFrameIsNothing) {
  const std::string text = protocol::to_text(example());
  for (std::size_t n = 0; n + 1 < text.size(); n += 7) EXPECT_FALSE(split_frame(text.substr(0, n))) << n;
  EXPECT_FALSE(split_frame(R"({"v":1,"type":"OK","id":1})"));
  EXPECT_EQ(type_of(R"({"v":1,"type":"OK","id":1})"), "OK");
  EXPECT_EQ(type_of(R"({"type":"OK"})"), "");
  EXPECT_EQ(type_of(""), "");
}

}  // namespace
}  // namespace cardroom::bots
