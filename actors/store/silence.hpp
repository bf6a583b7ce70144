#pragma once
#include <chrono>

#include "actors/store/store_error.hpp"

/// A store that does not answer, for those who read it while somebody waits.
namespace cardroom {

/// With one answer of Redis, however many are needed: whoever asked hears within 4 s that there is none.
inline constexpr std::chrono::seconds kReadPatience{3};

/// Whether Redis did not answer, so that nothing is known.
inline bool could_not_ask(const Failure& failure) {
  return failure.code == StoreError::UNAVAILABLE || failure.code == StoreError::UNKNOWN ||
         failure.code == StoreError::TIMEOUT;
}

}  // namespace cardroom
