#pragma once
#include <functional>
#include <string>

#include "actors/environment.hpp"
#include "actors/interfaces.hpp"

namespace caf {
class actor_system;
}

namespace cardroom {

/// Sends one reply of an administrator's request; `last` ends it. False when the administrator has gone.
using AdminReply = std::function<bool(std::string line, bool last)>;

/// Carries out one request (JSON): {"command": "game list", ...} with the fields that the command needs of
/// `game`, `table`, `user`, `amount`, `settings`. Replies {"ok": true, "data": ...}, "data" only where there
/// is something to say, or {"ok": false, "error": {"code", "message"}}. Every command is answered within five
/// seconds; `table watch` goes on until the administrator has gone.
void spawn_admin(caf::actor_system& system, LobbyActor lobby, const std::string& request, AdminReply reply);

}  // namespace cardroom
