#pragma once
#include <functional>

#include "actors/cardroom.hpp"
#include "actors/store/redis_address.hpp"
#include "actors/store/seal.hpp"
#include "daemon/control/control_server.hpp"

namespace cardroom::daemon {

/// What the control socket carries out: what the daemon itself answers (shutdown, the stored half of audit,
/// where it listens), everything else the actors.
control::Handler control_handler(Cardroom& cardroom, RedisAddress redis, const Sealer& sealer,
                                 std::uint16_t port, std::function<void()> stop);

}  // namespace cardroom::daemon
