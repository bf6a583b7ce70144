#include "daemon/gateway/attempts.hpp"

#include "daemon/gateway/admission.hpp"

namespace cardroom::gateway {

void Attempts::begin_minute(Clock::time_point now) {
  if (now - since_ < std::chrono::minutes(1)) return;
  since_ = now;
  failed_.clear();
}

bool Attempts::allowed(const std::string& address, Clock::time_point now) {
  const std::string key = network_of(address);
  const std::lock_guard lock(mutex_);
  begin_minute(now);
  const auto known = failed_.find(key);
  return known == failed_.end() ? failed_.size() < kMostAddresses : known->second < kMost;
}

void Attempts::failed(const std::string& address, Clock::time_point now) {
  const std::string key = network_of(address);
  const std::lock_guard lock(mutex_);
  begin_minute(now);
  ++failed_[key];
}

}  // namespace cardroom::gateway
