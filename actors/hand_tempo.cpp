#include "actors/hand_tempo.hpp"

#include <algorithm>

namespace cardroom {
namespace {

constexpr std::int64_t kMinute = 60'000, kHour = 3'600'000;
constexpr std::int64_t kMinutes = 30;

}  // namespace

bool HandTempo::within(const Minute& minute, Instant now) {
  return minute.number > now.ms / kMinute - kMinutes;
}

void HandTempo::add(Instant now, Chips pot) {
  while (!minutes_.empty() && !within(minutes_.front(), now)) minutes_.pop_front();
  if (minutes_.empty()) since_ = now;
  // The clock may have been set back.
  if (minutes_.empty() || minutes_.back().number < now.ms / kMinute)
    minutes_.push_back({now.ms / kMinute, 0, {}});
  ++minutes_.back().hands;
  minutes_.back().pots += pot;
  last_ = now;
}

HandTempo::Figures HandTempo::figures(Instant now) const {
  std::int64_t hands = 0;
  Chips pots;
  for (const Minute& minute : minutes_) {
    if (!within(minute, now)) continue;
    hands += minute.hands;
    pots += minute.pots;
  }
  if (hands == 0) return {};
  // As of the last hand or the last full minute: it is not to change with every look.
  const std::int64_t as_of = std::max(last_.ms, now.ms / kMinute * kMinute);
  const std::int64_t time = std::clamp(as_of - since_.ms, kMinute, kMinutes * kMinute);
  return {Chips{pots.v / hands},
          static_cast<std::int32_t>(std::min<std::int64_t>(hands * kHour / time, 1'000'000'000))};
}

}  // namespace cardroom
