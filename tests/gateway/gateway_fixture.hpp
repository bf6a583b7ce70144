#pragma once
#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "daemon/gateway/server.hpp"
#include "tests/gateway/raw_client.hpp"

/// A server on a free port, and what happened at its connections.
namespace cardroom::gateway {

/// Writes down every event. `react` is called for messages, on the server's thread.
class RecordedEvents : public ConnectionEvents {
 public:
  using Reaction = std::function<void(Connection&, std::string_view)>;

  explicit RecordedEvents(Reaction react = {}) : react_(std::move(react)) {}

  void on_open(const std::shared_ptr<Connection>& connection) override;
  void on_message(Connection& connection, std::string_view text) override;
  void on_binary(Connection& connection) override;
  void on_flood(Connection& connection) override;
  void on_overflow(Connection& connection) override;
  void on_drained(Connection& connection) override;
  void on_close(Connection& connection) override;

  /// Waits until so many events of that name ("open", "message", ...) have come; false after too long.
  bool wait(const std::string& name, std::size_t count = 1);
  std::size_t count(const std::string& name);
  /// The names of all events in order, joined by spaces.
  std::string story();
  std::vector<std::string> messages();
  /// The connection that was opened as the n-th one.
  std::shared_ptr<Connection> connection(std::size_t n = 0);

 private:
  void note(const std::string& name);

  const Reaction react_;
  std::mutex mutex_;
  std::condition_variable noted_;
  std::vector<std::string> names_;
  std::map<std::string, std::size_t> counts_;
  std::vector<std::string> messages_;
  std::vector<std::shared_ptr<Connection>> opened_;
};

/// Sends a text to a connection.
inline bool say(Connection& connection, std::string_view text) {
  return connection.send(std::make_shared<const std::string>(text));
}

/// A reaction that sends each message back.
inline void echo(Connection& connection, std::string_view text) { say(connection, text); }

/// A server that runs as long as the object lives.
class RunningServer {
 public:
  explicit RunningServer(ConnectionLimits limits = {}, RecordedEvents::Reaction react = echo,
                         unsigned threads = 1);

  RecordedEvents events;
  Server server;
  std::uint16_t port() const { return server.port(); }
};

/// Waits until a condition that no event announces holds, as a kernel's buffers do; false after too long.
bool eventually(const std::function<bool()>& condition);

}  // namespace cardroom::gateway
