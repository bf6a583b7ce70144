#pragma once
#include <caf/actor.hpp>
#include <caf/actor_system.hpp>
#include <caf/io/connection_handle.hpp>
#include <memory>

#include "actors/cluster/link_scribe.hpp"

namespace cardroom::cluster {

/// CAF's actor for connections between nodes, whose thread alone touches what it has.
class Basp {
 public:
  Basp(caf::actor_system& system, std::shared_ptr<OpenSockets> sockets);

  const caf::actor& actor() const { return actor_; }
  /// What that actor takes for a connection.
  caf::io::scribe_ptr scribe(Connection connection) const;
  /// Lets a connection that it was just sent begin in time: its clock for new ones stands at zero, which the
  /// next heartbeat would take for silence.
  void begin(caf::io::connection_handle handle) const;
  /// Ends all connections with CAF's node of that actor.
  void cut(const caf::strong_actor_ptr& remote) const;
  /// Ends it, before the end of the system does: that would leave its mailbox open, in which the next
  /// heartbeat keeps it in memory for ever.
  void end() const;

 private:
  caf::io::network::default_multiplexer& multiplexer() const;

  caf::actor_system& system_;
  std::shared_ptr<OpenSockets> sockets_;
  caf::actor actor_;
};

}  // namespace cardroom::cluster
