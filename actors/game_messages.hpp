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
/// The table is held: its journal leads nowhere; or, `why` empty, no longer.
struct TableHeld {
  TableId table;
  std::string why;
};
/// The table has come to rest for the end of the daemon.
struct TableHalted {
  TableId table;
};
/// The store has lost steps that were told: the game with all its tables comes back from what is left.
struct StepsLost {};
/// Tables that could not be asked for are asked for again.
struct OpenTables {
  std::vector<TableId> tables;
};
/// The game's tables were opened.
struct TablesOpened {
  std::vector<OpenedJournal> tables;
};

/// Chips at a table that the game has been told of, until it says that it booked them.
struct OwedChips {
  Sequence out;
  Chips chips;
};

struct TableCounted {
  CutId cut;
  TableId table;
  Chips chips;  ///< all at the table
  std::vector<OwedChips> owed;
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
/// The game has waited long enough for its tables to come to rest.
struct StopOverdue {};
/// An operator's word about a table that is held.
struct VoidHeld {
  TableId table;
  ClientId client;
};

}  // namespace cardroom
CARDROOM_MESSAGE(GameCall)
CARDROOM_MESSAGE(TableSays)
CARDROOM_MESSAGE(TableHeld)
CARDROOM_MESSAGE(TableHalted)
CARDROOM_MESSAGE(StepsLost)
CARDROOM_MESSAGE(OpenTables)
CARDROOM_MESSAGE(TablesOpened)
CARDROOM_MESSAGE(TableCounted)
CARDROOM_MESSAGE(FindPlayer)
CARDROOM_MESSAGE(Say)
CARDROOM_MESSAGE(Attend)
CARDROOM_MESSAGE(Describe)
CARDROOM_MESSAGE(Audit)
CARDROOM_MESSAGE(StopGame)
CARDROOM_MESSAGE(StopOverdue)
CARDROOM_MESSAGE(VoidHeld)
