#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "engine/types.hpp"

/// Where actors put what one client is to be sent. The gateway implements it over a connection; tests record
/// it.
namespace cardroom {

/// What became of something that was put into an outbox.
enum class Sent : std::uint8_t {
  QUEUED,
  DROPPED,  ///< the client reads too slowly: this is left out, as everything will be until it has caught up
  CLOSED,   ///< the connection is gone; forget the outbox
};

/// Why a connection is closed by the daemon.
enum class CloseReason : std::uint8_t {
  REPLACED,  ///< the player came in over a newer connection
  SHUTTING_DOWN,
  KICKED,     ///< by an administrator
  BAD_INPUT,  ///< not a client of this protocol
};

/// One connection's way out. Every function may be called from any thread, never blocks and never throws.
/// When a client that lagged has caught up, the gateway tells its session, which sends seats, balances and a
/// snapshot of every watched table; answers that were left out the client asks for again by repeating its
/// commands.
class Outbox {
 public:
  virtual ~Outbox() = default;

  /// Queues one table frame: `head`, shared by all who watch the table, followed by `tail`. `acknowledged` is
  /// the client's command that the tail acknowledges, 0 if none; the time until here is the daemon's latency.
  virtual Sent frame(std::shared_ptr<const std::string> head, std::string tail,
                     ClientId acknowledged) noexcept = 0;

  /// Queues any other message.
  virtual Sent message(std::string text) noexcept = 0;

  /// Sends what is queued, then closes. Later calls do nothing.
  virtual void close(CloseReason reason) noexcept = 0;
};
using OutboxPtr = std::shared_ptr<Outbox>;

}  // namespace cardroom
