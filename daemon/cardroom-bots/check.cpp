#include "daemon/cardroom-bots/check.hpp"

#include <deque>
#include <fstream>
#include <memory>

#include "actors/codec/json_read.hpp"
#include "daemon/cardroom-bots/check_cards.hpp"
#include "daemon/cardroom-bots/check_chips.hpp"
#include "daemon/cardroom-bots/check_connection.hpp"
#include "daemon/cardroom-bots/recorder.hpp"
#include "daemon/cardroom-bots/scan.hpp"

namespace cardroom::bots {
namespace {

class Checker {
 public:
  explicit Checker(CheckResult& result) : result_(result), notes_(result) {}

  Notes& notes() { return notes_; }

  void line(std::size_t file, const RecordedLine& line) {
    ConnectionCheck& bot = bots_.try_emplace({file, line.bot}, notes_).first->second;
    last_us_ = line.us;
    switch (line.way) {
      case Way::OPENED:
        return bot.opened();
      case Way::CLOSED:
        return bot.closed(line.us);
      case Way::SENT:
        return bot.sent(line.text, line.us);
      case Way::RECEIVED:
        return received(bot, line.text);
    }
  }

  void finish() {
    for (auto& [key, bot] : bots_) {
      bot.closed(last_us_);
      result_.commands += bot.commands();
    }
    for (const auto& [id, table] : tables_) result_.hands += table.cards.hands();
    result_.bots = bots_.size();
    result_.tables = tables_.size();
  }

 private:
  struct Table {
    explicit Table(Notes& notes) : cards(notes), chips(notes) {}
    CardCheck cards;
    ChipCheck chips;
  };

  void received(ConnectionCheck& bot, std::string_view text) {
    const std::string_view type = type_of(text);
    if (type.empty()) return notes_.found("a message without version and type");
    if (type != "TABLE_STATE") return bot.received(type, text);
    ++result_.frames;
    protocol::server::TableState frame;
    if (const auto error = read_json_text(text, frame))
      return notes_.found("an unreadable frame: " + to_string(*error));
    bot.frame(frame);
    Table& table = tables_.try_emplace(frame.table_id.str(), notes_).first->second;
    table.cards.frame(frame, text, bot.user());
    const std::size_t start = text.find(",\"state\":"), end = text.rfind(",\"you\":");
    if (start != std::string_view::npos)
      table.chips.frame(
          frame, text.substr(start, end == std::string_view::npos ? text.size() - 1 - start : end - start));
  }

  CheckResult& result_;
  Notes notes_;
  std::map<std::pair<std::size_t, std::size_t>, ConnectionCheck> bots_;
  std::map<std::string, Table> tables_;
  std::uint64_t last_us_ = 0;
};

/// A recording, line by line.
class Source {
 public:
  explicit Source(const std::string& path) : path_(path), file_(path) {}

  const std::string& path() const { return path_; }
  bool opened() const { return file_.is_open(); }
  std::uint64_t number() const { return number_; }
  const std::optional<RecordedLine>& line() const { return line_; }
  bool ended() const { return ended_; }

  void next() {
    ++number_;
    ended_ = !std::getline(file_, text_);
    line_ = ended_ ? std::nullopt : parse_line(text_);
  }

 private:
  std::string path_;
  std::ifstream file_;
  std::string text_;
  std::optional<RecordedLine> line_;
  std::uint64_t number_ = 0;
  bool ended_ = false;
};

/// The source whose next line comes first; a line that is none comes at once. Null when all have ended.
Source* earliest(std::deque<Source>& sources) {
  Source* first = nullptr;
  for (Source& s : sources) {
    if (s.ended()) continue;
    if (!s.line()) return &s;
    if (!first || s.line()->us < first->line()->us) first = &s;
  }
  return first;
}

}  // namespace

CheckResult check_files(const std::vector<std::string>& files) {
  CheckResult result;
  Checker checker(result);
  std::deque<Source> sources;
  for (const std::string& path : files) {
    Source& source = sources.emplace_back(path);
    checker.notes().at(source.path(), 0);
    if (!source.opened()) checker.notes().found("the file cannot be read");
    source.next();
  }
  while (Source* source = earliest(sources)) {
    ++result.lines;
    checker.notes().at(source->path(), source->number());
    if (source->line())
      checker.line(static_cast<std::size_t>(source - &sources[0]), *source->line());
    else
      checker.notes().found("not a line of a recording");
    source->next();
  }
  if (result.frames == 0) checker.notes().found("there is no table frame in it");
  checker.finish();
  return result;
}

std::string to_text(const CheckResult& r) {
  std::string out = std::to_string(r.lines) + " lines, " + std::to_string(r.bots) + " bots, " +
                    std::to_string(r.tables) + " tables, " + std::to_string(r.hands) + " hands, " +
                    std::to_string(r.frames) + " frames, " + std::to_string(r.commands) + " commands\n";
  for (const Finding& finding : r.findings) out += finding.where + ": " + finding.what + "\n";
  if (r.problems > r.findings.size())
    out += "and " + std::to_string(r.problems - r.findings.size()) + " more\n";
  out += r.problems == 0 ? "nothing wrong\n" : std::to_string(r.problems) + " wrong\n";
  return out;
}

}  // namespace cardroom::bots
