#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/types.hpp"

/// Recorded hands played through the engine: every recorded action must be one that the rules allow.
namespace cardroom::engine_io {

struct Replayed {
  std::string file;
  std::string hand = "null";  ///< its number in the file, as JSON
  bool ok = false;
  std::string error;  ///< why not
  std::optional<std::vector<Chips>> finishing_stacks, expected;
  std::optional<bool> matches;  ///< when both are known
  int places = 0;               ///< decimal places of the amounts
};

/// All hands of a file; one line with an error when it cannot be read.
std::vector<Replayed> replay_file(const std::string& path);

/// The same for a file's text; `name` is what to call it.
std::vector<Replayed> replay_text(const std::string& name, std::string_view text);

/// One hand's outcome as a JSON object; amounts as the file writes them.
std::string to_line(const Replayed& hand);

}  // namespace cardroom::engine_io
