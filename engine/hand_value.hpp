#pragma once
#include <array>
#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>
#include <compare>
#include <cstdint>

#include "engine/types.hpp"

/// What a poker hand is worth: a number to compare, and the same as category and ranks to show.
namespace cardroom {

/// In ascending order. ROYAL_FLUSH is a name of its own for the ace-high straight flush.
enum class HandCategory : std::uint8_t {
  HIGH_CARD,
  ONE_PAIR,
  TWO_PAIR,
  THREE_OF_A_KIND,
  STRAIGHT,
  FLUSH,
  FULL_HOUSE,
  FOUR_OF_A_KIND,
  STRAIGHT_FLUSH,
  ROYAL_FLUSH,
};
BOOST_DESCRIBE_ENUM(HandCategory, HIGH_CARD, ONE_PAIR, TWO_PAIR, THREE_OF_A_KIND, STRAIGHT, FLUSH, FULL_HOUSE,
                    FOUR_OF_A_KIND, STRAIGHT_FLUSH, ROYAL_FLUSH)

/// The worth of the best five cards; the greater wins, equal is a tie. 0 is no hand.
/// The category is in the upper four bits, the lower twelve count hands within it.
struct HandValue {
  std::uint16_t v = 0;
  friend constexpr auto operator<=>(HandValue, HandValue) = default;
};
BOOST_DESCRIBE_STRUCT(HandValue, (), (v))

constexpr HandCategory category(HandValue value) { return static_cast<HandCategory>(value.v >> 12); }

/// A hand value taken apart. `score_vector` compares lexicographically as the values do:
/// [category, primary rank, kickers...], ranks 2 to 14, a wheel's primary rank is 5.
/// A royal flush scores as the straight flush it is: [STRAIGHT_FLUSH, 14].
struct EvaluatedHand {
  HandCategory category = HandCategory::HIGH_CARD;
  FixedVec<int, 6> score_vector;
  friend bool operator==(const EvaluatedHand&, const EvaluatedHand&) = default;
};
BOOST_DESCRIBE_STRUCT(EvaluatedHand, (), (category, score_vector))

/// `value` must come from an evaluation.
EvaluatedHand describe_hand(HandValue value);

/// `at_least[k]` has bit r set when rank r (0 deuce to 12 ace) is held k + 1 times or more.
using RankMasks = std::array<std::uint32_t, 4>;

/// The value of five to seven cards by their ranks alone, worked out without tables.
HandValue value_of_ranks(const RankMasks& at_least);

/// The value of five cards or more of one suit, as a mask of their ranks.
HandValue value_of_flush(std::uint32_t ranks);

/// The value of five to seven cards, worked out without tables: bit 16 * suit + rank is set for each.
HandValue value_of_cards(std::uint64_t cards);

}  // namespace cardroom
