#include <algorithm>
#include <cstdio>
#include <ctime>
#include <memory>
#include <random>
#include <vector>

#include "engine/evaluator.hpp"
#include "tests/engine/all_sevens.hpp"
#include "tests/engine/slow_evaluator.hpp"

// Random seven-card hands from raw cards, all 133,784,560 hands, and the tables both need. Rates are by the
// processor time of the one thread, the best round's with the median beside it: other work on the machine
// only ever slows a round down.
namespace cardroom {
namespace {

struct Rates {
  double best = 0;
  double median = 0;
};

double processor_microseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) * 1e-3;
}

/// Calls `round`, which handles `count` hands, `rounds` times; millions of hands a second.
template <class Round>
Rates rates(int rounds, double count, Round round) {
  std::vector<double> all;
  for (int i = 0; i < rounds; ++i) {
    const double start = processor_microseconds();
    round();
    all.push_back(count / (processor_microseconds() - start));
  }
  std::sort(all.begin(), all.end());
  return {all.back(), all[all.size() / 2]};
}

std::vector<Card> random_hands(std::size_t count) {
  std::mt19937_64 random(1);
  Deck deck;
  for (int i = 0; i < kDeckSize; ++i) deck[i].v = static_cast<std::uint8_t>(i);
  std::vector<Card> cards;
  for (std::size_t hand = 0; hand < count; ++hand)
    for (std::size_t i = 0; i < 7; ++i) {
      std::swap(deck[i], deck[i + random() % (deck.size() - i)]);
      cards.push_back(deck[i]);
    }
  return cards;
}

int run() {
  constexpr std::size_t kHands = 500'000;
  constexpr std::size_t kSlowHands = 2'000;
  constexpr double kAllHands = 133'784'560;
  const std::vector<Card> cards = random_hands(kHands);
  std::uint64_t checksum = 0;

  const Rates builds = rates(20, 1, [] { std::make_unique<detail::EvaluatorTables>(); });
  const double table_kb =
      (sizeof(detail::tables) + sizeof(detail::kCardNumbers) + sizeof(detail::kCardBits)) / 1024.0;
  std::printf("tables: %.1f KB, built in %.2f ms (median %.2f)\n", table_kb, 1e-3 / builds.best,
              1e-3 / builds.median);

  const Rates slow = rates(20, kSlowHands, [&] {
    for (std::size_t i = 0; i < kSlowHands; ++i)
      checksum += static_cast<std::uint64_t>(slow::score_of({&cards[i * 7], 7})[0]);
  });
  std::printf("best of 21 fives by sorting, the baseline: %.2f M/s (median %.2f)\n", slow.best, slow.median);

  const Rates without_tables = rates(20, kHands / 10.0, [&] {
    for (std::size_t i = 0; i < kHands / 10; ++i) checksum += evaluate(&cards[i * 7], 6).v;
  });
  std::printf("six cards, without tables: %.1f M/s (median %.1f)\n", without_tables.best,
              without_tables.median);

  const Rates random = rates(600, kHands, [&] {
    for (std::size_t i = 0; i < kHands; ++i)
      checksum += evaluate7(std::span<const Card, 7>(&cards[i * 7], 7)).v;
  });
  std::printf("random hands: %.1f M/s (median %.1f)\n", random.best, random.median);

  const Rates all = rates(9, kAllHands, [&] { each_seven([&](HandValue value) { checksum += value.v; }); });
  std::printf("all hands: %.1f M/s (median %.1f), checksum %llu\n", all.best, all.median,
              static_cast<unsigned long long>(checksum));

  std::printf("random_m_per_s=%.1f enumeration_m_per_s=%.1f table_kb=%.1f\n", random.best, all.best,
              table_kb);
  return 0;
}

}  // namespace
}  // namespace cardroom

int main() { return cardroom::run(); }
