#pragma once
#include <algorithm>
#include <array>
#include <span>

#include "engine/cards.hpp"
#include "engine/hand_value.hpp"

/// The rules of hand ranking as a person would check them: sort five cards, look; try all fives out of more.
namespace cardroom::slow {

/// [category, primary rank, kickers...], padded with zeros; compares lexicographically.
using Score = std::array<int, 6>;

inline Score score_of_five(const std::array<Card, 5>& cards) {
  std::array<int, 15> copies{};
  for (const Card card : cards) ++copies[card.rank() + 2];
  std::array<int, 5> ranks{};
  std::transform(cards.begin(), cards.end(), ranks.begin(), [](Card card) { return card.rank() + 2; });
  std::sort(ranks.begin(), ranks.end(),
            [&](int a, int b) { return copies[a] != copies[b] ? copies[a] > copies[b] : a > b; });

  bool flush = true, in_a_row = true;
  for (int i = 1; i < 5; ++i) {
    flush = flush && cards[i].suit() == cards[0].suit();
    in_a_row = in_a_row && ranks[i] == ranks[0] - i;
  }
  const bool wheel = ranks == std::array{14, 5, 4, 3, 2};
  if (in_a_row || wheel) {
    const HandCategory kind = flush ? HandCategory::STRAIGHT_FLUSH : HandCategory::STRAIGHT;
    return {static_cast<int>(kind), wheel ? 5 : ranks[0]};
  }

  const int first = copies[ranks[0]], second = copies[ranks[first]];
  const auto score = [](HandCategory kind, auto... rest) { return Score{static_cast<int>(kind), rest...}; };
  if (first == 4) return score(HandCategory::FOUR_OF_A_KIND, ranks[0], ranks[4]);
  if (first == 3 && second == 2) return score(HandCategory::FULL_HOUSE, ranks[0], ranks[3]);
  if (flush) return score(HandCategory::FLUSH, ranks[0], ranks[1], ranks[2], ranks[3], ranks[4]);
  if (first == 3) return score(HandCategory::THREE_OF_A_KIND, ranks[0], ranks[3], ranks[4]);
  if (first == 2 && second == 2) return score(HandCategory::TWO_PAIR, ranks[0], ranks[2], ranks[4]);
  if (first == 2) return score(HandCategory::ONE_PAIR, ranks[0], ranks[2], ranks[3], ranks[4]);
  return score(HandCategory::HIGH_CARD, ranks[0], ranks[1], ranks[2], ranks[3], ranks[4]);
}

inline Score score_of(std::span<const Card> cards) {
  const auto n = cards.size();
  Score best{-1};
  for (std::size_t a = 0; a < n; ++a)
    for (std::size_t b = a + 1; b < n; ++b)
      for (std::size_t c = b + 1; c < n; ++c)
        for (std::size_t d = c + 1; d < n; ++d)
          for (std::size_t e = d + 1; e < n; ++e)
            best = std::max(best, score_of_five({cards[a], cards[b], cards[c], cards[d], cards[e]}));
  return best;
}

}  // namespace cardroom::slow
