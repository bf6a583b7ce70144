#pragma once
#include <atomic>
#include <memory>

#include "actors/protocol/client.hpp"
#include "actors/protocol/errors.hpp"
#include "daemon/gateway/administration.hpp"
#include "daemon/gateway/client_outbox.hpp"

namespace cardroom::gateway {

/// A connection that has given the administrator's token: its requests, and what came of them.
class AdminClient : public std::enable_shared_from_this<AdminClient> {
 public:
  AdminClient(Administration& administration, std::shared_ptr<ClientOutbox> outbox)
      : administration_(administration), outbox_(std::move(outbox)) {}

  void request(ClientId id, protocol::client::Admin admin);

 private:
  void answer(ClientId id, const std::string& line);
  void refuse(ClientId id, protocol::Code code, std::string_view message);

  Administration& administration_;
  std::shared_ptr<ClientOutbox> outbox_;
  std::atomic<int> under_way_{0};
};

}  // namespace cardroom::gateway
