#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "actors/store/opener.hpp"
#include "actors/store/redis_client.hpp"
#include "actors/store/store.hpp"

/// The journals of tables and games in Redis: every step is an entry, a snapshot now and then. Entries and
/// snapshots are opaque bytes here. Whoever opens a journal gives it a new name, its token; that is what
/// fences the one before.
namespace cardroom {

/// Whose journal: the tag that all its keys begin with. Ids are never used again.
struct JournalName {
  std::string tag;
  static JournalName table(const std::string& id) { return {"{table:" + id + "}"}; }
  static JournalName game(const std::string& id) { return {"{game:" + id + "}"}; }
};

/// The right to write a journal, as an opening gave it. It ends when somebody opens the journal, and with the
/// connection to Redis, which may come back without its last writes.
struct JournalTitle {
  JournalName name;
  std::string token;
  std::uint64_t epoch = 0;  ///< counts openings, for people
  std::uint64_t session = 0;
  std::uint64_t top = 0;  ///< the last version in the journal when it was opened
};

/// A state as it is stored.
struct JournalSnapshot {
  std::uint64_t version = 0;  ///< below 2^53
  std::string digest;
  std::string json;  ///< or sealed bytes
  friend bool operator==(const JournalSnapshot&, const JournalSnapshot&) = default;
};

/// A step as it is stored.
struct JournalEntry {
  std::uint64_t version = 0;  ///< of the state after it
  std::string bytes;
  friend bool operator==(const JournalEntry&, const JournalEntry&) = default;
};

/// All that a journal holds.
struct JournalContents {
  std::optional<JournalSnapshot> snapshot;  ///< none: missing or misshapen
  std::optional<JournalSnapshot> previous;
  std::vector<JournalEntry> entries;  ///< those behind the previous snapshot, oldest first
  std::uint64_t top = 0;              ///< the last version stored

  /// The steps that lead on from a snapshot of `version`. CORRUPT: a version is missing among them, or the
  /// journal ends before `version`.
  Result<std::span<const JournalEntry>> behind(std::uint64_t version) const;
};

/// Who owns a journal.
struct JournalOwner {
  std::string token;
  std::uint64_t epoch = 0;
  bool open = false;  ///< else closed for good
  std::string node;
  std::string incarnation;
};

/// How an append ended.
enum class AppendResult : std::uint8_t {
  STORED,
  FENCED,  ///< somebody else has opened the journal, or it was closed: stop at once
  UNKNOWN  ///< it may or may not be stored: open anew with `seen` = the title's token, never append again
};

/// The answer to an append; `why` says for people what was in the way of UNKNOWN.
struct Appended {
  AppendResult result = AppendResult::STORED;
  std::string why{};
};

/// The asynchronous store of journals. Everything may also fail as any command (see `StoreError`). After
/// UNKNOWN `create` and `open` may be repeated with the same token; after an UNKNOWN of anything that takes a
/// title, and after UNAVAILABLE, open anew.
class JournalStore {
 public:
  /// `store` outlives this and all calls in flight.
  explicit JournalStore(Store& store) : store_(store) {}

  /// Creates a journal that begins behind its first snapshot, and opens it. EXISTS: the id is or was in use.
  void create(JournalName name, const Opener& opener, JournalSnapshot first, Done<JournalTitle> done);
  /// Who owns it. MISSING: nobody ever did.
  void owner(const JournalName& name, Done<JournalOwner> done);
  /// Takes it over from the owner with the token `seen`. MISSING, CLOSED. LOST: its owner is another by now.
  /// CORRUPT: the owner is there but the journal is not.
  void open(JournalName name, const Opener& opener, const std::string& seen, Done<JournalTitle> done);
  /// Reads what it holds. FENCED.
  void read(const JournalTitle& title, Done<JournalContents> done);

  /// Adds the step that led to `version`, above the last one. Overtakes everything but other appends.
  void append(const JournalTitle& title, std::uint64_t version, const std::string& entry,
              std::function<void(Appended)> done);
  /// Stores a snapshot; entries that lead to the one before are dropped. FENCED. OLD: not newer than the
  /// stored one. AHEAD: its own step is not in the journal.
  void save(const JournalTitle& title, JournalSnapshot snapshot, Done<void> done);
  /// Begins anew from a snapshot of any version; what was there is kept under other keys. FENCED.
  void replace(const JournalTitle& title, JournalSnapshot first, Done<void> done);
  /// Ends the id for good and drops what is stored of it. FENCED.
  void close(const JournalTitle& title, Done<void> done);

 private:
  Store& store_;
};

/// Whether there is a journal, or was one that is closed: for tools, blocking.
Result<bool> was_made(RedisClient& client, const JournalName& name);

/// Reads what a journal holds as it is at one moment, without opening it: for tools, blocking. MISSING,
/// CLOSED.
Result<JournalContents> read_journal(RedisClient& client, const JournalName& name);

/// The same for many, in two exchanges with Redis.
std::vector<Result<JournalContents>> read_journals(RedisClient& client,
                                                   const std::vector<JournalName>& names);

}  // namespace cardroom
