#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "daemon/gateway/connection.hpp"
#include "daemon/gateway/http.hpp"
#include "daemon/gateway/limits.hpp"

/// HTTP and WebSocket on one TCP port, on threads of its own.
namespace cardroom::gateway {

struct ServerOptions {
  std::string address = "127.0.0.1";  ///< an IPv4 or IPv6 address, not a name
  std::uint16_t port = 0;             ///< 0 = any free one
  unsigned threads = 1;               ///< each with the connections that fall to it
  ConnectionLimits limits;
};

/// Answers HTTP requests with its handlers ("/health" is one from the start) and hands what happens at the
/// WebSocket connections of "/ws" to `events`, which must outlive the server.
class Server {
 public:
  Server(ServerOptions options, ConnectionEvents& events);
  ~Server();  ///< Stops without waiting, if stop() was not called.
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// Registers a handler of a path, before start(). A path that ends in "/" serves everything below it
  /// that has no handler of its own.
  void handle(std::string path, HttpHandler handler);

  /// Whether it could listen there now; a sentence for the operator if not. Nothing stays open.
  static std::optional<std::string> can_listen(const ServerOptions& options);

  /// Listens and starts the threads; a sentence for the operator if that is impossible.
  std::optional<std::string> start();

  /// The port that is listened at, after start().
  std::uint16_t port() const;

  /// HTTP and WebSocket connections that are open now.
  std::size_t connections() const;

  /// Accepts nobody any more, closes every WebSocket with 1001 after its queued frames, waits at most
  /// `limit`, then cuts who is left. When it returns, all threads have ended and no event comes any more.
  void stop(std::chrono::milliseconds limit);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace cardroom::gateway
