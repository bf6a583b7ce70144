#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "engine/cards.hpp"
#include "engine/evaluator_tables.hpp"
#include "engine/hand_value.hpp"

/// The value of the best five of five, six or seven cards. The cards must be set and different, unchecked.
namespace cardroom {

/// Seven cards added up one by one, in any order; what hands have in common is added up once:
/// `board = HandKey{} + b0 + ... + b4; evaluate(board + h0 + h1)`.
struct HandKey {
  std::uint64_t sum = 0;
  std::uint64_t cards = 0;

  constexpr HandKey operator+(Card card) const {
    return {sum + detail::kCardNumbers[card.v], cards | detail::kCardBits[card.v]};
  }
};

/// `key` must hold seven cards.
inline HandValue evaluate(HandKey key) {
  const auto sum = static_cast<std::uint32_t>(key.sum);
  if (const std::uint32_t suit = sum & detail::kFiveOfSuit; suit != 0) [[unlikely]] {
    const int lane = (std::countr_zero(suit) - detail::kSuitShift - 3) * 4;
    return detail::tables.flushes[key.cards >> lane & 0x1fff];
  }
  const std::uint32_t column = detail::tables.column[sum & 0xffff];
  return detail::tables.values[detail::tables.row[key.sum >> 32] + column];
}

namespace detail {
/// The value of seven cards of which five or more share a suit.
HandValue evaluate_flush(const Card* cards);
}  // namespace detail

/// The value of seven cards.
inline HandValue evaluate7(std::span<const Card, 7> cards) {
  std::uint64_t key = 0;
  for (const Card card : cards) key += detail::kCardNumbers[card.v];
  const auto sum = static_cast<std::uint32_t>(key);
  if ((sum & detail::kFiveOfSuit) != 0) [[unlikely]]
    return detail::evaluate_flush(cards.data());
  const std::uint32_t column = detail::tables.column[sum & 0xffff];
  return detail::tables.values[detail::tables.row[key >> 32] + column];
}

/// The value of `n` cards, 5 to 7. Seven go through the tables; fewer are worked out, some 20 ns.
HandValue evaluate(const Card* cards, int n);

/// The five of 5 to 7 cards that make the hand, the most telling first: sets before kickers, then by rank, a
/// wheel's ace last. Where several fives are worth the same, cards earlier in `cards` are preferred.
std::array<Card, 5> best_five(std::span<const Card> cards);

}  // namespace cardroom
