#include "daemon/cardroomd/house.hpp"

#include <spdlog/spdlog.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <future>
#include <mutex>

#include "actors/cardroom.hpp"
#include "actors/redis_cashier.hpp"
#include "actors/redis_storage.hpp"
#include "actors/seed_pool.hpp"
#include "daemon/cardroomd/admin_desk.hpp"
#include "daemon/cardroomd/console_door.hpp"
#include "daemon/cardroomd/node_host.hpp"
#include "daemon/cardroomd/pulse_taker.hpp"
#include "daemon/cardroomd/redis_host.hpp"
#include "daemon/control/control_server.hpp"
#include "daemon/gateway/application.hpp"
#include "daemon/gateway/server.hpp"
#include "daemon/gateway/web_pages.hpp"
#include "daemon/hands/hand_exporter.hpp"

namespace cardroom::daemon {
namespace {

constexpr std::chrono::seconds kClients{3};  ///< for clients to take their last frames
constexpr std::size_t kKeptHands = 1'000;    ///< of a table, about, where there is no archive

gateway::ServerOptions server_options(const config::ServerConfig& c) {
  gateway::ServerOptions o;
  o.address = c.address;
  o.port = static_cast<std::uint16_t>(c.port.v);
  o.threads = static_cast<unsigned>(c.threads.v);
  o.limits.message_bytes = static_cast<std::size_t>(c.max_message_bytes.v);
  o.limits.messages_per_second = static_cast<std::uint32_t>(c.messages_per_second.v);
  o.limits.message_burst = static_cast<std::uint32_t>(c.message_burst.v);
  o.limits.queue_frames = static_cast<std::size_t>(c.send_queue_frames.v);
  o.limits.queue_bytes = static_cast<std::size_t>(c.send_queue_bytes.v);
  o.limits.idle_timeout = std::chrono::milliseconds(c.idle_timeout.v.ms);
  o.limits.connections = static_cast<std::size_t>(c.max_connections.v);
  o.limits.connections_per_address = static_cast<std::size_t>(c.connections_per_address.v);
  o.limits.limit_loopback = c.limit_loopback;
  o.limits.penalty = std::chrono::milliseconds(c.penalty.v.ms);
  o.limits.allowed_origins = c.origins;
  return o;
}

/// Calls `start`, which reports through a callback, and waits for what it reports.
template <class Start>
std::string wait_for(Start start) {
  std::promise<std::string> done;
  start([&done](std::string problem) { done.set_value(std::move(problem)); });
  return done.get_future().get();
}

/// Who owns what is opened: for people.
std::string host_name() {
  std::array<char, 256> name{};
  if (gethostname(name.data(), name.size() - 1) != 0) return "unknown";
  return name.data();
}

}  // namespace

struct House::Parts {
  SeedPool seeds;
  gateway::Metrics metrics;
  std::unique_ptr<RedisHost> redis;
  std::unique_ptr<RoomStore> rooms;
  std::unique_ptr<JournalStore> journals;
  std::unique_ptr<BankStore> bank;
  std::shared_ptr<RedisStorage> storage;
  std::unique_ptr<Cardroom> cardroom;
  std::unique_ptr<HandExporter> exporter;
  std::unique_ptr<PulseTaker> pulse;
  AdminDesk desk;
  std::unique_ptr<gateway::Application> application;
  std::unique_ptr<gateway::Server> server;
  std::unique_ptr<control::ControlServer> control;
  std::unique_ptr<NodeHost> node;
  std::unique_ptr<Bots> bots;
  std::atomic<bool> begins_anew{false};
  std::mutex mutex;
  std::string taken;  ///< why nothing is stored any more

