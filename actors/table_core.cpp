#include "actors/table_core.hpp"

#include <caf/actor_system.hpp>
#include <caf/send.hpp>
#include <caf/typed_event_based_actor.hpp>

#include "actors/entry.hpp"
#include "actors/floor_messages.hpp"
#include "actors/log.hpp"
#include "actors/record.hpp"
#include "actors/relay_messages.hpp"
#include "actors/restore.hpp"
#include "engine/digest.hpp"
#include "engine/pots.hpp"

namespace cardroom {
namespace {

constexpr std::size_t kMostWaiting = 64;
constexpr Duration kNoticed = seconds(1);  ///< a delay by the store that players notice
constexpr std::string_view kHeld = "This table is held until the operator has looked at it.";

JournalAnswer answers_to(TableActor::pointer self) {
  return [table = TableActor(self)](std::variant<Stored, Opened, SnapshotEnded> answer) {
    std::visit([&](const auto& a) { caf::anon_send(table, a); }, answer);
  };
}

/// A table that cannot be opened has no journal either.
JournalMaker journal_of(const Environment& env, const OpenedJournal* stored, const TableState& state) {
  if (stored && stored->journal) return stored->journal;
  if (stored || !env.storage) return volatile_journal(state.version);
  return env.storage->new_table(table_record(state));
}

RestoredTable first_state(const TableSetup& setup) {
  if (setup.stored) return restore_table(*setup.settings, *setup.names, *setup.stored, *setup.env->sealer);
  RestoredTable fresh;
  fresh.state = table::init(*setup.settings, setup.id);
  return fresh;
}

}  // namespace

TableCore::TableCore(TableActor::pointer self, TableSetup setup)
    : TableCore(self, setup, first_state(setup)) {}

TableCore::TableCore(TableActor::pointer self, TableSetup& setup, RestoredTable restored)
    : self_(self),
      env_(std::move(setup.env)),
      settings_(std::move(setup.settings)),
      game_(std::move(setup.game)),
      relay_(std::move(setup.relay)),
      floor_(std::move(setup.floor)),
      state_(restored.state),
      names_(restored.names),
      epoch_(setup.stored ? setup.stored->epoch : Epoch{1}),
      published_(state_.version),
      top_(setup.stored ? setup.stored->top : Version{}),
      saved_(restored.stored),
      last_step_(restored.last),
      has_journal_(!setup.stored || setup.stored->journal),
      held_(std::move(restored.problem)),
      hand_log_(std::move(restored.hand)),
      hands_(std::move(restored.finished)),
      steps_(journal_of(*env_, setup.stored.get(), state_)(answers_to(self)), kMostWaiting) {
  state_.id = setup.id;
  if (!setup.stored && env_->storage) steps_.open(*this);
}

Instant TableCore::now() const { return env_->clock.now(self_->system().clock()); }

TableCore::Prepared& TableCore::scratch() {
  thread_local Prepared prepared;
  return prepared;
}

void TableCore::start() {
  last_save_ = now();
  if (!held_.empty()) return log_error(held_ + "; the table is held: see table list, table void");
  // What ended before the restart may not have been written yet.
  write(std::exchange(hands_, {}));
  // The clock that it comes from may be ahead of this one.
  const Instant last = last_step_.set() || state_.phase_started_at <= now() ? std::exchange(last_step_, {})
                                                                            : state_.phase_started_at;
  if (last.set() && last != now()) submit({ShiftClocks{now() - last}, {}, {}, {}, {}, false});
  arm();
}

void TableCore::belongs_to(GameActor game) {
  game_ = std::move(game);
  if (held_.empty()) return tell_owed();
  self_->send(game_, TableHeld{state_.id, held_});
}

void TableCore::tell_owed() {
  std::vector<TableNotice> owed;
  table::owed(state_, owed);
  for (TableNotice& notice : owed) tell_game(std::move(notice));
}

/// Of a hand that was played to its end.
void TableCore::tell_played(const std::vector<TableEvent>& events) {
  Chips pot;
  for (const TableEvent& event : events) {
    pot += pots::paid(event);
    if (!std::holds_alternative<HandComplete>(event)) continue;
    env_->counts->hands.fetch_add(1, std::memory_order_relaxed);
    self_->send(game_, HandPlayed{state_.id, pot});
  }
}

void TableCore::ring(Instant due) {
  alarm_.rang(due);
  // After a pending step the timer is armed anew, and so it is when the store is back.
  if (steps_.pending() || halted_ || store_down_.set() || !held_.empty()) return;
  const Instant next = table::next_deadline(*settings_, state_);
  if (next.set() && next <= now())
    submit({Wake{}, {}, {}, {}, {}, false});
  else
    arm();
}

void TableCore::store_turned(bool down) {
  if (down) {
    if (!store_down_.set()) store_down_ = now();
    return;
  }
  if (!store_down_.set()) return;
  const Instant since = std::exchange(store_down_, {});
  if (!held_.empty()) return;
  // A step that waits moves the clocks itself.
  if (!kept_) steps_.submit_first(*this, {ShiftClocks{now() - since}, {}, {}, {}, {}, false});
  steps_.retry(*this);
}

void TableCore::submit(TableWork work) {
  if (!held_.empty()) return hold(work);
  steps_.submit(*this, std::move(work));
}

/// A table that is held does nothing, and is in nobody's way.
void TableCore::hold(const TableWork& work) {
  if (std::holds_alternative<SetTableStatus>(work.command)) tell_game(TablePaused{});
  if (work.from)
    self_->send(work.from, Answered{work.client, {protocol::Code::UNAVAILABLE, std::string(kHeld)}});
}

bool TableCore::repeated(const TableWork& work, Error error) const {
  const SeatIndex seat = seat_of(state_, work.user);
  if (work.client.v == 0 || !seat.set() || state_.seats[seat.v].client != work.client) return false;
  // A client that begins to count anew may come upon an old number: what can be done now is no repeat.
  if (error != Error::NONE) return true;
  const auto* intent = std::get_if<PlayerIntent>(&work.command);
  const Seat& s = state_.seats[seat.v];
  return intent && s.intent == intent->intent && s.intent_amount == intent->amount;
}

void TableCore::refuse(const TableWork& work, Error error) {
  if (work.from) self_->send(work.from, Answered{work.client, error});
}

void TableCore::busy(const TableWork& work) {
  if (work.from) self_->send(work.from, Answered{work.client, protocol::Code::BUSY});
}

void TableCore::unavailable(const TableWork& work) {
  if (work.from) self_->send(work.from, Answered{work.client, protocol::Code::UNAVAILABLE});
}

void TableCore::unavailable() {
  if (!kept_) return;
  unavailable(kept_->work);
  kept_->work.from = nullptr;
}

bool TableCore::prepare(TableWork& work, Entry& entry) {
  if (halted_) {
    if (work.from) self_->send(work.from, Answered{work.client, protocol::Code::UNAVAILABLE});
    return false;
  }
  const Input input{now(), env_->seeds(), work.client, leaving_};
  const Error error = table::verify(*settings_, state_, work.command, input);
  if (work.from && repeated(work, error)) {
    const Version version = state_.seats[seat_of(state_, work.user).v].client_version;
    self_->send(work.from, Answered{work.client, Outcome(version)});
    return false;
  }
  if (error != Error::NONE) return refuse(work, error), false;
  Prepared& step = scratch();
  step.other = state_;
  step.out.clear();
  step.now = input.now;
  table::apply(*settings_, state_, work.command, input, step.out);
  entry.version = state_.version;
  if (env_->storage) {
    const TableLine line{{state_.version, work.command, input, digest(state_)}, chips_at(state_), work.name};
    entry.text = entry_text(line, table::deals(step.out), *env_->sealer);
  }
  step.work = std::move(work);
  return true;
}

void TableCore::keep() {
  // Until the step is stored everybody sees the state before it.
  kept_ = std::make_unique<Prepared>(std::move(scratch()));
  std::swap(kept_->other, state_);
  scratch() = {};
}

void TableCore::adopt() {
  const auto kept = std::move(kept_);
  if (kept) std::swap(kept->other, state_);
  Prepared& step = kept ? *kept : scratch();
  const TableWork& work = step.work;
  // Between events the public state changes too, by reservations and acknowledgements.
  bool quiet = step.out.events.empty();
  if (quiet)
    quiet = table_view(*settings_, state_, names_, step.now) ==
            table_view(*settings_, step.other, names_, step.now);
  if (const auto* seat = std::get_if<SeatPlayer>(&work.command)) names_[seat->seat.v] = work.name;
  for (TableNotice& notice : step.out.notices) tell_game(std::move(notice));
  tell_played(step.out.events);
  if (env_->storage) {
    std::vector<HandText> finished;
    hand_log_.add(*settings_, state_, names_, step.out.events, step.now, finished);
    write(std::move(finished));
  }
  publish(step, quiet);
  arm();
  step.work.from = nullptr;
  halted_ = halted_ || (leaving_ && !in_play(state_.phase));
  may_save();
  may_halt();
  if (removed_ && chips_at(state_) == Chips{}) self_->send(TableActor(self_), StopTable{true});
  // Its clocks were set when it was taken, and nobody could know of it till now.
  const Duration late = now() - step.now;
  if (kept && late >= kNoticed && !halted_)
    steps_.submit_first(*this, {ShiftClocks{late}, {}, {}, {}, {}, false});
}

void TableCore::publish(Prepared& step, bool quiet) {
  const TableWork& work = step.work;
  if (quiet) {
    if (work.from) self_->send(work.from, Answered{work.client, Outcome(state_.version)});
    return;
  }
  auto frame = make_frame(step.out.events, step.now);
  published_ = state_.version;
  if (work.from) {
    frame->ack_seat = seat_of(state_, work.user);
    frame->ack = work.client;
    frame->ack_to = work.from;
  }
  self_->send(relay_, FramePtr(std::move(frame)));
}

void TableCore::show(bool for_all) {
  std::vector<TableEvent> none;
  auto frame = make_frame(none, now());
  frame->head.snapshot = true;
  frame->head.previous = {};
  frame->for_all = for_all;
  self_->send(relay_, FramePtr(std::move(frame)));
}

std::shared_ptr<Frame> TableCore::make_frame(std::vector<TableEvent>& events, Instant now) {
  auto frame = new_frame();
  protocol::FrameHead& head = frame->head;
  head.game_id = settings_->game_id;
  head.table_id = state_.id;
  head.epoch = epoch_;
  head.previous = published_;
  head.version = state_.version;
  table_view(*settings_, state_, names_, now, head.state);
  SeatMask dealt;
  head.events.reserve(events.size());
  for (TableEvent& event : events) {
    if (const auto* cards = std::get_if<HoleCardsDealt>(&event)) dealt.add(cards->seat_position.v);
    if (auto open = public_event(std::move(event))) head.events.push_back(std::move(*open));
  }
  frame->privates.reserve(head.state.seats.size());
  for (const SeatView& seat : head.state.seats) {
    const int i = seat.seat_index.v;
    if (seat.user_id)
      frame->privates.push_back({*seat.user_id, private_view(*settings_, state_, i), dealt.has(i)});
  }
  return frame;
}

void TableCore::tell_game(TableNotice notice) { self_->send(game_, TableSays{state_.id, std::move(notice)}); }

void TableCore::arm() {
  if (halted_ || store_down_.set()) return;
  const Instant due = table::next_deadline(*settings_, state_);
  if (!alarm_.arm(due)) return;
  const Duration wait = due - now();
  if (wait <= Duration{0})
    self_->send(TableActor(self_), Tick{due});
  else
    self_->delayed_send(TableActor(self_), std::chrono::milliseconds(wait.ms), Tick{due});
}

void TableCore::remind(Overdue overdue) { self_->delayed_send(TableActor(self_), kJournalRetry, overdue); }

void TableCore::reopened(Epoch epoch) {
  const bool first = state_.version == Version{};
  epoch_ = epoch;
  show(true);
  if (first) return;
  self_->send(floor_, TableReopened{state_.id, epoch});
  log_info("table " + state_.id.str() + ": its journal was opened anew");
}

void TableCore::lost() { end_with("somebody else owns its journal"); }

void TableCore::rolled_back() {
  log_warning("table " + state_.id.str() + ": the store has lost its last steps");
  self_->send(game_, StepsLost{});
}

/// Among nodes it is another's by now, and whoever counts for the log what was taken says so.
void TableCore::end_with(const std::string& why) {
  const std::string text = "table " + state_.id.str() + " stops: " + why;
  env_->node.empty() ? log_error(text) : log_info(text);
  self_->send(relay_, StopRelay{});
  self_->quit(caf::exit_reason::kill);
}

}  // namespace cardroom
