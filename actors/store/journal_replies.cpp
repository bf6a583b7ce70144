#include "actors/store/journal_replies.hpp"

#include <charconv>

namespace cardroom {
namespace {

Failure refusal(std::string_view word) {
  if (word == "FENCED") return {StoreError::FENCED, "the journal was opened by somebody else since"};
  if (word == "OLD") return {StoreError::OLD, "the stored snapshot is not older"};
  if (word == "AHEAD") return {StoreError::AHEAD, "the journal does not reach the snapshot"};
  if (word == "EXISTS") return {StoreError::EXISTS, "the id is or was in use"};
  if (word == "CLOSED") return {StoreError::CLOSED, "the id was closed for good"};
  if (word == "MISSING") return {StoreError::MISSING, "nothing is stored under the id"};
  if (word == "LOST") return {StoreError::LOST, "the journal was opened by somebody else meanwhile"};
  if (word == "NOJOURNAL") return {StoreError::CORRUPT, "the journal is gone though its owner is there"};
  if (word == "COLLISION") return {StoreError::CORRUPT, "there is a journal of the new name already"};
  return {StoreError::CORRUPT, "Redis answered something unknown about a journal"};
}

std::optional<std::uint64_t> read_version(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<JournalSnapshot> read_snapshot(const Reply& fields) {
  const auto version = read_version(fields[0].text());
  if (!version || !fields[1].is_text() || !fields[2].is_text()) return std::nullopt;
  return JournalSnapshot{*version, std::string(fields[1].text()), std::string(fields[2].text())};
}

// An entry is [id, [field, value]], its id <version>-0.
std::optional<JournalEntry> read_entry(const Reply& entry) {
  const auto id = entry[0].text();
  if (!id.ends_with("-0") || entry[1].size() != 2 || entry[1][0].text() != "e") return std::nullopt;
  const auto version = read_version(id.substr(0, id.size() - 2));
  if (!version) return std::nullopt;
  return JournalEntry{*version, std::string(entry[1][1].text())};
}

}  // namespace

Appended read_appended(const Result<Reply>& reply, std::uint64_t version) {
  if (!reply) return {AppendResult::UNKNOWN, reply.error().text};
  if (reply->is_nil()) return {AppendResult::FENCED};
  if (reply->is_text() && reply->text() == std::to_string(version) + "-0") return {AppendResult::STORED};
  return {AppendResult::UNKNOWN, "Redis answered something unknown to an append"};
}

Result<OpenedReply> read_opened(const Result<Reply>& reply) {
  if (auto read = read_word(reply, "OPEN"); !read) return read.error();
  const auto last = (*reply)[2].text();
  const auto top = read_version(last.substr(0, last.find('-')));
  if (!top) return refusal({});
  return OpenedReply{static_cast<std::uint64_t>((*reply)[1].integer()), *top};
}

Result<JournalOwner> read_owner(const Result<Reply>& reply) {
  if (!reply) return reply.error();
  const auto& fields = *reply;
  if (fields[0].is_nil()) return refusal("MISSING");
  return JournalOwner{std::string(fields[0].text()), static_cast<std::uint64_t>(fields[1].integer()),
                      fields[2].text() == "open", std::string(fields[3].text()),
                      std::string(fields[4].text())};
}

Result<JournalContents> read_contents(const Result<Reply>& reply) {
  if (auto read = read_word(reply, "LOADED"); !read) return read.error();
  const auto entries = (*reply)[3];
  JournalContents out{read_snapshot((*reply)[1]), read_snapshot((*reply)[2]), {}, 0};
  out.entries.reserve(entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    auto entry = read_entry(entries[i]);
    if (!entry) return Failure{StoreError::CORRUPT, "an entry of the journal is misshapen"};
    out.entries.push_back(*std::move(entry));
  }
  const auto last = (*reply)[4].text();
  const auto top = read_version(last.substr(0, last.find('-')));
  if (!top) return Failure{StoreError::CORRUPT, "the journal has no last entry"};
  out.top = *top;
  return out;
}

Result<void> read_word(const Result<Reply>& reply, std::string_view word) {
  if (!reply) return reply.error();
  if ((*reply)[0].text() != word) return refusal((*reply)[0].text());
  return {};
}

Result<std::span<const JournalEntry>> JournalContents::behind(std::uint64_t version) const {
  std::span<const JournalEntry> out(entries);
  const auto base = previous ? previous->version : version;  // the steps behind it are kept
  const auto top = out.empty() ? base : out.back().version;
  while (!out.empty() && out.front().version <= version) out = out.subspan(1);
  if (top < version)
    return Failure{StoreError::CORRUPT, "the journal ends at version " + std::to_string(top) +
                                            ", before the snapshot's " + std::to_string(version)};
  for (std::size_t i = 0; i < out.size(); ++i)
    if (out[i].version != version + 1 + i)
      return Failure{StoreError::CORRUPT,
                     "version " + std::to_string(version + 1 + i) + " is missing in the journal"};
  return out;
}

}  // namespace cardroom
