#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

/// One client's WebSocket connection as the rest of the program sees it.
namespace cardroom::gateway {

/// Close codes of RFC 6455 that the gateway uses.
enum class CloseCode : std::uint16_t {
  NORMAL = 1000,
  GOING_AWAY = 1001,
  BAD_PAYLOAD = 1007,
  POLICY = 1008,
  TOO_BIG = 1009,
  INTERNAL = 1011,
};

/// A connection; every function may be called from any thread, also after the connection has ended.
class Connection {
 public:
  Connection() = default;
  virtual ~Connection() = default;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// Queues one text frame: `head`, shared with other connections and never copied, then `tail`.
  /// False if the frame was dropped because the connection lags (see ConnectionEvents) or has ended.
  virtual bool send(std::shared_ptr<const std::string> head, std::string tail = {}) = 0;

  /// Sends what is queued, then closes; frames sent afterwards are dropped, messages that still come ignored.
  virtual void close(CloseCode code, std::string reason) = 0;

  /// Unique among all connections of the server, never used again.
  virtual std::uint64_t id() const = 0;

  /// The client's IP address.
  virtual const std::string& remote_address() const = 0;

  /// A place for what the owner knows about this client. To be used in ConnectionEvents' calls only.
  virtual std::shared_ptr<void>& attachment() = 0;
};

/// What happens at connections. Calls come on the gateway's threads: for one connection always on the same
/// one, in order, from on_open to on_close. They must not block; an exception closes the connection.
class ConnectionEvents {
 public:
  virtual ~ConnectionEvents() = default;

  /// The handshake is done. The connection may be kept as long as anybody wishes.
  virtual void on_open(const std::shared_ptr<Connection>& connection) = 0;
  /// One text message, valid UTF-8, at most ConnectionLimits::message_bytes.
  virtual void on_message(Connection& connection, std::string_view text) = 0;
  /// A binary message came and was dropped; the connection goes on.
  virtual void on_binary(Connection& connection) = 0;
  /// More messages than allowed: once a flood. They are read no faster than allowed from now on.
  virtual void on_flood(Connection& connection) = 0;
  /// The client reads too slowly: its queue was dropped, and so is every frame until on_drained.
  virtual void on_overflow(Connection& connection) = 0;
  /// The client has caught up and frames are taken again: time to send it the whole state anew.
  virtual void on_drained(Connection& connection) = 0;
  /// The connection has ended, for whichever reason. The last call for it.
  virtual void on_close(Connection& connection) = 0;
};

}  // namespace cardroom::gateway
