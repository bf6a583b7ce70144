#include "config/source.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace cardroom::config {
namespace {

/// "game[1].small_blind" as people write it: "game.small_blind".
std::string shown(std::string_view path) {
  std::string out;
  bool index = false;
  for (char c : path) {
    index = index || c == '[';
    if (!index) out += c;
    index = index && c != ']';
  }
  return out;
}

/// Edits (insert, delete, replace a character) between two words.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0u);
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

const Place* Source::find(const std::string& path) const {
  const auto at = places_.find(path);
  return at == places_.end() ? nullptr : &at->second;
}

bool Source::failed(const std::string& path) const {
  return std::find(failed_.begin(), failed_.end(), path) != failed_.end();
}

void Source::fail(const std::string& path, std::string message) {
  failed_.push_back(path);
  const Place* place = find(path);
  if (!place) place = find(path.substr(0, path.rfind('.')));
  fail_at(place ? *place : Place{}, shown(path), std::move(message));
}

void Source::fail_at(const Place& place, std::string key, std::string message) {
  errors_.push_back({file_, place.line, place.column, std::move(key), std::move(message)});
}

std::vector<ConfigError> Source::errors() && {
  std::stable_sort(errors_.begin(), errors_.end(), [](const ConfigError& a, const ConfigError& b) {
    return std::tie(a.line, a.column) < std::tie(b.line, b.column);
  });
  return std::move(errors_);
}

std::string_view nearest(std::string_view text, const std::vector<std::string_view>& candidates) {
  constexpr std::size_t kLongestName = 64;
  if (text.size() > kLongestName) return {};
  std::string_view best;
  std::size_t least = std::max<std::size_t>(2, text.size() / 3) + 1;
  for (const auto candidate : candidates)
    if (const std::size_t d = distance(text, candidate); d < least) least = d, best = candidate;
  return best;
}

}  // namespace cardroom::config
