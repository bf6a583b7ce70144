#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "engine/errors.hpp"
#include "engine/types.hpp"

/// Why a command is refused before it reaches the engine. On the wire these codes and the engine's are one
/// list.
namespace cardroom::protocol {

enum class Code : std::uint8_t {
  BAD_JSON,
  BAD_VERSION,
  UNKNOWN_TYPE,
  BAD_REQUEST,
  BAD_CONFIG,
  NOT_LOGGED_IN,
  ALREADY_LOGGED_IN,
  BAD_TOKEN,
  NO_GAME,
  GAME_EXISTS,
  RATE_LIMITED,
  LAGGED,
  TOO_LARGE,
  BUSY,
  UNAVAILABLE,
};
BOOST_DESCRIBE_ENUM(Code, BAD_JSON, BAD_VERSION, UNKNOWN_TYPE, BAD_REQUEST, BAD_CONFIG, NOT_LOGGED_IN,
                    ALREADY_LOGGED_IN, BAD_TOKEN, NO_GAME, GAME_EXISTS, RATE_LIMITED, LAGGED, TOO_LARGE, BUSY,
                    UNAVAILABLE)

/// The code as clients see it.
std::string_view to_string(Code code);

/// One sentence for a person: what is wrong and what to do.
std::string_view sentence(Code code);

/// Why a text is not a command. `id` is the command's number when it could be read, else 0.
struct ProtocolError {
  Code code = Code::BAD_REQUEST;
  std::string message;
  ClientId id;
};

}  // namespace cardroom::protocol
