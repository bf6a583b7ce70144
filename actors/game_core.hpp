#pragma once
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "actors/alarm.hpp"
#include "actors/answer.hpp"
#include "actors/game_actor.hpp"
#include "actors/game_count.hpp"
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
  void open_tables(const std::vector<TableId>& tables);
  void tables_opened(TablesOpened& opened);
  void submit(GameWork work) { steps_.submit(*this, std::move(work)); }
  template <class Answer>
  void on(const Answer& answer) {
    steps_.on(*this, answer);
    run_waiting();
  }
  void call(GameCall& call, AnswerSink from);
  void table_says(TableSays& says);
  void ring(Instant due);
  /// Runs `ask` as soon as the state is nothing but what is stored, and the tables are there.
  void when_stored(std::function<void()> ask);

  // game_tell.cpp
  void find(const FindPlayer& ask);
  void say(const Say& say, const AnswerSink& from);
  void attend(const Attend& attend);
  void describe(const Describe& ask, const DescriptionSink& from);

  // Snapshots, counts, held tables, the end: game_life.cpp
  void snapshot_ended(const SnapshotEnded& ended);
  void store_turned(bool down);
  void held(const TableHeld& held);
  void void_held(const VoidHeld& order, const AnswerSink& from);
  void audit(const Audit& ask, AdminActor from);
  void counted(TableCounted& part);
  void steps_lost();
  void stop();
  void halted(const TableId& table);
  void stop_overdue();
  void down(const caf::down_msg& message);

  // What Steps needs of its host.
  bool prepare(GameWork& work, Entry& entry);
  void keep() {}
  void adopt();
  void busy(const GameWork& work);
  void remind(Overdue overdue);
  void reopened(Epoch epoch);
  void lost();
  void rolled_back() { steps_lost(); }
  Version version() const { return state_.version; }

 private:
  /// A step that is taken; the state is changed in place, so what is told waits until it is stored.
  struct Prepared {
    GameWork work;
    GameOutput out;
  };
  struct TableLink {
    TableActor actor;
    RelayActor relay;
    std::string held;  ///< why; empty = it plays
  };
  struct Asked {
    std::uint64_t ask;
    AdminActor from;
  };

  Instant now() const;
  void adopt(Prepared& step);
  void open_table(const TableId& id, std::shared_ptr<OpenedJournal> stored,
                  std::shared_ptr<const PlayerNames> names);
  void close_table(const TableId& id);
  void send(ToTable& message);
  void send_owed(const TableId* only);
  void arm();
  void run_waiting();

  void tell_events(const GameOutput& out);
  void tell_players(const Prepared& step);
  void tell_whereabouts(const UserId& user);
  Whereabouts whereabouts(const UserId& user) const;
  void tell_all(const TextPtr& text);
  void tell_store(bool down);
  void log_operator(const GameWork& work) const;

  void may_save();
  void count_next();
  void may_stop();
  void finish_stopping(std::string problem);
  void end();

  GameActor::pointer self_;
  EnvironmentPtr env_;
  LobbyActor lobby_;
  std::shared_ptr<const Settings> settings_;
  GameState state_;
  PlayerNames names_;
  std::map<TableId, TableLink> tables_;
  std::unordered_map<UserId, SessionActor> members_;   ///< sessions of registered players
  std::unordered_map<UserId, SessionActor> watchers_;  ///< of those who only watch
  std::unordered_map<std::uint64_t, TableId> alive_;   ///< tables and relays that have not ended, by actor id
  Alarm alarm_;
  Steps<GameWork> steps_;
  std::deque<Prepared> prepared_;
  std::vector<std::function<void()>> waiting_;  ///< questions that wait for `when_stored`
  std::vector<OpenedJournal> opened_;           ///< tables, until all are there

  Version saved_;  ///< of the snapshot that is stored or on its way
  Instant last_save_;
  bool saving_ = false;
  CutId last_cut_;
  std::optional<ChipCount> count_;
  std::deque<Asked> audits_, asked_now_;
  bool opening_ = false;      ///< the tables are not there yet
  bool stopping_ = false;     ///< nothing is accepted any more
  bool ending_ = false;       ///< tables are ending
  bool reload_ = false;       ///< it ends in order to come back from the store
  std::set<TableId> moving_;  ///< tables that have not come to rest while stopping
  std::string problem_;
};

}  // namespace cardroom
