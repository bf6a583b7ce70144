#include "actors/session_actor.hpp"

#include <caf/actor_system.hpp>
#include <caf/send.hpp>
#include <caf/stateful_actor.hpp>
#include <caf/system_messages.hpp>
#include <caf/typed_event_based_actor.hpp>
#include <optional>

#include "actors/guard.hpp"
#include "actors/session_core.hpp"

namespace cardroom {
namespace {

struct SessionData {
  std::optional<SessionCore> core;
};

SessionActor::behavior_type session_actor(SessionActor::stateful_pointer<SessionData> self,
                                          const SessionSetup& setup) {
  guard(self, "session");
  SessionCore& core = self->state.core.emplace(self, setup);
  self->set_down_handler([&core](const caf::down_msg& message) { core.relay_down(message.source.id()); });
  return {
      [&core](Attach& attach) { core.attach(attach); },
      [&core](const Detach& detach) { core.detach(detach.outbox); },
      [&core](SessionRequest& request) { core.request(request); },
      [&core](const CaughtUp& caught_up) { core.caught_up(caught_up.outbox); },
      [&core](const Answered& answered) { core.answered(answered); },
      [&core](const BalanceMoved& moved) { core.balance_moved(moved); },
      [&core](const BalanceRead& read) { core.balance_read(read); },
      [&core](AskBalance) { core.ask_balance(); },
      [&core](Whereabouts& where) { core.whereabouts(where); },
      [&core](Found& found) { core.found(found); },
      [&core](TableSeen& seen) { core.table_seen(seen); },
      [&core](const TextPtr& text) { core.text(text); },
      [&core](const GameMoved& moved) { core.game_moved(moved); },
      [&core](const LoginOverdue& late) { core.login_overdue(late.generation); },
      [&core](SeekTables) { core.seek(); },
      [&core](LinkLost) { core.link_lost(); },
      [&core](const CommandOverdue& overdue) { core.command_overdue(overdue.client); },
      [&core](Kicked) { core.kicked(); },
      [&core](const Replaced& replaced) { core.replaced(replaced.by); },
      [&core](const EndSession& end) { core.end(end.urls); },
  };
}

}  // namespace

SessionActor spawn_session(caf::actor_system& system, SessionSetup setup) {
  return system.spawn(session_actor, std::move(setup));
}

}  // namespace cardroom
