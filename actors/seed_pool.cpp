#include "actors/seed_pool.hpp"

#include <sodium.h>

#include <cstdlib>

namespace cardroom {

SeedPool::SeedPool() {
  // Chooses the implementations for this processor; what libsodium draws is from the kernel's generator.
  if (sodium_init() < 0) std::abort();
}

SeedPool::~SeedPool() { sodium_memzero(seeds_.data(), sizeof seeds_); }

Seed SeedPool::next() {
  const std::lock_guard lock(mutex_);
  if (left_ == 0) {
    randombytes_buf(seeds_.data(), sizeof seeds_);
    left_ = kBlock;
  }
  Seed& slot = seeds_[--left_];
  const Seed seed = slot;
  sodium_memzero(&slot, sizeof slot);
  return seed;
}

}  // namespace cardroom
