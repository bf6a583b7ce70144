#include "actors/cluster/link_system.hpp"

#include <algorithm>
#include <caf/actor_system.hpp>
#include <caf/io/middleman.hpp>
#include <caf/node_id.hpp>
#include <random>

#include "actors/cluster/link_messages.hpp"

namespace cardroom::cluster {
namespace {

/// CAF names a node by its machine and process, which in containers are the same for all, and are so again
/// after a restart: nodes would take each other for themselves. This module, which is made ready after the
/// middleman and before anything runs, names it at random.
class RandomNode : public caf::actor_system::module {
 public:
  explicit RandomNode(caf::actor_system& system) : system_(system) {}
  void start() override {}
  void stop() override {}
  void init(caf::actor_system_config&) override {
    std::random_device random;
    caf::node_id::default_data::host_id_type host{};
    std::generate(host.begin(), host.end(), [&] { return static_cast<std::uint8_t>(random()); });
    // There is no other access; the member itself is not const.
    const_cast<caf::node_id&>(system_.node()) = caf::make_node_id(random() | 1u, host);
  }
  id_t id() const override { return network_manager; }  // a place that CAF 0.17 leaves free
  void* subtype_ptr() override { return this; }

 private:
  caf::actor_system& system_;
};

}  // namespace

LinkConfig::LinkConfig(const NodeRecord& self) : ActorConfig(1) {
  constexpr std::size_t kMostVersions = 16;
  std::vector<std::string> versions;
  for (auto v = self.protocol; v >= self.oldest_protocol && versions.size() < kMostVersions; --v)
    versions.push_back("cardroom-" + std::to_string(v));
  load<caf::io::middleman>();
  module_factories.push_back(
      [](caf::actor_system& system) -> caf::actor_system::module* { return new RandomNode(system); });
  add_message_types<caf::id_block::cardroom_link>();
  set("middleman.app-identifiers", versions);
  set("middleman.enable-automatic-connections", false);
  set("middleman.heartbeat-interval", caf::timespan(std::chrono::milliseconds(500)));
  set("middleman.workers", std::size_t{0});  // what comes is read where it comes
  set("middleman.connection-timeout", caf::timespan(std::chrono::seconds(2)));
}

}  // namespace cardroom::cluster
