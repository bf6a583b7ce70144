#pragma once
#include "actors/codec/json_write.hpp"
#include "engine/hand_record.hpp"
#include "tests/engine/played_hand.hpp"
#include "tests/store/redis_fixture.hpp"

namespace cardroom::testing {

inline constexpr Instant kNoon{1'606'564'800'000};  ///< 2020-11-28T12:00Z

/// A hand of three that goes to the showdown, of which one mucks, as its table would record it.
inline HandRecord recorded_hand(const std::string& table, std::uint32_t number, Instant ended = kNoon) {
  Settings settings = blinds(5, 10);
  settings.game_id = GameId(table.substr(0, table.rfind("-t")));
  PlayedHand hand(settings, {1000, 500, 800}, 0, "KsQsAs KhQhAh 2d 2c7d9h 2h Jc 2s 3d");
  HandRecord record;
  for (int i = 0; i < 3; ++i)
    record.players.push_back({seat_number(i), hand.table.seats[i].user,
                              DisplayName("Player " + std::to_string(i)), hand.table.seats[i].stack});
  hand.table.hand = {number - 1};
  hand.start();
  hand.raise(0, 30);
  while (!hand.over()) hand.call_round();
  record.game_id = settings.game_id;
  record.table_id = TableId(table);
  record.hand_number = {number};
  record.started_at = {ended.ms - 20'000};
  record.ended_at = ended;
  record.settings = settings;
  for (const TableEvent& event : hand.events) record.events.push_back({1'500, event});
  return record;
}

inline std::string text_of(const HandRecord& record) { return to_json<Keys::CAMEL, Defaults::OMIT>(record); }

/// Adds an entry to a table's stream of hands, as the store does.
inline void add_entry(RedisClient& redis, const std::string& table, const std::string& id,
                      const std::string& text) {
  ASSERT_TRUE(redis.command({"XADD", "{table:" + table + "}:hands", id, "hand", text}));
}

inline void add_hand(RedisClient& redis, const std::string& table, std::uint32_t number,
                     Instant ended = kNoon) {
  add_entry(redis, table, std::to_string(number) + "-0", text_of(recorded_hand(table, number, ended)));
}

/// What a seat of `recorded_hand` shows in the review: 0 has aces, 1 kings, 2, which mucked, queens.
inline std::string shown(int seat) {
  const int rank = 12 - seat;
  return to_json(TableEvent(CardsShown{seat_number(seat), {make_card(rank, 3), make_card(rank, 2)}}));
}

}  // namespace cardroom::testing
