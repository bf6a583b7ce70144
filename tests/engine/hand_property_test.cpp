#include "tests/engine/random_table.hpp"

namespace cardroom {
namespace {

#if defined(CARDROOM_SANITIZED)
constexpr int kHands = 2'500;
#elif !defined(__OPTIMIZE__)
constexpr int kHands = 5'000;
#else
constexpr int kHands = 50'000;
#endif
constexpr int kHandsPerTable = 100;

class RandomHands : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomHands, KeepTheRules) {
  Chips raked;
  for (int played = 0, n = 0; played < kHands && !HasFailure(); ++n) {
    const std::uint64_t seed = GetParam() * 1'000'000 + static_cast<std::uint64_t>(n);
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomTable table(seed);
    played += table.play(kHandsPerTable);
    table.replay();
    raked += table.rake();
  }
  EXPECT_GT(raked, Chips{0});
}

// 200,000 hands in all.
INSTANTIATE_TEST_SUITE_P(Seeds, RandomHands, ::testing::Values(1, 2, 3, 4));

}  // namespace
}  // namespace cardroom
