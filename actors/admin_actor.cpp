#include "actors/admin_actor.hpp"

#include <caf/actor_system.hpp>
#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>
#include <optional>

#include "actors/admin_core.hpp"
#include "actors/guard.hpp"

namespace cardroom {
namespace {

struct AdminData {
  std::optional<AdminCore> core;
};

AdminActor::behavior_type admin_actor(AdminActor::stateful_pointer<AdminData> self, const LobbyActor& lobby,
                                      const std::string& request, const AdminReply& reply) {
  guard(self, "admin");
  AdminCore& core = self->state.core.emplace(self, lobby, reply);
  core.begin(request);
  return {
      [&core](Directory& directory) { core.directory(directory); },
      [&core](GameDescribed& game) { core.described(game); },
      [&core](BankCounted& counted) { core.counted(counted); },
      [&core](const CreditTold& told) { core.credited(told); },
      [&core](NodesTold& told) { core.nodes(told); },
      [&core](const Answered& answered) { core.answered(answered); },
      [&core](TableShown) { core.shown(); },
      [&core](AdminOverdue) { core.overdue(); },
  };
}

}  // namespace

void spawn_admin(caf::actor_system& system, LobbyActor lobby, const std::string& request, AdminReply reply) {
  system.spawn(admin_actor, std::move(lobby), request, std::move(reply));
}

}  // namespace cardroom
