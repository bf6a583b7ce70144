#pragma once
#include <map>
#include <string>
#include <vector>

#include "actors/journal.hpp"

namespace cardroom::testing {

/// Journals that delay, lose and double their answers, or lose the entry itself.
class FakeJournals {
 public:
  enum class Mode {
    AT_ONCE,     ///< stored and answered in place
    LATER,       ///< stored, answered by `release`
    TWICE,       ///< stored, answered twice by `release`
    NO_ANSWER,   ///< stored, never answered
    NOT_STORED,  ///< neither stored nor answered
    UNCLEAR,     ///< stored, answered as UNKNOWN in place
    FENCED,      ///< answered as FENCED in place
    OPEN_LATER,  ///< as NO_ANSWER, and the next opening is answered by `release`
    OPEN_TAKEN,  ///< as NO_ANSWER, and the next opening finds another owner
  };

  JournalFactory factory();
  /// Answers what waits.
  void release();

  Mode mode = Mode::AT_ONCE;
  int times = 0;  ///< entries that `mode` is for; 0 = all
  TableId table;  ///< the only table that `mode` is for; empty = the games
  std::map<std::string, std::vector<Entry>> entries;  ///< by table, "" = the game
  int openings = 0;

 private:
  class Fake;
  Mode next_mode(const TableId& of);
  std::vector<std::function<void()>> waiting_;
};

}  // namespace cardroom::testing
