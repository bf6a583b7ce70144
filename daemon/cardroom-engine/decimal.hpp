#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/types.hpp"

/// Amounts of chips as records write them: decimal numbers, kept exactly.
namespace cardroom::engine_io {

/// `digits` divided by ten to the power of `places`; no zeros at the end of the places.
struct Decimal {
  std::int64_t digits = 0;
  int places = 0;

  friend bool operator==(const Decimal&, const Decimal&) = default;
};

inline constexpr int kMostPlaces = 9;

/// "12", "-3", "0.25"; nothing for other text, more than `kMostPlaces` places or amounts no table can hold.
std::optional<Decimal> parse_decimal(std::string_view text);

/// The amount in units of ten to the power of minus `places`, which is at least the decimal's own; nothing
/// when it is more than a table can hold.
std::optional<Chips> scaled(Decimal amount, int places);

/// The amount as a record would write it.
std::string unscaled(Chips amount, int places);

}  // namespace cardroom::engine_io
