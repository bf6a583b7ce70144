#pragma once
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

/// Numbers the counts of a game's chips.
using CutId = Number<struct CutTag, std::uint32_t>;

struct CountTable {
  CutId cut;
};
struct HaltTable {};
/// `removed`: for good, so that its id ends.
struct StopTable {
  bool removed = false;
};

/// The store does not answer (`down`), or it does again.
struct StoreTurned {
  bool down = true;
};

/// A part of a finished hand was written, or has to be tried again.
struct HandStored {
  HandNumber hand;
  std::uint64_t part = 0;
  bool stored = true;
};

struct WriteHand {
  HandNumber hand;
  std::uint64_t part = 0;
};

/// The hand of a table that is held is refunded and the table goes on.
struct VoidTable {
  KnownTable known;
  ClientId client;
  AnswerSink from;
};

}  // namespace cardroom
CARDROOM_MESSAGE(TableCall)
CARDROOM_MESSAGE(FromGame)
CARDROOM_MESSAGE(ShowTable)
CARDROOM_MESSAGE(CountTable)
CARDROOM_MESSAGE(HaltTable)
CARDROOM_MESSAGE(StopTable)
CARDROOM_MESSAGE(StoreTurned)
CARDROOM_MESSAGE(HandStored)
CARDROOM_MESSAGE(VoidTable)
CARDROOM_MESSAGE(WriteHand)
