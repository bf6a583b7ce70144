#include "actors/entry.hpp"

#include <sodium.h>

#include <algorithm>

#include "actors/codec/json.hpp"

namespace cardroom {
namespace {

/// A table's entry as it is written.
struct TableText {
  Version version;
  Instant at;
  ClientId client;
  bool last_hand = false;
  TableCommand command;
  std::string seed;          ///< sealed, base64; empty when the step deals no hand
  std::uint32_t engine = 0;  ///< 0 when the step deals no hand
  DisplayName name;
  Chips chips;
  std::uint64_t digest = 0;
};
BOOST_DESCRIBE_STRUCT(TableText, (),
                      (version, at, client, last_hand, command, seed, engine, name, chips, digest))

struct GameText {
  Version version;
  Instant at;
  ClientId client;
  GameCommand command;
  Caller caller;
  DisplayName name;
  Seed seed;  ///< decides about seats only
  std::uint64_t digest = 0;
};
BOOST_DESCRIBE_STRUCT(GameText, (), (version, at, client, command, caller, name, seed, digest))

constexpr int kBase64 = sodium_base64_VARIANT_ORIGINAL_NO_PADDING;

std::string to_base64(const std::string& bytes) {
  std::string text(sodium_base64_encoded_len(bytes.size(), kBase64), '\0');
  sodium_bin2base64(text.data(), text.size(), reinterpret_cast<const unsigned char*>(bytes.data()),
                    bytes.size(), kBase64);
  text.pop_back();  // the terminating zero
  return text;
}

std::optional<std::string> from_base64(const std::string& text) {
  std::string bytes(text.size(), '\0');
  std::size_t size = 0;
  if (sodium_base642bin(reinterpret_cast<unsigned char*>(bytes.data()), bytes.size(), text.data(),
                        text.size(), nullptr, &size, nullptr, kBase64) != 0)
    return std::nullopt;
  bytes.resize(size);
  return bytes;
}

std::string seal_seed(const Seed& seed, const Sealer& sealer) {
  return to_base64(sealer.seal({reinterpret_cast<const char*>(seed.bytes.data()), seed.bytes.size()}));
}

std::optional<Seed> open_seed(const std::string& text, const Sealer& sealer) {
  const auto sealed = from_base64(text);
  if (!sealed) return std::nullopt;
  const auto plain = sealer.open(*sealed);
  Seed seed;
  if (!plain || plain->size() != seed.bytes.size()) return std::nullopt;
  std::copy(plain->begin(), plain->end(), seed.bytes.begin());
  return seed;
}

}  // namespace

std::string entry_text(const TableLine& entry, bool dealt, const Sealer& sealer) {
  const table::Record& step = entry.step;
  return to_json<Keys::CAMEL, Defaults::OMIT>(
      TableText{step.version, step.input.now, step.input.client, step.input.last_hand, step.command,
                dealt ? seal_seed(step.input.seed, sealer) : std::string(), dealt ? entry.engine : 0,
                entry.name, entry.chips, step.digest});
}

std::string entry_text(const GameLine& entry) {
  const game::Record& step = entry.step;
  return to_json<Keys::CAMEL, Defaults::OMIT>(GameText{step.version, step.input.now, step.input.client,
                                                       step.command, step.caller, entry.name, step.input.seed,
                                                       step.digest});
}

std::optional<TableLine> read_entry(std::string_view text, const Sealer& sealer, std::string& problem) {
  TableText read;
  if (const auto error = read_json_text(text, read)) {
    problem = to_string(*error);
    return std::nullopt;
  }
  TableLine entry{{read.version, read.command, {read.at, {}, read.client, read.last_hand}, read.digest},
                  read.chips,
                  read.name,
                  read.engine};
  if (!read.seed.empty()) {
    const auto seed = open_seed(read.seed, sealer);
    if (!seed) {
      problem = "its seed was sealed with another key, or changed";
      return std::nullopt;
    }
    entry.step.input.seed = *seed;
  }
  return entry;
}

std::optional<GameLine> read_entry(std::string_view text, std::string& problem) {
  GameText read;
  if (const auto error = read_json_text(text, read)) {
    problem = to_string(*error);
    return std::nullopt;
  }
  return GameLine{{read.version, read.command, read.caller, {read.at, read.seed, read.client}, read.digest},
                  read.name};
}

}  // namespace cardroom
