#include "actors/floor_actor.hpp"

#include <caf/actor_system.hpp>
#include <caf/send.hpp>
#include <caf/stateful_actor.hpp>
#include <caf/system_messages.hpp>
#include <caf/typed_event_based_actor.hpp>
#include <optional>

#include "actors/floor_core.hpp"
#include "actors/guard.hpp"

namespace cardroom {
namespace {

struct FloorData {
  std::optional<FloorCore> core;
};

FloorActor::behavior_type floor_actor(FloorActor::stateful_pointer<FloorData> self, EnvironmentPtr env,
                                      LobbyActor lobby) {
  guard(self, "floor");
  FloorCore& core = self->state.core.emplace(self, std::move(env), std::move(lobby));
  self->set_down_handler([&core](const caf::down_msg& message) { core.down(message); });
  return {
      [&core](OfferTables& offer) { core.offer(offer); },
      [&core](const DropTable& drop) { core.drop(drop.table); },
      [&core](const CloseTables& close) { core.close(close.game); },
      [&core](TablesRead& read) { core.opened(read.tables); },
      [&core](const ReadTables& again) { core.read(again.tables); },
      [&core](const ReleaseTable& release) { core.release(release); },
      [&core](const ReleaseOverdue& late) { core.release_overdue(late); },
      [&core](const TableHalted& halted) { core.halted(halted.table); },
      [&core](const TableReopened& reopened) { core.reopened(reopened); },
      [&core](const StoreTurned& turned) { core.store_turned(turned); },
      [&core](StopFloor) { core.stop(); },
      [&core](FloorOverdue) { core.stop_overdue(); },
  };
}

}  // namespace

FloorActor spawn_floor(caf::actor_system& system, EnvironmentPtr env, LobbyActor lobby) {
  return system.spawn(floor_actor, std::move(env), std::move(lobby));
}

}  // namespace cardroom
