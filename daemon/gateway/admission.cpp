#include "daemon/gateway/admission.hpp"

#include <arpa/inet.h>

#include <algorithm>

namespace cardroom::gateway {
namespace {

// So many refused connections are worth an answer at a time.
constexpr std::size_t kRefusedAtOnce = 64;

constexpr AddressBytes kMappedPrefix{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0};
constexpr AddressBytes kLoopback6{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};

bool mapped(const AddressBytes& address) {
  return std::equal(address.begin(), address.begin() + 12, kMappedPrefix.begin());
}

bool loopback(const AddressBytes& address) {
  return address == kLoopback6 || (mapped(address) && address[12] == 127);
}

// One customer of an IPv6 network has a whole /64.
AddressBytes network(AddressBytes address) {
  if (!mapped(address) && !loopback(address)) std::fill(address.begin() + 8, address.end(), std::uint8_t{0});
  return address;
}

}  // namespace

std::string network_of(const std::string& address) {
  AddressBytes bytes{};
  if (inet_pton(AF_INET6, address.c_str(), bytes.data()) != 1) return address;
  bytes = network(bytes);
  return {bytes.begin(), bytes.end()};
}

Admission::Place& Admission::Place::operator=(Place&& other) noexcept {
  if (this != &other) {
    leave();
    admission_ = std::exchange(other.admission_, nullptr);
    verdict_ = other.verdict_;
    key_ = other.key_;
  }
  return *this;
}

void Admission::Place::penalize(Clock::time_point now) {
  if (admission_ == nullptr || admission_->limits_.penalty.count() == 0) return;
  const std::lock_guard lock(admission_->mutex_);
  std::erase_if(admission_->penalties_, [&](const auto& penalty) { return penalty.second <= now; });
  admission_->penalties_[key_] = now + admission_->limits_.penalty;
}

void Admission::Place::leave() {
  if (auto* admission = std::exchange(admission_, nullptr)) admission->leave(verdict_, key_);
}

Verdict Admission::judge(const AddressBytes& key) {
  auto refusal = Verdict::WELCOME;
  if (welcome_ >= limits_.connections) {
    refusal = Verdict::FULL;
  } else if (limits_.connections_per_address != 0 && (limits_.limit_loopback || !loopback(key))) {
    const auto found = per_address_.find(key);
    if (found != per_address_.end() && found->second >= limits_.connections_per_address)
      refusal = Verdict::TOO_MANY_FROM_ADDRESS;
  }
  return refusal != Verdict::WELCOME && refused_ >= kRefusedAtOnce ? Verdict::DROP : refusal;
}

Admission::Place Admission::enter(AddressBytes address) {
  const auto key = network(address);
  const std::lock_guard lock(mutex_);
  const auto verdict = judge(key);
  if (verdict == Verdict::DROP) return {};
  if (verdict == Verdict::WELCOME) {
    ++welcome_;
    ++per_address_[key];
  } else {
    ++refused_;
  }
  return {this, verdict, key};
}

Admission::Clock::duration Admission::wait_of(AddressBytes address, Clock::time_point now) const {
  const std::lock_guard lock(mutex_);
  const auto found = penalties_.find(network(address));
  return found == penalties_.end() ? Clock::duration{} : std::max(found->second - now, Clock::duration{});
}

void Admission::leave(Verdict verdict, const AddressBytes& key) {
  const std::lock_guard lock(mutex_);
  if (verdict != Verdict::WELCOME) {
    --refused_;
    return;
  }
  --welcome_;
  const auto found = per_address_.find(key);
  if (found != per_address_.end() && --found->second == 0) per_address_.erase(found);
}

std::size_t Admission::count() const {
  const std::lock_guard lock(mutex_);
  return welcome_ + refused_;
}

}  // namespace cardroom::gateway
