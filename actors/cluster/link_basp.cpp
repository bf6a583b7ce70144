#include "actors/cluster/link_basp.hpp"

#include <algorithm>
#include <caf/io/basp_broker.hpp>
#include <caf/io/middleman.hpp>

namespace cardroom::cluster {
namespace {

caf::io::basp_broker* broker_of(const caf::actor& actor) {
  return static_cast<caf::io::basp_broker*>(caf::actor_cast<caf::abstract_actor*>(actor));
}

/// What it has is gone after its end.
bool is_over(caf::io::basp_broker* broker) { return broker->getf(caf::abstract_actor::is_terminated_flag); }

}  // namespace

Basp::Basp(caf::actor_system& system, std::shared_ptr<OpenSockets> sockets)
    : system_(system),
      sockets_(std::move(sockets)),
      actor_(system.middleman().named_broker<caf::io::basp_broker>(caf::atom("BASP"))) {}

caf::io::network::default_multiplexer& Basp::multiplexer() const {
  return static_cast<caf::io::network::default_multiplexer&>(system_.middleman().backend());
}

caf::io::scribe_ptr Basp::scribe(Connection connection) const {
  return make_scribe(multiplexer(), std::move(connection), sockets_);
}

void Basp::begin(caf::io::connection_handle handle) const {
  multiplexer().post([actor = actor_, handle, at = system_.clock().now()] {
    auto* broker = broker_of(actor);
    if (is_over(broker)) return;
    const auto context = broker->ctx.find(handle);
    if (context != broker->ctx.end()) context->second.last_seen = std::max(context->second.last_seen, at);
  });
}

void Basp::cut(const caf::strong_actor_ptr& remote) const {
  if (!remote) return;
  multiplexer().post([actor = actor_, node = remote->node(), sockets = sockets_] {
    auto* broker = broker_of(actor);
    if (is_over(broker)) return;
    for (const auto& [handle, context] : broker->ctx)
      if (broker->instance.tbl().lookup_direct(handle) == node) sockets->cut(static_cast<int>(handle.id()));
  });
}

void Basp::end() const {
  multiplexer().post([actor = actor_, &multiplexer = multiplexer()] {
    auto* broker = broker_of(actor);
    broker->context(&multiplexer);
    broker->quit();
    broker->finalize();
    // What a broker's own clean-up skips.
    broker->caf::scheduled_actor::cleanup(caf::exit_reason::user_shutdown, &multiplexer);
  });
}

}  // namespace cardroom::cluster
