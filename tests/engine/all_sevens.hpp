#pragma once
#include <cstdint>

#include "engine/evaluator.hpp"

namespace cardroom {

/// Calls `use(value)` with the value of `five` and any two cards below `end`. Not inlined, so that these
/// innermost loops have all registers to themselves.
template <class Use>
[[gnu::noinline]] void each_completion(HandKey five, int end, Use use) {
  for (int f = end - 1; f >= 1; --f) {
    const HandKey six = five + Card{static_cast<std::uint8_t>(f)};
    for (int g = f - 1; g >= 0; --g) use(evaluate(six + Card{static_cast<std::uint8_t>(g)}));
  }
}

/// Calls `use(value)` with the value of each of the 133,784,560 sets of seven cards.
template <class Use>
void each_seven(Use use) {
  const auto card = [](int i) { return Card{static_cast<std::uint8_t>(i)}; };
  for (int a = 51; a >= 6; --a)
    for (int b = a - 1; b >= 5; --b)
      for (int c = b - 1; c >= 4; --c)
        for (int d = c - 1; d >= 3; --d) {
          const HandKey four = HandKey{} + card(a) + card(b) + card(c) + card(d);
          for (int e = d - 1; e >= 2; --e) each_completion(four + card(e), e, use);
        }
}

}  // namespace cardroom
