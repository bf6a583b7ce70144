#include "actors/cluster/node_actor.hpp"

#include <caf/actor_system.hpp>
#include <caf/send.hpp>
#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>
#include <optional>

#include "actors/cluster/node_core.hpp"
#include "actors/guard.hpp"
#include "actors/lobby_messages.hpp"

namespace cardroom::cluster {
namespace {

struct NodeData {
  std::optional<NodeCore> core;
};

NodeActor::behavior_type node_actor(NodeActor::stateful_pointer<NodeData> self, const NodeSetup& setup) {
  guard(self, "node");
  NodeCore& core = self->state.core.emplace(self, setup);
  self->send(NodeActor(self), NodeTick{});
  return {
      [&core](NodeTick) { core.tick(); },
      [](const RegistryTold& told) { told.take(); },
      [&core](const LinkTurned& turned) { core.link_turned(turned); },
      [&core](const LocalGame& game) { core.local_game(game); },
      [&core](const LocalTable& table) { core.local_table(table); },
      [&core](const PlaceGame& made) { core.place_game(made.game); },
      [&core](const GameOver& over) { core.game_over(over.game); },
      [&core](const PlaceTable& table) { core.place_table(table); },
      [&core](const RemoveTable& table) { core.remove_table(table.table); },
      [&core](const Introduced& all) { core.introduced(all); },
      [&core](const DrainNode& order) { core.drain(order); },
      [&core](const Rebalance& order) { core.rebalance(order); },
      [&core](const AskNodes& ask) { core.ask(ask); },
      [&core](LeaveCluster& leave) { core.leave(leave); },
  };
}

}  // namespace

NodeActor spawn_node(caf::actor_system& system, NodeSetup setup) {
  return system.spawn(node_actor, std::move(setup));
}

}  // namespace cardroom::cluster
