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

/// `after_hand`: the hand in progress is played to its end, and no other begins.
struct HaltTable {
  bool after_hand = false;
};
/// The table's game is this actor now.
struct GameIs {
  GameActor game;
};
/// `removed`: for good, so that its id ends.
struct StopTable {
  bool removed = false;
};

/// Nothing is stored any more, or for another reason than before (`down`), or it is again.
struct StoreTurned {
  bool down = true;
  std::string why{};  ///< for the operator
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
CARDROOM_MESSAGE(HaltTable)
CARDROOM_MESSAGE(GameIs)
CARDROOM_MESSAGE(StopTable)
CARDROOM_MESSAGE(StoreTurned)
CARDROOM_MESSAGE(HandStored)
CARDROOM_MESSAGE(VoidTable)
CARDROOM_MESSAGE(WriteHand)
