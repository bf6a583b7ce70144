#include "actors/cluster/caf_link.hpp"

#include <caf/io/middleman.hpp>
#include <caf/send.hpp>
#include <csignal>

#include "actors/actor_config.hpp"
#include "actors/cluster/link_hub.hpp"

namespace cardroom::cluster {
namespace {

/// Apart from the tables' actors.
struct LinkConfig : ActorConfig {
  LinkConfig() : ActorConfig(1) { load<caf::io::middleman>(); }
};

class CafLink : public Link {
 public:
  CafLink(const NodeRecord& self, std::shared_ptr<LinkEvents> events, std::shared_ptr<Porch> porch)
      : porch_(std::move(porch)) {
    hub_ = spawn_hub(system_, {self, std::move(events), outboxes_, porch_});
    porch_->open(
        [hub = hub_](ConnectionPtr connection) { caf::anon_send(hub, Accepted{std::move(connection)}); });
  }
  ~CafLink() override {
    porch_->close();
    caf::anon_send(hub_, EndLink{});
    hub_ = nullptr;
  }

  void peers(std::vector<NodeRecord> others) override { caf::anon_send(hub_, SetPeers{std::move(others)}); }

  void send(const Incarnation& peer, WireFrame frame) override {
    const auto outbox = outboxes_->find(peer);
    if (outbox && outbox->push(std::move(frame)) == LinkOutbox::Pushed::FULL)
      caf::anon_send(hub_, TooMuchWaits{peer});
  }

 private:
  std::shared_ptr<LinkOutboxes> outboxes_ = std::make_shared<LinkOutboxes>();
  std::shared_ptr<Porch> porch_;
  LinkConfig config_;
  caf::actor_system system_{config_};
  HubActor hub_;
};

}  // namespace

boost::system::result<OpenedLink, std::string> open_link(LinkOptions options) {
  // OpenSSL writes without MSG_NOSIGNAL.
  std::signal(SIGPIPE, SIG_IGN);
  auto listening = listen_at(options.address, options.port);
  if (!listening)
    return "cluster.listen: nodes cannot be listened to at " + options.address + ", port " +
           std::to_string(options.port) + ": " + listening.error() + ".";
  std::shared_ptr<const TlsIdentity> tls;
  std::vector<CertificateEnd> certificates;
  if (options.tls) {
    auto loaded = TlsIdentity::load(*options.tls);
    if (!loaded) return loaded.error();
    tls = std::move(*loaded);
    certificates = tls->ends();
  } else if (!listening->loopback) {
    return "cluster.listen: nodes are listened to at " + options.address +
           " with certificates only; give cluster.tls.ca, cert and key, or a loopback address.";
  }
  const std::uint16_t port = listening->port;
  auto porch = std::make_shared<Porch>(std::move(*listening), std::move(tls));
  return OpenedLink{std::make_unique<CafLink>(options.self, std::move(options.events), std::move(porch)),
                    port, std::move(certificates)};
}

}  // namespace cardroom::cluster
