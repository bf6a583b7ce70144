#include "daemon/cardroomd/node_host.hpp"

#include <chrono>
#include <fstream>
#include <future>
#include <mutex>

#include "actors/cluster/caf_link.hpp"

namespace cardroom::daemon {
namespace {

constexpr std::chrono::seconds kConnect{10};
constexpr std::chrono::seconds kFinish{2};

/// Reads the incarnations that this directory had before, and adds the new one: a start that fails must not
/// forget whose place it was to take.
std::vector<cluster::Incarnation> add_incarnation(const std::string& file, const std::string& now) {
  std::vector<cluster::Incarnation> before;
  std::ifstream in(file);
  for (cluster::Incarnation one; in >> one.v;) before.push_back(one);
  std::ofstream(file, std::ios::app) << now << '\n';
  return before;
}

struct HostPort {
  std::string host;
  std::uint16_t port = 0;
};

/// The configuration was checked for this shape.
HostPort split(const std::string& text) {
  const auto colon = text.rfind(':');
  std::string host = text.substr(0, colon);
  if (host.starts_with('[')) host = host.substr(1, host.size() - 2);
  return {host, static_cast<std::uint16_t>(std::stoi(text.substr(colon + 1)))};
}

/// Where players reach the server that listens at this address.
std::string socket_url(const std::string& address, std::uint16_t port) {
  const bool six = address.find(':') != std::string::npos;
  return "ws://" + (six ? '[' + address + ']' : address) + ":" + std::to_string(port) + "/ws";
}

}  // namespace

/// What a link tells before there is anybody to hear it concerns nobody: it knows no peers yet.
class NodeHost::Events : public cluster::LinkEvents {
 public:
  void set(std::shared_ptr<cluster::LinkEvents> to) {
    const std::lock_guard lock(mutex_);
    to_ = std::move(to);
  }
  void up(const cluster::NodeRecord& peer) override {
    if (const auto to = get()) to->up(peer);
  }
  void received(const cluster::Incarnation& peer, std::vector<cluster::WireFrame> frames) override {
    if (const auto to = get()) to->received(peer, std::move(frames));
  }
  void down(const cluster::Incarnation& peer, const std::string& why) override {
    if (const auto to = get()) to->down(peer, why);
  }

 private:
  std::shared_ptr<cluster::LinkEvents> get() {
    const std::lock_guard lock(mutex_);
    return to_;
  }
  std::mutex mutex_;
  std::shared_ptr<cluster::LinkEvents> to_;
};

std::variant<std::unique_ptr<NodeHost>, std::string> NodeHost::open(const config::Config& config,
                                                                    RedisHost& redis, RoomStore& rooms,
                                                                    std::uint16_t port) {
  const config::ClusterConfig& c = config.cluster;
  std::unique_ptr<NodeHost> host(new NodeHost);
  cluster::NodeRecord& record = host->record_;
  record.name = c.node;
  record.incarnation = fresh_token();
  record.version = CARDROOM_VERSION;
  record.capacity = static_cast<std::uint32_t>(c.capacity.v);
  record.clients = !c.clients.empty() ? c.clients : socket_url(config.server.address, port);
  record.since_ms = std::chrono::duration_cast<std::chrono::milliseconds>(
                        std::chrono::system_clock::now().time_since_epoch())
                        .count();
  host->file_ = redis.directory() + "/node.incarnation";
  host->former_ = add_incarnation(host->file_, record.incarnation);

  StoreOptions options;
  options.address = redis.address();
  options.journal_connections = 1;
  host->store_ = std::make_unique<Store>(std::move(options));
  if (!host->store_->wait_until_up(kConnect))
    return "Redis at " + to_string(redis.address()) + " does not answer; see whether it is running.";
  host->nodes_ = std::make_unique<cluster::NodeStore>(*host->store_);
  host->registry_ = std::make_shared<cluster::RedisRegistry>(*host->nodes_, rooms);

  host->events_ = std::make_shared<Events>();
  const HostPort listen = split(c.listen);
  cluster::LinkOptions link{record, listen.host, listen.port, {}, host->events_};
  if (!c.tls.ca.empty()) link.tls = {c.tls.ca, c.tls.cert, c.tls.key};
  auto opened = cluster::open_link(std::move(link));
  if (!opened) return opened.error();
  record.address = !c.advertise.empty()
                       ? c.advertise
                       : c.listen.substr(0, c.listen.rfind(':')) + ":" + std::to_string(opened->port);
  host->link_ = std::move(opened->link);
  host->certificates_ = std::move(opened->certificates);
  for (const cluster::CertificateEnd& end : host->certificates_)
    if (record.certificate_until_ms == 0 || end.at.ms < record.certificate_until_ms)
      record.certificate_until_ms = end.at.ms;
  return host;
}

std::string NodeHost::join(Cardroom& cardroom, std::function<void(cluster::NodeTurn)> turned) {
  auto joined = std::make_shared<std::promise<std::string>>();
  auto decided = std::make_shared<std::once_flag>();
  ClusterPart part{record_, former_, registry_, link_, certificates_, {}};
  part.turned = [joined, decided, turned = std::move(turned)](cluster::NodeTurn turn,
                                                              const std::string& why) {
    const bool refused = turn == cluster::NodeTurn::REFUSED;
    if (refused || turn == cluster::NodeTurn::JOINED)
      std::call_once(*decided, [&] { joined->set_value(why); });
    else
      turned(turn);
  };
  events_->set(cardroom.join(std::move(part)));
  const std::string problem = joined->get_future().get();
  // Those before are dead now.
  if (problem.empty()) std::ofstream(file_, std::ios::trunc) << record_.incarnation << '\n';
  return problem;
}

NodeHost::~NodeHost() {
  if (events_) events_->set(nullptr);
  link_ = nullptr;
  if (store_) store_->stop(kFinish);
  registry_ = nullptr;
}

}  // namespace cardroom::daemon
