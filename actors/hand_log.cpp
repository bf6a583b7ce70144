#include "actors/hand_log.hpp"

#include "actors/codec/json_write.hpp"
#include "engine/seats.hpp"

namespace cardroom {

void HandLog::add(const TableState& table, const SeatNames& names, const std::vector<TableEvent>& events,
                  Instant now, std::vector<std::string>& finished) {
  for (const TableEvent& event : events) {
    if (const auto* start = std::get_if<HandStarted>(&event)) {
      finish(now, finished);
      hand_.table_id = table.id;
      hand_.hand_number = start->hand_number;
      hand_.started_at = now;
      for_each(start->dealt_in, [&](int i) {
        hand_.players.push_back({{static_cast<std::int8_t>(i)}, table.seats[i].user, names[i]});
      });
    }
    if (hand_.hand_number.v != 0) hand_.events.push_back(event);
  }
  if (!in_play(table.phase) && table.phase != HandPhase::HAND_COMPLETE) finish(now, finished);
}

void HandLog::finish(Instant now, std::vector<std::string>& finished) {
  if (hand_.hand_number.v == 0) return;
  hand_.ended_at = now;
  finished.push_back(to_json(hand_));
  hand_ = {};
}

}  // namespace cardroom
