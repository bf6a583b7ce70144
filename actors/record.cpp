#include "actors/record.hpp"

#include <algorithm>
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

/// A table's snapshot: the state's members, and the names, which older cardrooms pass over.
struct NamedTable : TableState {
  std::vector<DisplayName> names;  ///< by seat, as far as one has one
};
BOOST_DESCRIBE_STRUCT(NamedTable, (TableState), (names))

namespace {

std::uint64_t digest_of(const TableState& table) { return digest(table); }
/// Without the commands, which older cardrooms pass over.
std::uint64_t digest_of(const NamedGame& game) { return digest(game); }
std::uint64_t digest_of(const RecordBeforeBank& game) { return digest(game); }

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
  } else if (digest_text(digest_of(value)) != text.digest) {
    problem = what + ": the digest does not fit what is stored";
  } else {
    return value;
  }
  return std::nullopt;
}

}  // namespace

StoredText table_record(const TableState& table, const SeatNames& names) {
  NamedTable named{table, {names.begin(), names.end()}};
  while (!named.names.empty() && named.names.back().empty()) named.names.pop_back();
  return {table.id.str(), table.version, digest_text(digest(table)), text_of(named)};
}

StoredText game_record(const GameRecord& game) {
  return {game.state.settings.game_id.str(), game.state.version, digest_text(digest_of(game)), text_of(game)};
}

std::optional<TableState> read_table(const StoredText& text, std::string& problem, SeatNames* names) {
  auto named = read<NamedTable>("table", text, problem);
  if (!named) return std::nullopt;
  named->names.resize(kMaxSeats);
  if (names) std::copy(named->names.begin(), named->names.end(), names->begin());
  return *named;
}

std::optional<GameRecord> read_game(const StoredText& text, std::string& problem) {
  if (format_of(text) >= kFirstWithBank) return read<GameRecord>("game", text, problem);
  auto before = read<RecordBeforeBank>("game", text, problem);
  if (!before) return std::nullopt;
  if (const std::string bad = before_bank::check(before->state); !bad.empty()) {
    problem = "game " + text.id + ": " + bad;
    return std::nullopt;
  }
  return GameRecord{{before_bank::with_bank(before->state), std::move(before->names)}, {}};
}

std::uint32_t format_of(const StoredText& text) {
  std::string_view rest = text.json;
  return take_format(rest);
}

}  // namespace cardroom
