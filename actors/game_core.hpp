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
#include "actors/floor_messages.hpp"
#include "actors/game_actor.hpp"
#include "actors/game_messages.hpp"
#include "actors/hand_tempo.hpp"
#include "actors/lobby_messages.hpp"
#include "actors/steps.hpp"
#include "engine/game.hpp"

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
  Instant since{};  ///< the session's log-in
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
    run_waiting();
  }
  void call(GameCall& call, AnswerSink from);
  void table_says(TableSays& says);
  void ring(Instant due);
  /// Runs `ask` as soon as the state is nothing but what is stored, and the tables are there; where it is
  /// `impatient`, also while nothing can be stored.
  void when_stored(std::function<void()> ask, bool impatient = false);

  // Its tables: game_tables.cpp
  void count_tables(const std::vector<TableId>& tables);
  void tables_counted(TablesCounted& counted);
  void hosted(TableHosted& hosted);
  void gone(const TableGone& gone);
  void offer_again(const std::vector<TableId>& tables);

  // game_tell.cpp
  void played(const HandPlayed& hand);
  void find(const FindPlayer& ask);
  void say(const Say& say, const AnswerSink& from);
  void attend(const Attend& attend);
  void describe(const Describe& ask, const DescriptionSink& from);

  // The bank: game_bank.cpp
  void open_bank();
  void bank_opened(const BankOpened& opened);
  void reserved(const BuyInReserved& answer);
  void bank_told(BankTold& told);
  void ask_bank_again(const BankAgain& again);

  // Snapshots, held tables, the end: game_life.cpp
  void snapshot_ended(const SnapshotEnded& ended);
  void store_turned(bool down);
  void held(const TableHeld& held);
  void void_held(const VoidHeld& order, const AnswerSink& from);
  void steps_lost();
  void stop();
  void stop_overdue();

  // What Steps needs of its host.
  bool prepare(GameWork& work, Entry& entry);
  void keep() {}
  void adopt();
  void busy(const GameWork& work);
  void unavailable(const GameWork& work);
  void unavailable();
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
  struct Question {
    std::function<void()> ask;
    bool impatient = false;
  };
  /// Of several sessions of a player, at several nodes, the one that was logged in to last.
  struct Member {
    SessionActor session;
    Instant since{};  ///< its log-in; unset while it is not connected
  };
  /// Null handles: it is open nowhere.
  struct TableLink {
    TableActor actor;
    RelayActor relay;
    std::string held;  ///< why; empty = it plays
  };

  Instant now() const;
  bool of_newest(const GameCall& call);
  bool is_repeated(const GameWork& work);
  bool take(const FindPlayer& ask);
  void begin();
  void adopt(Prepared& step);
  bool among_nodes() const { return !env_->node.empty(); }
  void open_when_ready();
  void open_table(const TableId& id);
  void close_table(const TableId& id);
  void offer(std::vector<OfferTables::Table> tables);
  std::shared_ptr<const PlayerNames> names_at(const std::vector<OfferTables::Table>& tables) const;
  void chase();
  void greet(const TableId& table);
  void greet();
  void send(ToTable& message);
  void arm();
  void run_waiting();

  void buy_in(GameWork work);
  void retry_buy_ins();
  void reserve(const std::string& id);
  void give_up(const GameWork& work);
  void release(const std::string& id);
  void may_exchange();
  void log_unpaid(const std::vector<MovementAnswer>& answers) const;

  void tell_events(const GameOutput& out);
  void tell_players(const Prepared& step);
  void answer(const Answer& answer);
  void tell_balance(const UserId& user);
  SessionActor session_of(const UserId& user) const;
  void tell_whereabouts(const UserId& user);
  Whereabouts whereabouts(const UserId& user) const;
  void tell_all(const TextPtr& text);
  void tell_store(bool down);
  void log_operator(const GameWork& work) const;

  void may_save();
  void may_stop();
  void finish_stopping(std::string problem);

  GameActor::pointer self_;
  EnvironmentPtr env_;
  LobbyActor lobby_;
  TableHosting hosting_;
  Epoch epoch_;  ///< of the journal's opening
  std::shared_ptr<const Settings> settings_;
  GameState state_;
  PlayerNames names_;
  LastCommands commands_;
  std::map<TableId, TableLink> tables_;
  std::unordered_map<UserId, Member> members_;        ///< sessions of registered players
  std::unordered_map<UserId, SessionActor> leaving_;  ///< of players who left: the bank may not have paid yet
  std::unordered_map<UserId, SessionActor> watchers_;  ///< of those who only watch
  HandTempo tempo_;                                    ///< of all tables
  std::map<TableId, HandTempo> tempos_;
  Alarm alarm_;
  Steps<GameWork> steps_;
  std::deque<Prepared> prepared_;
  std::vector<Question> waiting_;       ///< for `when_stored`
  std::vector<OpenedJournal> counted_;  ///< tables, until all of them are read
  std::vector<GameCommand> arrivals_;   ///< connections that came and went while it was opening
  std::set<TableId> greeted_;           ///< tables that are to hear what the game owes them

  std::unordered_map<std::string, GameWork> reserving_;  ///< buy-ins whose chips are being set aside
  std::deque<GameWork> early_;  ///< buy-ins of players to whom chips are on their way
  BankSequence exchanging_;     ///< the exchange that is with the bank
  bool bank_open_ = false;

  Version saved_;  ///< of the snapshot that is stored or on its way
  Instant last_save_, opened_at_;
  Instant store_down_;  ///< since when nothing is stored
  bool saving_ = false;
  bool opening_ = false;     ///< the tables or the bank are not there yet
  bool offered_ = false;     ///< the tables were
  bool chasing_ = false;     ///< tables are offered again some time later
  std::size_t awaited_ = 0;  ///< tables that the opening waits for
  bool stopping_ = false;    ///< nothing is accepted any more
  bool ending_ = false;      ///< the actor is about to end
  bool uncounted_ = false;   ///< it comes from before the bank, and is not yet stored as it is now
  bool reload_ = false;      ///< it ends in order to come back from the store
  bool anew_ = false;        ///< it has come back so
};

}  // namespace cardroom
