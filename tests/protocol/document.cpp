#include "tests/protocol/document.hpp"

#include <fstream>

namespace cardroom::protocol {
namespace {

/// The cells of a table's row, without the blanks around them.
std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> out;
  std::size_t at = 1;
  for (std::size_t bar = line.find(" |", at); bar != std::string::npos; bar = line.find(" |", at)) {
    const std::size_t start = line.find_first_not_of(' ', at);
    out.push_back(start < bar ? line.substr(start, bar - start) : "");
    at = bar + 2;
  }
  return out;
}

std::vector<std::string> words(const std::string& list) {
  std::vector<std::string> out{""};
  for (char c : list) {
    if (c == ',')
      out.emplace_back();
    else if (c != ' ')
      out.back() += c;
  }
  return out;
}

class DocumentReader {
 public:
  Document result;

  void line(const std::string& text) {
    if (text.starts_with("```")) return fence(text);
    if (fenced_) return inside(text);
    if (text.starts_with("## ")) {
      section_ = text.substr(3);
      heading_.clear();
    } else if (text.starts_with("### ")) {
      start(text.substr(4));
    } else if (text.starts_with("| ")) {
      row(cells(text));
    }
  }

 private:
  void start(const std::string& name) {
    const bool message = section_ == "Messages" || name == "TABLE_STATE";
    heading_ = (section_ == "Commands" ? "> " : message ? "< " : "") + name;
    result.types.structs[heading_];
  }
  void fence(const std::string& text) {
    if (!fenced_ && text == "```json") result.examples.push_back({heading_, ""});
    example_ = text == "```json";
    fenced_ = !fenced_;
  }
  void inside(const std::string& text) {
    if (example_)
      result.examples.back().text += text;
    else if (text.starts_with("> ") || text.starts_with("< "))
      result.lines.push_back({text[0] == '>', text.substr(2)});
  }
  void row(const std::vector<std::string>& c) {
    const bool titles = c.size() > 1 && (c[1] == "type" || c[1] == "why" || c[1] == "values");
    if (c.empty() || titles) return;
    if (c.back().empty()) result.without_meaning.push_back(section_ + ": " + c[0]);
    if (!heading_.empty() && c.size() == 3)
      result.types.structs[heading_].push_back({c[0], c[1]});
    else if (section_ == "Values")
      result.types.enums[c[0]] = words(c[1]);
    else if (section_ == "Errors")
      result.codes.push_back(c[0]);
  }

  std::string section_, heading_;
  bool fenced_ = false, example_ = false;
};

}  // namespace

Document read_document(const std::string& path) {
  DocumentReader reader;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) reader.line(line);
  // The last table of names elsewhere may leave cells empty.
  std::erase_if(reader.result.without_meaning,
                [](const std::string& row) { return row.starts_with("Names in the specifications"); });
  return std::move(reader.result);
}

}  // namespace cardroom::protocol
