#pragma once
#include <optional>
#include <string>
#include <vector>

#include "actors/protocol/client.hpp"
#include "actors/protocol/errors.hpp"
#include "engine/events.hpp"
#include "engine/game_state.hpp"
#include "engine/view.hpp"

/// What the daemon says to a client, apart from table frames (frame.hpp). A struct's name in upper case with
/// underscores is the `type` on the wire; its members are the fields, an empty optional is left out.
namespace cardroom::protocol::server {

/// Answers HELLO.
struct Welcome {
  ClientId id;
  std::int32_t protocol = kProtocol;
  std::string server;  ///< the daemon's version
};
BOOST_DESCRIBE_STRUCT(Welcome, (), (id, protocol, server))

/// A seat of the player.
struct SeatAt {
  GameId game_id;
  TableId table_id;
  SeatIndex seat_index;
};
BOOST_DESCRIBE_STRUCT(SeatAt, (), (game_id, table_id, seat_index))

/// Answers LOGIN_GUEST. `token` brings the same player back later; keep it secret.
struct LoggedIn {
  ClientId id;
  UserId user_id;
  std::string name;
  std::string token;
  std::vector<SeatAt> seats;
};
BOOST_DESCRIBE_STRUCT(LoggedIn, (), (id, user_id, name, token, seats))

struct LobbyTable {
  TableId table_id;
  std::int32_t players = 0;
  bool paused = false;
  Chips average_pot{};  ///< of the hands of the last half hour
  std::int32_t hands_per_hour = 0;
};
BOOST_DESCRIBE_STRUCT(LobbyTable, (), (table_id, players, paused, average_pot, hands_per_hour))

struct LobbyGame {
  GameId game_id;
  GameStatus status = GameStatus::SCHEDULED;
  std::optional<UserId> host;
  Chips small_blind, big_blind, ante, min_buy_in, max_buy_in;
  std::int32_t number_of_seats = 0;
  std::int32_t players = 0;  ///< registered
  std::vector<LobbyTable> tables;
  std::optional<DisplayName> host_name{};
  StartMode start = StartMode::HOST;
  std::optional<Instant> start_time{};  ///< not before
  Duration action_time{}, time_bank{};
  Chips guest_credit{};
  std::int32_t rake_percent = 0;
  Chips average_pot{};  ///< over all tables
  std::int32_t hands_per_hour = 0;
  Stopping stopping = Stopping::NO;
};
BOOST_DESCRIBE_STRUCT(LobbyGame, (),
                      (game_id, status, host, small_blind, big_blind, ante, min_buy_in, max_buy_in,
                       number_of_seats, players, tables, host_name, start, start_time, action_time, time_bank,
                       guest_credit, rake_percent, average_pot, hands_per_hour, stopping))

/// Answers LIST_GAMES.
struct Lobby {
  ClientId id;
  std::vector<LobbyGame> games;
};
BOOST_DESCRIBE_STRUCT(Lobby, (), (id, games))

/// For those who follow the list: games that are not as they were told before, and games that are gone.
struct LobbyChanged {
  std::vector<LobbyGame> games;
  std::vector<GameId> gone;
};
BOOST_DESCRIBE_STRUCT(LobbyChanged, (), (games, gone))

/// Answers an administrator's request that was carried out.
struct AdminDone {
  ClientId id;
  std::optional<JsonText> data;
};
BOOST_DESCRIBE_STRUCT(AdminDone, (), (id, data))

/// What happened in a game, for its registered players and watchers.
struct GameEvents {
  GameId game_id;
  std::vector<GameEvent> events;
};
BOOST_DESCRIBE_STRUCT(GameEvents, (), (game_id, events))

struct Chat {
  GameId game_id;
  UserId user_id;
  std::string name;
  std::string text;
};
BOOST_DESCRIBE_STRUCT(Chat, (), (game_id, user_id, name, text))

/// The command is done. `version`: of the table, for a command that a table applied.
struct Ok {
  ClientId id;
  std::optional<Version> version;
};
BOOST_DESCRIBE_STRUCT(Ok, (), (id, version))

/// The command is refused and changed nothing. Without `id` it answers a text whose number could not be read.
struct Error {
  std::optional<ClientId> id;
  std::string code;
  std::string message;
};
BOOST_DESCRIBE_STRUCT(Error, (), (id, code, message))

/// Told to the player alone: the seat in a game, after being seated or moved; without table when it is given
/// up.
struct Seat {
  GameId game_id;
  std::optional<TableId> table_id;
  SeatIndex seat_index;
};
BOOST_DESCRIBE_STRUCT(Seat, (), (game_id, table_id, seat_index))

/// Told to the player alone: chips outside the games. Without game to who takes part in none.
struct Balance {
  std::optional<GameId> game_id;
  Chips balance;
};
BOOST_DESCRIBE_STRUCT(Balance, (), (game_id, balance))

/// The player came in over another connection; this one is closed next.
struct SessionReplaced {};
BOOST_DESCRIBE_STRUCT(SessionReplaced, (), ())

/// The daemon stops; come back later.
struct Shutdown {
  std::optional<std::vector<std::string>> urls;  ///< where to come in instead, if there are others
};
BOOST_DESCRIBE_STRUCT(Shutdown, (), (urls))

/// The error message of an engine's refusal.
Error refusal(ClientId id, cardroom::Error error, std::string_view message = {});

/// The error message of a protocol refusal; `message` replaces the code's own sentence when not empty.
Error refusal(ClientId id, Code code, std::string_view message = {});

}  // namespace cardroom::protocol::server
