#pragma once
#include <array>
#include <cstddef>
#include <mutex>

#include "engine/types.hpp"

namespace cardroom {

/// Fresh seeds from libsodium's CSPRNG, fetched in blocks because a system call costs more than a hand does.
/// Any number of threads may share one. A seed leaves no copy behind in the pool.
class SeedPool {
 public:
  SeedPool();
  SeedPool(const SeedPool&) = delete;
  SeedPool& operator=(const SeedPool&) = delete;
  ~SeedPool();

  /// A seed that nobody was given before.
  Seed next();

 private:
  static constexpr std::size_t kBlock = 128;

  std::mutex mutex_;
  std::array<Seed, kBlock> seeds_{};
  std::size_t left_ = 0;
};

}  // namespace cardroom
