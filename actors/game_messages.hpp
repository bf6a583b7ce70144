#pragma once
#include <string>
#include <vector>

#include "actors/interfaces.hpp"
#include "actors/message.hpp"
#include "actors/storage.hpp"
#include "actors/table_messages.hpp"

namespace cardroom {

struct GameCall {
  GameCommand command;
  Caller caller;
  ClientId client;
  DisplayName name;      ///< the player's, with RegisterForGame
  SessionActor session;  ///< the player's; null for an administrator
};

struct TableSays {
  TableId table;
  TableNotice notice;
};
struct TableChanged {
  TableId table;
};

/// Chips at a table that the game has been told of, until it says that it booked them.
struct OwedChips {
  Sequence out;
  Chips chips;
};

struct TableCut {
  CutId cut;
  TableId table;
  Version version;
  std::optional<StoredText> text;  ///< none when nothing changed
  Chips chips;                     ///< all at the table
  std::vector<OwedChips> owed;
};

struct SaveDue {};
struct SaveEnded {
  StorageResult result = StorageResult::DONE;
};

struct FindPlayer {
  UserId user;
  SessionActor session;
};
struct Say {
  UserId user;
  DisplayName name;
  ClientId client;
  std::string text;
};
struct Attend {
  UserId user;
  SessionActor session;
  bool comes = true;
};
struct Describe {
  std::uint64_t ask = 0;
  bool players = false;  ///< with everybody who ever registered
};
struct Audit {
  std::uint64_t ask = 0;
};
struct StopGame {};

}  // namespace cardroom
CARDROOM_MESSAGE(GameCall)
CARDROOM_MESSAGE(TableSays)
CARDROOM_MESSAGE(TableChanged)
CARDROOM_MESSAGE(TableCut)
CARDROOM_MESSAGE(SaveDue)
CARDROOM_MESSAGE(SaveEnded)
CARDROOM_MESSAGE(FindPlayer)
CARDROOM_MESSAGE(Say)
CARDROOM_MESSAGE(Attend)
CARDROOM_MESSAGE(Describe)
CARDROOM_MESSAGE(Audit)
CARDROOM_MESSAGE(StopGame)
