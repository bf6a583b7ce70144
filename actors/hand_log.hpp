#pragma once
#include <string>
#include <vector>

#include "engine/events.hpp"
#include "engine/view.hpp"

/// The events of one hand, collected while it is played.
namespace cardroom {

struct HandPlayer {
  SeatIndex seat_position;
  UserId user_id;
  DisplayName name;
};
BOOST_DESCRIBE_STRUCT(HandPlayer, (), (seat_position, user_id, name))

struct HandRecord {
  TableId table_id;
  HandNumber hand_number;
  Instant started_at, ended_at;
  std::vector<HandPlayer> players;
  std::vector<TableEvent> events;
};
BOOST_DESCRIBE_STRUCT(HandRecord, (), (table_id, hand_number, started_at, ended_at, players, events))

class HandLog {
 public:
  /// Takes in a step's events. Finished hands (JSON) are appended to `finished`: a hand is when its cards are
  /// cleared, so that cards shown afterwards belong to it.
  void add(const TableState& table, const SeatNames& names, const std::vector<TableEvent>& events,
           Instant now, std::vector<std::string>& finished);

 private:
  void finish(Instant now, std::vector<std::string>& finished);

  HandRecord hand_;
};

}  // namespace cardroom
