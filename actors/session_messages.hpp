#pragma once
#include <functional>
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
  Chips balance;
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
};

struct GameMoved {
  GameId game;
  GameActor actor;
};
struct LoginOverdue {
  std::uint64_t generation = 0;
};
struct Kicked {};
struct EndSession {};

}  // namespace cardroom
CARDROOM_MESSAGE(Attach)
CARDROOM_MESSAGE(Detach)
CARDROOM_MESSAGE(SessionRequest)
CARDROOM_MESSAGE(CaughtUp)
CARDROOM_MESSAGE(Whereabouts)
CARDROOM_MESSAGE(Found)
CARDROOM_MESSAGE(TextPtr)
CARDROOM_MESSAGE(GameMoved)
CARDROOM_MESSAGE(LoginOverdue)
CARDROOM_MESSAGE(Kicked)
CARDROOM_MESSAGE(EndSession)
