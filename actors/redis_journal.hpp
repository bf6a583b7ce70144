#pragma once
#include <mutex>
#include <vector>

#include "actors/journal.hpp"
#include "actors/store/journal_store.hpp"

namespace cardroom {

/// A snapshot as the store keeps it.
JournalSnapshot to_store(StoredText text);

/// One journal in Redis, for its actor.
class RedisJournal : public Journal, public std::enable_shared_from_this<RedisJournal> {
 public:
  /// Of a journal that is open; `seen` is the token that it was taken over from.
  RedisJournal(JournalStore& store, Opener self, JournalTitle title, std::string seen, JournalAnswer answer);
  /// Of one that the first `open` makes.
  RedisJournal(JournalStore& store, Opener self, JournalName name, JournalSnapshot first,
               JournalAnswer answer);

  JournalToken token() const override { return token_; }
  std::optional<StoreResult> append(const Entry& entry) override;
  std::optional<Opened> open() override;
  void save(StoredText snapshot) override;
  void replace(StoredText snapshot) override;
  void close() override;

 private:
  void ask(JournalToken token, const std::string& seen);
  void opened(JournalToken token, const Result<JournalTitle>& title);
  void find_owner(JournalToken token, const Failure& why);
  void refuse(JournalToken token, OpenResult result, const Failure& why);
  /// Answers a snapshot; `what` did not happen when it failed.
  Done<void> ended(Version version, const char* what) const;
  JournalTitle title();

  JournalStore& store_;
  const Opener self_;  ///< node and incarnation
  const JournalName name_;
  const JournalSnapshot first_;
  const JournalAnswer answer_;
  JournalToken token_{1};  ///< of the actor alone

  std::mutex mutex_;  ///< of what follows: the actor and the store's thread both use it
  JournalTitle title_;
  std::string mine_;                ///< an opening of mine whose outcome is not known; empty = none
  std::vector<std::string> known_;  ///< the last tokens that were mine, or that I took the journal over from
};

}  // namespace cardroom
