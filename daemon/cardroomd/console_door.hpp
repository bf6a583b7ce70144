#pragma once
#include <functional>

#include "actors/cardroom.hpp"
#include "actors/store/seal.hpp"
#include "daemon/control/control_server.hpp"
#include "daemon/gateway/pulse.hpp"
#include "daemon/hands/hand_exporter.hpp"
#include "daemon/hands/hand_source.hpp"

namespace cardroom::daemon {

/// What the control socket and the administrators' desk need besides the actors.
struct DoorSetup {
  HandSource hands;
  Sealer sealer;
  std::uint16_t port = 0;                  ///< where the daemon listens
  const HandExporter* exporter = nullptr;  ///< outlives the socket; null: hands are not archived
  const gateway::Pulse* pulse = nullptr;   ///< outlives the socket
  /// Why the store does not answer, where that is known: then nobody waits for it. Empty: it is asked.
  std::function<std::string()> silence{};
};

/// What administrators' requests do, however they come: what the daemon itself answers (shutdown, what is
/// read from the store: audit, ledger, finished hands; its half of the status), everything else the actors.
control::Handler control_handler(Cardroom& cardroom, const DoorSetup& setup, std::function<void()> stop);

}  // namespace cardroom::daemon
