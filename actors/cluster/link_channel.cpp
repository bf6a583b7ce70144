#include "actors/cluster/link_channel.hpp"

namespace cardroom::cluster {
namespace {

using std::chrono::milliseconds;

constexpr auto kMostUnheard = milliseconds(2'000) / kLinkTick;
constexpr auto kMostUnsaid = milliseconds(500) / kLinkTick;

}  // namespace

Channel::Channel(caf::intrusive_ptr<LinkScribe> scribe) : scribe_(std::move(scribe)) {
  out()->say_preamble();
}

std::optional<Record> Channel::next(std::string_view& bytes) {
  if (!bytes.empty()) ticks_unheard_ = 0;
  return reader_.next(bytes);
}

bool Channel::tick() {
  // Behind what the socket does not take, a heartbeat would say nothing.
  ticks_unsaid_ = out()->is_idle() ? ticks_unsaid_ + 1 : 0;
  if (ticks_unsaid_ >= kMostUnsaid) out()->say(Heartbeat{});
  return ++ticks_unheard_ <= kMostUnheard;
}

}  // namespace cardroom::cluster
