#pragma once
#include <deque>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <vector>

#include "actors/cluster/node_actor.hpp"
#include "tests/actors/memory_registry.hpp"
#include "tests/actors/room.hpp"

namespace cardroom::testing {

/// Several nodes in one process, over one store, with a network between them that delivers in any order
/// between different pairs of nodes, drawn from a seed, and can be cut.
class Cluster {
 public:
  /// Nodes join one after the other, so the first coordinates.
  explicit Cluster(int nodes, std::uint64_t seed = 1);
  ~Cluster();
  Cluster(const Cluster&) = delete;
  Cluster& operator=(const Cluster&) = delete;

  Room& operator[](int node) { return *nodes_.at(static_cast<std::size_t>(node))->room; }
  int size() const { return static_cast<int>(nodes_.size()); }
  /// Until nothing is left to do at any node that runs, and nothing on its way.
  void run();
  void advance(Duration time);

  /// Makes a game at a node.
  void make_game(int node, const Settings& settings = usual_settings());
  /// Which node has a game, as the registry wants it; -1 = none that lives.
  int home(const GameId& game = GameId("main")) const { return home("game:" + game.str()); }
  /// The same of a table.
  int home(const TableId& table) const { return home("table:" + table.str()); }
  /// Until every game has been opened where it is wanted.
  void settle();

  /// What a node that is killed or stopped does: nothing; its links are down.
  void freeze(int node);
  /// It goes on from there, and its links come up.
  void thaw(int node);
  bool frozen(int node) const { return nodes_.at(static_cast<std::size_t>(node))->frozen; }
  /// What a daemon does whose node was declared dead: it ends and joins anew. Its clients are gone.
  void begin_anew(int node);
  /// The link between two nodes is down, what is on its way is lost; or it is up again.
  void cut(int a, int b);
  void mend(int a, int b);
  /// The node's way to the store's registry is cut, or there again.
  void cut_registry(int node, bool cut = true);
  /// The node does not notice what changes in the registry.
  void keep_unaware(int node);
  /// Every third answer of the store comes later, in any order.
  void slow_store(bool slow = true);
  /// What the node has been told to become, in order.
  const std::vector<cluster::NodeTurn>& turns(int node) const;

  /// Hears of all that is sent.
  std::function<void(const cluster::WireFrame&)> on_frame;
  /// Those of which it is true do not arrive.
  std::function<bool(const cluster::WireFrame&)> loses;
  /// Of the link of each node that begins from now on.
  std::vector<cluster::CertificateEnd> certificates;
  std::shared_ptr<FakeStorage> storage = std::make_shared<FakeStorage>();
  std::shared_ptr<SharedRegistry> registry = std::make_shared<SharedRegistry>();

 private:
  class SimulatedLink;
  struct Node {
    std::unique_ptr<Room> room;
    cluster::NodeRecord record;
    RouterActor router;
    NodeActor node;
    std::shared_ptr<MemoryRegistry> registry;
    std::vector<cluster::NodeTurn> turns;
    std::shared_ptr<cluster::LinkEvents> events;
    bool frozen = false;
  };
  using Pair = std::pair<int, int>;  ///< from, to

  int home(const std::string& subject) const;
  std::unique_ptr<Node> make_node(int number);
  void end(Node& node);
  void catch_up(int node);
  void connect(int a, int b);
  void disconnect(int a, int b);
  void send(int from, const cluster::Incarnation& to, cluster::WireFrame frame);
  bool deliver();
  bool answer();

  std::vector<std::unique_ptr<Node>> nodes_;
  std::map<Pair, std::deque<cluster::WireFrame>> on_the_way_;
  std::set<Pair> up_;
  std::mt19937_64 random_;
  int incarnations_ = 0;
  bool running_ = false;
  bool slow_ = false;
};

}  // namespace cardroom::testing
