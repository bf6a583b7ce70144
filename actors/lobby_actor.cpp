#include "actors/lobby_actor.hpp"

#include <caf/actor_system.hpp>
#include <caf/send.hpp>
#include <caf/stateful_actor.hpp>
#include <caf/system_messages.hpp>
#include <caf/typed_event_based_actor.hpp>
#include <optional>

#include "actors/floor_messages.hpp"
#include "actors/guard.hpp"
#include "actors/lobby_core.hpp"

namespace cardroom {
namespace {

struct LobbyData {
  std::optional<LobbyCore> core;
};

LobbyActor::behavior_type lobby_actor(LobbyActor::stateful_pointer<LobbyData> self, EnvironmentPtr env) {
  guard(self, "lobby");
  LobbyCore& core = self->state.core.emplace(self, std::move(env));
  self->set_down_handler([&core](const caf::down_msg& message) { core.down(message); });
  return {
      [&core](RoomLoaded& loaded) { core.load(loaded); },
      [&core](Login& login) { core.login(login); },
      [&core](const GuestSaved& saved) { core.guest_saved(saved); },
      [&core](ReadGuests) { core.read_guests(); },
      [&core](const GuestsRead& read) { core.guests_read(read); },
      [&core](const SessionIdle& idle) { core.idle(idle); },
      [&core](ListGames& ask) { core.list(ask); },
      [&core](GameDescribed& game) { core.described(game); },
      [&core](LobbyTick) { core.look_round(); },
      [&core](const GatherDue& due) { core.gather_due(due.ask); },
      [&core](CreateGame& wanted) { core.create(wanted); },
      [&core](const GameOpened& opened) { core.opened(opened); },
      [&core](Lookup& lookup) { core.look_up(lookup); },
      [&core](const SeekTable& sought) { core.seek(sought); },
      [&core](const Membership& membership) { core.membership(membership); },
      [&core](TableListed& listed) { core.listed(listed); },
      [&core](const AskDirectory& ask) { core.directory(ask); },
      [&core](const KickPlayer& kick) { core.kick(kick); },
      [&core](const BalanceBooked& booked) { core.balance_booked(booked); },
      [&core](const StoreTurned& turned) { core.store_turned(turned); },
      [&core](StopAll& stop) { core.stop(stop); },
      [&core](const GameReady& ready) { core.ready(ready.game); },
      [&core](const MadeOverdue& late) { core.answer_made(late.game); },
      [&core](const LoadGame& load) { core.load_game(load.game); },
      [&core](GameLoaded& loaded) { core.loaded(loaded); },
      [&core](const GameOver& over) { core.over(over.game); },
      [&core](const GameReopened& reopened) { core.reopened(reopened); },
      [&core](const GameStopped& stopped) { core.stopped(stopped); },
      [&core](const FloorStopped& stopped) { core.floor_stopped(stopped.problem); },
      [&core](const JoinCluster& join) { core.join(join); },
      [&core](const OpenGame& open) { core.open_game(open); },
      [&core](const ReleaseGame& release) { core.release_game(release.game); },
      [&core](const GameReleased& released) { core.game_released(released); },
      [&core](const GameListed& listed) { core.remote_game(listed); },
      [&core](const GamesWanted& wanted) { core.games_wanted(wanted); },
      [&core](const GuestKnown& known) { core.guest_known(known.guest); },
      [&core](OtherNodes& nodes) { core.other_nodes(nodes); },
      [&core](const CameInElsewhere& came) { core.came_in_elsewhere(came); },
  };
}

}  // namespace

LobbyActor spawn_lobby(caf::actor_system& system, EnvironmentPtr env) {
  return system.spawn(lobby_actor, std::move(env));
}

}  // namespace cardroom
