#pragma once
#include <optional>
#include <string>
#include <vector>

#include "actors/cashier.hpp"
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
  Instant since{};       ///< the session's log-in
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
/// A hand was played to its end. It is told for the lobby's sake, and once: one that is lost matters little.
struct HandPlayed {
  TableId table;
  Chips pot;
};
/// The store has lost steps that were told: the game with all its tables comes back from what is left.
struct StepsLost {};
/// Tables of a game from before the bank that are to be counted.
struct CountTables {
  std::vector<TableId> tables;
};
/// What the store has of them.
struct TablesCounted {
  std::vector<OpenedJournal> tables;
};

/// What is reserved at the bank at the game's opening; nothing: it could not be asked.
struct BankOpened {
  std::optional<Reservations> reservations;
};
/// Whether the chips of a buy-in are set aside.
struct BuyInReserved {
  std::string reservation;
  std::optional<BankResult> result;
};
/// The bank's answer to an exchange.
struct BankTold {
  BankSequence seq;
  std::optional<Exchanged> exchanged;
};
/// The bank could not be asked a while ago: again.
struct BankAgain {
  enum class What : std::uint8_t { OPEN, RESERVE, RELEASE, EXCHANGE };
  What what = What::OPEN;
  std::string reservation;
};
struct FindPlayer {
  UserId user;
  SessionActor session;
  bool connected = true;  ///< else another session may be the one that is
  Instant since{};        ///< the session's log-in
  bool fresh = false;     ///< it is just being logged in to: no other one is newer
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
  bool at_once = false;  ///< while the store is down, with what is not stored yet
};
struct StopGame {};
/// The game has waited long enough for its last steps to be stored.
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
CARDROOM_MESSAGE(HandPlayed)
CARDROOM_MESSAGE(StepsLost)
CARDROOM_MESSAGE(CountTables)
CARDROOM_MESSAGE(TablesCounted)
CARDROOM_MESSAGE(BankOpened)
CARDROOM_MESSAGE(BuyInReserved)
CARDROOM_MESSAGE(BankTold)
CARDROOM_MESSAGE(BankAgain)
CARDROOM_MESSAGE(FindPlayer)
CARDROOM_MESSAGE(Say)
CARDROOM_MESSAGE(Attend)
CARDROOM_MESSAGE(Describe)
CARDROOM_MESSAGE(StopGame)
CARDROOM_MESSAGE(StopOverdue)
CARDROOM_MESSAGE(VoidHeld)
