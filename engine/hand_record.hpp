#pragma once
#include <vector>

#include "engine/events.hpp"
#include "engine/settings.hpp"
#include "engine/view.hpp"

/// A finished hand, written down. The format stands in daemon/hands/RECORD.md.
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

/// A finished hand, whole in itself: whoever reads it needs nothing else. It holds the hole cards of every
/// seat, shown or not: it is the operator's, and no player is ever given it.
struct HandRecord {
  GameId game_id;
  TableId table_id;
  HandNumber hand_number;
  Instant started_at, ended_at;
  Settings settings;  ///< the game's
  std::vector<HandPlayer> players;
  std::vector<HandEvent> events;
  std::vector<TableEvent> shown_afterwards;  ///< CardsShown of the review period
};
BOOST_DESCRIBE_STRUCT(HandRecord, (),
                      (game_id, table_id, hand_number, started_at, ended_at, settings, players, events,
                       shown_afterwards))

}  // namespace cardroom
