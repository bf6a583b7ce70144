#include "actors/hand_log.hpp"

#include "actors/codec/json_write.hpp"
#include "engine/hand.hpp"
#include "engine/seats.hpp"

namespace cardroom {
namespace {

/// The hand that was over before a step that may have dealt the next one.
HandNumber last_hand(const TableState& table, const std::vector<TableEvent>& events) {
  for (const TableEvent& event : events)
    if (const auto* start = std::get_if<HandStarted>(&event)) return {start->hand_number.v - 1};
  return table.hand;
}

}  // namespace

void HandLog::begin(const TableState& table, const SeatNames& names, const HandStarted& start, Instant now) {
  hand_.table_id = table.id;
  hand_.hand_number = start.hand_number;
  hand_.started_at = now;
  for_each(start.dealt_in, [&](int i) {
    hand_.players.push_back(
        {{static_cast<std::int8_t>(i)}, table.seats[i].user, names[i], hand::stack_before(table.seats[i])});
  });
}

void HandLog::add(const Settings& settings, const TableState& table, const SeatNames& names,
                  const std::vector<TableEvent>& events, Instant now, std::vector<HandText>& finished) {
  for (const TableEvent& event : events) {
    if (const auto* start = std::get_if<HandStarted>(&event)) begin(table, names, *start, now);
    if (hand_.hand_number.v != 0) hand_.events.push_back({(now - hand_.started_at).ms, event});
    if (std::holds_alternative<HandComplete>(event) || std::holds_alternative<HandRefunded>(event)) {
      finish(settings, now, finished);
    } else if (hand_.hand_number.v == 0 && std::holds_alternative<CardsShown>(event)) {
      finished.push_back({last_hand(table, events), table.version.v, to_json(event)});
    }
  }
}

void HandLog::finish(const Settings& settings, Instant now, std::vector<HandText>& finished) {
  if (hand_.hand_number.v == 0) return;
  hand_.game_id = settings.game_id;
  hand_.settings = settings;
  hand_.ended_at = now;
  finished.push_back({hand_.hand_number, 0, to_json<Keys::CAMEL, Defaults::OMIT>(hand_)});
  hand_ = {};
}

}  // namespace cardroom
