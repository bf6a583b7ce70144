#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/cards.hpp"
#include "engine/hand_value.hpp"

/// How seven cards find their value with three loads and no search.
///
/// Every card has a number; a hand is the sum of its cards' numbers, in which three fields lie side by side:
///   bits  0-15  the sum of `kRankKeys` over the ranks eight to ace (the high group),
///   bits 16-31  four counters of suits, three too high, so that the top bit of each says "five or more",
///   bits 32-47  the sum of `kRankKeys` over the ranks deuce to seven (the low group).
/// Within a group a sum of keys stands for one multiset of ranks only. All hands with the same low group are
/// a row of values, and a high group is a column: value = values[row[low] + column[high]]. Low cards seldom
/// matter beside high ones, so most rows equal another and are kept once; that makes the values fit in 46 KB.
namespace cardroom::detail {

inline constexpr int kHandSize = 7;
inline constexpr int kRankCount = 13;
inline constexpr int kLowRanks = 6;

// Each is the least number that keeps all sums of its group apart: the low group's over up to seven cards;
// the high group's, whose size is what the low group leaves, over multisets of equal size, hence the zero.
inline constexpr std::array<std::uint16_t, kRankCount> kRankKeys{
    1, 5, 24, 112, 521, 2247,       // deuce to seven
    0, 1, 5,  22,  98,  453,  2031  // eight to ace
};
// Four of the greatest key and three of the next are the greatest sums.
inline constexpr std::size_t kLowSums = 4 * 2247 + 3 * 521 + 1;
inline constexpr std::size_t kHighSums = 4 * 2031 + 3 * 453 + 1;
inline constexpr std::size_t kValueCount = 23'071;

inline constexpr int kSuitShift = 16;
inline constexpr std::uint32_t kFiveOfSuit = 0x8888'0000;

// The counters start at three without an addition: each card carries a seventh of that, modulo 2^64.
inline constexpr std::uint64_t kSeventhOfBias = 0x3333'0000ull * 0x6db6'db6d'b6db'6db7ull;
static_assert(kSeventhOfBias * kHandSize == 0x3333'0000);

/// The number of each card.
inline constexpr auto kCardNumbers = [] {
  std::array<std::uint64_t, kDeckSize> numbers{};
  for (int rank = 0; rank < kRankCount; ++rank)
    for (int suit = 0; suit < 4; ++suit)
      numbers[make_card(rank, suit).v] = (std::uint64_t{kRankKeys[rank]} << (rank < kLowRanks ? 32 : 0)) +
                                         (1ull << (kSuitShift + 4 * suit)) + kSeventhOfBias;
  return numbers;
}();

/// The bit of each card in a set of cards: 16 * suit + rank.
inline constexpr auto kCardBits = [] {
  std::array<std::uint64_t, kDeckSize> bits{};
  for (int rank = 0; rank < kRankCount; ++rank)
    for (int suit = 0; suit < 4; ++suit) bits[make_card(rank, suit).v] = 1ull << (16 * suit + rank);
  return bits;
}();

/// Worked out by the constructor in half a millisecond; immutable afterwards.
struct EvaluatorTables {
  alignas(64) std::array<std::uint16_t, kLowSums> row{};
  alignas(64) std::array<std::uint16_t, kHighSums> column{};
  alignas(64) std::array<HandValue, kValueCount> values{};
  alignas(64) std::array<HandValue, 1 << kRankCount> flushes{};

  EvaluatorTables();
};

/// The one instance, ready before any other static object of the program is made.
extern const EvaluatorTables tables;

}  // namespace cardroom::detail
