#pragma once
#include <optional>
#include <string>
#include <variant>

#include "actors/codec/json_text.hpp"
#include "engine/phases.hpp"
#include "engine/settings.hpp"

/// What a client may say. A struct's name in upper case with underscores is the `type` on the wire; its
/// members are the fields. Optional members may be left out, all others are required.
/// daemon/gateway/PROTOCOL.md explains them.
namespace cardroom::protocol {

/// The version of the protocol, the envelope's `v`.
inline constexpr std::int32_t kProtocol = 1;

/// Largest number in a command, so that every client can hold it exactly.
inline constexpr std::int64_t kMaxNumber = (std::int64_t{1} << 53) - 1;

inline constexpr std::size_t kMaxChat = 200;        ///< bytes of a chat text
inline constexpr std::size_t kMaxToken = 64;        ///< bytes of a guest's token
inline constexpr std::size_t kMaxAdminToken = 256;  ///< bytes of the administrator's token

namespace client {

/// The first command on a connection.
struct Hello {
  std::int32_t protocol = 0;
};
BOOST_DESCRIBE_STRUCT(Hello, (), (protocol))

/// A new guest (`name`) or one that was here before (`token`): exactly one of them.
struct LoginGuest {
  std::optional<std::string> name;
  std::optional<std::string> token;
};
BOOST_DESCRIBE_STRUCT(LoginGuest, (), (name, token))

/// The connection is an administrator's, and no player's.
struct LoginAdmin {
  std::string token;
};
BOOST_DESCRIBE_STRUCT(LoginAdmin, (), (token))

/// An administrator's request, as `cardroomctl` makes it (actors/admin_actor.hpp).
struct Admin {
  JsonText request;
};
BOOST_DESCRIBE_STRUCT(Admin, (), (request))

struct Ping {};
BOOST_DESCRIBE_STRUCT(Ping, (), ())

/// `follow`: whether to be told from now on what changes in the list.
struct ListGames {
  std::optional<bool> follow{};
};
BOOST_DESCRIBE_STRUCT(ListGames, (), (follow))

/// The player becomes the host. Settings that are left out have their defaults.
struct CreateGame {
  Settings settings;
};
BOOST_DESCRIBE_STRUCT(CreateGame, (), (settings))

struct Register {
  GameId game_id;
};
BOOST_DESCRIBE_STRUCT(Register, (), (game_id))
struct Unregister {
  GameId game_id;
};
BOOST_DESCRIBE_STRUCT(Unregister, (), (game_id))

struct BuyIn {
  GameId game_id;
  Chips amount;
};
BOOST_DESCRIBE_STRUCT(BuyIn, (), (game_id, amount))
/// The same as BuyIn: with chips in front it adds to them.
struct TopUp {
  GameId game_id;
  Chips amount;
};
BOOST_DESCRIBE_STRUCT(TopUp, (), (game_id, amount))

struct SitOut {
  GameId game_id;
};
BOOST_DESCRIBE_STRUCT(SitOut, (), (game_id))
struct SitIn {
  GameId game_id;
};
BOOST_DESCRIBE_STRUCT(SitIn, (), (game_id))
struct Leave {
  GameId game_id;
};
BOOST_DESCRIBE_STRUCT(Leave, (), (game_id))

struct PostBlind {
  TableId table_id;
};
BOOST_DESCRIBE_STRUCT(PostBlind, (), (table_id))

/// `amount`: the "to" total of a BET or RAISE.
struct Act {
  TableId table_id;
  HandNumber hand_number;
  Turn turn;
  Action action = Action::NONE;
  std::optional<Chips> amount;
};
BOOST_DESCRIBE_STRUCT(Act, (), (table_id, hand_number, turn, action, amount))

/// `amount`: of CALL the amount to call that was seen, of RAISE the "to" total. `intent` NONE takes one back.
struct Intent {
  TableId table_id;
  HandNumber hand_number;
  HandPhase street = HandPhase::WAITING_FOR_PLAYERS;
  cardroom::Intent intent = cardroom::Intent::NONE;
  std::optional<Chips> amount;
};
BOOST_DESCRIBE_STRUCT(Intent, (), (table_id, hand_number, street, intent, amount))

struct ShowCards {
  TableId table_id;
};
BOOST_DESCRIBE_STRUCT(ShowCards, (), (table_id))

/// Asks for a snapshot of the table and the frames after it.
struct Watch {
  TableId table_id;
};
BOOST_DESCRIBE_STRUCT(Watch, (), (table_id))
struct Unwatch {
  TableId table_id;
};
BOOST_DESCRIBE_STRUCT(Unwatch, (), (table_id))

struct Chat {
  GameId game_id;
  std::string text;
};
BOOST_DESCRIBE_STRUCT(Chat, (), (game_id, text))

// For a game's host.

struct GameStart {
  GameId game_id;
};
BOOST_DESCRIBE_STRUCT(GameStart, (), (game_id))
struct GamePause {
  GameId game_id;
};
BOOST_DESCRIBE_STRUCT(GamePause, (), (game_id))
struct GameResume {
  GameId game_id;
};
BOOST_DESCRIBE_STRUCT(GameResume, (), (game_id))
struct GameEnd {
  GameId game_id;
};
BOOST_DESCRIBE_STRUCT(GameEnd, (), (game_id))

}  // namespace client

using ClientCommand =
    std::variant<client::Hello, client::LoginGuest, client::LoginAdmin, client::Admin, client::Ping,
                 client::ListGames, client::CreateGame, client::Register, client::Unregister, client::BuyIn,
                 client::TopUp, client::SitOut, client::SitIn, client::Leave, client::PostBlind, client::Act,
                 client::Intent, client::ShowCards, client::Watch, client::Unwatch, client::Chat,
                 client::GameStart, client::GamePause, client::GameResume, client::GameEnd>;

/// A command with the client's own number of it (`id`), which every answer repeats.
struct Request {
  ClientId id;
  ClientCommand command;
};

}  // namespace cardroom::protocol
