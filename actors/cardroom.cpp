#include "actors/cardroom.hpp"

#include <atomic>
#include <caf/actor_system.hpp>
#include <caf/send.hpp>
#include <chrono>
#include <future>

#include "actors/actor_config.hpp"
#include "actors/cluster/node_messages.hpp"
#include "actors/cluster/router_actor.hpp"
#include "actors/lobby_actor.hpp"
#include "actors/lobby_messages.hpp"
#include "actors/memory_cashier.hpp"
#include "actors/table_messages.hpp"

namespace cardroom {
namespace {

constexpr std::chrono::seconds kPatience{20};

Instant wall_time() {
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  return {std::chrono::duration_cast<std::chrono::milliseconds>(since).count()};
}

}  // namespace

struct Cardroom::Parts {
  explicit Parts(CardroomOptions given) : options(std::move(given)), config(options.workers), system(config) {
    auto made = std::make_shared<Environment>();
    made->clock = {wall_time(), system.clock().now()};
    made->seeds = options.seeds;
    made->storage = options.storage;
    made->cashier = options.cashier ? options.cashier : memory_cashier();
    made->new_guests = options.new_guests;
    made->sealer = options.sealer;
    made->save_interval = options.save_interval;
    made->most_games_each = options.games_each;
    made->node = options.node;
    env = std::move(made);
    lobby = spawn_lobby(system, env);
  }

  CardroomOptions options;
  ActorConfig config;
  caf::actor_system system;
  EnvironmentPtr env;
  LobbyActor lobby;
  NodeActor node;  ///< null: there is no cluster
  std::atomic<bool> shut_down{false};
};

Cardroom::Cardroom(CardroomOptions options) : parts_(std::make_unique<Parts>(std::move(options))) {}

Cardroom::~Cardroom() {
  if (!parts_->shut_down) {
    auto ended = std::make_shared<std::promise<void>>();
    shutdown([ended](const std::string&) { ended->set_value(); });
    // Actors that do not end cannot be waited for.
    if (ended->get_future().wait_for(kPatience) != std::future_status::ready)
      parts_->system.await_actors_before_shutdown(false);
  }
  parts_->lobby = nullptr;
}

void Cardroom::start(std::function<void(std::string)> done) {
  const auto load = [lobby = parts_->lobby, games = parts_->options.games, done](RoomContents contents) {
    caf::anon_send(lobby, RoomLoaded{std::move(contents), games, done});
  };
  if (!parts_->options.node.empty())
    parts_->env->storage->load_guests([lobby = parts_->lobby, done](RoomContents guests) {
      caf::anon_send(lobby, RoomLoaded{std::move(guests), {}, done});
    });
  else if (parts_->env->storage)
    parts_->env->storage->load(load);
  else
    load({});
}

std::shared_ptr<cluster::LinkEvents> Cardroom::join(ClusterPart part) {
  const auto routes = std::make_shared<cluster::FrameRoutes>();
  const RouterActor router =
      cluster::spawn_router(parts_->system, {parts_->lobby, part.link, {part.self.incarnation}, routes});
  const auto turned = [lobby = parts_->lobby, games = parts_->options.games, told = std::move(part.turned)](
                          cluster::NodeTurn turn, const std::string& why) {
    if (turn == cluster::NodeTurn::JOINED)
      for (const Settings& game : games) caf::anon_send(lobby, CreateGame{game, {}, {}, {}});
    told(turn, why);
  };
  parts_->node =
      cluster::spawn_node(parts_->system, {std::move(part.self), std::move(part.former),
                                           std::move(part.registry), std::move(part.link), parts_->lobby,
                                           turned, parts_->env->clock, std::move(part.certificates)});
  caf::anon_send(parts_->lobby, JoinCluster{router, parts_->node});
  return cluster::router_events(router, parts_->node, routes);
}

void Cardroom::login(ClientId id, protocol::client::LoginGuest login, OutboxPtr outbox,
                     std::function<void(SessionPtr)> done) noexcept {
  caf::anon_send(parts_->lobby, Login{id, std::move(login), std::move(outbox), std::move(done)});
}

void Cardroom::admin(const std::string& request, AdminReply reply) {
  spawn_admin(parts_->system, parts_->lobby, request, std::move(reply));
}

std::uint64_t Cardroom::hands_played() const { return parts_->env->counts->hands; }

void Cardroom::store_turned(const std::string& down) {
  caf::anon_send(parts_->lobby, StoreTurned{!down.empty(), down});
}

void Cardroom::shutdown(std::function<void(std::string)> done) {
  parts_->shut_down = true;
  const NodeActor node = std::exchange(parts_->node, nullptr);
  if (!node) return caf::anon_send(parts_->lobby, StopAll{std::move(done)});
  // Others take over as soon as it has left: everything here has ended by then.
  caf::anon_send(parts_->lobby, StopAll{[node, done = std::move(done)](const std::string& problem) {
                   caf::anon_send(node, LeaveCluster{[done, problem] { done(problem); }});
                 }});
}

}  // namespace cardroom
