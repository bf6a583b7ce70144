#include "daemon/gateway/client_outbox.hpp"

#include <exception>

namespace cardroom::gateway {

Sent ClientOutbox::queue(std::shared_ptr<const std::string> head, std::string tail, Counter& sent) noexcept {
  if (ended_.load(std::memory_order_relaxed)) return Sent::CLOSED;
  try {
    if (connection_->send(std::move(head), std::move(tail))) {
      sent.fetch_add(1, std::memory_order_relaxed);
      return Sent::QUEUED;
    }
  } catch (const std::exception&) {
    // Out of memory: for the client the same as a full queue.
  }
  metrics_.left_out.fetch_add(1, std::memory_order_relaxed);
  return Sent::DROPPED;
}

Sent ClientOutbox::frame(std::shared_ptr<const std::string> head, std::string tail,
                         ClientId acknowledged) noexcept {
  const Sent sent = queue(std::move(head), std::move(tail), metrics_.frames_sent);
  if (acknowledged.v != 0 && acting_.load(std::memory_order_acquire) == acknowledged.v) {
    const Clock::time_point acted_at{Clock::duration{acted_at_.load(std::memory_order_relaxed)}};
    acting_.store(0, std::memory_order_relaxed);
    metrics_.inside.record(Clock::now() - acted_at);
  }
  return sent;
}

Sent ClientOutbox::message(std::string text) noexcept {
  static const auto kNothing = std::make_shared<const std::string>();
  return queue(kNothing, std::move(text), metrics_.messages_sent);
}

void ClientOutbox::close(CloseReason reason) noexcept {
  const bool leaving = reason == CloseReason::SHUTTING_DOWN;
  const char* words = reason == CloseReason::REPLACED ? "replaced by a newer connection"
                      : reason == CloseReason::KICKED ? "closed by an administrator"
                      : leaving                       ? "shutting down"
                                                      : "bad input";
  try {
    connection_->close(leaving ? CloseCode::GOING_AWAY : CloseCode::POLICY, words);
  } catch (const std::exception&) {
    // Nothing is left to be done for this client; its idle time-out ends it.
  }
}

void ClientOutbox::acted(ClientId id, Clock::time_point now) noexcept {
  acted_at_.store(now.time_since_epoch().count(), std::memory_order_relaxed);
  acting_.store(id.v, std::memory_order_release);
}

}  // namespace cardroom::gateway
