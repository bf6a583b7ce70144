#include "actors/entry.hpp"

#include <sodium.h>

#include <algorithm>

#include "actors/codec/json.hpp"

namespace cardroom {
namespace {

/// An entry as it is written.
struct EntryText {
  Version version;
  Instant at;
  ClientId client;
  TableCommand command;
  DisplayName name;
  std::string seed;  ///< sealed, base64; empty when the step deals no hand
  Chips chips;
  std::uint64_t digest = 0;
};
BOOST_DESCRIBE_STRUCT(EntryText, (), (version, at, client, command, name, seed, chips, digest))

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
      EntryText{step.version, step.input.now, step.input.client, step.command, entry.name,
                dealt ? seal_seed(step.input.seed, sealer) : std::string(), entry.chips, step.digest});
}

std::optional<TableLine> read_entry(std::string_view text, const Sealer& sealer, std::string& problem) {
  EntryText read;
  if (const auto error = read_json_text(text, read)) {
    problem = to_string(*error);
    return std::nullopt;
  }
  TableLine entry{
      {read.version, read.command, {read.at, {}, read.client}, read.digest}, read.name, read.chips};
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

}  // namespace cardroom
