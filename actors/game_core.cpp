#include "actors/game_core.hpp"

#include <caf/actor_system.hpp>
#include <caf/send.hpp>
#include <caf/typed_event_based_actor.hpp>

#include "actors/entry.hpp"
#include "actors/log.hpp"
#include "actors/relay_actor.hpp"
#include "actors/relay_messages.hpp"
#include "actors/table_actor.hpp"

namespace cardroom {
namespace {

/// A whole game's players may come at once, so more may wait than at a table.
constexpr std::size_t kMostWaiting = 1024;
/// Steps that go to the journal together: one at a time would wait for the disk each.
constexpr std::size_t kMostAtOnce = 64;

JournalAnswer answers_to(GameActor::pointer self) {
  return [game = GameActor(self)](std::variant<Stored, Opened, SnapshotEnded> answer) {
    std::visit([&](const auto& a) { caf::anon_send(game, a); }, answer);
  };
}

GameWork command(GameCommand command, Caller caller = {}) {
  return {std::move(command), caller, {}, {}, {}, {}, false};
}

}  // namespace

GameCore::GameCore(GameActor::pointer self, GameSetup setup)
    : self_(self),
      env_(setup.env),
      lobby_(std::move(setup.lobby)),
      settings_(std::make_shared<const Settings>(setup.record.state.settings)),
      state_(std::move(setup.record.state)),
      names_(std::move(setup.record.names)),
      steps_(setup.journal(answers_to(self)), kMostWaiting, kMostAtOnce),
      saved_(setup.stored) {}

Instant GameCore::now() const { return env_->clock.now(self_->system().clock()); }

void GameCore::start() {
  last_save_ = now();
  game::index(state_);
  opening_ = true;
  std::vector<TableId> tables;
  for (const auto& table : state_.tables) tables.push_back(table.first);
  if (tables.empty()) {
    TablesOpened none;
    return tables_opened(none);
  }
  open_tables(tables);
}

void GameCore::open_tables(const std::vector<TableId>& tables) {
  env_->storage->open_tables(tables, [self = GameActor(self_)](std::vector<OpenedJournal> opened) {
    caf::anon_send(self, TablesOpened{std::move(opened)});
  });
}

void GameCore::tables_opened(TablesOpened& opened) {
  if (ending_) return;
  // Everything stays where it is: in the store.
  if (stopping_) return finish_stopping({});
  OpenTables again;
  for (OpenedJournal& journal : opened.tables) {
    if (journal.unknown)
      again.tables.emplace_back(journal.id);
    else
      opened_.push_back(std::move(journal));
  }
  if (!again.tables.empty()) return self_->delayed_send(GameActor(self_), kJournalRetry, std::move(again));
  opening_ = false;
  const auto names = std::make_shared<const PlayerNames>(names_);
  for (OpenedJournal& journal : std::exchange(opened_, {})) {
    const TableId id(journal.id);
    // A table that was never heard of was not made before the daemon ended.
    const bool fresh = journal.missing && game::unheard(state_.tables.at(id));
    open_table(id, fresh ? nullptr : std::make_shared<OpenedJournal>(std::move(journal)), names);
  }
  Membership members{state_.settings.game_id, {}, true};
  std::vector<UserId> connected;
  for (const auto& [user, player] : state_.players) {
    if (player.registered) members.users.push_back(user);
    if (player.connected && player.registered) connected.push_back(user);
  }
  if (!members.users.empty()) self_->send(lobby_, std::move(members));
  self_->send(lobby_, GameReady{state_.settings.game_id});
  send_owed(nullptr);
  // Nobody is connected after a start.
  for (const UserId& user : connected) submit(command(Disconnected{user}, {user, false}));
  arm();
  run_waiting();
}

void GameCore::send_owed(const TableId* only) {
  std::vector<ToTable> owed;
  game::owed(state_, owed);
  for (ToTable& message : owed)
    if (!only || message.table == *only) send(message);
}

void GameCore::call(GameCall& call, AnswerSink from) {
  // Who gives no number wants no answer.
  const bool asks = call.client.v != 0;
  if (opening_) {
    if (asks) self_->send(from, Answered{call.client, protocol::Code::UNAVAILABLE});
    return;
  }
  submit({std::move(call.command), call.caller, call.client, call.name, std::move(call.session),
          asks ? std::move(from) : AnswerSink{}, asks});
}

void GameCore::table_says(TableSays& says) {
  if (count_) count_->note(says.table, says.notice);
  submit(command(FromTable{says.table, std::move(says.notice)}));
}

void GameCore::when_stored(std::function<void()> ask) {
  if (opening_ || steps_.pending())
    waiting_.push_back(std::move(ask));
  else
    ask();
}

void GameCore::run_waiting() {
  if (opening_ || steps_.pending()) return;
  for (const auto& ask : std::exchange(waiting_, {})) ask();
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
    return false;
  }
  const Input input{now(), env_->seeds(), work.client};
  const Error error = game::verify(state_, work.command, work.caller, input);
  if (error != Error::NONE) {
    if (work.from) self_->send(work.from, Answered{work.client, error});
    return false;
  }
  Prepared& step = prepared_.emplace_back();
  game::apply(state_, work.command, work.caller, input, step.out);
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
  arm();
  run_waiting();
  may_save();
  may_stop();
}

