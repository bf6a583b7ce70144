#pragma once
#include <caf/io/network/default_multiplexer.hpp>
#include <caf/io/scribe.hpp>
#include <memory>
#include <mutex>
#include <set>

#include "actors/cluster/link_socket.hpp"
#include "actors/cluster/link_tls.hpp"

namespace cardroom::cluster {

/// A connection that was made and has shaken hands.
struct Connection {
  Descriptor socket;
  SslPtr ssl;  ///< null: without TLS
};

/// The sockets of all connections that CAF has, also of those it has closed but still wants to write to.
/// Without an end of these, CAF's thread would wait for a peer that reads nothing. Calls may come from any
/// thread.
class OpenSockets {
 public:
  void add(int socket);
  void remove(int socket);
  /// Ends the connection at once: what was not written is lost.
  void cut(int socket);
  /// Ends all, and every one that is added from now on.
  void cut_all();

 private:
  std::mutex mutex_;
  std::set<int> sockets_;
  bool closed_ = false;
};

/// Gives a connection to CAF.
caf::io::scribe_ptr make_scribe(caf::io::network::default_multiplexer& multiplexer, Connection connection,
                                std::shared_ptr<OpenSockets> sockets);

}  // namespace cardroom::cluster
