#pragma once
#include <string>

#include "actors/hand_log.hpp"
#include "actors/storage.hpp"
#include "actors/store/seal.hpp"

/// States from journals: the last snapshot, then every step behind it taken again.
namespace cardroom {

/// A table as its journal has it.
struct RestoredTable {
  TableState state;  ///< when `problem` is not empty: the last one that is certain
  Version stored;    ///< of the snapshot that it comes from
  SeatNames names;
  Instant last;                    ///< when the last step was taken; not set = none since the snapshot
  HandLog hand;                    ///< of the hand in progress
  std::vector<HandText> finished;  ///< hands that ended since the snapshot
  std::string problem;  ///< why the journal leads nowhere: a step that cannot be read, is missing or diverges
  std::uint32_t engine = 0;  ///< the revision that dealt the last hand; 0 = none since the snapshot
};

/// Starts from the snapshot, or from the one before if that does not lead to the end of the journal.
/// `names`: of everybody whom the game knows.
RestoredTable restore_table(const Settings& settings, const PlayerNames& names, const OpenedJournal& journal,
                            const Sealer& sealer);

/// A game as its journal has it; indexed.
struct RestoredGame {
  GameRecord record;
  Version stored;
  std::string problem;
  Epoch epoch;
  bool uncounted = false;  ///< it comes from before the bank: what its tables have is still to be counted
};
RestoredGame restore_game(const OpenedJournal& journal);

/// Counts what the tables of an `uncounted` game have, from their journals. What a table has that cannot be
/// counted is what is left over of the game's chips. Empty, or why the chips do not fit.
std::string count_tables(GameState& game, const std::vector<OpenedJournal>& tables, const Sealer& sealer);

}  // namespace cardroom
