#include "actors/game_core.hpp"

#include <caf/actor_system.hpp>
#include <caf/send.hpp>
#include <caf/typed_event_based_actor.hpp>

#include "actors/log.hpp"
#include "actors/relay_actor.hpp"
#include "actors/relay_messages.hpp"
#include "actors/table_actor.hpp"
#include "engine/table.hpp"

namespace cardroom {
namespace {

/// A whole game's players may come at once, so more may wait than at a table.
constexpr std::size_t kMostWaiting = 1024;

JournalAnswer answers_to(GameActor::pointer self) {
  return [game = GameActor(self)](std::variant<Stored, Opened> answer) {
    std::visit([&](const auto& a) { caf::anon_send(game, a); }, answer);
  };
}

}  // namespace

GameCore::GameCore(GameActor::pointer self, GameSetup setup)
    : self_(self),
      env_(setup.env),
      lobby_(std::move(setup.lobby)),
      settings_(std::make_shared<const Settings>(setup.record.state.settings)),
      state_(std::move(setup.record.state)),
      names_(std::move(setup.record.names)),
      on_the_way_(std::move(setup.record.notices)),
      loaded_(std::move(setup.tables)),
      epoch_(setup.epoch),
      steps_(env_->journals(settings_->game_id, {}, state_.version, answers_to(self)), kMostWaiting),
      keeper_(self, env_) {
  keeper_.stored(state_.version);
}

Instant GameCore::now() const { return env_->clock.now(self_->system().clock()); }

void GameCore::start() {
  last_save_ = now();
  game::index(state_);
  for (const TableState& table : std::exchange(loaded_, {})) open_table(table, true);
  // The tables' last words before the stop come first, as they would have.
  for (NoticeOnTheWay& notice : std::exchange(on_the_way_, {}))
    submit({FromTable{notice.table, std::move(notice.notice)}, {}, {}, {}, {}, {}, false});
  Membership members{state_.settings.game_id, {}, true};
  std::vector<UserId> connected;
  for (const auto& [user, player] : state_.players) {
    if (player.registered) members.users.push_back(user);
    if (player.connected && player.registered) connected.push_back(user);
  }
  // Nobody is connected after a start.
  for (const UserId& user : connected) submit({Disconnected{user}, {user, false}, {}, {}, {}, {}, false});
  if (!members.users.empty()) self_->send(lobby_, std::move(members));
  arm();
}

void GameCore::call(GameCall& call, AnswerSink from) {
  // Who gives no number wants no answer.
  const bool asks = call.client.v != 0;
  submit({std::move(call.command), call.caller, call.client, call.name, std::move(call.session),
          asks ? std::move(from) : AnswerSink{}, asks});
}

void GameCore::table_says(TableSays& says) {
  keeper_.note(says.table, says.notice);
  submit({FromTable{says.table, std::move(says.notice)}, {}, {}, {}, {}, {}, false});
}

void GameCore::table_changed(const TableId& table) {
  const auto link = tables_.find(table);
  if (link == tables_.end()) return;
  link->second.changed = true;
  tables_changed_ = true;
  changed();
}

void GameCore::ring(Instant due) {
  alarm_.rang(due);
  // After a pending step the timer is armed anew.
  if (steps_.pending() || stopping_) return;
  const Instant next = game::next_deadline(state_);
  if (next.set() && next <= now())
    submit({Wake{}, {}, {}, {}, {}, {}, false});
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
  if (stopping_ && work.from) {
    self_->send(work.from, Answered{work.client, protocol::Code::UNAVAILABLE});
    return false;
  }
  const Input input{now(), env_->seeds(), work.client};
  const Error error = game::verify(state_, work.command, work.caller, input);
  if (error != Error::NONE) {
    if (work.from) self_->send(work.from, Answered{work.client, error});
    return false;
  }
  out_.clear();
  game::apply(state_, work.command, work.caller, input, out_);
  if (std::holds_alternative<RegisterForGame>(work.command)) names_[work.caller.user] = work.name;
  entry.version = state_.version;
  entry.step = GameStep{work.command, work.caller, input};
  work_ = std::move(work);
  return true;
}

void GameCore::adopt() {
  const GameWork work = std::exchange(work_, {});
  log_operator(work);
  for (const TableId& id : out_.created) open_table(table::init(*settings_, id), false);
  // Whether chips can be bought the table decides: its word is the answer then.
  const bool later = std::holds_alternative<BuyIn>(work.command);
  if (work.session && state_.players.count(work.caller.user) > 0) members_[work.caller.user] = work.session;
  if (work.from && !later) self_->send(work.from, Answered{work.client, {}});
  for (const Answer& answer : out_.answers)
    if (const auto member = members_.find(answer.user); member != members_.end())
      self_->send(member->second, Answered{answer.client, answer.error});
  for (ToTable& message : out_.to_tables) send(message);
  tell_events();
  tell_players();
  for (const TableId& id : out_.removed) close_table(id);
  arm();
  changed();
  if (cut_wanted_) try_cut();
}

void GameCore::busy(const GameWork& work) {
  if (work.from) self_->send(work.from, Answered{work.client, protocol::Code::BUSY});
}

void GameCore::remind(Overdue overdue) { self_->delayed_send(GameActor(self_), kJournalPatience, overdue); }

void GameCore::reopened() {
  log_warning("game " + settings_->game_id.str() + ": its journal was opened anew");
}

void GameCore::lost() { finish_stopping("somebody else owns the game's journal"); }

void GameCore::open_table(const TableState& state, bool stored) {
  SeatNames names;
  for (int i = 0; i < state.seat_count; ++i)
    if (const auto name = names_.find(state.seats[i].user); name != names_.end()) names[i] = name->second;
  TableLink link;
  link.relay = spawn_relay(self_->system());
  link.actor =
      spawn_table(self_->system(), {env_, settings_, state, names, epoch_, GameActor(self_), link.relay});
  self_->send(link.relay, ServeTable{link.actor});
  if (stored) link.stored = state.version;
  self_->monitor(link.actor);
  self_->monitor(link.relay);
  alive_[link.actor.id()] = state.id;
  alive_[link.relay.id()] = state.id;
  self_->send(lobby_, TableListed{settings_->game_id, state.id, link.actor, link.relay});
  tables_[state.id] = std::move(link);
}

void GameCore::close_table(const TableId& id) {
  const auto link = tables_.find(id);
  if (link == tables_.end()) return;
  self_->send(link->second.actor, StopTable{});
  self_->send(lobby_, TableListed{settings_->game_id, id, {}, {}});
  tables_.erase(link);
  keeper_.gone(id);
}

void GameCore::send(ToTable& message) {
  const auto link = tables_.find(message.table);
  if (link == tables_.end()) return;
  link->second.changed = true;
  tables_changed_ = true;
  FromGame order{std::move(message.command), {}};
  if (const auto* seat = std::get_if<SeatPlayer>(&order.command))
    if (const auto name = names_.find(seat->user); name != names_.end()) order.name = name->second;
  self_->send(link->second.actor, std::move(order));
}

}  // namespace cardroom
