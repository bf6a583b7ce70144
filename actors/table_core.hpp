#pragma once
#include <optional>
#include <string>
#include <vector>

#include "actors/alarm.hpp"
#include "actors/answer.hpp"
#include "actors/frame.hpp"
#include "actors/game_messages.hpp"
#include "actors/hand_log.hpp"
#include "actors/steps.hpp"
#include "actors/table_actor.hpp"
#include "engine/table.hpp"

namespace cardroom {

struct RestoredTable;

/// Something for a table to do.
struct TableWork {
  TableCommand command;
  UserId user;  ///< of a player's command
  ClientId client;
  DisplayName name;  ///< of the player of a SeatPlayer
  AnswerSink from;   ///< the player's session; null for game and timers
  bool limited = false;
};

/// The state of a table actor and what it does with it.
class TableCore {
 public:
  TableCore(TableActor::pointer self, TableSetup setup);

  /// Tells the game what it is owed: the first thing after a start.
  void start();
  /// The game is another actor now.
  void belongs_to(GameActor game);
  void submit(TableWork work);
  template <class Answer>
  void on(const Answer& answer) {
    steps_.on(*this, answer);
    may_halt();
  }
  void ring(Instant due);
  /// The state as it is, for all viewers or for those who have none yet.
  void show(bool for_all);
  void store_turned(bool down);

  // Snapshots, hands, the end: table_keep.cpp
  void snapshot_ended(const SnapshotEnded& ended);
  void hand_stored(const HandStored& stored);
  void write_again(const WriteHand& again);
  void void_table(const VoidTable& order);
  /// What is under way is finished, nothing else begins; or only no other hand.
  void halt(bool after_hand);
  /// The relay ends after its last frame. `removed`: for good, when the last chips have gone. False: later.
  bool stop(bool removed);

  // What Steps needs of its host.
  bool prepare(TableWork& work, Entry& entry);
  void keep();
  void adopt();
  void busy(const TableWork& work);
  void unavailable(const TableWork& work);
  void unavailable();
  void remind(Overdue overdue);
  void reopened(Epoch epoch);
  void lost();
  void rolled_back();
  Version version() const { return state_.version; }

 private:
  TableCore(TableActor::pointer self, TableSetup& setup, RestoredTable restored);

  struct Prepared {
    TableState other;  ///< the state before the step, or after it while the step waits
    TableOutput out;
    TableWork work;
    Instant now;
  };

  /// The step in hand on this thread; only one that has to wait is kept in memory of its own.
  static Prepared& scratch();
  Instant now() const;
  bool repeated(const TableWork& work, Error error) const;
  void refuse(const TableWork& work, Error error);
  void tell_game(TableNotice notice);
  void tell_owed();
  void tell_played(const std::vector<TableEvent>& events);
  void publish(Prepared& step, bool quiet);
  std::shared_ptr<Frame> make_frame(std::vector<TableEvent>& events, Instant now);
  void arm();
  void hold(const TableWork& work);
  void end_with(const std::string& why);

  void write(std::vector<HandText> hands);
  void write(const HandText& hand);
  void may_save();
  void save_now();
  void may_halt();
  void voided(bool stored);

  TableActor::pointer self_;
  EnvironmentPtr env_;
  std::shared_ptr<const Settings> settings_;
  GameActor game_;
  RelayActor relay_;
  FloorActor floor_;
  TableState state_;
  SeatNames names_;
  Epoch epoch_;
  Version published_;
  Version top_;    ///< the last one in the journal, at the start
  Version saved_;  ///< of the snapshot that is stored or on its way
  Instant last_save_;
  Instant last_step_;   ///< before a restart, until the clocks are shifted
  Instant store_down_;  ///< since when nothing is stored
  bool halted_ = false;
  bool leaving_ = false;  ///< it halts after the hand
  bool removed_ = false;  ///< it ends with the step that its last chips go with
  bool saving_ = false;
  bool has_journal_ = true;  ///< else it could not be opened
  std::string held_;         ///< why the table is held: its journal leads nowhere; empty = it plays
  Alarm alarm_;
  HandLog hand_log_;
  std::vector<HandText> hands_;         ///< finished and not known to be stored
  std::optional<StoredText> snapshot_;  ///< waits for the hands before it
  Steps<TableWork> steps_;
  std::unique_ptr<Prepared> kept_;
  std::optional<VoidTable> voiding_;
};

}  // namespace cardroom
