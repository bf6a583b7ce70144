#pragma once
#include <vector>

#include "actors/storage.hpp"
#include "engine/events.hpp"
#include "engine/view.hpp"

/// The record of a hand, collected while it is played.
namespace cardroom {

struct HandPlayer {
  SeatIndex seat_position;
  UserId user_id;
  DisplayName name;
  Chips stack;  ///< before anything was posted
};
BOOST_DESCRIBE_STRUCT(HandPlayer, (), (seat_position, user_id, name, stack))

/// An event and when it came, in milliseconds since the hand began.
struct HandEvent {
  std::int64_t ms = 0;
  TableEvent event;
};
BOOST_DESCRIBE_STRUCT(HandEvent, (), (ms, event))

/// A finished hand, whole in itself: whoever reads it needs nothing else.
struct HandRecord {
  GameId game_id;
  TableId table_id;
  HandNumber hand_number;
  Instant started_at, ended_at;
  Settings settings;  ///< the game's
  std::vector<HandPlayer> players;
  std::vector<HandEvent> events;
};
BOOST_DESCRIBE_STRUCT(HandRecord, (),
                      (game_id, table_id, hand_number, started_at, ended_at, settings, players, events))

class HandLog {
 public:
  /// Takes in a step's events. Finished hands are appended to `finished`, as part 0; cards shown after that,
  /// in the review period, as parts of their own, numbered by the table's version.
  void add(const Settings& settings, const TableState& table, const SeatNames& names,
           const std::vector<TableEvent>& events, Instant now, std::vector<HandText>& finished);

 private:
  void begin(const TableState& table, const SeatNames& names, const HandStarted& start, Instant now);
  void finish(const Settings& settings, Instant now, std::vector<HandText>& finished);

  HandRecord hand_;  ///< number 0 = none is running
};

}  // namespace cardroom
