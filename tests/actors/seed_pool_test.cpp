#include "actors/seed_pool.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <set>
#include <thread>
#include <vector>

namespace cardroom {
namespace {

TEST(SeedPool, NoSeedTwiceOverSeveralBlocksAndThreads) {
  constexpr std::size_t kEach = 1'000;
  SeedPool pool;
  std::array<std::vector<Seed>, 4> drawn;
  std::vector<std::thread> threads;
  for (auto& mine : drawn)
    threads.emplace_back([&] {
      for (std::size_t i = 0; i < kEach; ++i) mine.push_back(pool.next());
    });
  for (auto& thread : threads) thread.join();

  std::set<std::array<std::uint8_t, 32>> distinct;
  std::size_t ones = 0;
  for (const auto& mine : drawn)
    for (const Seed& seed : mine) {
      distinct.insert(seed.bytes);
      for (const std::uint8_t byte : seed.bytes) ones += static_cast<std::size_t>(std::popcount(byte));
    }
  EXPECT_EQ(distinct.size(), drawn.size() * kEach);

  // Half of 1,024,000 bits, within ten standard deviations of 506.
  EXPECT_NEAR(static_cast<double>(ones), 512'000, 5'060);
}

TEST(SeedPool, PoolsDiffer) {
  SeedPool a, b;
  EXPECT_NE(a.next(), b.next());
}

}  // namespace
}  // namespace cardroom
