#pragma once
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "actors/entrance.hpp"
#include "actors/environment.hpp"
#include "actors/interfaces.hpp"
#include "actors/recent_commands.hpp"
#include "actors/table_messages.hpp"

namespace cardroom {

/// The ACT or INTENT in a request as its table takes it; nothing for any other command.
std::optional<TableCall> action_of(const protocol::Request& request, const UserId& user);

/// One connection's way to the session, and past it: actions go straight to the table where the player sits,
/// so that they take one step less. Their answers come by way of the table's frames or the session.
class Port : public SessionPort {
 public:
  struct Route {
    TableId table;
    TableActor actor;
  };

  Port(SessionActor session, UserId user, OutboxPtr outbox, EnvironmentPtr env,
       std::shared_ptr<RecentCommands> recent)
      : session_(std::move(session)),
        user_(user),
        env_(std::move(env)),
        recent_(std::move(recent)),
        outbox_(std::move(outbox)) {}

  void request(protocol::Request request) noexcept override;
  void caught_up() noexcept override;
  void disconnected() noexcept override;

  /// The tables where the player sits.
  void route(std::vector<Route> routes);
  /// The connection is replaced or gone, or the session ends: nothing goes anywhere, and the outbox, which
  /// may hold this port, is let go.
  void close();

 private:
  TableActor table(const TableId& id);
  OutboxPtr outbox();
  bool is_new(const protocol::Request& request);

  SessionActor session_;
  UserId user_;
  EnvironmentPtr env_;
  std::shared_ptr<RecentCommands> recent_;
  std::mutex mutex_;  ///< of what follows
  OutboxPtr outbox_;
  std::vector<Route> routes_;
};

}  // namespace cardroom
