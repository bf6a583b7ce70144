#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <variant>

#include "actors/message.hpp"
#include "engine/game_state.hpp"

/// Where the steps of tables and games are written before anybody is told of them.
namespace cardroom {

/// Names one opening of a journal.
using JournalToken = Number<struct JournalTokenTag, std::uint64_t>;

struct TableStep {
  TableCommand command;
  Input input;
};
struct GameStep {
  GameCommand command;
  Caller caller;
  Input input;
};

/// A step: enough to take it again from the state before.
struct Entry {
  Version version;  ///< of the state after the step
  std::variant<TableStep, GameStep> step;
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

/// The journal was opened anew, under a fresh token.
struct Opened {
  JournalToken token;
  bool mine = true;  ///< else somebody else owns it now
  Version top;       ///< the last version stored
};

/// No answer came in time to the `attempt`th request about `version`.
struct Overdue {
  Version version;
  std::uint32_t attempt = 0;
};

/// The journal of one table or game, for one actor. One append is in flight at a time.
class Journal {
 public:
  virtual ~Journal() = default;

  virtual JournalToken token() const = 0;
  /// Stores the entry. The result if it is known at once; else a `Stored` comes later.
  virtual std::optional<StoreResult> append(const Entry& entry) = 0;
  /// Opens the journal anew. The answer if it is known at once; else it comes later.
  virtual std::optional<Opened> open() = 0;
  /// A snapshot of `version` is stored: entries up to it are not needed any more.
  virtual void trim(Version version) = 0;
};

/// What a journal answers later, from any thread.
using JournalAnswer = std::function<void(std::variant<Stored, Opened>)>;

/// Makes the journal of a table, or of a game (`table` empty), whose state has `version`.
using JournalFactory = std::function<std::unique_ptr<Journal>(const GameId& game, const TableId& table,
                                                              Version version, JournalAnswer answer)>;

/// Journals in memory, which answer at once and keep the last `kept` entries of each.
JournalFactory memory_journals(std::size_t kept);

}  // namespace cardroom
CARDROOM_MESSAGE(Stored)
CARDROOM_MESSAGE(Opened)
CARDROOM_MESSAGE(Overdue)
