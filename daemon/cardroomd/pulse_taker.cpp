#include "daemon/cardroomd/pulse_taker.hpp"

namespace cardroom::daemon {
namespace {

constexpr std::chrono::seconds kPace{1};

}  // namespace

PulseTaker::PulseTaker(const gateway::Metrics& metrics, std::function<std::uint64_t()> hands)
    : metrics_(metrics), hands_(std::move(hands)), thread_([this] { run(); }) {}

PulseTaker::~PulseTaker() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void PulseTaker::run() {
  std::unique_lock lock(mutex_);
  while (!ends_) {
    pulse_.add({gateway::Pulse::Clock::now(), hands_(), metrics_.actions, metrics_.inside.counts()});
    changed_.wait_for(lock, kPace, [this] { return ends_; });
  }
}

}  // namespace cardroom::daemon
