#include "actors/protocol/frame.hpp"

#include <gtest/gtest.h>

#include "actors/codec/json.hpp"
#include "actors/protocol/wire.hpp"

namespace cardroom::protocol {
namespace {

server::TableState example() {
  server::TableState frame;
  frame.game_id = GameId("g");
  frame.table_id = TableId("g-1");
  frame.epoch = {1};
  frame.previous = {6};
  frame.version = {7};
  frame.state.hand_phase = HandPhase::FLOP_BETTING;
  frame.state.community_cards.push_back(*parse_card("As"));
  frame.state.seats.resize(1);
  frame.events.emplace_back(PlayerActed{{2}, Action::CALL, {20}, {10}, false});
  return frame;
}

TEST(Frame, HeadAndTailAreTheWholeMessage) {
  server::TableState frame = example();
  EXPECT_EQ(render_head(frame) + render_tail(), to_text(frame));
  frame.you.emplace();
  frame.you->seat_index = {3};
  frame.you->ack = Ack{{12}};
  EXPECT_EQ(render_head(frame) + render_tail(*frame.you), to_text(frame));
  EXPECT_TRUE(to_text(frame).ends_with(R"("ack":{"id":12}}})"));
  EXPECT_TRUE(to_text(frame).starts_with(
      R"({"v":1,"type":"TABLE_STATE","gameId":"g","tableId":"g-1","epoch":1,"previous":6,"version":7,"state":{)"));
}

TEST(Frame, IsReadBackWhole) {
  server::TableState frame = example();
  frame.you.emplace().events = {HoleCardsDealt{{3}, UserId("u"), {*parse_card("Kd"), *parse_card("2c")}}};
  server::TableState read;
  const auto error = read_json_text(to_text(frame), read);
  EXPECT_FALSE(error) << to_string(*error);
  EXPECT_TRUE(same(frame, read));
}

// An event with private cards cannot be put into the part that others read.
static_assert(!std::is_constructible_v<PublicTableEvent, HoleCardsDealt>);

}  // namespace
}  // namespace cardroom::protocol
