#pragma once
#include <boost/describe.hpp>
#include <cstdint>
#include <string_view>

/// Why the engine refuses a command. A refused command changes nothing.
namespace cardroom {

enum class Error : std::uint8_t {
  NONE,
  BAD_REQUEST,
  BAD_CONFIG,
  NO_TABLE,
  SEAT_TAKEN,
  SEAT_EMPTY,
  SEAT_OUT_OF_RANGE,
  ALREADY_SEATED,
  BAD_BUY_IN,
  HAND_IN_PROGRESS,
  NO_HAND,
  NOT_ENOUGH_PLAYERS,
  NOT_SEATED,
  NOT_YOUR_TURN,
  STALE_ACTION,
  CANNOT_CHECK,
  CANNOT_CALL,
  CANNOT_BET,
  CANNOT_RAISE,
  CANNOT_FOLD,
  AMOUNT_TOO_SMALL,
  AMOUNT_TOO_LARGE,
  BAD_DECK,
  INVALID_STATE,
  NOT_ALLOWED,
  ALREADY_REGISTERED,
  NOT_REGISTERED,
  INSUFFICIENT_BALANCE,
};
BOOST_DESCRIBE_ENUM(Error, NONE, BAD_REQUEST, BAD_CONFIG, NO_TABLE, SEAT_TAKEN, SEAT_EMPTY, SEAT_OUT_OF_RANGE,
                    ALREADY_SEATED, BAD_BUY_IN, HAND_IN_PROGRESS, NO_HAND, NOT_ENOUGH_PLAYERS, NOT_SEATED,
                    NOT_YOUR_TURN, STALE_ACTION, CANNOT_CHECK, CANNOT_CALL, CANNOT_BET, CANNOT_RAISE,
                    CANNOT_FOLD, AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE, BAD_DECK, INVALID_STATE, NOT_ALLOWED,
                    ALREADY_REGISTERED, NOT_REGISTERED, INSUFFICIENT_BALANCE)

/// The code as clients see it, e.g. "NOT_YOUR_TURN".
std::string_view to_string(Error error);

/// One sentence for a person: what is wrong and what to do.
std::string_view sentence(Error error);

}  // namespace cardroom
