#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "actors/protocol/frame.hpp"
#include "actors/protocol/wire.hpp"
#include "daemon/gateway/limits.hpp"
#include "daemon/gateway/metrics.hpp"

/// A whole cardroom in this process, without store, behind real sockets; and clients of it.
namespace cardroom::gateway {

class LiveRoom {
 public:
  explicit LiveRoom(ConnectionLimits limits = {});
  ~LiveRoom();

  std::uint16_t port() const;
  Metrics& metrics();
  /// An operator's request; the reply.
  std::string admin(const std::string& request);
  /// The operator books 10,000 chips for a player.
  void credit(const std::string& user);
  /// Stops the actors in order, as at the daemon's end.
  void shut_down();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Clients on the test's own thread: they move only while somebody waits.
class LiveClients {
 public:
  LiveClients();
  ~LiveClients();
  /// Runs until `done` or for 20 seconds; whether it came to be.
  bool run_until(const std::function<bool()>& done);
  /// Runs what is due.
  void poll();

  struct Impl;
  Impl& impl() { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

class LiveClient {
 public:
  LiveClient(LiveClients& clients, std::uint16_t port);
  ~LiveClient();
  LiveClient(const LiveClient&) = delete;
  LiveClient& operator=(const LiveClient&) = delete;

  void send_text(std::string text);
  /// Sends a command and returns its number.
  template <class T>
  std::uint64_t send(const T& command) {
    send_text(protocol::to_text(ClientId{next_id_}, command));
    return next_id_++;
  }
  /// Sends a command and returns its answer.
  template <class T>
  std::string ask(const T& command) {
    const std::uint64_t id = send(command);
    return answer(id);
  }
  /// The answer to command `id`, waited for: the message or frame that repeats it.
  std::string answer(std::uint64_t id);
  /// The next message, from where the last call stopped, that contains all of `parts`.
  std::string await(const std::vector<std::string>& parts);
  /// The next frame for which `holds`. Frames and other messages are gone through apart: they come from
  /// different actors, in no order.
  protocol::server::TableState await_frame(
      const std::function<bool(const protocol::server::TableState&)>& holds);
  /// Hello and log-in as a new guest or with a token; keeps `token` and `user`.
  void log_in(const std::string& name);
  void come_back(const std::string& token);
  void cut();
  bool await_close();

  std::string token, user;
  std::uint16_t close_code = 0;

 private:
  void finish_log_in(std::uint64_t id);
  std::string await(const std::vector<std::string>& parts, std::size_t& cursor);
  struct Connection;

  LiveClients& clients_;
  std::shared_ptr<Connection> connection_;
  std::uint64_t next_id_;
  std::size_t cursor_ = 0, frame_cursor_ = 0;
};

}  // namespace cardroom::gateway
