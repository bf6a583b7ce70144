#include "actors/table_actor.hpp"

#include <caf/actor_system.hpp>
#include <caf/send.hpp>
#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>

#include "actors/guard.hpp"
#include "actors/table_core.hpp"

namespace cardroom {
namespace {

struct TableData {
  std::optional<TableCore> core;
};

using Self = TableActor::stateful_pointer<TableData>;

AnswerSink sender(Self self) { return caf::actor_cast<AnswerSink>(self->current_sender()); }

TableActor::behavior_type table_actor(Self self, const TableSetup& setup) {
  guard(self, "table " + setup.id.str());
  TableCore& core = self->state.core.emplace(self, setup);
  core.start();
  return {
      [self, &core](TableCall& call) {
        core.submit({std::move(call.command), call.user, call.client, {}, sender(self), true});
      },
      [&core](FromGame& order) {
        core.submit({std::move(order.command), {}, {}, order.name, {}, false});
      },
      [&core](ShowTable) { core.show(false); },
      [&core](const Tick& tick) { core.ring(tick.due); },
      [&core](const Stored& stored) { core.on(stored); },
      [&core](const Opened& opened) { core.on(opened); },
      [&core](const Overdue& overdue) { core.on(overdue); },
      [&core](const SnapshotEnded& ended) { core.snapshot_ended(ended); },
      [&core](const StoreTurned& turned) { core.store_turned(turned.down); },
      [&core](const HandStored& stored) { core.hand_stored(stored); },
      [&core](const WriteHand& again) { core.write_again(again); },
      [&core](const VoidTable& order) { core.void_table(order); },
      [&core](GameIs& is) { core.belongs_to(std::move(is.game)); },
      [&core](const HaltTable& halt) { core.halt(halt.after_hand); },
      [self, &core](const StopTable& stop) {
        if (core.stop(stop.removed)) self->quit();
      },
  };
}

}  // namespace

TableActor spawn_table(caf::actor_system& system, TableSetup setup) {
  return system.spawn(table_actor, std::move(setup));
}

}  // namespace cardroom
