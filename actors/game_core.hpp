#pragma once
#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

#include "actors/alarm.hpp"
#include "actors/answer.hpp"
#include "actors/game_actor.hpp"
#include "actors/game_keeper.hpp"
#include "actors/lobby_messages.hpp"
#include "actors/steps.hpp"
#include "engine/game.hpp"

namespace caf {
struct down_msg;
}

namespace cardroom {

/// A command for a game, and who hears of it.
struct GameWork {
  GameCommand command;
  Caller caller;
  ClientId client;
  DisplayName name;
  SessionActor session;
  AnswerSink from;  ///< null: tables and timers
  bool limited = false;
};

/// The state of a game actor and what it does with it.
class GameCore {
 public:
  GameCore(GameActor::pointer self, GameSetup setup);

  void start();
  void submit(GameWork work) { steps_.submit(*this, std::move(work)); }
  template <class Answer>
  void on(const Answer& answer) {
    steps_.on(*this, answer);
  }
  void call(GameCall& call, AnswerSink from);
  void table_says(TableSays& says);
  void table_changed(const TableId& table);
  void ring(Instant due);

  void find(const FindPlayer& ask);
  void say(const Say& say, const AnswerSink& from);
  void attend(const Attend& attend);
  void describe(const Describe& ask, const DescriptionSink& from);

  // Snapshots, audits, the end: game_life.cpp
  void save_due();
  void cut(TableCut& part);
  void save_ended(StorageResult result);
  void audit(const Audit& ask, AdminActor from);
  void stop();
  void down(const caf::down_msg& message);

  // What Steps needs of its host.
  bool prepare(GameWork& work, Entry& entry);
  void keep() {}
  void adopt();
  void busy(const GameWork& work);
  void remind(Overdue overdue);
  void reopened();
  void lost();

 private:
  Instant now() const;
  void open_table(const TableState& state, bool stored);
  void close_table(const TableId& id);
  void send(ToTable& message);
  void arm();

  // Telling people: game_tell.cpp
  void tell_events();
  void log_operator(const GameWork& work) const;
  void tell_players();
  void tell_whereabouts(const UserId& user);
  Whereabouts whereabouts(const UserId& user) const;
  void tell_all(const TextPtr& text);

  void changed();
  void schedule_save();
  void try_cut();
  void complete_cut();
  void after_cut();
  void finish_stopping(std::string problem);
  void end();

  struct Asked {
    std::uint64_t ask;
    AdminActor from;
  };

  GameActor::pointer self_;
  EnvironmentPtr env_;
  LobbyActor lobby_;
  std::shared_ptr<const Settings> settings_;
  GameState state_;
  std::map<UserId, DisplayName> names_;
  std::vector<NoticeOnTheWay> on_the_way_;
  std::vector<TableState> loaded_;
  Epoch epoch_;
  TableLinks tables_;
  std::unordered_map<UserId, SessionActor> members_;   ///< sessions of registered players
  std::unordered_map<UserId, SessionActor> watchers_;  ///< of those who only watch
  std::unordered_map<std::uint64_t, TableId> alive_;   ///< tables and relays that have not ended, by actor id
  Alarm alarm_;
  GameWork work_;  ///< the step that was taken last
  GameOutput out_;
  Steps<GameWork> steps_;

  Keeper keeper_;
  Instant last_save_;
  bool save_scheduled_ = false;
  bool tables_changed_ = false;
  std::deque<Asked> audits_;
  int saves_failed_ = 0;
  bool cut_wanted_ = false;  ///< once the pending step is stored
  bool stopping_ = false;    ///< hands are refunded, nothing is accepted
  bool final_cut_ = false;   ///< the cut under way, or the next, is the last
  bool ending_ = false;      ///< tables are ending
  std::string problem_;
};

}  // namespace cardroom
