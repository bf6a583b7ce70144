#pragma once
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "actors/cashier.hpp"
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
  Settings settings;
  std::vector<PlayerRow> players;
  struct Held {
    TableId table;
    std::string why;
  };
  std::vector<Held> held;  ///< tables that do not play until the operator has looked at them
  Instant store_down;      ///< since when nothing is stored: what is said here may hold more than is stored
  std::string node{};      ///< that has it, of several
};
BOOST_DESCRIBE_STRUCT(GameDescribed::Held, (), (table, why))
BOOST_DESCRIBE_STRUCT(GameDescribed, (),
                      (ask, game, version, stopping, settings, players, held, store_down, node))

/// What the bank has; nothing: it could not be asked.
struct BankCounted {
  std::optional<BankContents> contents;
};
/// Whether chips were booked for a player; nothing: nobody knows.
struct CreditTold {
  std::optional<Credited> credited;
};

/// Everything the lobby knows by name.
struct Directory {
  struct Game {
    GameId id;
    GameActor actor;
  };
  /// A game of the store that is not open.
  struct Closed {
    GameId id;
    std::string problem;
    bool between = false;  ///< of several nodes none that is in sight has it
  };
  struct Table {
    TableId id;
    GameId game;
    RelayActor relay;
    Epoch epoch;         ///< of its journal's opening
    std::string node{};  ///< that has it, of several
  };
  std::shared_ptr<Cashier> cashier;
  NodeActor node;             ///< null: there are no others
  bool known_user = false;    ///< whom the request is about was here once
  DisplayName user_name;      ///< of that one
  std::set<UserId> here;      ///< who has a session on this node, if that was asked
  bool users_certain = true;  ///< else the store could not be asked whether it was
  Instant store_down;         ///< since when nothing is stored
  std::string store_why;      ///< and why
  std::vector<Game> games;
  std::vector<Closed> closed;
  std::vector<Table> tables;
  std::size_t guests = 0, sessions = 0;
  Instant started_at, now;
  std::string problem;  ///< all that is wrong
};

/// Who asked to see a table sees it, or heard that it is not to be seen.
struct TableShown {};
struct AdminOverdue {};

}  // namespace cardroom
CARDROOM_MESSAGE(GameDescribed)
CARDROOM_MESSAGE(BankCounted)
CARDROOM_MESSAGE(CreditTold)
CARDROOM_MESSAGE(Directory)
CARDROOM_MESSAGE(TableShown)
CARDROOM_MESSAGE(AdminOverdue)
