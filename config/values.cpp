#include "config/values.hpp"

#include <charconv>
#include <iterator>
#include <utility>

namespace cardroom::config {
namespace {
constexpr std::pair<std::string_view, std::int64_t> kUnits[] = {
    {"h", 3'600'000}, {"min", 60'000}, {"s", 1'000}, {"ms", 1}};
constexpr std::int64_t kLongest = 1'000ll * 86'400'000;
}  // namespace

std::optional<Duration> parse_duration(std::string_view text) {
  std::uint32_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  for (const auto& [unit, ms] : kUnits)
    if (text == unit && count <= kLongest / ms) return Duration{count * ms};
  return std::nullopt;
}

std::string to_text(Duration duration) {
  for (const auto& [unit, ms] : kUnits)
    if (duration.ms % ms == 0 && (duration.ms != 0 || unit == "s"))
      return std::to_string(duration.ms / ms).append(unit);
  return {};
}

std::string printable(std::string_view text, std::size_t longest) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string out;
  for (char c : text) {
    const auto code = static_cast<unsigned char>(c);
    const bool character_begins = (code & 0xc0u) != 0x80;
    if (out.size() >= longest && character_begins) return out + "...";
    if (code < 0x20 || code == 0x7f)
      out.append("\\x").append(1, kHex[code >> 4u]).append(1, kHex[code & 15u]);
    else
      out += c;
  }
  return out;
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  return out.append(printable(text)).append("\"");
}

}  // namespace cardroom::config
