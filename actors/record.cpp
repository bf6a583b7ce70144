#include "actors/record.hpp"

#include <array>
#include <charconv>

#include "actors/codec/json.hpp"
#include "engine/before_bank.hpp"
#include "engine/digest.hpp"

namespace cardroom {

/// What a game's snapshot was before there was a bank.
struct RecordBeforeBank {
  before_bank::GameState state;
  PlayerNames names;
};
BOOST_DESCRIBE_STRUCT(RecordBeforeBank, (), (state, names))

namespace {

std::string digest_text(std::uint64_t digest) {
  std::array<char, 17> text{};
  std::to_chars(text.data(), text.data() + text.size(), digest, 16);
  return text.data();
}

constexpr std::string_view kFormat = "{\"format\":";
constexpr std::string_view kState = ",\"state\":";

template <class T>
std::string text_of(const T& value) {
  std::string text(kFormat);
  text += std::to_string(kSnapshotFormat);
  text += kState;
  write_json<Keys::CAMEL, Defaults::OMIT>(text, value);
  return text += "}";
}

/// The number before the state, which is taken off; 0 = none, or none that is one.
std::uint32_t take_format(std::string_view& text) {
  std::uint32_t format = 0;
  if (!text.starts_with(kFormat)) return format;
  const char* number = text.data() + kFormat.size();
  const auto [end, error] = std::from_chars(number, text.data() + text.size(), format);
  if (error == std::errc{}) text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return format;
}

/// The state's own text; nothing when a later cardroom has written it.
std::optional<std::string_view> state_of(std::string_view text, std::string& problem) {
  const std::uint32_t format = take_format(text);
  if (format == 0) return text;
  if (format > kSnapshotFormat) {
    problem = "its format " + std::to_string(format) + " is of a newer cardroom than this one";
    return std::nullopt;
  }
  if (!text.starts_with(kState) || !text.ends_with('}')) {
    problem = "it is cut off";
    return std::nullopt;
  }
  text.remove_prefix(kState.size());
  text.remove_suffix(1);
  return text;
}

template <class T>
std::optional<T> read(std::string_view kind, const StoredText& text, std::string& problem) {
  T value;
  const std::string what = std::string(kind) + " " + text.id;
  const auto json = state_of(text.json, problem);
  if (!json) {
    problem = what + ": " + problem;
  } else if (const auto error = read_json_text(*json, value)) {
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
  if (format_of(text) >= kFirstWithBank) return read<GameRecord>("game", text, problem);
  auto before = read<RecordBeforeBank>("game", text, problem);
  if (!before) return std::nullopt;
  if (const std::string bad = before_bank::check(before->state); !bad.empty()) {
    problem = "game " + text.id + ": " + bad;
    return std::nullopt;
  }
  return GameRecord{before_bank::with_bank(before->state), std::move(before->names)};
}

std::uint32_t format_of(const StoredText& text) {
  std::string_view rest = text.json;
  return take_format(rest);
}

}  // namespace cardroom
