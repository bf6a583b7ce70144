#include "daemon/gateway/pulse.hpp"

namespace cardroom::gateway {
namespace {

constexpr std::chrono::milliseconds kWindow{10'500};

}  // namespace

void Pulse::add(Sample sample) {
  const std::lock_guard lock(mutex_);
  samples_.push_back(std::move(sample));
  while (samples_.size() > 2 && samples_.back().at - samples_.front().at > kWindow) samples_.pop_front();
}

Pulse::Figures Pulse::figures() const {
  const std::lock_guard lock(mutex_);
  Figures told;
  if (samples_.empty()) return told;
  const Sample& first = samples_.front();
  const Sample& last = samples_.back();
  told.hands = last.hands;
  const double time = std::chrono::duration<double>(last.at - first.at).count();
  if (time <= 0) return told;
  told.hands_per_second = static_cast<double>(last.hands - first.hands) / time;
  told.actions_per_second = static_cast<double>(last.actions - first.actions) / time;
  Histogram::Counts between{};
  std::uint64_t all = 0;
  for (std::size_t i = 0; i < between.size(); ++i) all += between[i] = last.inside[i] - first.inside[i];
  if (all == 0) return told;
  told.latency_p50 = Histogram::quantile_us(between, 500);
  told.latency_p99 = Histogram::quantile_us(between, 990);
  return told;
}

}  // namespace cardroom::gateway