  std::string open(const config::Config& config, std::function<void()> stop);
  std::string open_cardroom(const config::Config& config);
  std::string open_doors(const config::Config& config, std::function<void()> stop);
  std::string open_node(const config::Config& config, const std::function<void()>& stop);
};

std::string House::Parts::open(const config::Config& config, std::function<void()> stop) {
  // Before anything is made or started.
  if (auto problem = gateway::Server::can_listen(server_options(config.server))) return *problem;
  auto host = RedisHost::open(config.store, !config.cluster.enabled);
  if (!host) return host.error().text;
  redis = std::move(*host);
  redis->on_taken([this, stop](std::string why) {
    {
      const std::lock_guard lock(mutex);
      taken = std::move(why);
    }
    stop();
  });
  if (std::string problem = open_cardroom(config); !problem.empty()) return problem;
  if (std::string problem = open_doors(config, stop); !problem.empty()) return problem;
  if (std::string problem = open_node(config, stop); !problem.empty()) return problem;
  bots = std::make_unique<Bots>();
  bots->start(config.bots, server->port(), redis->directory());
  return {};
}

std::string House::Parts::open_cardroom(const config::Config& config) {
  // With an archive, the exporter alone trims.
  const std::string& archive = config.store.hand_archive;
  rooms = std::make_unique<RoomStore>(redis->store(), archive.empty() ? kKeptHands : 0);
  if (!archive.empty()) exporter = std::make_unique<HandExporter>(redis->address(), archive);
  journals = std::make_unique<JournalStore>(redis->store());
  bank = std::make_unique<BankStore>(redis->store());
  storage = std::make_shared<RedisStorage>(*rooms, *journals, Opener{{}, host_name(), fresh_token()});
  CardroomOptions options;
  options.storage = storage;
  options.cashier = std::make_shared<RedisCashier>(*bank);
  options.sealer = std::make_shared<const Sealer>(redis->sealer());
  options.seeds = [this] { return seeds.next(); };
  options.games.assign(config.game.begin(), config.game.end());
  options.save_interval = config.store.save_interval;
  options.new_guests = config.players.guests;
  options.games_each = static_cast<std::size_t>(config.players.games_each.v);
  if (config.cluster.enabled) options.node = config.cluster.node;
  options.workers = static_cast<std::size_t>(config.actors.workers.v);
  cardroom = std::make_unique<Cardroom>(std::move(options));
  redis->on_turn([this](const std::string& down) { cardroom->store_turned(down); });
  return wait_for([&](auto done) { cardroom->start(std::move(done)); });
}

std::string House::Parts::open_doors(const config::Config& config, std::function<void()> stop) {
  application =
      std::make_unique<gateway::Application>(*cardroom, metrics, config.server.admin ? &desk : nullptr);
  server = std::make_unique<gateway::Server>(server_options(config.server), *application);
  server->handle("/metrics", [this](const gateway::HttpRequest&) {
    gateway::HttpResponse response;
    response.content_type = "text/plain; version=0.0.4";
    response.body = gateway::metrics_text(metrics);
    return response;
  });
  server->handle("/", gateway::web_pages(gateway::web_files()));
  if (auto problem = server->start()) return *problem;
  const std::string directory = redis->directory();
  const auto token = control::admin_token(directory + "/admin.token");
  if (const auto* error = std::get_if<std::error_code>(&token))
    return "Cannot read or write " + directory + "/admin.token: " + error->message() + ".";
  pulse = std::make_unique<PulseTaker>(metrics, [this] { return cardroom->hands_played(); });
  const control::Handler handler = control_handler(*cardroom,
                                                   {{redis->address(), config.store.hand_archive},
                                                    redis->sealer(),
                                                    server->port(),
                                                    exporter.get(),
                                                    &pulse->pulse(),
                                                    [this] { return redis->silence(); }},
                                                   std::move(stop));
  if (config.server.admin) desk.open(std::get<std::string>(token), handler);
  auto opened =
      control::ControlServer::start(directory + "/control.sock", std::get<std::string>(token), handler);
  if (const auto* problem = std::get_if<std::string>(&opened)) return *problem;
  control = std::move(std::get<0>(opened));
  return {};
}

std::string House::Parts::open_node(const config::Config& config, const std::function<void()>& stop) {
  if (!config.cluster.enabled) return {};
  auto opened = NodeHost::open(config, *redis, *rooms, server->port());
  if (const auto* problem = std::get_if<std::string>(&opened)) return *problem;
  node = std::move(std::get<0>(opened));
  return node->join(*cardroom, [this, stop](cluster::NodeTurn turn) {
    if (turn == cluster::NodeTurn::OUT) begins_anew = true;
    if (turn == cluster::NodeTurn::DRAINED) spdlog::info("drained: all games are at other nodes");
    stop();
  });
}

House::House() : parts_(std::make_unique<Parts>()) {}

std::variant<std::unique_ptr<House>, std::string> House::open(const config::Config& config,
                                                              std::function<void()> stop) {
  std::unique_ptr<House> house(new House);
  std::string problem = house->parts_->open(config, std::move(stop));
  if (problem.empty()) return house;
  return problem;
}

std::string House::close() {
  if (!parts_) return {};
  Parts& p = *parts_;
  std::string problem;
  p.bots.reset();
  p.control.reset();
  p.desk.close();
  if (p.server && p.cardroom) {
    problem = wait_for([&](auto done) { p.cardroom->shutdown(std::move(done)); });
    p.server->stop(kClients);
  }
  p.server.reset();
  p.application.reset();
  if (p.redis) {
    p.redis->on_turn(nullptr);
    p.redis->on_taken(nullptr);
  }
  p.node.reset();
  p.pulse.reset();
  p.cardroom.reset();
  p.storage.reset();
  p.exporter.reset();
  if (p.redis) {
    const std::string stopped = p.redis->stop();
    if (problem.empty()) problem = stopped;
  }
  if (!p.taken.empty()) problem = p.taken;
  parts_.reset();
  return problem;
}

House::~House() { close(); }

bool House::begins_anew() const { return parts_->begins_anew; }

std::uint16_t House::port() const { return parts_->server->port(); }

}  // namespace cardroom::daemon
