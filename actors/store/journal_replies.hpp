#pragma once
#include "actors/store/journal_store.hpp"

/// How the answers of Redis about journals are read.
namespace cardroom {

/// Nil is FENCED, the entry's own id is STORED, and everything else is UNKNOWN: that the id is not above the
/// last one may mean an append of ours whose answer was lost.
Appended read_appended(const Result<Reply>& reply, std::uint64_t version);
/// The epoch that an opening answers, and the last version in the journal.
struct OpenedReply {
  std::uint64_t epoch = 0;
  std::uint64_t top = 0;
};
Result<OpenedReply> read_opened(const Result<Reply>& reply);
Result<JournalOwner> read_owner(const Result<Reply>& reply);
Result<JournalContents> read_contents(const Result<Reply>& reply);
/// Whether a script ended with `word`.
Result<void> read_word(const Result<Reply>& reply, std::string_view word);

}  // namespace cardroom
