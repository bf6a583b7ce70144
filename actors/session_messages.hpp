#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "actors/answer.hpp"
#include "actors/entrance.hpp"
#include "actors/interfaces.hpp"
#include "actors/message.hpp"

namespace cardroom {

/// A connection logs the player in; `done` gets the session's port before LOGGED_IN goes out.
struct Attach {
  OutboxPtr outbox;
  ClientId client;
  std::string token;
  std::uint64_t generation = 0;  ///< counts the player's connections
  Instant since;                 ///< when it logged in: later than any log-in that is known
  std::function<void(SessionPtr)> done;
};
struct Detach {
  OutboxPtr outbox;
};
struct SessionRequest {
  OutboxPtr from;
  protocol::Request request;
};
struct CaughtUp {
  OutboxPtr outbox;
};

/// Where the player of the session is in a game. Handles are null where there is no table.
struct Whereabouts {
  GameId game;
  GameActor actor;
  bool registered = false;
  TableId table;
  SeatIndex seat;
  TableActor table_actor;
  RelayActor relay;
};

/// `request` looked for a game or a table; null handles when there is none.
struct Found {
  OutboxPtr from;
  protocol::Request request;
  GameId game;
  GameActor actor;
  TableActor table;
  RelayActor relay;
  bool away = false;  ///< the game is there, but at no node at the moment
};

/// Where a table is that was sought.
struct TableSeen {
  TableId table;
  TableActor actor;
  RelayActor relay;
};

/// Null: nobody has it at the moment.
struct GameMoved {
  GameId game;
  GameActor actor;
};
/// Tables that were lost sight of are looked for.
struct SeekTables {};
struct LinkLost {};
/// A command should have been answered.
struct CommandOverdue {
  ClientId client;
};
/// The player's balance has changed; the game that changed it, empty = the operator did.
struct BalanceMoved {
  GameId game;
};
/// What the bank says of it; nothing: it could not be asked.
struct BalanceRead {
  std::optional<Chips> balance;
};
/// The bank could not be asked a while ago: again.
struct AskBalance {};
struct LoginOverdue {
  std::uint64_t generation = 0;
};
struct Kicked {};
/// Of sessions that were logged in to before `by`; unset: whenever that was.
struct Replaced {
  Instant by{};
};
/// `urls`: where the client may go instead.
struct EndSession {
  std::vector<std::string> urls{};
};

}  // namespace cardroom
CARDROOM_MESSAGE(Attach)
CARDROOM_MESSAGE(Detach)
CARDROOM_MESSAGE(SessionRequest)
CARDROOM_MESSAGE(CaughtUp)
CARDROOM_MESSAGE(Whereabouts)
CARDROOM_MESSAGE(Found)
CARDROOM_MESSAGE(TableSeen)
CARDROOM_MESSAGE(TextPtr)
CARDROOM_MESSAGE(GameMoved)
CARDROOM_MESSAGE(SeekTables)
CARDROOM_MESSAGE(LinkLost)
CARDROOM_MESSAGE(CommandOverdue)
CARDROOM_MESSAGE(BalanceMoved)
CARDROOM_MESSAGE(BalanceRead)
CARDROOM_MESSAGE(AskBalance)
CARDROOM_MESSAGE(LoginOverdue)
CARDROOM_MESSAGE(Kicked)
CARDROOM_MESSAGE(Replaced)
CARDROOM_MESSAGE(EndSession)
