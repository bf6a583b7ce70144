#include "daemon/gateway/negotiation.hpp"

#include <algorithm>
#include <cctype>
#include <optional>

namespace cardroom::gateway {
namespace {

constexpr int kFull = 1000;  ///< a weight of 1 in thousandths, as many as the header can tell apart

std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

// Cuts the part before the separator off.
std::string_view next(std::string_view& text, char separator) {
  const auto end = text.find(separator);
  const auto part = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  return trimmed(part);
}

bool same_text(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

// "q=0.5" in thousandths; what cannot be read counts as nothing, so that a coding is not sent by mistake.
int weight(std::string_view parameters) {
  while (!parameters.empty()) {
    auto value = next(parameters, ';');
    if (!same_text(next(value, '='), "q")) continue;
    value = trimmed(value);
    if (value.empty() || (value[0] != '0' && value[0] != '1')) return 0;
    int result = (value[0] - '0') * kFull;
    if (value.size() > 1 && value[1] != '.') return 0;
    int digit = kFull / 10;
    for (const char c : value.substr(std::min<std::size_t>(2, value.size()))) {
      if (c < '0' || c > '9') return 0;
      result += (c - '0') * digit;
      digit /= 10;
    }
    return std::min(result, kFull);
  }
  return kFull;
}

// What the header says of a coding by name; nothing if it does not.
std::optional<int> stated(std::string_view header, std::string_view coding) {
  while (!header.empty()) {
    auto entry = next(header, ',');
    if (same_text(next(entry, ';'), coding)) return weight(entry);
  }
  return std::nullopt;
}

}  // namespace

std::string_view choose_coding(std::string_view accept_encoding, std::span<const std::string_view> offered) {
  const int others = stated(accept_encoding, "*").value_or(0);
  std::string_view best = "identity";
  int liked = stated(accept_encoding, best).value_or(1);  // behind whatever is named
  for (const auto coding : offered) {
    const int weight = stated(accept_encoding, coding).value_or(others);
    // Of equals the first one offered; any of them before the plain file.
    if (weight == 0 || weight < liked || (weight == liked && best != "identity")) continue;
    best = coding;
    liked = weight;
  }
  return best;
}

bool names_tag(std::string_view if_none_match, std::string_view tag) {
  if (trimmed(if_none_match) == "*") return true;
  while (!if_none_match.empty()) {
    auto one = next(if_none_match, ',');
    if (one.starts_with("W/")) one.remove_prefix(2);
    if (one == tag) return true;
  }
  return false;
}

}  // namespace cardroom::gateway
