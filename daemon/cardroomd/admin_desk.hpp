#pragma once
#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <thread>

#include "daemon/control/control_server.hpp"
#include "daemon/gateway/administration.hpp"

namespace cardroom::daemon {

/// Administrators who come in over the port: what they ask for is carried out by the control socket's own
/// handler, one request after the other on a thread of the desk, since some of them read the store.
class AdminDesk final : public gateway::Administration {
 public:
  ~AdminDesk() override { close(); }

  /// Until then nobody is admitted, nor with a token that is too short to be a secret.
  void open(std::string token, control::Handler handler);
  /// What waits is refused, and so is everything that comes later.
  void close();

  bool admits(std::string_view token) const override;
  void carry_out(std::string request, Reply reply) override;

 private:
  struct Order {
    std::string request;
    Reply reply;
  };
  void run();

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::string token_;
  control::Handler handler_;
  std::deque<Order> orders_;
  bool open_ = false;
  std::thread thread_;
};

}  // namespace cardroom::daemon
