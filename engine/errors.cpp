#include "engine/errors.hpp"

namespace cardroom {

std::string_view to_string(Error error) { return boost::describe::enum_to_string(error, "UNKNOWN"); }

std::string_view sentence(Error error) {
  switch (error) {
    case Error::NONE:
      return "Done.";
    case Error::BAD_REQUEST:
      return "The request is malformed or lacks a field.";
    case Error::BAD_CONFIG:
      return "The configuration is not valid.";
    case Error::NO_TABLE:
      return "There is no such table.";
    case Error::SEAT_TAKEN:
      return "That seat is taken; choose another.";
    case Error::SEAT_EMPTY:
      return "Nobody sits in that seat.";
    case Error::SEAT_OUT_OF_RANGE:
      return "The table has no such seat.";
    case Error::ALREADY_SEATED:
      return "You already have a seat at this table.";
    case Error::BAD_BUY_IN:
      return "The amount is outside the limits for a buy-in.";
    case Error::HAND_IN_PROGRESS:
      return "A hand is being played; wait until it is over.";
    case Error::NO_HAND:
      return "You are in no hand that this could apply to.";
    case Error::NOT_ENOUGH_PLAYERS:
      return "At least two players with chips who are not sitting out are needed.";
    case Error::NOT_SEATED:
      return "You have no seat at this table.";
    case Error::NOT_YOUR_TURN:
      return "It is not your turn.";
    case Error::STALE_ACTION:
      return "That was for an earlier hand or turn; look at the table again.";
    case Error::CANNOT_CHECK:
      return "There is a bet to you: call, raise or fold.";
    case Error::CANNOT_CALL:
      return "There is no bet to call: check or bet.";
    case Error::CANNOT_BET:
      return "There is a bet already: call, raise or fold.";
    case Error::CANNOT_RAISE:
      return "You may not raise here.";
    case Error::CANNOT_FOLD:
      return "A check is free here, and folding is not allowed then.";
    case Error::AMOUNT_TOO_SMALL:
      return "The amount is below the minimum.";
    case Error::AMOUNT_TOO_LARGE:
      return "The amount is more than you have.";
    case Error::BAD_DECK:
      return "The deck has a card twice, an unknown card or too many.";
    case Error::INVALID_STATE:
      return "This is not possible in the game's present state.";
    case Error::NOT_ALLOWED:
      return "Only the host or an administrator may do this.";
    case Error::ALREADY_REGISTERED:
      return "You are registered for this game already.";
    case Error::NOT_REGISTERED:
      return "You are not registered for this game.";
    case Error::INSUFFICIENT_BALANCE:
      return "Your balance does not cover this amount.";
  }
  return "Unknown error.";
}

}  // namespace cardroom
