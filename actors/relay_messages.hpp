#pragma once
#include "actors/interfaces.hpp"
#include "actors/message.hpp"
#include "actors/outbox.hpp"

namespace cardroom {

struct ServeTable {
  TableActor table;
};

/// `outbox` is to get a snapshot and the frames after it. A player's outbox replaces the one before.
struct Watch {
  UserId user;  ///< empty = nobody who could have a seat
  OutboxPtr outbox;
};
struct Unwatch {
  OutboxPtr outbox;
};
struct StopRelay {};

}  // namespace cardroom
CARDROOM_MESSAGE(ServeTable)
CARDROOM_MESSAGE(Watch)
CARDROOM_MESSAGE(Unwatch)
CARDROOM_MESSAGE(StopRelay)
