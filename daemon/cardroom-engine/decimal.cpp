#include "daemon/cardroom-engine/decimal.hpp"

namespace cardroom::engine_io {
namespace {
constexpr std::int64_t kMost =
    1'000'000'000'000'000;  ///< chips of one player: sums over a table are no problem
}

std::optional<Decimal> parse_decimal(std::string_view text) {
  const bool negative = !text.empty() && text[0] == '-';
  if (negative || (!text.empty() && text[0] == '+')) text.remove_prefix(1);
  const auto point = text.find('.');
  if (point != std::string_view::npos)
    while (text.back() == '0') text.remove_suffix(1);
  Decimal amount;
  int digits = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i == point) continue;
    if (text[i] < '0' || text[i] > '9' || amount.digits > kMost) return std::nullopt;
    amount.digits = amount.digits * 10 + (text[i] - '0');
    if (i > point) ++amount.places;
    ++digits;
  }
  if (digits == 0 || amount.places > kMostPlaces) return std::nullopt;
  if (negative) amount.digits = -amount.digits;
  return amount;
}

std::optional<Chips> scaled(Decimal amount, int places) {
  for (; amount.places < places; ++amount.places) {
    if (amount.digits > kMost || amount.digits < -kMost) return std::nullopt;
    amount.digits *= 10;
  }
  if (amount.digits > kMost || amount.digits < -kMost) return std::nullopt;
  return Chips{amount.digits};
}

std::string unscaled(Chips amount, int places) {
  std::string text = std::to_string(amount.v < 0 ? -amount.v : amount.v);
  if (places > 0) {
    const auto least = static_cast<std::size_t>(places) + 1;
    if (text.size() < least) text.insert(0, least - text.size(), '0');
    text.insert(text.size() - static_cast<std::size_t>(places), 1, '.');
    while (text.back() == '0') text.pop_back();
    if (text.back() == '.') text.pop_back();
  }
  return amount.v < 0 ? "-" + text : text;
}

}  // namespace cardroom::engine_io
