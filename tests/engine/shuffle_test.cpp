#include "engine/shuffle.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace cardroom {
namespace {

Seed counting_seed() {
  Seed seed;
  for (std::size_t i = 0; i < seed.bytes.size(); ++i) seed.bytes[i] = static_cast<std::uint8_t>(i);
  return seed;
}

std::string names(std::span<const Card> cards) {
  std::string text;
  for (const Card card : cards) text += to_string(card) + " ";
  return text;
}

bool is_complete(const Deck& deck) {
  return std::set<Card>(deck.begin(), deck.end()).size() == 52 && deck.back().set();
}

Deck sorted_deck() {
  Deck deck;
  for (int i = 0; i < kDeckSize; ++i) deck[i].v = static_cast<std::uint8_t>(i);
  return deck;
}

constexpr int kDecks = 100'000;

/// Chi-square of card by position over decks from `shuffle(seed)`. For a fair shuffle its mean is 51 * 51 =
/// 2601, its standard deviation 72.
template <class Shuffle>
double chi_square(Shuffle shuffle) {
  std::vector<int> seen(52 * 52);
  const Seed master = counting_seed();
  for (std::uint64_t i = 0; i < kDecks; ++i) {
    const Deck deck = shuffle(derive(master, i));
    for (std::size_t position = 0; position < deck.size(); ++position)
      ++seen[deck[position].v * 52 + position];
  }
  const double expected = kDecks / 52.0;
  double sum = 0;
  for (const int count : seen) sum += (count - expected) * (count - expected) / expected;
  return sum;
}

// Six standard deviations: a fair shuffle is beyond it once in a hundred million tries.
constexpr double kFairBelow = 2601 + 6 * 72;
constexpr double kFairAbove = 2601 - 6 * 72;

TEST(Shuffle, EveryCardIsAsLikelyInEveryPosition) {
  const double sum = chi_square(shuffled);
  EXPECT_LT(sum, kFairBelow);
  EXPECT_GT(sum, kFairAbove);
}

TEST(Shuffle, ChiSquareFindsSwapsWithAnyCard) {
  EXPECT_GT(chi_square([](const Seed& seed) {
              Draws draws(seed, DrawStream::DECK);
              Deck deck = sorted_deck();
              for (Card& card : deck) std::swap(card, deck[draws.below(52)]);
              return deck;
            }),
            kFairBelow);
}

TEST(Shuffle, ChiSquareFindsRemaindersOfBytes) {
  EXPECT_GT(chi_square([](const Seed& seed) {
              Draws draws(seed, DrawStream::DECK);
              Deck deck = sorted_deck();
              for (std::uint32_t i = 0; i < 51; ++i)
                std::swap(deck[i], deck[i + draws.below(256) % (52 - i)]);
              return deck;
            }),
            kFairBelow);
}

// Pairs of neighbours show what single positions do not, such as a shuffle that only rotates the deck.
TEST(Shuffle, EveryCardFollowsEveryOtherAsOften) {
  std::vector<int> seen(52 * 52);
  const Seed master = counting_seed();
  for (std::uint64_t i = 0; i < kDecks; ++i) {
    const Deck deck = shuffled(derive(master, i));
    for (std::size_t position = 0; position + 1 < deck.size(); ++position)
      ++seen[deck[position].v * 52 + deck[position + 1].v];
  }
  const double expected = kDecks / 52.0;
  double sum = 0;
  for (int a = 0; a < 52; ++a)
    for (int b = 0; b < 52; ++b) {
      const double off = seen[a * 52 + b] - expected;
      if (a != b) sum += off * off / expected;
    }
  EXPECT_LT(sum, kFairBelow);
}

// Worked out by a program of its own from the definition: ChaCha20 key stream, Fisher-Yates in mixed bases.
TEST(Shuffle, KnownDeck) {
  EXPECT_EQ(names(shuffled(counting_seed())),
            "7d 9d 4c Qs Kd 2s 6h 6s Kh 2h 2d 7h Th 5d Kc 8s Qd 4s 5h 8h 3h Jh Qh Ad 2c Qc "
            "3d 4h 7c 9h 5s 8c 4d 3s As 5c 6d 6c Jd Js Ac 9s Jc Ah Ks Td Ts 7s 9c 8d Tc 3c ");
}

TEST(Shuffle, SameSeedSameDeckAndEachBitCounts) {
  const Deck deck = shuffled(counting_seed());
  EXPECT_EQ(deck, shuffled(counting_seed()));
  EXPECT_TRUE(is_complete(deck));
  for (std::size_t bit = 0; bit < 256; ++bit) {
    Seed other = counting_seed();
    other.bytes[bit / 8] = static_cast<std::uint8_t>(other.bytes[bit / 8] ^ (1u << bit % 8));
    EXPECT_NE(deck, shuffled(other)) << bit;
  }
}

TEST(Draws, KnownDrawsOfEachStream) {
  const auto first_draws = [](DrawStream stream, std::uint32_t n, int count) {
    Draws draws(counting_seed(), stream);
    std::vector<std::uint32_t> result;
    for (int i = 0; i < count; ++i) result.push_back(draws.below(n));
    return result;
  };
  using V = std::vector<std::uint32_t>;
  EXPECT_EQ(first_draws(DrawStream::FIRST_BUTTON, 10, 20),
            (V{5, 8, 4, 5, 9, 6, 2, 0, 0, 5, 6, 6, 5, 4, 3, 5, 1, 8, 2, 1}));
  EXPECT_EQ(first_draws(DrawStream::SEATS, 10, 20),
            (V{0, 0, 7, 2, 7, 1, 4, 8, 4, 7, 8, 9, 3, 1, 7, 8, 6, 8, 0, 1}));
  EXPECT_EQ(first_draws(DrawStream::SEATS, 1'000'000'007, 12),
            (V{93145687, 25455404, 792164258, 223063319, 777170533, 142628214, 432791787, 822652115,
               432326016, 708523683, 880122400, 957712466}));
  EXPECT_EQ(first_draws(DrawStream::SEATS, 1, 3), (V{0, 0, 0}));
}

// One word in thirteen is thrown away at this product, five among these.
TEST(Draws, UnfairWordsAreThrownAway) {
  Draws draws(counting_seed(), DrawStream::SEATS);
  std::vector<std::uint32_t> first, last;
  for (int i = 0; i < 40; ++i)
    draws.below_each(20, 1, [&](std::uint32_t n, std::uint32_t draw) {
      EXPECT_LT(draw, n);
      if (n == 20) first.push_back(draw);
      if (n == 2) last.push_back(draw);
    });
  EXPECT_EQ(first, (std::vector<std::uint32_t>{1,  0,  15, 4, 15, 8,  16, 8,  17, 19, 7,  2,  14, 16,
                                               13, 16, 1,  3, 8,  8,  4,  14, 15, 16, 18, 16, 19, 1,
                                               10, 3,  5,  9, 4,  16, 18, 16, 14, 9,  17, 14}));
  EXPECT_EQ(last, (std::vector<std::uint32_t>{1, 0, 1, 1, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0,
                                              1, 0, 0, 1, 1, 0, 1, 1, 1, 1, 1, 0, 1, 0, 0, 0, 1, 1, 0, 1}));
}

TEST(DeckFrom, NothingGivenIsAShuffle) {
  EXPECT_EQ(deck_from({}, counting_seed()), shuffled(counting_seed()));
}

TEST(DeckFrom, GivenCardsComeFirstAndTheRestIsComplete) {
  const Deck source = shuffled(derive(counting_seed(), 99));
  for (std::size_t given = 0; given <= 52; ++given) {
    const Deck deck = deck_from({source.data(), given}, counting_seed());
    EXPECT_TRUE(
        std::equal(source.begin(), source.begin() + static_cast<std::ptrdiff_t>(given), deck.begin()));
    EXPECT_TRUE(is_complete(deck)) << given;
    EXPECT_EQ(deck, deck_from({source.data(), given}, counting_seed()));
  }
}

TEST(DeckFrom, TheRestIsFair) {
  const std::array given{make_card(12, 3), make_card(11, 0), make_card(0, 1)};
  std::vector<int> seen(52 * 52);
  for (std::uint64_t i = 0; i < kDecks; ++i) {
    const Deck deck = deck_from(given, derive(counting_seed(), i));
    for (std::size_t position = given.size(); position < deck.size(); ++position)
      ++seen[deck[position].v * 52 + position];
  }
  const double expected = kDecks / 49.0;
  double sum = 0;
  for (const int count : seen)
    if (count > 0) sum += (count - expected) * (count - expected) / expected;
  EXPECT_EQ(std::count_if(seen.begin(), seen.end(), [](int count) { return count > 0; }), 49 * 49);
  EXPECT_LT(sum, 48 * 48 + 6 * 68);
}

// BLAKE2b, 32 bytes, keyed by the master, the counter as salt, "cardroom" as personalization.
TEST(Derive, KnownSeeds) {
  const auto hex = [](std::uint64_t counter) {
    std::string text;
    for (const std::uint8_t byte : derive(counting_seed(), counter).bytes)
      for (const int digit : {byte >> 4, byte & 15}) text += "0123456789abcdef"[digit];
    return text;
  };
  EXPECT_EQ(hex(0), "bcfa770fe9abbc928f65a712858e98502e2c0378977bb6939fe378ff60d6980f");
  EXPECT_EQ(hex(1), "0ac9db809dce89e847d101500244fe97f34f902d86413d2d985a5956dfd39c86");
  EXPECT_EQ(hex((1ull << 40) + 3), "4b8bd77c3d8b71fa877e1228b00078d4de060574bf8e94aecc53e47108b6d9b3");
}

TEST(Derive, DependsOnTheMaster) {
  Seed other = counting_seed();
  other.bytes[31] ^= 0x80;
  EXPECT_NE(derive(counting_seed(), 5), derive(other, 5));
}

}  // namespace
}  // namespace cardroom
