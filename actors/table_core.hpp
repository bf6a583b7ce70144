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

/// Something for a table to do: a command, or a snapshot to be taken after those before it.
struct TableWork {
  TableCommand command;
  UserId user;  ///< of a player's command
  ClientId client;
  DisplayName name;  ///< of the player of a SeatPlayer
  AnswerSink from;   ///< the player's session; null for game and timers
  std::optional<CutTable> cut;
  bool limited = false;
};

/// The state of a table actor and what it does with it.
class TableCore {
 public:
  TableCore(TableActor::pointer self, TableSetup setup);

  /// Tells the game what it is owed: the first thing after a start.
  void start();
  void submit(TableWork work) { steps_.submit(*this, std::move(work)); }
  template <class Answer>
  void on(const Answer& answer) {
    steps_.on(*this, answer);
  }
  void ring(Instant due);
  /// The state as it is, for all viewers or for those who have none yet.
  void show(bool for_all);
  void halt();
  /// A hand that is over but not yet cleared is written down, and the relay ends after its last frame.
  void stop();

  // What Steps needs of its host.
  bool prepare(TableWork& work, Entry& entry);
  void keep();
  void adopt();
  void busy(const TableWork& work);
  void remind(Overdue overdue);
  void reopened();
  void lost();

 private:
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
  void publish(Prepared& step, bool quiet);
  std::shared_ptr<Frame> make_frame(std::vector<TableEvent>& events, Instant now);
  void log_hand(const Prepared& step);
  void append(std::vector<std::string>& hands);
  void arm();
  void answer_cut(const CutTable& cut);

  TableActor::pointer self_;
  EnvironmentPtr env_;
  std::shared_ptr<const Settings> settings_;
  GameActor game_;
  RelayActor relay_;
  TableState state_;
  SeatNames names_;
  Epoch epoch_;
  Version published_;
  bool told_changed_ = false;
  bool halted_ = false;
  Alarm alarm_;
  HandLog hand_log_;
  Steps<TableWork> steps_;
  std::unique_ptr<Prepared> kept_;
};

}  // namespace cardroom
