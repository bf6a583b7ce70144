#include "daemon/cardroom-bots/recorder.hpp"

#include <charconv>
#include <chrono>

namespace cardroom::bots {

bool Recorder::open(const std::string& path) {
  file_.open(path, std::ios::trunc);
  return file_.good();
}

void Recorder::write(std::size_t bot, Way way, std::string_view text) {
  if (!file_.is_open()) return;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  line_ = std::to_string(bot);
  line_ += '\t';
  line_ += std::to_string(std::chrono::duration_cast<std::chrono::microseconds>(now).count());
  line_ += '\t';
  line_ += static_cast<char>(way);
  line_ += '\t';
  // A line break can only stand between JSON's tokens, where a blank is as good.
  for (char c : text) line_ += c == '\n' || c == '\r' ? ' ' : c;
  line_ += '\n';
  file_ << line_;
}

bool Recorder::close() {
  if (!file_.is_open()) return true;
  file_.close();
  return file_.good();
}

std::optional<RecordedLine> parse_line(std::string_view line) {
  RecordedLine result;
  const char* end = line.data() + line.size();
  const auto bot = std::from_chars(line.data(), end, result.bot);
  if (bot.ec != std::errc{} || bot.ptr == end || *bot.ptr != '\t') return std::nullopt;
  const auto time = std::from_chars(bot.ptr + 1, end, result.us);
  if (time.ec != std::errc{} || end - time.ptr < 3 || time.ptr[0] != '\t' || time.ptr[2] != '\t')
    return std::nullopt;
  result.way = static_cast<Way>(time.ptr[1]);
  if (std::string_view("+-<>").find(time.ptr[1]) == std::string_view::npos) return std::nullopt;
  result.text = line.substr(static_cast<std::size_t>(time.ptr + 3 - line.data()));
  return result;
}

}  // namespace cardroom::bots
