#include "engine/hand_value.hpp"

#include <algorithm>
#include <bit>

namespace cardroom {
namespace {

constexpr int kRanks = 13;
constexpr std::uint32_t kAllRanks = (1u << kRanks) - 1;

// kBinomial[n][k] = n over k; sets of ranks are numbered by it in the order of their masks, which is
// the order kickers compare in.
constexpr auto kBinomial = [] {
  std::array<std::array<int, 6>, kRanks + 1> b{};
  for (int n = 0; n <= kRanks; ++n) {
    b[n][0] = 1;
    for (int k = 1; k < 6 && n > 0; ++k) b[n][k] = b[n - 1][k - 1] + b[n - 1][k];
  }
  return b;
}();

int highest(std::uint32_t ranks) { return std::bit_width(ranks) - 1; }

std::uint32_t top(std::uint32_t ranks, int count) {
  while (std::popcount(ranks) > count) ranks &= ranks - 1;
  return ranks;
}

int number_of_set(std::uint32_t ranks) {
  int number = 0;
  for (int k = 1; ranks != 0; ++k, ranks &= ranks - 1) number += kBinomial[std::countr_zero(ranks)][k];
  return number;
}

std::uint32_t set_of_number(int number, int size) {
  std::uint32_t ranks = 0;
  for (int k = size, r = kRanks - 1; k > 0; --k, --r) {
    while (kBinomial[r][k] > number) --r;
    number -= kBinomial[r][k];
    ranks |= 1u << r;
  }
  return ranks;
}

/// The highest rank of five in a row, an ace below the deuce included; negative for none.
int straight_high(std::uint32_t ranks) {
  const std::uint32_t aces_low = ranks << 1 | ranks >> (kRanks - 1);
  const std::uint32_t runs = aces_low & aces_low << 1 & aces_low << 2 & aces_low << 3 & aces_low << 4;
  return highest(runs) - 1;
}

constexpr HandValue value_in(HandCategory category, int number) {
  return {static_cast<std::uint16_t>(static_cast<int>(category) << 12 | number)};
}

// How many sets of that many kickers there are.
constexpr int kKickers1 = kBinomial[kRanks][1];
constexpr int kKickers2 = kBinomial[kRanks][2];
constexpr int kKickers3 = kBinomial[kRanks][3];

}  // namespace

HandValue value_of_ranks(const RankMasks& at_least) {
  const auto [any, pairs, trips, quads] = at_least;
  if (quads != 0) {
    const int kicker = highest(any & ~std::bit_floor(quads));
    return value_in(HandCategory::FOUR_OF_A_KIND, highest(quads) * kKickers1 + kicker);
  }
  if (trips != 0) {
    if (const std::uint32_t others = pairs & ~std::bit_floor(trips); others != 0)
      return value_in(HandCategory::FULL_HOUSE, highest(trips) * kKickers1 + highest(others));
  }
  if (const int high = straight_high(any); high >= 0) return value_in(HandCategory::STRAIGHT, high);
  if (trips != 0) {
    const int kickers = number_of_set(top(any & ~trips, 2));
    return value_in(HandCategory::THREE_OF_A_KIND, highest(trips) * kKickers2 + kickers);
  }
  if (std::popcount(pairs) >= 2) {
    const std::uint32_t both = top(pairs, 2);
    return value_in(HandCategory::TWO_PAIR, number_of_set(both) * kKickers1 + highest(any & ~both));
  }
  if (pairs != 0) {
    const int kickers = number_of_set(top(any & ~pairs, 3));
    return value_in(HandCategory::ONE_PAIR, highest(pairs) * kKickers3 + kickers);
  }
  return value_in(HandCategory::HIGH_CARD, number_of_set(top(any, 5)));
}

HandValue value_of_flush(std::uint32_t ranks) {
  const int high = straight_high(ranks);
  if (high < 0) return value_in(HandCategory::FLUSH, number_of_set(top(ranks, 5)));
  return value_in(high == kRanks - 1 ? HandCategory::ROYAL_FLUSH : HandCategory::STRAIGHT_FLUSH, high);
}

HandValue value_of_cards(std::uint64_t cards) {
  const std::uint32_t c = cards & kAllRanks, d = cards >> 16 & kAllRanks;
  const std::uint32_t h = cards >> 32 & kAllRanks, s = cards >> 48 & kAllRanks;
  // Five of one suit leave no room for four of a kind or a full house among seven cards.
  for (const std::uint32_t suit : {c, d, h, s})
    if (std::popcount(suit) >= 5) return value_of_flush(suit);
  return value_of_ranks({c | d | h | s, (c & d) | (h & s) | ((c | d) & (h | s)),
                         (c & d & (h | s)) | (h & s & (c | d)), c & d & h & s});
}

EvaluatedHand describe_hand(HandValue value) {
  EvaluatedHand hand{category(value), {}};
  const int number = value.v & 0xfff;
  const auto add_rank = [&](int rank) { hand.score_vector.push_back(rank + 2); };
  const auto add_set = [&](int set_number, int size) {
    for (std::uint32_t ranks = set_of_number(set_number, size); ranks != 0; ranks &= ~std::bit_floor(ranks))
      add_rank(highest(ranks));
  };
  hand.score_vector.push_back(static_cast<int>(std::min(hand.category, HandCategory::STRAIGHT_FLUSH)));
  switch (hand.category) {
    case HandCategory::HIGH_CARD:
    case HandCategory::FLUSH:
      add_set(number, 5);
      break;
    case HandCategory::ONE_PAIR:
      add_rank(number / kKickers3);
      add_set(number % kKickers3, 3);
      break;
    case HandCategory::TWO_PAIR:
      add_set(number / kKickers1, 2);
      add_rank(number % kKickers1);
      break;
    case HandCategory::THREE_OF_A_KIND:
      add_rank(number / kKickers2);
      add_set(number % kKickers2, 2);
      break;
    case HandCategory::FULL_HOUSE:
    case HandCategory::FOUR_OF_A_KIND:
      add_rank(number / kKickers1);
      add_rank(number % kKickers1);
      break;
    case HandCategory::STRAIGHT:
    case HandCategory::STRAIGHT_FLUSH:
    case HandCategory::ROYAL_FLUSH:
      add_rank(number);
      break;
  }
  return hand;
}

}  // namespace cardroom
