#include "daemon/cardroomctl/times.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <ctime>
#include <utility>

namespace cardroom::ctl {
namespace {

constexpr std::array<std::string_view, 7> kMoments{"at",        "certificateUntil", "endedAt",       "since",
                                                   "startedAt", "startTime",        "storeDownSince"};
constexpr std::array<std::string_view, 16> kSpans{
    "actionRemaining", "actionTime",     "awayTimeout",       "ms",
    "nextHandDelay",   "phaseRemaining", "predealTime",       "ratholeTime",
    "reviewHandTime",  "seatingTime",    "sitOutLimit",       "tableMergeGrace",
    "timeBank",        "timeBankRefill", "timeBankRemaining", "uptime"};

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& keys, std::string_view key) {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

std::string two_digits(std::int64_t number) { return (number < 10 ? "0" : "") + std::to_string(number); }

/// A time that is not set is 0.
std::string moment(std::int64_t ms) {
  if (ms == 0) return "-";
  const std::time_t seconds = static_cast<std::time_t>(ms / 1000);
  std::tm utc{};
  ::gmtime_r(&seconds, &utc);
  const std::int64_t part = ms % 1000;
  return std::to_string(utc.tm_year + 1900) + "-" + two_digits(utc.tm_mon + 1) + "-" +
         two_digits(utc.tm_mday) + "T" + two_digits(utc.tm_hour) + ":" + two_digits(utc.tm_min) + ":" +
         two_digits(utc.tm_sec) + "." + (part < 100 ? "0" : "") + two_digits(part) + "Z";
}

std::string span(std::int64_t ms) {
  if (ms < 0) return "-" + span(-ms);
  if (ms > 0 && ms < 1000) return std::to_string(ms) + "ms";
  constexpr std::array<std::pair<std::int64_t, char>, 3> kUnits{
      {{86'400'000, 'd'}, {3'600'000, 'h'}, {60'000, 'm'}}};
  std::string text;
  for (const auto& [unit, letter] : kUnits) {
    if (ms >= unit) text += std::to_string(ms / unit) + letter + " ";
    ms %= unit;
  }
  if (ms == 0 && !text.empty()) {
    text.pop_back();
    return text;
  }
  text += std::to_string(ms / 1000);
  if (const std::int64_t part = ms % 1000; part != 0) {
    text += "." + std::string(part < 100 ? "0" : "") + two_digits(part);
    while (text.back() == '0') text.pop_back();
  }
  return text + "s";
}

}  // namespace

std::optional<std::string> time_text(std::string_view key, const boost::json::value& value) {
  if (!value.is_int64()) return std::nullopt;
  if (is_one_of(kMoments, key)) return moment(value.as_int64());
  if (is_one_of(kSpans, key)) return span(value.as_int64());
  return std::nullopt;
}

}  // namespace cardroom::ctl
