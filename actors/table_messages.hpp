#pragma once
#include <optional>

#include "actors/interfaces.hpp"
#include "actors/message.hpp"
#include "engine/commands.hpp"
#include "engine/view.hpp"

namespace cardroom {

/// A player's command: PlayerActionCommand, PlayerIntent, ShowCards or PostBlind.
struct TableCall {
  TableCommand command;
  UserId user;
  ClientId client;
};

struct FromGame {
  TableCommand command;
  DisplayName name;  ///< of the player of a SeatPlayer
};

struct ShowTable {};

/// Numbers a game's snapshots.
using CutId = Number<struct CutTag, std::uint32_t>;

/// `since`: the version that is stored already, if any.
struct CutTable {
  CutId cut;
  std::optional<Version> since;
  bool counts_only = false;  ///< for an audit
};
struct HaltTable {};
struct StopTable {};

}  // namespace cardroom
CARDROOM_MESSAGE(TableCall)
CARDROOM_MESSAGE(FromGame)
CARDROOM_MESSAGE(ShowTable)
CARDROOM_MESSAGE(CutTable)
CARDROOM_MESSAGE(HaltTable)
CARDROOM_MESSAGE(StopTable)
