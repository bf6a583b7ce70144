#pragma once
#include <functional>
#include <memory>

#include "actors/outbox.hpp"
#include "actors/protocol/client.hpp"

/// How the gateway reaches the actors: one call to come in, then a session to talk to.
namespace cardroom {

/// A player's session as one of its connections sees it. Calls may come from any thread and never block. What
/// the session has to say goes into the outbox that the connection came in with.
class SessionPort {
 public:
  virtual ~SessionPort() = default;

  /// A command of the client, any but HELLO, LOGIN_GUEST and PING. It is answered exactly once.
  virtual void request(protocol::Request request) noexcept = 0;

  /// The client had read too slowly and has caught up: seats, balances and snapshots are due.
  virtual void caught_up() noexcept = 0;

  /// The connection has ended, for whatever reason. The last call.
  virtual void disconnected() noexcept = 0;
};
using SessionPtr = std::shared_ptr<SessionPort>;

/// Where clients come in.
class Entrance {
 public:
  virtual ~Entrance() = default;

  /// Logs a guest in over `outbox`. `done` is called exactly once, from any thread: with the session before
  /// LOGGED_IN goes into the outbox, or with null before the ERROR does.
  virtual void login(ClientId id, protocol::client::LoginGuest login, OutboxPtr outbox,
                     std::function<void(SessionPtr)> done) noexcept = 0;
};

}  // namespace cardroom
