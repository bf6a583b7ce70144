#pragma once
#include <memory>

#include "actors/cashier.hpp"

namespace cardroom {

/// A bank in memory, for a card room of which nothing survives. Answers before its calls return.
std::shared_ptr<Cashier> memory_cashier();

}  // namespace cardroom
