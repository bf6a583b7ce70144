#include "actors/cluster/remote_viewers.hpp"

#include <algorithm>
#include <utility>

#include "actors/protocol/frame.hpp"

namespace cardroom::cluster {

void RemoteViewers::watch(const UserId& user, OutboxPtr outbox) {
  const std::lock_guard lock(mutex_);
  std::erase_if(viewers_,
                [&](const Viewer& v) { return v.outbox == outbox || (!user.empty() && v.user == user); });
  viewers_.push_back({user, std::move(outbox), false});
  peer_->send(FollowTable{table_, user});
}

void RemoteViewers::unwatch(const OutboxPtr& outbox) {
  const std::lock_guard lock(mutex_);
  std::erase_if(viewers_, [&](const Viewer& v) { return v.outbox == outbox; });
  if (viewers_.empty()) leave();
}

void RemoteViewers::close() {
  const std::lock_guard lock(mutex_);
  viewers_ = {};
}

void RemoteViewers::leave() {
  viewers_.shrink_to_fit();
  peer_->send(UnfollowTable{table_});
  at_ = {};
}

/// What leads from nowhere is no use: the whole state is asked for, for everybody.
void RemoteViewers::resync() {
  if (std::exchange(resyncing_, true)) return;
  for (Viewer& viewer : viewers_) viewer.primed = false;
  for (const Viewer& viewer : viewers_) peer_->send(FollowTable{table_, viewer.user});
}

void RemoteViewers::pass_on(const TableFrame& frame, const std::shared_ptr<const std::string>& head) {
  const std::lock_guard lock(mutex_);
  if (viewers_.empty() || frame.epoch < epoch_) return;
  if (!frame.snapshot) {
    if (frame.epoch != epoch_ || frame.previous > at_) return resync();
    if (frame.version <= at_) return;
  }
  epoch_ = frame.epoch;
  at_ = frame.for_all ? frame.version : std::max(at_, frame.version);
  if (frame.snapshot) resyncing_ = false;
  std::erase_if(viewers_, [&](Viewer& viewer) {
    if (!(frame.snapshot ? frame.for_all || !viewer.primed : viewer.primed)) return false;
    // Who has begun to watch since would miss the own part.
    if (frame.snapshot && !is_for(viewer, frame)) return false;
    viewer.primed = true;
    const FrameTail* own = tail_of(viewer, frame);
    return viewer.outbox->frame(head, own ? own->text : protocol::render_tail(),
                                own ? own->ack : ClientId{}) == Sent::CLOSED;
  });
  if (viewers_.empty()) leave();
}

bool RemoteViewers::is_for(const Viewer& viewer, const TableFrame& frame) {
  return viewer.user.empty() ||
         std::find(frame.users.begin(), frame.users.end(), viewer.user) != frame.users.end();
}

const FrameTail* RemoteViewers::tail_of(const Viewer& viewer, const TableFrame& frame) {
  if (viewer.user.empty()) return nullptr;
  for (const FrameTail& tail : frame.tails)
    if (tail.user == viewer.user) return &tail;
  return nullptr;
}

void FrameRoutes::add(std::shared_ptr<RemoteViewers> viewers) {
  const std::lock_guard lock(mutex_);
  const TableId table = viewers->table();
  tables_[table] = std::move(viewers);
}

void FrameRoutes::remove(const TableId& table) {
  const std::lock_guard lock(mutex_);
  const auto known = tables_.extract(table);
  if (!known.empty()) known.mapped()->close();
}

void FrameRoutes::clear() {
  const std::lock_guard lock(mutex_);
  for (const auto& [table, viewers] : tables_) viewers->close();
  tables_.clear();
}

void FrameRoutes::pass_on(const Incarnation& from, WireFrame frame) {
  const std::size_t end = frame.bytes.find('\n');
  TableFrame body;
  if (end == std::string::npos || !from_wire(std::string_view(frame.bytes).substr(0, end), body)) return;
  std::shared_ptr<RemoteViewers> viewers;
  {
    const std::lock_guard lock(mutex_);
    const auto known = tables_.find(body.table);
    if (known == tables_.end()) return;
    const Peer& peer = *known->second->peer();
    if (peer.incarnation() != from || !peer.up()) return;
    viewers = known->second;
  }
  frame.bytes.erase(0, end + 1);
  viewers->pass_on(body, std::make_shared<const std::string>(std::move(frame.bytes)));
}

}  // namespace cardroom::cluster
