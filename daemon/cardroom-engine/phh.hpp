#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/cardroom-engine/decimal.hpp"
#include "engine/cards.hpp"

/// Poker Hand History (PHH 0.0.2): recorded hands as TOML, read but not judged.
namespace cardroom::engine_io::phh {

enum class Verb : std::uint8_t { DEAL_HOLE, DEAL_BOARD, FOLD, CHECK_OR_CALL, BET_OR_RAISE, SHOW_OR_MUCK };

/// One recorded action. Cards that are not known are unset.
struct Act {
  Verb verb = Verb::FOLD;
  int player = 0;  ///< from 0; of everything but DEAL_BOARD
  Decimal to;      ///< of BET_OR_RAISE
  std::vector<Card> cards;
  std::string text;  ///< as recorded
};

/// A hand. Lists have one element a player: the small blind first, the button last (heads-up: the big blind
/// first).
struct Hand {
  std::string name;   ///< its number in the file, as JSON
  std::string error;  ///< what is wrong with it; empty when it can be played
  std::vector<Decimal> antes, blinds, stacks;
  Decimal min_bet;
  std::vector<Act> acts;
  std::vector<Decimal> finishing;  ///< empty when the file does not say
};

struct File {
  std::vector<Hand> hands;
  int places = 0;  ///< decimal places that the amounts of the file need
};

/// Reads one hand (.phh) or many (.phhs). What cannot be read becomes a hand with an error.
File parse(std::string_view text);

}  // namespace cardroom::engine_io::phh
