#pragma once
#include <boost/describe.hpp>
#include <map>
#include <optional>
#include <vector>

#include "engine/game_state.hpp"

/// What a game remembers of its players' commands, so that one which is said again, because it was not
/// answered before the game or the player's connection went to another node, is not carried out twice.
namespace cardroom {

/// A command that was carried out, or begun.
struct LastCommand {
  ClientId client;
  std::uint64_t content = 0;
  Instant at;
  Error error = Error::NONE;  ///< how it ended, when a table or the bank decided that
  friend bool operator==(const LastCommand&, const LastCommand&) = default;
};
BOOST_DESCRIBE_STRUCT(LastCommand, (), (client, content, at, error))
/// Of each player, oldest first.
using LastCommands = std::map<UserId, std::vector<LastCommand>>;

/// How many of a player, here and by a session (RecentCommands), and for how long: longer than a client takes
/// to come back, too short for numbers that begin anew to meet old ones.
inline constexpr std::size_t kCommandsRemembered = 8;
inline constexpr Duration kCommandRemembered = seconds(60);

/// Notes what a step was, and whose answers it brought.
void note(LastCommands& commands, const GameCommand& command, const Caller& caller, const Input& input,
          const GameOutput& out);

/// Those that are still remembered.
LastCommands remembered(const LastCommands& commands, Instant now);

/// Whether these are one command of a player that was said twice.
bool is_one_command(const GameCommand& a, const GameCommand& b);

/// How a repeated command ended.
struct Repeated {
  bool pending = false;  ///< the bank or a table has not decided yet: the answer comes then
  Error error = Error::NONE;
};
/// Nothing: it is not known, and is to be carried out.
std::optional<Repeated> repeated(const LastCommands& commands, const GameState& game,
                                 const GameCommand& command, const UserId& user, ClientId client,
                                 Instant now);

}  // namespace cardroom
