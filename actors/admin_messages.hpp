#pragma once
#include <memory>
#include <string>
#include <vector>

#include "actors/interfaces.hpp"
#include "actors/message.hpp"
#include "actors/protocol/server.hpp"
#include "engine/game_state.hpp"
#include "engine/view.hpp"

namespace cardroom {

/// A player as an administrator sees one.
struct PlayerRow {
  GameId game_id;
  UserId user_id;
  DisplayName name;
  Chips balance;
  bool registered = false;
  bool connected = false;
  TableId table_id;
  SeatIndex seat_index;
};
BOOST_DESCRIBE_STRUCT(PlayerRow, (),
                      (game_id, user_id, name, balance, registered, connected, table_id, seat_index))

/// What a game says of itself, to the lobby for players and to administrators.
struct GameDescribed {
  std::uint64_t ask = 0;
  protocol::server::LobbyGame game;
  Version version;
  Stopping stopping = Stopping::NO;
  std::vector<PlayerRow> players;
  struct Held {
    TableId table;
    std::string why;
  };
  std::vector<Held> held;  ///< tables that do not play until the operator has looked at them
};

/// All chips of a game counted at one moment.
struct AuditResult {
  std::uint64_t ask = 0;
  GameId game_id;
  Chips credited;  ///< booked in: what the others must add up to
  Chips held;      ///< balances, and what is on its way to tables
  Chips at_tables;
  bool fits = false;
};
BOOST_DESCRIBE_STRUCT(AuditResult, (), (game_id, credited, held, at_tables, fits))

/// Everything the lobby knows by name.
struct Directory {
  struct Game {
    GameId id;
    GameActor actor;
  };
  struct Table {
    TableId id;
    GameId game;
    RelayActor relay;
  };
  Instant store_down;  ///< since when the store does not answer
  std::vector<Game> games;
  std::vector<Table> tables;
  std::size_t guests = 0, sessions = 0;
  Instant started_at, now;
  std::string problem;  ///< what of the store could not be read
};

struct AdminOverdue {};

}  // namespace cardroom
CARDROOM_MESSAGE(GameDescribed)
CARDROOM_MESSAGE(AuditResult)
CARDROOM_MESSAGE(Directory)
CARDROOM_MESSAGE(AdminOverdue)
