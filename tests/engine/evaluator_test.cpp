#include "engine/evaluator.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "tests/engine/all_sevens.hpp"
#include "tests/engine/slow_evaluator.hpp"

namespace cardroom {
namespace {

/// "As Kd ..." as cards.
std::vector<Card> cards(std::string_view text) {
  std::vector<Card> result;
  for (std::size_t i = 0; i + 1 < text.size(); i += 3) result.push_back(*parse_card(text.substr(i, 2)));
  return result;
}

HandValue value(std::string_view text) {
  const auto c = cards(text);
  return evaluate(c.data(), static_cast<int>(c.size()));
}

slow::Score score(HandValue v) {
  slow::Score result{};
  const EvaluatedHand hand = describe_hand(v);
  std::copy(hand.score_vector.begin(), hand.score_vector.end(), result.begin());
  return result;
}

std::string names(std::span<const Card> all) {
  std::string text;
  for (const Card card : all) text += to_string(card) + " ";
  return text;
}

/// The first `n` cards of the deck, shuffled further.
std::span<const Card> draw(Deck& deck, std::size_t n, std::mt19937_64& random) {
  for (std::size_t i = 0; i < n; ++i) std::swap(deck[i], deck[i + random() % (deck.size() - i)]);
  return {deck.data(), n};
}

Deck sorted_deck() {
  Deck deck;
  for (int i = 0; i < kDeckSize; ++i) deck[i].v = static_cast<std::uint8_t>(i);
  return deck;
}

TEST(Evaluator, AllSevenCardHands) {
  std::vector<std::uint32_t> hands(1 << 16);
  each_seven([&](HandValue v) { ++hands[v.v]; });

  std::map<HandCategory, std::uint32_t> by_category;
  int distinct = 0;
  for (std::size_t v = 0; v < hands.size(); ++v) {
    if (hands[v] == 0) continue;
    ++distinct;
    by_category[category({static_cast<std::uint16_t>(v)})] += hands[v];
  }
  EXPECT_EQ(distinct, 4824);
  const std::map<HandCategory, std::uint32_t> expected{
      {HandCategory::ROYAL_FLUSH, 4'324},         {HandCategory::STRAIGHT_FLUSH, 37'260},
      {HandCategory::FOUR_OF_A_KIND, 224'848},    {HandCategory::FULL_HOUSE, 3'473'184},
      {HandCategory::FLUSH, 4'047'644},           {HandCategory::STRAIGHT, 6'180'020},
      {HandCategory::THREE_OF_A_KIND, 6'461'620}, {HandCategory::TWO_PAIR, 31'433'400},
      {HandCategory::ONE_PAIR, 58'627'800},       {HandCategory::HIGH_CARD, 23'294'460},
  };
  EXPECT_EQ(by_category, expected);
}

TEST(Evaluator, AllFiveCardHands) {
  std::map<HandCategory, int> by_category;
  std::map<std::uint16_t, slow::Score> scores;
  const Deck deck = sorted_deck();
  for (int a = 0; a < 52; ++a)
    for (int b = a + 1; b < 52; ++b)
      for (int c = b + 1; c < 52; ++c)
        for (int d = c + 1; d < 52; ++d)
          for (int e = d + 1; e < 52; ++e) {
            const std::array five{deck[a], deck[b], deck[c], deck[d], deck[e]};
            const HandValue v = evaluate(five.data(), 5);
            ++by_category[category(v)];
            if (const auto [it, added] = scores.try_emplace(v.v); added)
              it->second = slow::score_of_five(five);
          }
  EXPECT_EQ(scores.size(), 7462u);
  const std::map<HandCategory, int> expected{
      {HandCategory::ROYAL_FLUSH, 4},
      {HandCategory::STRAIGHT_FLUSH, 36},
      {HandCategory::FOUR_OF_A_KIND, 624},
      {HandCategory::FULL_HOUSE, 3'744},
      {HandCategory::FLUSH, 5'108},
      {HandCategory::STRAIGHT, 10'200},
      {HandCategory::THREE_OF_A_KIND, 54'912},
      {HandCategory::TWO_PAIR, 123'552},
      {HandCategory::ONE_PAIR, 1'098'240},
      {HandCategory::HIGH_CARD, 1'302'540},
  };
  EXPECT_EQ(by_category, expected);

  // Ascending values are strictly ascending scores, and both ways to the score agree.
  slow::Score before{-1};
  for (const auto& [v, slow_score] : scores) {
    EXPECT_EQ(score({v}), slow_score);
    EXPECT_LT(before, slow_score);
    before = slow_score;
  }
}

TEST(Evaluator, RandomHandsAgreeWithTryingAllFives) {
  std::mt19937_64 random(7);
  Deck deck = sorted_deck();
  for (const std::size_t n : {5u, 6u, 7u})
    for (int i = 0; i < 30'000; ++i) {
      const auto hand = draw(deck, n, random);
      ASSERT_EQ(score(evaluate(hand.data(), static_cast<int>(n))), slow::score_of(hand)) << names(hand);
    }
}

// Few ranks or suits, where hands are high and interfere: sets upon sets, seven of a suit, straights in
// flushes.
TEST(Evaluator, CrowdedHandsAgreeWithTryingAllFives) {
  std::mt19937_64 random(8);
  for (int low = 0; low <= 9; ++low)
    for (int suits = 1; suits <= 4; ++suits) {
      std::vector<Card> pool;
      for (const Card card : sorted_deck())
        if (card.rank() >= low && card.suit() < suits) pool.push_back(card);
      for (int i = 0; i < 1'000 && pool.size() >= 7; ++i) {
        std::shuffle(pool.begin(), pool.end(), random);
        const std::span<const Card> hand(pool.data(), 7);
        ASSERT_EQ(score(evaluate(hand.data(), 7)), slow::score_of(hand)) << names(hand);
      }
    }
}

TEST(Evaluator, OrderOfCardsDoesNotMatter) {
  std::mt19937_64 random(9);
  Deck deck = sorted_deck();
  for (int i = 0; i < 20'000; ++i) {
    const auto hand = draw(deck, 7, random);
    const HandValue v = evaluate7(hand.first<7>());
    HandKey key;
    for (const Card card : hand) key = key + card;
    ASSERT_EQ(evaluate(key), v);
    std::shuffle(deck.begin(), deck.begin() + 7, random);
    ASSERT_EQ(evaluate7(hand.first<7>()), v);
  }
}

TEST(Evaluator, OrderOfCategories) {
  const std::array ascending{
      value("As Kd Jh 9c 7s 5d 3h"),  // high card
      value("2s 2d 3h 4c 6s 8d 9h"),  // one pair
      value("2s 2d 3h 3c 4s 6d 8h"),  // two pair
      value("2s 2d 2h 3c 4s 6d 8h"),  // three of a kind
      value("As 2d 3h 4c 5s 9d Jh"),  // straight
      value("2s 3s 4s 5s 7s Td Kh"),  // flush
      value("2s 2d 2h 3c 3s 9d Jh"),  // full house
      value("2s 2d 2h 2c 3s 9d Jh"),  // four of a kind
      value("As 2s 3s 4s 5s 9d Jh"),  // straight flush
      value("As Ks Qs Js Ts 9d Jh"),  // royal flush
  };
  for (std::size_t i = 0; i < ascending.size(); ++i) {
    EXPECT_EQ(category(ascending[i]), static_cast<HandCategory>(i));
  }
  EXPECT_TRUE(std::is_sorted(ascending.begin(), ascending.end()));
  EXPECT_EQ(std::adjacent_find(ascending.begin(), ascending.end()), ascending.end());
}

TEST(Evaluator, KickersDecideInOrder) {
  EXPECT_GT(value("As Ad Kh Qc Js 3d 2h"), value("Ah Ac Kd Qs Tc 9d 8h"));
  EXPECT_GT(value("Ks Kd Ah 6c 4s 3d 2h"), value("Kh Kc Qd Js Tc 8d 7h"));
  EXPECT_GT(value("As Ad 2h 2c Ks 5d 4h"), value("Ah Ac 2d 2s Qc Jd 9h"));
  EXPECT_GT(value("As Ad 3h 3c 4s 5d 7h"), value("Ks Kd Qh Qc Jd 9s Ah"));
  EXPECT_GT(value("9s 9d 9h Ac 2s 3d 4h"), value("9s 9d 9h Kc Qs 3d 4h"));
  EXPECT_GT(value("3s 3d 3h 2c 2s 7d 8h"), value("2s 2d 2h Ac As 7d 8h"));
  EXPECT_GT(value("3s 3d 3h 3c 2s 4d Ah"), value("3s 3d 3h 3c 2s 4d Kh"));
  EXPECT_GT(value("As Ks 9s 7s 5s 2d 2h"), value("As Ks 9s 7s 4s 2d 2h"));
}

TEST(Evaluator, SixthAndSeventhCardDoNotCount) {
  EXPECT_EQ(value("As Kd Jh 9c 8s 5d 3h"), value("Ac Ks Jd 9h 8c 4d 2h"));
  EXPECT_EQ(value("As Ad Kh Kc Qs Qd 2h"), value("Ah Ac Ks Kd Qh Jd 9h"));
  EXPECT_EQ(value("As Ad Ah Kc Ks Kd 2h"), value("As Ad Ah Kc Ks Qd Qh"));
  EXPECT_EQ(value("As Ks Qs 9s 7s 5s 2s"), value("As Ks Qs 9s 7s 4s 3d"));
  EXPECT_EQ(value("2s 2d 2h 2c As Ad Ah"), value("2s 2d 2h 2c As Kd Kh"));
}

TEST(Evaluator, BoardPlays) {
  const std::string board = "Ts Jd Qh Kc As ";
  EXPECT_EQ(value(board + "2d 2h"), value(board + "Ad Ah"));
  EXPECT_GT(value("Ts Js Qs Ks 9s As 2d"), value("Ts Js Qs Ks 9s 2h 2d"));
}

TEST(Evaluator, WheelIsTheLowestStraight) {
  EXPECT_LT(value("As 2d 3h 4c 5s Td Kh"), value("2s 3d 4h 5c 6s Td Kh"));
  EXPECT_EQ(value("As 2d 3h 4c 5s 6d Kh"), value("2s 3d 4h 5c 6s Td Kh"));
  EXPECT_EQ(score(value("As 2d 3h 4c 5s Td Kh")), (slow::Score{4, 5}));
  EXPECT_EQ(score(value("As 2s 3s 4s 5s Kd Kh")), (slow::Score{8, 5}));
  EXPECT_EQ(category(value("Qs Kd Ah 2c 3s 7d 8h")), HandCategory::HIGH_CARD);
}

TEST(Evaluator, ScoreVectors) {
  EXPECT_EQ(score(value("As Kd Jh 9c 7s 5d 3h")), (slow::Score{0, 14, 13, 11, 9, 7}));
  EXPECT_EQ(score(value("2s 2d 3h 4c 6s 8d 9h")), (slow::Score{1, 2, 9, 8, 6}));
  EXPECT_EQ(score(value("2s 2d Th Tc 4s 6d 8h")), (slow::Score{2, 10, 2, 8}));
  EXPECT_EQ(score(value("Qs Qd Qh 3c 4s 6d 8h")), (slow::Score{3, 12, 8, 6}));
  EXPECT_EQ(score(value("6s 7d 8h 9c Ts 2d 2h")), (slow::Score{4, 10}));
  EXPECT_EQ(score(value("2s 3s 4s 5s 7s Td Kh")), (slow::Score{5, 7, 5, 4, 3, 2}));
  EXPECT_EQ(score(value("2s 2d 2h Kc Ks 9d Jh")), (slow::Score{6, 2, 13}));
  EXPECT_EQ(score(value("5s 5d 5h 5c 3s 9d Jh")), (slow::Score{7, 5, 11}));
  EXPECT_EQ(score(value("4s 5s 6s 7s 8s 9d Th")), (slow::Score{8, 8}));
  EXPECT_EQ(describe_hand(value("As Kd Jh 9c 7s 5d 3h")).score_vector.size(), 6u);
  EXPECT_EQ(describe_hand(value("6s 7d 8h 9c Ts 2d 2h")).score_vector.size(), 2u);
}

TEST(Evaluator, RoyalFlushScoresAsTheAceHighStraightFlush) {
  const HandValue royal = value("As Ks Qs Js Ts 9s 8s");
  EXPECT_EQ(describe_hand(royal).category, HandCategory::ROYAL_FLUSH);
  EXPECT_EQ(score(royal), (slow::Score{8, 14}));
  EXPECT_GT(royal, value("Ks Qs Js Ts 9s Ad Ah"));
}

TEST(BestFive, ShowsWhatCountsFirst) {
  const auto best = [](std::string_view text) { return names(best_five(cards(text))); };
  EXPECT_EQ(best("2c 9d As Ad 7h Ah 9c"), "As Ad Ah 9d 9c ");
  EXPECT_EQ(best("5d 4c 3s 2h Ac Kd Kh"), "5d 4c 3s 2h Ac ");
  EXPECT_EQ(best("2h 3h 4h Ah 5h 6c Kd"), "5h 4h 3h 2h Ah ");
  EXPECT_EQ(best("Ts Ks As Js Qs 2d 2h"), "As Ks Qs Js Ts ");
  EXPECT_EQ(best("2d 8h 2s 8c Kd Kh 3s"), "Kd Kh 8h 8c 3s ");
  EXPECT_EQ(best("Ah 4s 4d Kc 9h 4c 4h"), "4s 4d 4c 4h Ah ");
  EXPECT_EQ(best("2d 3h 7s 8c Kd"), "Kd 8c 7s 3h 2d ");
}

TEST(BestFive, PrefersEarlierCardsAmongEqualFives) {
  EXPECT_EQ(names(best_five(cards("Kh 2c Ks Kd Ah Ad Ac"))), "Ah Ad Ac Kh Ks ");
  EXPECT_EQ(names(best_five(cards("9c 2d 5s 6s 7s 8s 9s"))), "9s 8s 7s 6s 5s ");
  EXPECT_EQ(names(best_five(cards("9c 2d 5s 6h 7s 8s 9s"))), "9c 8s 7s 6h 5s ");
}

TEST(BestFive, IsFiveOfTheCardsAndWorthAsMuch) {
  std::mt19937_64 random(10);
  Deck deck = sorted_deck();
  for (const std::size_t n : {5u, 6u, 7u})
    for (int i = 0; i < 5'000; ++i) {
      const auto hand = draw(deck, n, random);
      const auto best = best_five(hand);
      std::set<Card> distinct(best.begin(), best.end());
      ASSERT_EQ(distinct.size(), 5u);
      for (const Card card : best) ASSERT_NE(std::find(hand.begin(), hand.end(), card), hand.end());
      ASSERT_EQ(evaluate(best.data(), 5), evaluate(hand.data(), static_cast<int>(n))) << names(hand);
    }
}

}  // namespace
}  // namespace cardroom
