#pragma once
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "actors/entrance.hpp"
#include "daemon/gateway/connection.hpp"

/// Stand-ins for what the gateway's application talks to on either side.
namespace cardroom::gateway {

class FakeConnection final : public Connection {
 public:
  bool send(std::shared_ptr<const std::string> head, std::string tail) override {
    const std::lock_guard lock(mutex_);
    if (lagging) return false;
    sent_.push_back(*head + tail);
    return true;
  }
  void close(CloseCode code, std::string reason) override { closed = {code, std::move(reason)}; }
  std::uint64_t id() const override { return 1; }
  const std::string& remote_address() const override { return address_; }
  std::shared_ptr<void>& attachment() override { return attachment_; }

  /// What was sent since the last call.
  std::vector<std::string> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(sent_, {});
  }

  bool lagging = false;
  std::pair<CloseCode, std::string> closed{CloseCode::NORMAL, ""};

 private:
  std::mutex mutex_;
  std::vector<std::string> sent_;
  std::string address_ = "127.0.0.1";
  std::shared_ptr<void> attachment_;
};

class FakeSession final : public SessionPort {
 public:
  void request(protocol::Request request) noexcept override { requests.push_back(std::move(request)); }
  void caught_up() noexcept override { ++resyncs; }
  void disconnected() noexcept override { ++endings; }

  std::vector<protocol::Request> requests;
  int resyncs = 0, endings = 0;
};

/// Keeps log-ins until the test answers them.
class FakeEntrance final : public Entrance {
 public:
  struct Login {
    ClientId id;
    protocol::client::LoginGuest login;
    OutboxPtr outbox;
    std::function<void(SessionPtr)> done;
  };
  void login(ClientId id, protocol::client::LoginGuest login, OutboxPtr outbox,
             std::function<void(SessionPtr)> done) noexcept override {
    logins.push_back({id, std::move(login), std::move(outbox), std::move(done)});
  }

  std::vector<Login> logins;
};

}  // namespace cardroom::gateway
