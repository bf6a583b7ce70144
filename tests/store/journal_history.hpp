#pragma once
#include <boost/describe/class.hpp>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "tests/store/journal_fixture.hpp"

namespace cardroom::testing {

/// A state in these histories: all steps that led to it.
using Line = std::vector<std::string>;

/// One journal with two owners who fight for it, and what must be in it, known from the answers and from what
/// was really sent. Everything is compared with everything at each turn; a difference fails the test.
class JournalHistory {
 public:
  JournalHistory(const std::string& id, JournalClient& a, JournalClient& b, RedisClient& admin,
                 std::uint64_t seed);

  /// One random thing happens.
  void turn();
  /// The server lost some of its last writes, and no connection to it survived. The caller ends those.
  void lose_tail();
  /// Somebody takes the journal over and finds what must be there.
  void finish();

  /// What happened so far, for the test to see that its cases occur.
  struct Counts {
    int stored = 0, fenced = 0, stale = 0, opened = 0, lost_openings = 0, saved = 0, old = 0, ahead = 0,
        closed = 0, ghosts_landed = 0, ghosts_refused = 0, steps_lost = 0;
    BOOST_DESCRIBE_CLASS(Counts, (),
                         (stored, fenced, stale, opened, lost_openings, saved, old, ahead, closed,
                          ghosts_landed, ghosts_refused, steps_lost),
                         (), ())
  };
  const Counts& counts() const { return counts_; }

 private:
  /// What must be in the store.
  struct Truth {
    std::string token{};  ///< empty: nothing there
    bool closed = false;
    Line line{};
    std::optional<std::size_t> snapshot{}, previous{};
  };
  /// What was in the store at some moment.
  struct Copy {
    Truth truth;
    std::vector<std::string> dumps;
  };
  struct Owner {
    JournalClient& client;
    std::optional<JournalTitle> title{};
    Line line{};           ///< the state in its memory
    bool unclear = false;  ///< it did not hear an answer, so it must open anew
    bool stale = false;    ///< its connection is another one than that of its title
    std::string seen{};    ///< what it read of another's token, to open with it later
  };
  /// A command whose sender has given it up and which may still arrive.
  struct Ghost {
    JournalClient* client;
    JournalTitle title;
    std::string entry;  ///< empty: a snapshot
    Line line;          ///< the state before the entry
  };

  bool chance(int percent) { return static_cast<int>(random_() % 100) < percent; }
  void append(Owner& owner);
  void save(Owner& owner);
  void close(Owner& owner);
  void take_over(Owner& owner);
  void create(Owner& owner);
  void open(Owner& owner, std::string seen);
  void load(Owner& owner);
  void deliver_ghost();
  void stored(const JournalTitle& title, const Line& before, const std::string& entry);
  bool saved(const JournalTitle& title, const Line& line, const Result<void>& answer);
  void copy();

  JournalName name_;
  RedisClient& admin_;
  std::mt19937_64 random_;
  Owner owners_[2];
  Truth truth_;
  std::vector<Copy> copies_;
  std::vector<Ghost> ghosts_;
  Counts counts_;
  int names_ = 0;
};

}  // namespace cardroom::testing
