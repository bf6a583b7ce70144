#include "actors/record.hpp"

#include <array>
#include <charconv>

#include "actors/codec/json.hpp"
#include "engine/digest.hpp"

namespace cardroom {
namespace {

std::string digest_text(std::uint64_t digest) {
  std::array<char, 17> text{};
  std::to_chars(text.data(), text.data() + text.size(), digest, 16);
  return text.data();
}

template <class T>
std::string text_of(const T& value) {
  return to_json<Keys::CAMEL, Defaults::OMIT>(value);
}

template <class T>
std::optional<T> read(std::string_view kind, const StoredText& text, std::string& problem) {
  T value;
  const std::string what = std::string(kind) + " " + text.id;
  if (const auto error = read_json_text(text.json, value)) {
    problem = what + ": " + to_string(*error);
  } else if (digest_text(digest(value)) != text.digest) {
    problem = what + ": the digest does not fit what is stored";
  } else {
    return value;
  }
  return std::nullopt;
}

}  // namespace

StoredText table_record(const TableState& table) {
  return {table.id.str(), table.version, digest_text(digest(table)), text_of(table)};
}

StoredText game_record(const GameRecord& game) {
  return {game.state.settings.game_id.str(), game.state.version, digest_text(digest(game)), text_of(game)};
}

std::optional<TableState> read_table(const StoredText& text, std::string& problem) {
  return read<TableState>("table", text, problem);
}

std::optional<GameRecord> read_game(const StoredText& text, std::string& problem) {
  return read<GameRecord>("game", text, problem);
}

}  // namespace cardroom
