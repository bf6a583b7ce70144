#include "actors/cluster/liveness.hpp"

#include <algorithm>
#include <utility>

namespace cardroom::cluster {

OwnPulse::Turn OwnPulse::accepted(Moment sent, Moment now) {
  if (state_ == NodeState::OUT) return Turn::NONE;
  alive_ = alive_ ? std::max(*alive_, sent) : sent;
  if (state_ == NodeState::UP || !fresh(now)) return on_time(now);
  return std::exchange(state_, NodeState::UP) == NodeState::JOINING ? Turn::OPENED : Turn::RESUMED;
}

OwnPulse::Turn OwnPulse::refused() {
  return std::exchange(state_, NodeState::OUT) == NodeState::OUT ? Turn::NONE : Turn::OUT;
}

OwnPulse::Turn OwnPulse::on_time(Moment now) {
  if (state_ != NodeState::UP || fresh(now)) return Turn::NONE;
  state_ = NodeState::HELD;
  return Turn::HELD;
}

void OwnPulse::rejoin() {
  state_ = NodeState::JOINING;
  sent_.reset();
  alive_.reset();
}

std::optional<Moment> OwnPulse::next() const {
  if (state_ == NodeState::OUT) return std::nullopt;
  const Moment send = sent_ ? *sent_ + times_.beat_every : Moment{};
  return state_ == NodeState::UP ? std::min(send, *alive_ + times_.hold_after) : send;
}

bool Observer::stood_still(Moment sent) {
  const bool gap = last_sent_ && sent - *last_sent_ > times_.polling_gap;
  last_sent_ = sent;
  return gap;
}

void Observer::failed(Moment sent) {
  stood_still(sent);
  well_since_.reset();
}

void Observer::see(Moment answered, const std::map<Incarnation, Beat>& beats) {
  std::erase_if(seen_, [&](const auto& known) {
    const bool gone = !beats.contains(known.first);
    if (gone) unlinked_.erase(known.first);
    return gone;
  });
  for (const auto& [node, beat] : beats) {
    const auto [at, fresh] = seen_.try_emplace(node, Seen{beat, answered});
    if (!fresh && at->second.beat != beat) at->second = {beat, answered};
  }
}

std::vector<Observer::Silent> Observer::polled(Moment sent, Moment answered,
                                               const std::map<Incarnation, Beat>& beats) {
  if (stood_still(sent)) well_since_.reset();
  see(answered, beats);
  if (answered - sent > times_.slow_answer) {
    well_since_.reset();
    return {};
  }
  if (!well_since_) well_since_ = answered;
  std::vector<Silent> out;
  // What was read was so when the poll was sent, at the earliest.
  if (sent - *well_since_ < times_.settle) return out;
  for (const auto& [node, seen] : seen_)
    if (sent - seen.since >= (unlinked_.contains(node) ? times_.silent_unlinked : times_.silent))
      out.push_back({node, seen.beat});
  return out;
}

}  // namespace cardroom::cluster
