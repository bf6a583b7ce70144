#pragma once
#include <functional>
#include <memory>
#include <string>

#include "actors/cluster/link_scribe.hpp"

namespace cardroom::cluster {

/// Makes and takes connections in threads of its own, up to the end of the TLS handshake: all that may take
/// long.
class Porch {
 public:
  using Came = std::function<void(std::shared_ptr<Connection>)>;
  /// Either a connection, or a problem.
  using Went = std::function<void(std::shared_ptr<Connection>, std::string problem)>;

  /// `tls` null: without.
  Porch(Listening listening, std::shared_ptr<const TlsIdentity> tls);
  ~Porch();

  /// From now on connections are taken; `came` hears of each from some thread.
  void open(Came came);
  /// Connects to "host:port"; `went` hears of it from another thread.
  void dial(std::string address, Went went);
  /// After it nobody hears of anything any more, and no thread runs but one whose name look-up hangs.
  void close();

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
};

}  // namespace cardroom::cluster
