#include "actors/game_actor.hpp"

#include <caf/actor_system.hpp>
#include <caf/send.hpp>
#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>
#include <optional>

#include "actors/game_core.hpp"
#include "actors/guard.hpp"

namespace cardroom {
namespace {

struct GameData {
  std::optional<GameCore> core;
};
using Self = GameActor::stateful_pointer<GameData>;

template <class Sink>
Sink sender(Self self) {
  return caf::actor_cast<Sink>(self->current_sender());
}

GameActor::behavior_type game_actor(Self self, const GameSetup& setup) {
  guard(self, "game " + setup.record.state.settings.game_id.str());
  GameCore& core = self->state.core.emplace(self, setup);
  core.start();
  return {
      [self, &core](GameCall& call) { core.call(call, sender<AnswerSink>(self)); },
      [&core](TableSays& says) { core.table_says(says); },
      [&core](const TableHeld& held) { core.held(held); },
      [&core](const HandPlayed& hand) { core.played(hand); },
      [&core](TableHosted& hosted) { core.hosted(hosted); },
      [&core](const TableGone& gone) { core.gone(gone); },
      [&core](const OfferAgain& again) { core.offer_again(again.tables); },
      [&core](StepsLost) { core.steps_lost(); },
      [&core](const CountTables& count) { core.count_tables(count.tables); },
      [&core](TablesCounted& counted) { core.tables_counted(counted); },
      [&core](const BankOpened& opened) { core.bank_opened(opened); },
      [&core](const BuyInReserved& answer) { core.reserved(answer); },
      [&core](BankTold& told) { core.bank_told(told); },
      [&core](const BankAgain& again) { core.ask_bank_again(again); },
      [&core](const Tick& tick) { core.ring(tick.due); },
      [&core](const Stored& stored) { core.on(stored); },
      [&core](const Opened& opened) { core.on(opened); },
      [&core](const Overdue& overdue) { core.on(overdue); },
      [&core](const SnapshotEnded& ended) { core.snapshot_ended(ended); },
      [&core](const StoreTurned& turned) { core.store_turned(turned.down); },
      [&core](const FindPlayer& ask) { core.when_stored([&core, ask] { core.find(ask); }); },
      [self, &core](const Say& say) { core.say(say, sender<AnswerSink>(self)); },
      [&core](const Attend& attend) { core.attend(attend); },
      [self, &core](const Describe& ask) {
        core.when_stored([&core, ask, from = sender<DescriptionSink>(self)] { core.describe(ask, from); },
                         ask.at_once);
      },
      [self, &core](const VoidHeld& order) { core.void_held(order, sender<AnswerSink>(self)); },
      [&core](StopGame) { core.stop(); },
      [&core](StopOverdue) { core.stop_overdue(); },
  };
}

}  // namespace

GameActor spawn_game(caf::actor_system& system, GameSetup setup) {
  return system.spawn(game_actor, std::move(setup));
}

}  // namespace cardroom
