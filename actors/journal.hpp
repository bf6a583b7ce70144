#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "actors/message.hpp"
#include "engine/types.hpp"

/// Where the steps of tables and games are written before anybody is told of them.
namespace cardroom {

/// Names one opening of a journal, within this process.
using JournalToken = Number<struct JournalTokenTag, std::uint64_t>;

/// A step, or several at once: enough to take them again from the state before (entry.hpp).
struct Entry {
  Version version;   ///< of the state afterwards
  std::string text;  ///< a line a step; empty where nothing survives
};

/// A state as text, with the digest of what the text says.
struct StoredText {
  std::string id;
  Version version;
  std::string digest;
  std::string json;
};

enum class StoreResult : std::uint8_t {
  STORED,
  FENCED,  ///< somebody else has opened the journal
  UNKNOWN  ///< it may or may not be stored
};

/// The answer to an append.
struct Stored {
  JournalToken token;
  Version version;
  StoreResult result = StoreResult::STORED;
};

enum class OpenResult : std::uint8_t {
  OPEN,
  LOST,   ///< somebody else owns it, or it was closed
  GONE,   ///< the store does not know it any more
  FAILED  ///< the store cannot be asked now; try again
};

/// The answer to an opening, under a fresh token.
struct Opened {
  JournalToken token;
  OpenResult result = OpenResult::OPEN;
  Version top;  ///< the last version stored
  Epoch epoch;  ///< of this opening, above all before
};

/// The answer to a snapshot.
struct SnapshotEnded {
  Version version;
  bool stored = true;  ///< else nothing is known to be stored
};

/// The `attempt`th opening failed some time ago.
struct Overdue {
  std::uint32_t attempt = 0;
};

/// The journal of one table or game, for one actor. Appends are answered in their order; everything that is
/// answered later is answered exactly once.
class Journal {
 public:
  virtual ~Journal() = default;

  virtual JournalToken token() const = 0;
  /// Stores the entry. The result if it is known at once; else a `Stored` comes later.
  virtual std::optional<StoreResult> append(const Entry& entry) = 0;
  /// Opens the journal anew; one that is new is made. The answer if it is known at once; else it comes later.
  virtual std::optional<Opened> open() = 0;
  /// Stores a snapshot; a `SnapshotEnded` comes. Entries that lead to the one before are not needed any more.
  virtual void save(StoredText snapshot) = 0;
  /// Begins anew from this snapshot and keeps what was there as evidence; a `SnapshotEnded` comes.
  virtual void replace(StoredText snapshot) = 0;
  /// The id ends for good.
  virtual void close() = 0;
};

/// What a journal answers later, from any thread.
using JournalAnswer = std::function<void(std::variant<Stored, Opened, SnapshotEnded>)>;

/// Makes an actor's hold on its journal. Called once.
using JournalMaker = std::function<std::shared_ptr<Journal>(JournalAnswer answer)>;

/// A journal that keeps nothing and answers at once, for a state of `version`.
JournalMaker volatile_journal(Version version);

}  // namespace cardroom
CARDROOM_MESSAGE(Stored)
CARDROOM_MESSAGE(Opened)
CARDROOM_MESSAGE(SnapshotEnded)
CARDROOM_MESSAGE(Overdue)
