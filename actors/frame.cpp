#include "actors/frame.hpp"

namespace cardroom {
namespace {

/// Frames live for microseconds, and each would take and give back four large blocks of memory.
using Spare = std::vector<std::unique_ptr<Frame>>;
constexpr std::size_t kMostSpare = 16;

Spare& spare() {
  thread_local Spare frames;
  return frames;
}

void give_back(Frame* used) {
  std::unique_ptr<Frame> frame(used);
  if (spare().size() >= kMostSpare) return;
  frame->ack_to = nullptr;
  spare().push_back(std::move(frame));
}

}  // namespace

std::shared_ptr<Frame> new_frame() {
  if (spare().empty()) return {new Frame, give_back};
  std::unique_ptr<Frame> frame = std::move(spare().back());
  spare().pop_back();
  frame->head.snapshot.reset();
  frame->head.events.clear();
  frame->for_all = true;
  frame->privates.clear();
  frame->ack_seat = {};
  frame->ack = {};
  return {frame.release(), give_back};
}

}  // namespace cardroom
