#pragma once
#include <chrono>

#include "actors/outbox.hpp"
#include "daemon/gateway/connection.hpp"
#include "daemon/gateway/metrics.hpp"

namespace cardroom::gateway {

/// A connection as the actors' outbox; it also measures how long actions take inside the daemon.
class ClientOutbox final : public cardroom::Outbox {
 public:
  using Clock = std::chrono::steady_clock;

  /// `metrics` outlives every outbox.
  ClientOutbox(std::shared_ptr<Connection> connection, Metrics& metrics)
      : connection_(std::move(connection)), metrics_(metrics) {}

  Sent frame(std::shared_ptr<const std::string> head, std::string tail,
             ClientId acknowledged) noexcept override;
  Sent message(std::string text) noexcept override;
  void close(CloseReason reason) noexcept override;

  /// The client acted at `now`: the frame that acknowledges `id` ends the measurement. One at a time.
  void acted(ClientId id, Clock::time_point now) noexcept;
  /// The connection has ended: what comes now is CLOSED.
  void ended() noexcept { ended_.store(true, std::memory_order_relaxed); }

 private:
  Sent queue(std::shared_ptr<const std::string> head, std::string tail, Counter& sent) noexcept;

  std::shared_ptr<Connection> connection_;
  Metrics& metrics_;
  std::atomic<bool> ended_{false};
  std::atomic<std::uint64_t> acting_{0};
  std::atomic<Clock::rep> acted_at_{0};
};

}  // namespace cardroom::gateway
