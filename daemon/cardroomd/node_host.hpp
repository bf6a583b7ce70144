#pragma once
#include <functional>
#include <memory>
#include <string>
#include <variant>

#include "actors/cardroom.hpp"
#include "actors/cluster/redis_registry.hpp"
#include "actors/store/store.hpp"
#include "config/config.hpp"
#include "daemon/cardroomd/redis_host.hpp"

namespace cardroom::daemon {

/// This daemon as a node of a cluster: its way to the registry in Redis and its links to other nodes.
class NodeHost {
 public:
  /// Opens both; the node joins with `join`. A failure is one sentence that says what to do.
  static std::variant<std::unique_ptr<NodeHost>, std::string> open(const config::Config& config,
                                                                   RedisHost& redis, RoomStore& rooms,
                                                                   std::uint16_t port);
  /// Cuts the links; the cardroom has left the cluster before.
  ~NodeHost();
  NodeHost(const NodeHost&) = delete;
  NodeHost& operator=(const NodeHost&) = delete;

  /// Joins, and waits until that is decided: empty, or why not. `turned` hears from then on what becomes of
  /// the node, from any thread.
  std::string join(Cardroom& cardroom, std::function<void(cluster::NodeTurn)> turned);

 private:
  class Events;
  NodeHost() = default;

  cluster::NodeRecord record_;
  std::vector<cluster::Incarnation> former_;
  std::string file_;              ///< of this directory's incarnations
  std::unique_ptr<Store> store_;  ///< of its own, so that signs of life wait behind nothing
  std::unique_ptr<cluster::NodeStore> nodes_;
  std::shared_ptr<cluster::RedisRegistry> registry_;
  std::shared_ptr<Events> events_;
  std::shared_ptr<cluster::Link> link_;
  std::vector<cluster::CertificateEnd> certificates_;  ///< of the link
};

}  // namespace cardroom::daemon
