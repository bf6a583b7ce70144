#include "daemon/cardroom-bots/scan.hpp"

#include <charconv>
#include <cstring>
#include <string>

namespace cardroom::bots {
namespace {

constexpr std::string_view kStart = "{\"v\":1,\"type\":\"";
constexpr std::size_t kLongestTail = 2048;

std::size_t find(std::string_view text, std::string_view what) {
  if (text.empty()) return std::string_view::npos;  // without a place in memory, perhaps
  const void* at = memmem(text.data(), text.size(), what.data(), what.size());
  return at ? static_cast<std::size_t>(static_cast<const char*>(at) - text.data()) : std::string_view::npos;
}

/// Reads on from where it is; once something is not there, nothing is any more.
struct Cursor {
  std::string_view rest;
  bool fine = true;

  void skip(std::string_view text) {
    fine = fine && rest.starts_with(text);
    if (fine) rest.remove_prefix(text.size());
  }
  std::string_view until(std::string_view end) {
    const std::size_t at = find(rest, end);
    fine = fine && at != std::string_view::npos;
    if (!fine) return {};
    const std::string_view found = rest.substr(0, at);
    rest.remove_prefix(at + end.size());
    return found;
  }
  std::uint64_t number() {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    fine = fine && error == std::errc{};
    if (fine) rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    return value;
  }
};

/// Where the value of `key` begins.
std::size_t value_of(std::string_view object, std::string_view key) {
  char pattern[64];
  if (key.size() + 3 > sizeof pattern) return std::string_view::npos;
  pattern[0] = '"';
  std::memcpy(pattern + 1, key.data(), key.size());
  pattern[key.size() + 1] = '"';
  pattern[key.size() + 2] = ':';
  const std::size_t at = find(object, {pattern, key.size() + 3});
  return at == std::string_view::npos ? at : at + key.size() + 3;
}

}  // namespace

std::string_view type_of(std::string_view text) {
  if (!text.starts_with(kStart)) return {};
  text.remove_prefix(kStart.size());
  return text.substr(0, text.find('"'));
}

std::optional<FrameParts> split_frame(std::string_view text) {
  FrameParts parts;
  Cursor c{text};
  c.skip(kStart);
  c.skip("TABLE_STATE\",\"gameId\":\"");
  c.until("\",\"tableId\":\"");
  parts.table_id = c.until("\",\"epoch\":");
  parts.epoch = c.number();
  c.skip(",\"previous\":");
  parts.previous = c.number();
  c.skip(",\"version\":");
  parts.version = c.number();
  parts.snapshot = c.fine && c.rest.starts_with(",\"snapshot\":true");
  if (parts.snapshot) c.skip(",\"snapshot\":true");
  c.skip(",\"state\":");
  // Neither mark can lie within a string, where quotes are escaped.
  parts.state = c.until(",\"events\":[");
  if (!c.fine) return std::nullopt;
  constexpr std::string_view kYou = "],\"you\":";
  const std::size_t from = c.rest.size() > kLongestTail ? c.rest.size() - kLongestTail : 0;
  const std::size_t you = c.rest.rfind(kYou);
  if (you != std::string_view::npos && you >= from) {
    parts.events = c.rest.substr(0, you);
    parts.you = c.rest.substr(you + kYou.size());
    parts.you.remove_suffix(1);
  } else {
    if (!c.rest.ends_with("]}")) return std::nullopt;
    parts.events = c.rest.substr(0, c.rest.size() - 2);
  }
  return parts;
}

std::optional<std::uint64_t> number_in(std::string_view object, std::string_view key) {
  const std::size_t at = value_of(object, key);
  if (at == std::string_view::npos) return std::nullopt;
  Cursor c{object.substr(at)};
  const std::uint64_t value = c.number();
  return c.fine ? std::optional(value) : std::nullopt;
}

std::string_view text_in(std::string_view object, std::string_view key) {
  const std::size_t at = value_of(object, key);
  if (at == std::string_view::npos || at >= object.size() || object[at] != '"') return {};
  const std::string_view rest = object.substr(at + 1);
  return rest.substr(0, rest.find('"'));
}

bool has_actions(std::string_view you) {
  const std::size_t at = value_of(you, "actions");
  return at != std::string_view::npos && at + 1 < you.size() && you[at + 1] != ']';
}

std::uint64_t acknowledged(std::string_view you) {
  const std::size_t at = value_of(you, "ack");
  return at == std::string_view::npos ? 0 : number_in(you.substr(at), "id").value_or(0);
}

std::string_view seat_in(std::string_view state, int seat) {
  const std::string mark = "{\"seatIndex\":" + std::to_string(seat) + ",";
  const std::size_t at = find(state, mark);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = state.substr(at);
  // A seat holds no object; its only array is that of shown cards.
  return rest.substr(0, rest.find('}'));
}

}  // namespace cardroom::bots
