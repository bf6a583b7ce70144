#include "actors/protocol/errors.hpp"

#include "actors/protocol/server.hpp"
#include "engine/describe.hpp"

namespace cardroom::protocol {

std::string_view to_string(Code code) { return enum_name(code); }

std::string_view sentence(Code code) {
  switch (code) {
    case Code::BAD_JSON:
      return "The text is not valid JSON.";
    case Code::BAD_VERSION:
      return "This version of the protocol is not spoken here; use version 1.";
    case Code::UNKNOWN_TYPE:
      return "There is no command of this type.";
    case Code::BAD_REQUEST:
      return "The request is malformed or lacks a field.";
    case Code::BAD_CONFIG:
      return "The settings are not valid.";
    case Code::NOT_LOGGED_IN:
      return "Say HELLO and log in first.";
    case Code::ALREADY_LOGGED_IN:
      return "This connection is logged in already; open another for another player.";
    case Code::BAD_TOKEN:
      return "The token is not known; log in with a name as a new guest.";
    case Code::NO_GAME:
      return "There is no such game.";
    case Code::GAME_EXISTS:
      return "There is a game of this name already; choose another.";
    case Code::RATE_LIMITED:
      return "Too many messages; slow down.";
    case Code::LAGGED:
      return "You read too slowly and messages were left out; repeat commands that were not answered.";
    case Code::TOO_LARGE:
      return "The message is too large.";
    case Code::BUSY:
      return "Too much is waiting here; try again in a moment.";
    case Code::UNAVAILABLE:
      return "The daemon cannot do this now; try again later.";
  }
  return "Unknown error.";
}

namespace server {

namespace {
Error make(ClientId id, std::string_view code, std::string_view message) {
  return {id.v == 0 ? std::nullopt : std::optional<ClientId>(id), std::string(code), std::string(message)};
}
}  // namespace

Error refusal(ClientId id, cardroom::Error error, std::string_view message) {
  return make(id, cardroom::to_string(error), message.empty() ? cardroom::sentence(error) : message);
}

Error refusal(ClientId id, Code code, std::string_view message) {
  return make(id, protocol::to_string(code), message.empty() ? sentence(code) : message);
}

}  // namespace server
}  // namespace cardroom::protocol