void GameCore::adopt(Prepared& step) {
  const GameWork& work = step.work;
  log_operator(work);
  for (const TableId& id : step.out.created) open_table(id, nullptr, nullptr);
  // Whether chips can be bought the table decides: its word is the answer then.
  const bool later = std::holds_alternative<BuyIn>(work.command);
  if (work.session && state_.players.count(work.caller.user) > 0) members_[work.caller.user] = work.session;
  if (work.from && !later) self_->send(work.from, Answered{work.client, {}});
  for (const Answer& answer : step.out.answers)
    if (const auto member = members_.find(answer.user); member != members_.end())
      self_->send(member->second, Answered{answer.client, answer.error});
  for (ToTable& message : step.out.to_tables) send(message);
  tell_events(step.out);
  tell_players(step);
  for (const TableId& id : step.out.removed) close_table(id);
}

void GameCore::busy(const GameWork& work) {
  if (work.from) self_->send(work.from, Answered{work.client, protocol::Code::BUSY});
}

void GameCore::remind(Overdue overdue) { self_->delayed_send(GameActor(self_), kJournalRetry, overdue); }

void GameCore::reopened(Epoch) {
  log_warning("game " + settings_->game_id.str() + ": its journal was opened anew");
}

void GameCore::lost() { finish_stopping("somebody else owns its journal"); }

void GameCore::open_table(const TableId& id, std::shared_ptr<OpenedJournal> stored,
                          std::shared_ptr<const PlayerNames> names) {
  TableLink link;
  link.relay = spawn_relay(self_->system());
  link.actor = spawn_table(self_->system(), {env_, settings_, id, std::move(names), std::move(stored),
                                             GameActor(self_), link.relay});
  self_->send(link.relay, ServeTable{link.actor});
  self_->monitor(link.actor);
  self_->monitor(link.relay);
  alive_[link.actor.id()] = id;
  alive_[link.relay.id()] = id;
  self_->send(lobby_, TableListed{settings_->game_id, id, link.actor, link.relay});
  tables_[id] = std::move(link);
}

void GameCore::close_table(const TableId& id) {
  const auto link = tables_.find(id);
  if (link == tables_.end()) return;
  self_->send(link->second.actor, StopTable{true});
  self_->send(lobby_, TableListed{settings_->game_id, id, {}, {}});
  tables_.erase(link);
}

void GameCore::send(ToTable& message) {
  const auto link = tables_.find(message.table);
  if (link == tables_.end()) return;
  FromGame order{std::move(message.command), {}};
  if (const auto* seat = std::get_if<SeatPlayer>(&order.command))
    if (const auto name = names_.find(seat->user); name != names_.end()) order.name = name->second;
  self_->send(link->second.actor, std::move(order));
}

}  // namespace cardroom
