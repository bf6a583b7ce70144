#pragma once
#include <cstddef>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>

namespace cardroom::bots {

/// What a line of a recording tells.
enum class Way : char {
  OPENED = '+',
  CLOSED = '-',
  RECEIVED = '<',
  SENT = '>',
};

/// Keeps every message of every bot, one a line: number of the bot, microseconds since the Unix epoch, way,
/// text; with tabs between.
class Recorder {
 public:
  /// False if the file cannot be written.
  bool open(const std::string& path);
  void write(std::size_t bot, Way way, std::string_view text);
  /// Flushes; false if anything could not be written.
  bool close();

 private:
  std::ofstream file_;
  std::string line_;
};

/// A line of a recording, taken apart; nothing if it is none.
struct RecordedLine {
  std::size_t bot = 0;
  std::uint64_t us = 0;
  Way way = Way::RECEIVED;
  std::string_view text;
};
std::optional<RecordedLine> parse_line(std::string_view line);

}  // namespace cardroom::bots
