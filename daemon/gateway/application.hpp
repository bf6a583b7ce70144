#pragma once
#include "actors/entrance.hpp"
#include "daemon/gateway/administration.hpp"
#include "daemon/gateway/attempts.hpp"
#include "daemon/gateway/connection.hpp"
#include "daemon/gateway/metrics.hpp"

namespace cardroom::gateway {

/// What happens at connections, in terms of the protocol: greets, logs in, passes commands to the player's
/// session or to the administration, and answers everything else with an ERROR. Keeps one state a connection,
/// in its attachment.
class Application final : public ConnectionEvents {
 public:
  /// All outlive the application. Without `administration` no administrator comes in here.
  Application(Entrance& entrance, Metrics& metrics, Administration* administration = nullptr)
      : entrance_(entrance), metrics_(metrics), administration_(administration) {}

  void on_open(const std::shared_ptr<Connection>& connection) override;
  void on_message(Connection& connection, std::string_view text) override;
  void on_binary(Connection& connection) override;
  void on_flood(Connection& connection) override;
  void on_overflow(Connection& connection) override;
  void on_drained(Connection& connection) override;
  void on_close(Connection& connection) override;

 private:
  class Client;
  static Client& client(Connection& connection);

  Entrance& entrance_;
  Metrics& metrics_;
  Administration* administration_;
  Attempts attempts_;  ///< to come in as an administrator
};

}  // namespace cardroom::gateway
