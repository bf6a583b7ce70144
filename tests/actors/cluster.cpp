#include "tests/actors/cluster.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <caf/send.hpp>

#include "actors/cluster/node_messages.hpp"
#include "actors/cluster/router_actor.hpp"
#include "actors/lobby_messages.hpp"

namespace cardroom::testing {

class Cluster::SimulatedLink : public cluster::Link {
 public:
  SimulatedLink(Cluster& all, int self) : all_(all), self_(self) {}
  void peers(std::vector<cluster::NodeRecord>) override {}
  void send(const cluster::Incarnation& peer, cluster::WireFrame frame) override {
    all_.send(self_, peer, std::move(frame));
  }

 private:
  Cluster& all_;
  const int self_;
};

std::unique_ptr<Cluster::Node> Cluster::make_node(int number) {
  auto node = std::make_unique<Node>();
  node->record.name = "node-" + std::to_string(number);
  node->room = std::make_unique<Room>(storage, ++incarnations_, node->record.name);
  EXPECT_EQ(node->room->start_problem, "");
  if (!certificates.empty()) node->record.certificate_until_ms = certificates[0].at.ms;
  node->record.incarnation = "incarnation-" + std::to_string(incarnations_);
  const auto link = std::make_shared<SimulatedLink>(*this, number);
  const auto routes = std::make_shared<cluster::FrameRoutes>();
  node->router = cluster::spawn_router(node->room->system,
                                       {node->room->lobby, link, {node->record.incarnation}, routes});
  node->registry = std::make_shared<MemoryRegistry>(registry);
  cluster::NodeSetup setup{
      node->record,
      {},
      node->registry,
      link,
      node->room->lobby,
      [&turns = node->turns](cluster::NodeTurn turn, const std::string&) { turns.push_back(turn); },
      {node->room->now(), node->room->system.clock().now()},
      certificates};
  node->node = cluster::spawn_node(node->room->system, std::move(setup));
  caf::anon_send(node->room->lobby, JoinCluster{node->router, node->node});
  node->events = cluster::router_events(node->router, node->node, routes);
  node->room->run_all = [this] { run(); };
  return node;
}

Cluster::Cluster(int nodes, std::uint64_t seed) : random_(seed) {
  registry->storage = storage;
  for (int i = 0; i < nodes; ++i) nodes_.push_back(make_node(i));
  for (int a = 0; a < nodes; ++a)
    for (int b = 0; b < a; ++b) connect(a, b);
  advance(seconds(1));
}

Cluster::~Cluster() {
  running_ = true;
  for (auto& node : nodes_) end(*node);
}

/// What a node could not store it was not to store.
void Cluster::end(Node& node) {
  storage->slow = nullptr;
  storage->release();
  node.frozen = false;
  node.room->run_all = nullptr;
  node.registry->cut = false;
  caf::anon_send(node.node, LeaveCluster{[] {}});
  node.node = nullptr;
  node.events = nullptr;
  node.router = nullptr;
  node.room->shutdown();
}

void Cluster::begin_anew(int node) {
  for (int other = 0; other < size(); ++other)
    if (other != node) disconnect(node, other);
  auto& slot = nodes_[static_cast<std::size_t>(node)];
  end(*slot);
  slot = make_node(node);
  slow_store(slow_);
  catch_up(node);
  for (int other = 0; other < size(); ++other)
    if (other != node && !frozen(other)) connect(node, other);
  run();
}

/// A clock went on while its node stood.
void Cluster::catch_up(int node) {
  Instant latest;
  for (const auto& other : nodes_) latest = std::max(latest, other->room->now());
  if (const Duration behind = latest - (*this)[node].now(); behind > Duration{0}) (*this)[node].tick(behind);
}

void Cluster::connect(int a, int b) {
  if (!up_.insert({a, b}).second) return;
  up_.insert({b, a});
  for (const Pair& pair : {Pair{a, b}, Pair{b, a}}) {
    const auto& from = nodes_[static_cast<std::size_t>(pair.first)];
    const auto& to = nodes_[static_cast<std::size_t>(pair.second)];
    to->events->up(from->record);
  }
}

void Cluster::disconnect(int a, int b) {
  for (const Pair& pair : {Pair{a, b}, Pair{b, a}}) {
    if (up_.erase(pair) == 0) continue;
    on_the_way_.erase(pair);
    const auto& from = nodes_[static_cast<std::size_t>(pair.first)];
    const auto& to = nodes_[static_cast<std::size_t>(pair.second)];
    to->events->down({from->record.incarnation}, "cut");
  }
}

void Cluster::send(int from, const cluster::Incarnation& to, cluster::WireFrame frame) {
  if (on_frame) on_frame(frame);
  if (loses && loses(frame)) return;
  for (int i = 0; i < size(); ++i)
    if (nodes_[static_cast<std::size_t>(i)]->record.incarnation == to.v && up_.count({from, i}) > 0)
      on_the_way_[{from, i}].push_back(std::move(frame));
}

bool Cluster::deliver() {
  std::vector<Pair> waiting;
  for (const auto& [pair, frames] : on_the_way_)
    if (!frames.empty() && !nodes_[static_cast<std::size_t>(pair.second)]->frozen) waiting.push_back(pair);
  if (waiting.empty()) return false;
  const Pair pair = waiting[random_() % waiting.size()];
  auto& frames = on_the_way_[pair];
  std::vector<cluster::WireFrame> batch;
  for (std::size_t n = 1 + random_() % frames.size(); n > 0; --n) {
    batch.push_back(std::move(frames.front()));
    frames.pop_front();
  }
  const auto& from = nodes_[static_cast<std::size_t>(pair.first)];
  nodes_[static_cast<std::size_t>(pair.second)]->events->received({from->record.incarnation},
                                                                  std::move(batch));
  return true;
}

/// The store answers in any order, and now and then only when nothing else is left to do.
bool Cluster::answer() {
  if (storage->held() == 0) return false;
  if (random_() % 2 == 0) storage->release_at(random_() % storage->held());
  return true;
}

void Cluster::run() {
  if (std::exchange(running_, true)) return;
  for (bool any = true; any;) {
    any = false;
    for (const auto& node : nodes_)
      if (!node->frozen) any = node->room->run_alone() || any;
    any = deliver() || any;
    any = answer() || any;
  }
  running_ = false;
}

void Cluster::advance(Duration time) {
  constexpr std::int64_t kHop = 20;
  for (std::int64_t left = time.ms; left > 0; left -= kHop) {
    for (const auto& node : nodes_)
      if (!node->frozen) node->room->tick({std::min(left, kHop)});
    run();
  }
}

void Cluster::make_game(int node, const Settings& settings) {
  caf::anon_send((*this)[node].lobby, CreateGame{settings, {}, {}, {}});
  run();
}

int Cluster::home(const std::string& subject) const {
  const auto wanted = registry->contents.want.find(subject);
  if (wanted == registry->contents.want.end() || registry->contents.beats.count(wanted->second) == 0)
    return -1;
  for (int i = 0; i < size(); ++i)
    if (nodes_[static_cast<std::size_t>(i)]->record.incarnation == wanted->second.v) return i;
  return -1;
}

void Cluster::settle() { advance(seconds(4)); }

void Cluster::slow_store(bool slow) {
  slow_ = slow;
  storage->slow = slow ? std::function<bool()>([this] { return random_() % 3 == 0; }) : nullptr;
}

void Cluster::cut_registry(int node, bool cut) {
  nodes_[static_cast<std::size_t>(node)]->registry->cut = cut;
}

void Cluster::keep_unaware(int node) {
  nodes_[static_cast<std::size_t>(node)]->registry->seen = registry->contents.now;
}

const std::vector<cluster::NodeTurn>& Cluster::turns(int node) const {
  return nodes_[static_cast<std::size_t>(node)]->turns;
}

void Cluster::freeze(int node) {
  nodes_[static_cast<std::size_t>(node)]->frozen = true;
  for (int other = 0; other < size(); ++other)
    if (other != node) disconnect(node, other);
  run();
}

void Cluster::thaw(int node) {
  nodes_[static_cast<std::size_t>(node)]->frozen = false;
  catch_up(node);
  for (int other = 0; other < size(); ++other)
    if (other != node && !nodes_[static_cast<std::size_t>(other)]->frozen) connect(node, other);
  run();
}

void Cluster::cut(int a, int b) {
  disconnect(a, b);
  run();
}

void Cluster::mend(int a, int b) {
  connect(a, b);
  run();
}

}  // namespace cardroom::testing
