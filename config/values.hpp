#pragma once
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/types.hpp"

/// Values of the configuration whose range is part of their type, and durations as text.
namespace cardroom::config {

/// A whole number from `Low` to `High`.
template <std::int64_t Low, std::int64_t High>
struct Whole {
  std::int64_t v = Low;
  constexpr operator std::int64_t() const { return v; }
  friend constexpr auto operator<=>(Whole, Whole) = default;
};

/// A length of time from `Low` to `High` milliseconds.
template <std::int64_t Low, std::int64_t High>
struct Span {
  Duration v{Low};
  constexpr operator Duration() const { return v; }
  friend constexpr auto operator<=>(Span, Span) = default;
};

/// Reads "500ms", "20s", "10min", "2h": a whole number and its unit. Nothing for other text, and for more
/// than 1,000 days.
std::optional<Duration> parse_duration(std::string_view text);

/// The duration in the largest unit that leaves it whole.
std::string to_text(Duration duration);

/// Text that is safe to show on one line: control characters escaped, cut when much longer than `longest`.
std::string printable(std::string_view text, std::size_t longest = 60);

/// The same in quotes.
std::string quoted(std::string_view text);

}  // namespace cardroom::config
