#pragma once
#include <string>
#include <vector>

#include "tests/protocol/described_types.hpp"

/// daemon/gateway/PROTOCOL.md, taken apart.
namespace cardroom::protocol {

/// A JSON block; `heading` as in TypeTexts: "> ACT", "< OK", "HandStarted".
struct Example {
  std::string heading;
  std::string text;
};

/// A line of a walk-through.
struct Line {
  bool from_client = false;
  std::string text;
};

struct Document {
  TypeTexts types;
  std::vector<std::string> codes;
  std::vector<Example> examples;
  std::vector<Line> lines;
  std::vector<std::string> without_meaning;  ///< rows that explain nothing
};

/// Reads the document; empty if it cannot be found.
Document read_document(const std::string& path);

}  // namespace cardroom::protocol
