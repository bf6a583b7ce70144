#include "actors/game_core.hpp"

#include <caf/actor_system.hpp>
#include <caf/send.hpp>
#include <caf/typed_event_based_actor.hpp>

#include "actors/entry.hpp"
#include "actors/left_over.hpp"
#include "actors/log.hpp"

namespace cardroom {
namespace {

/// A whole game's players may come at once, so more may wait than at a table.
constexpr std::size_t kMostWaiting = 1024;
/// Steps that go to the journal together: one at a time would wait for the disk each.
constexpr std::size_t kMostAtOnce = 64;
constexpr std::size_t kMostLeaving = 4096;  ///< sessions that are remembered after their players left

JournalAnswer answers_to(GameActor::pointer self) {
  return [game = GameActor(self)](std::variant<Stored, Opened, SnapshotEnded> answer) {
    std::visit([&](const auto& a) { caf::anon_send(game, a); }, answer);
  };
}

bool is_connection(const GameCommand& command) {
  return std::holds_alternative<Reconnected>(command) || std::holds_alternative<Disconnected>(command);
}

GameWork command(GameCommand command) { return {std::move(command), {}, {}, {}, {}, {}, false}; }

}  // namespace

GameCore::GameCore(GameActor::pointer self, GameSetup setup)
    : self_(self),
      env_(setup.env),
      lobby_(std::move(setup.lobby)),
      hosting_(std::move(setup.hosting)),
      epoch_(setup.epoch),
      settings_(std::make_shared<const Settings>(setup.record.state.settings)),
      state_(std::move(setup.record.state)),
      names_(std::move(setup.record.names)),
      commands_(std::move(setup.record.commands)),
      steps_(setup.journal(answers_to(self)), kMostWaiting, kMostAtOnce),
      saved_(setup.stored),
      uncounted_(setup.uncounted),
      anew_(setup.anew) {}

Instant GameCore::now() const { return env_->clock.now(self_->system().clock()); }

void GameCore::start() {
  last_save_ = opened_at_ = now();
  game::index(state_);
  opening_ = true;
  std::vector<TableId> tables;
  for (const auto& table : state_.tables) tables_[tables.emplace_back(table.first)];
  open_bank();
  if (uncounted_ && !tables.empty()) count_tables(tables);
}

/// The game is open: its players may come.
void GameCore::begin() {
  opening_ = false;
  Membership members{state_.settings.game_id, {}, true, true};
  for (const auto& [user, player] : state_.players)
    if (player.registered) members.users.push_back(user);
  const bool anybody = !members.users.empty() || !state_.tables.empty();
  self_->send(lobby_, std::move(members));
  if (!uncounted_) self_->send(lobby_, GameReady{state_.settings.game_id});
  greeted_.clear();
  std::vector<ToTable> owed;
  game::owed(state_, owed);
  for (ToTable& message : owed) send(message);
  if (anybody || uncounted_ || !state_.unpaid.empty()) submit(command(Restarted{}));
  for (GameCommand& arrival : std::exchange(arrivals_, {})) submit(command(std::move(arrival)));
  const std::vector<TableId> removed = game::removed_tables(state_);
  if (among_nodes())
    for (const TableId& table : removed) self_->send(hosting_, DropTable{settings_->game_id, table});
  close_left_over(env_->storage, removed);
  arm();
  may_exchange();
  run_waiting();
}

/// A player who comes in at another node has a session there; what the one before says of its connection may
/// come later. Who has just come in has said so before (`take`).
bool GameCore::of_newest(const GameCall& call) {
  if (!call.session) return true;
  const auto member = members_.find(call.caller.user);
  if (member == members_.end()) return true;
  const bool known = member->second.session == call.session;
  if (std::holds_alternative<Disconnected>(call.command)) {
    if (known) member->second.since = {};
    return known;
  }
  if (!known && call.since < member->second.since) return false;
  member->second.session = call.session;
  return true;
}

void GameCore::call(GameCall& call, AnswerSink from) {
  // Who gives no number wants no answer.
  const bool asks = call.client.v != 0;
  if (is_connection(call.command) && !of_newest(call)) return;
  if (opening_) {
    if (is_connection(call.command)) arrivals_.push_back(std::move(call.command));
    if (asks) self_->send(from, Answered{call.client, protocol::Code::UNAVAILABLE});
    return;
  }
  GameWork work{std::move(call.command),
                call.caller,
                call.client,
                call.name,
                std::move(call.session),
                asks ? std::move(from) : AnswerSink{},
                asks,
                call.since};
  if (std::holds_alternative<BuyIn>(work.command)) return buy_in(std::move(work));
  submit(std::move(work));
}

/// One that was carried out before, or is about to be.
bool GameCore::is_repeated(const GameWork& work) {
  if (work.client.v == 0 || work.caller.user.empty() || work.caller.admin) return false;
  const auto waits = [&](const GameWork& other) {
    return other.caller.user == work.caller.user && other.client == work.client &&
           is_one_command(other.command, work.command);
  };
  const bool early = std::any_of(early_.begin(), early_.end(), waits) ||
                     std::any_of(reserving_.begin(), reserving_.end(),
                                 [&](const auto& reserving) { return waits(reserving.second); });
  if (early) return true;
  const auto before = repeated(commands_, state_, work.command, work.caller.user, work.client, now());
  if (before && !before->pending && work.from) {
    const auto answer = [this, from = work.from, client = work.client, error = before->error] {
      self_->send(from, Answered{client, error});
    };
    // The step that it was may not be stored yet.
    if (prepared_.empty() && !steps_.pending())
      answer();
    else
      waiting_.push_back({answer, false});
  }
  return before.has_value();
}

void GameCore::table_says(TableSays& says) { submit(command(FromTable{says.table, std::move(says.notice)})); }

void GameCore::when_stored(std::function<void()> ask, bool impatient) {
  waiting_.push_back({std::move(ask), impatient});
  run_waiting();
}

void GameCore::run_waiting() {
  const bool stored = !opening_ && !steps_.pending();
  if (!stored && !store_down_.set()) return;
  for (Question& question : std::exchange(waiting_, {})) {
    if (stored || question.impatient)
      question.ask();
    else
      waiting_.push_back(std::move(question));
  }
}

void GameCore::ring(Instant due) {
  alarm_.rang(due);
  // After a pending step the timer is armed anew.
  if (opening_ || steps_.pending() || stopping_) return;
  const Instant next = game::next_deadline(state_);
  if (next.set() && next <= now())
    submit(command(Wake{}));
  else
    arm();
}

void GameCore::arm() {
  if (stopping_) return;
  const Instant due = game::next_deadline(state_);
  if (!alarm_.arm(due)) return;
  const Duration wait = due - now();
  if (wait <= Duration{0})
    self_->send(GameActor(self_), Tick{due});
  else
    self_->delayed_send(GameActor(self_), std::chrono::milliseconds(wait.ms), Tick{due});
}

bool GameCore::prepare(GameWork& work, Entry& entry) {
  if (stopping_) {
    // What tables say now they say again after the next start.
    if (work.from) self_->send(work.from, Answered{work.client, protocol::Code::UNAVAILABLE});
    give_up(work);
    return false;
  }
  if (is_repeated(work)) {
    give_up(work);
    return false;
  }
  const Input input{now(), env_->seeds(), work.client};
  const Error error = game::verify(state_, work.command, work.caller, input);
  if (error != Error::NONE) {
    if (work.from) self_->send(work.from, Answered{work.client, error});
    give_up(work);
    return false;
  }
  Prepared& step = prepared_.emplace_back();
  game::apply(state_, work.command, work.caller, input, step.out);
  note(commands_, work.command, work.caller, input, step.out);
  if (std::holds_alternative<RegisterForGame>(work.command)) names_[work.caller.user] = work.name;
  entry.version = state_.version;
  if (env_->storage) {
    if (!entry.text.empty()) entry.text += '\n';
    entry.text += entry_text(GameLine{
        {state_.version, work.command, work.caller, input, game::step_digest(state_, step.out)}, work.name});
  }
  step.work = std::move(work);
  return true;
}

void GameCore::adopt() {
  for (Prepared& step : std::exchange(prepared_, {})) adopt(step);
  if (leaving_.size() > kMostLeaving)
    std::erase_if(leaving_, [this](const auto& left) {
      const Player& player = state_.players.at(left.first);
      return player.owed == 0 && player.drawing == 0;
    });
  arm();
  may_exchange();
  run_waiting();
  may_save();
  may_stop();
}

void GameCore::adopt(Prepared& step) {
  const GameWork& work = step.work;
  log_operator(work);
  for (const TableId& id : step.out.created) open_table(id);
  // Whether chips can be bought the table decides: its word is the answer then.
  const bool later = std::holds_alternative<BuyIn>(work.command);
  if (std::holds_alternative<BankAnswered>(work.command)) retry_buy_ins();
  if (work.session && state_.players.count(work.caller.user) > 0) {
    members_.try_emplace(work.caller.user, Member{work.session, work.since});
    leaving_.erase(work.caller.user);
  }
  if (work.from && !later) self_->send(work.from, Answered{work.client, {}});
  for (const Answer& answer : step.out.answers) this->answer(answer);
  for (ToTable& message : step.out.to_tables) send(message);
  tell_events(step.out);
  tell_players(step);
  for (const TableId& id : step.out.removed) close_table(id);
}

void GameCore::busy(const GameWork& work) {
  if (work.from) self_->send(work.from, Answered{work.client, protocol::Code::BUSY});
  give_up(work);
}

void GameCore::unavailable(const GameWork& work) {
  if (work.from) self_->send(work.from, Answered{work.client, protocol::Code::UNAVAILABLE});
  give_up(work);
}

/// Chips that were set aside for what may be stored stay so.
void GameCore::unavailable() {
  for (Prepared& step : prepared_)
    if (const auto from = std::exchange(step.work.from, nullptr))
      self_->send(from, Answered{step.work.client, protocol::Code::UNAVAILABLE});
}

void GameCore::remind(Overdue overdue) { self_->delayed_send(GameActor(self_), kJournalRetry, overdue); }

void GameCore::reopened(Epoch epoch) {
  epoch_ = epoch;
  self_->send(lobby_, GameReopened{settings_->game_id, epoch});
  log_info("game " + settings_->game_id.str() + ": its journal was opened anew");
}

/// Among nodes it is another's by now, and whoever counts for the log what was taken says so.
void GameCore::lost() {
  const std::string why = "somebody else owns its journal";
  if (!among_nodes()) return finish_stopping(why);
  // Nothing is lost with it: it goes on at another node.
  log_info("game " + settings_->game_id.str() + " stops: " + why);
  finish_stopping({});
}

}  // namespace cardroom
