#include "engine/evaluator.hpp"

#include <algorithm>

namespace cardroom {
namespace {

std::uint64_t set_of(std::span<const Card> cards) {
  std::uint64_t set = 0;
  for (const Card card : cards) set |= detail::kCardBits[card.v];
  return set;
}

/// Calls `f` with the fives out of `cards` in lexicographic order of their positions until it returns true.
template <class F>
void each_five(std::span<const Card> cards, F f) {
  const int n = static_cast<int>(cards.size());
  for (int a = 0; a < n; ++a)
    for (int b = a + 1; b < n; ++b)
      for (int c = b + 1; c < n; ++c)
        for (int d = c + 1; d < n; ++d)
          for (int e = d + 1; e < n; ++e)
            if (f(std::array{cards[a], cards[b], cards[c], cards[d], cards[e]})) return;
}

}  // namespace

HandValue detail::evaluate_flush(const Card* cards) {
  HandKey key;
  for (int i = 0; i < kHandSize; ++i) key = key + cards[i];
  return evaluate(key);
}

HandValue evaluate(const Card* cards, int n) {
  if (n == detail::kHandSize) return evaluate7(std::span<const Card, 7>(cards, 7));
  return value_of_cards(set_of({cards, static_cast<std::size_t>(n)}));
}

std::array<Card, 5> best_five(std::span<const Card> cards) {
  const HandValue value = evaluate(cards.data(), static_cast<int>(cards.size()));
  std::array<Card, 5> best{};
  each_five(cards, [&](const std::array<Card, 5>& five) {
    if (value_of_cards(set_of(five)) != value) return false;
    best = five;
    return true;
  });

  const HandCategory kind = category(value);
  const bool straight = kind == HandCategory::STRAIGHT || kind == HandCategory::STRAIGHT_FLUSH;
  const bool wheel = straight && describe_hand(value).score_vector[1] == 5;
  const auto weight = [&](Card card) {
    const auto copies =
        std::count_if(best.begin(), best.end(), [&](Card c) { return c.rank() == card.rank(); });
    const int rank = wheel && card.rank() == 12 ? -1 : card.rank();
    return static_cast<int>(copies) * 16 + rank;
  };
  std::array<int, kDeckSize> weights{};
  for (const Card card : best) weights[card.v] = weight(card);
  std::stable_sort(best.begin(), best.end(), [&](Card a, Card b) { return weights[a.v] > weights[b.v]; });
  return best;
}

}  // namespace cardroom
