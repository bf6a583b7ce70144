#pragma once
#include <vector>

#include "actors/interfaces.hpp"
#include "actors/message.hpp"
#include "actors/protocol/frame.hpp"

namespace cardroom {

/// A seat's own part of a frame.
struct PrivatePart {
  UserId user;
  PrivateView view;
  bool dealt = false;  ///< the hole cards were dealt in this step
};

/// What a table publishes of a step, once for all its viewers; or its whole state for those who come
/// (`head.snapshot`). A player's cards that were not shown have a place in that player's own part only.
struct Frame {
  protocol::FrameHead head;
  bool for_all = true;  ///< else only for viewers who have no snapshot yet
  std::vector<PrivatePart> privates;
  SeatIndex ack_seat;  ///< whose command the step carried out
  ClientId ack;        ///< 0 = nobody's
  AnswerSink ack_to;   ///< hears of it if the player does not watch
};

/// An empty frame, in memory that earlier ones have left on this thread.
std::shared_ptr<Frame> new_frame();

}  // namespace cardroom
CARDROOM_MESSAGE(FramePtr)
