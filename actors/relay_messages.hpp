#pragma once
#include <memory>
#include <string>

#include "actors/cluster/wire.hpp"
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

/// The way to a relay of the same table on another node.
class FarRelay {
 public:
  virtual ~FarRelay() = default;
  virtual void frame(cluster::TableFrame frame, const TextPtr& head) noexcept = 0;
};

/// The node `peer` has viewers, `user` among them: it is to get a snapshot and the frames after it.
struct Follow {
  cluster::Incarnation peer;
  UserId user;  ///< empty = nobody who could have a seat
  std::shared_ptr<FarRelay> relay;
};
struct Unfollow {
  cluster::Incarnation peer;
};

}  // namespace cardroom
CARDROOM_MESSAGE(ServeTable)
CARDROOM_MESSAGE(Watch)
CARDROOM_MESSAGE(Unwatch)
CARDROOM_MESSAGE(StopRelay)
CARDROOM_MESSAGE(Follow)
CARDROOM_MESSAGE(Unfollow)
