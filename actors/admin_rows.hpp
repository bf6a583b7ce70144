#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "actors/admin_messages.hpp"

/// What administrators are shown.
namespace cardroom {

/// What `status` says.
struct Status {
  std::string version = CARDROOM_VERSION;
  Instant started_at;
  Duration uptime;
  std::size_t games = 0, tables = 0, players = 0, sessions = 0;
  std::optional<Instant> store_down_since;
  std::optional<std::string> store_down_reason;
  std::optional<std::string> problem;
};
BOOST_DESCRIBE_STRUCT(Status, (),
                      (version, started_at, uptime, games, tables, players, sessions, store_down_since,
                       store_down_reason, problem))

/// A row of `table list`.
struct TableRow {
  GameId game_id;
  TableId table_id;
  std::optional<std::int32_t> players;  ///< none: its game does not say
  std::optional<bool> paused;
  std::optional<Epoch> epoch;          ///< of its journal's opening; none: it is open nowhere
  std::optional<std::string> node;     ///< that has it, of several
  std::optional<std::string> held;     ///< why it does not play
  std::optional<std::string> problem;  ///< why it, or its game, is not to be seen
  std::optional<Instant> store_down_since;
};
BOOST_DESCRIBE_STRUCT(TableRow, (),
                      (game_id, table_id, players, paused, epoch, node, held, problem, store_down_since))

/// A row of `game list`.
struct GameRow {
  GameId game_id;
  std::optional<GameStatus> status;    ///< none: it is closed
  std::optional<std::string> problem;  ///< why it is closed; the rest is not known then
  Stopping stopping = Stopping::NO;
  std::optional<UserId> host;
  std::optional<DisplayName> host_name;
  Chips small_blind, big_blind, ante, min_buy_in, max_buy_in;
  std::int32_t number_of_seats = 0, players = 0;
  std::size_t tables = 0;
  Version version;
  std::optional<Instant> store_down_since;  ///< then this may hold what is not stored yet
};
BOOST_DESCRIBE_STRUCT(GameRow, (),
                      (game_id, status, problem, stopping, host, host_name, small_blind, big_blind, ante,
                       min_buy_in, max_buy_in, number_of_seats, players, tables, version, store_down_since))

/// What `game show` says.
struct GameDetails {
  GameId game_id;
  GameStatus status = GameStatus::SCHEDULED;
  Stopping stopping = Stopping::NO;
  std::optional<UserId> host;
  std::optional<DisplayName> host_name;
  Chips small_blind, big_blind, ante, min_buy_in, max_buy_in;
  std::int32_t number_of_seats = 0, players = 0;
  Version version;
  std::optional<Instant> store_down_since;
  std::vector<protocol::server::LobbyTable> tables;
  Settings settings;
};
BOOST_DESCRIBE_STRUCT(GameDetails, (),
                      (game_id, status, stopping, host, host_name, small_blind, big_blind, ante, min_buy_in,
                       max_buy_in, number_of_seats, players, version, store_down_since, tables, settings))

/// A row of `player list`: a player in a game, or in none.
struct PlayerShown {
  GameId game_id;
  UserId user_id;
  DisplayName name;
  Chips balance;
  std::optional<bool> registered;  ///< none: there are games that are not seen
  std::optional<bool> connected;   ///< none: only another node could say
  TableId table_id;
  SeatIndex seat_index;
};
BOOST_DESCRIBE_STRUCT(PlayerShown, (),
                      (game_id, user_id, name, balance, registered, connected, table_id, seat_index))

GameRow game_row(const GameDescribed& game);
GameDetails game_details(const GameDescribed& game);
/// `open`: all tables that are anywhere.
TableRow table_row(const GameDescribed& game, const protocol::server::LobbyTable& table,
                   const std::map<TableId, Directory::Table>& open);
/// Rows of these games' players. Whoever has left a game is as connected as in those that were not left; who
/// is in none, if there is a session here.
std::vector<PlayerShown> player_rows(const std::vector<GameDescribed>& games, const Directory& directory);

/// Of one who is in none of the games that are open, which may be `all`.
PlayerShown guest_row(const UserId& user, const Directory& directory, bool all);

}  // namespace cardroom
