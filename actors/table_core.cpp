#include "actors/table_core.hpp"

#include <caf/actor_system.hpp>
#include <caf/send.hpp>
#include <caf/typed_event_based_actor.hpp>

#include "actors/log.hpp"
#include "actors/record.hpp"
#include "actors/relay_messages.hpp"

namespace cardroom {
namespace {

constexpr std::size_t kMostWaiting = 64;

/// The number of a message that moves chips or players; applied once however often it comes.
std::optional<Sequence> sequence_of(const TableCommand& command) {
  if (const auto* seat = std::get_if<SeatPlayer>(&command)) return seat->seq;
  if (const auto* chips = std::get_if<AddChips>(&command)) return chips->seq;
  return std::nullopt;
}

JournalAnswer answers_to(TableActor::pointer self) {
  return [table = TableActor(self)](std::variant<Stored, Opened> answer) {
    std::visit([&](const auto& a) { caf::anon_send(table, a); }, answer);
  };
}

}  // namespace

TableCore::TableCore(TableActor::pointer self, TableSetup setup)
    : self_(self),
      env_(std::move(setup.env)),
      settings_(std::move(setup.settings)),
      game_(std::move(setup.game)),
      relay_(std::move(setup.relay)),
      state_(setup.state),
      names_(setup.names),
      epoch_(table_epoch(setup.epoch)),
      published_(state_.version),
      steps_(env_->journals(settings_->game_id, state_.id, state_.version, answers_to(self)), kMostWaiting) {}

Instant TableCore::now() const { return env_->clock.now(self_->system().clock()); }

TableCore::Prepared& TableCore::scratch() {
  thread_local Prepared prepared;
  return prepared;
}

void TableCore::start() {
  std::vector<TableNotice> owed;
  table::owed(state_, owed);
  for (TableNotice& notice : owed) tell_game(std::move(notice));
  arm();
}

void TableCore::ring(Instant due) {
  alarm_.rang(due);
  // After a pending step the timer is armed anew.
  if (steps_.pending() || halted_) return;
  const Instant next = table::next_deadline(*settings_, state_);
  if (next.set() && next <= now())
    submit({Wake{}, {}, {}, {}, {}, {}, false});
  else
    arm();
}

void TableCore::halt() {
  halted_ = true;
  submit({VoidHand{}, {}, {}, {}, {}, {}, false});
}

void TableCore::stop() {
  std::vector<std::string> hands;
  TableState cleared = state_;
  cleared.phase = HandPhase::WAITING_FOR_PLAYERS;
  hand_log_.add(cleared, names_, {}, now(), hands);
  append(hands);
  self_->send(relay_, StopRelay{});
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
  if (const auto seq = sequence_of(work.command)) tell_game(Applied{*seq, error});
  if (work.from) self_->send(work.from, Answered{work.client, error});
}

void TableCore::busy(const TableWork& work) {
  if (work.from) self_->send(work.from, Answered{work.client, protocol::Code::BUSY});
}

bool TableCore::prepare(TableWork& work, Entry& entry) {
  if (work.cut) return answer_cut(*work.cut), false;
  if (halted_ && work.from) {
    self_->send(work.from, Answered{work.client, protocol::Code::UNAVAILABLE});
    return false;
  }
  if (const auto seq = sequence_of(work.command); seq && *seq <= state_.in)
    return tell_game(Applied{*seq, Error::NONE}), false;
  const Input input{now(), env_->seeds(), work.client};
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
  entry.step = TableStep{work.command, input};
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
  if (!told_changed_) {
    told_changed_ = true;
    self_->send(game_, TableChanged{state_.id});
  }
  for (TableNotice& notice : step.out.notices) tell_game(std::move(notice));
  if (env_->storage) log_hand(step);
  publish(step, quiet);
  arm();
  step.work.from = nullptr;
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

void TableCore::log_hand(const Prepared& step) {
  std::vector<std::string> finished;
  hand_log_.add(state_, names_, step.out.events, step.now, finished);
  append(finished);
}

void TableCore::append(std::vector<std::string>& hands) {
  if (!env_->storage) return;
  for (std::string& hand : hands) env_->storage->append_hand(settings_->game_id, std::move(hand));
}

void TableCore::arm() {
  if (halted_) return;
  const Instant due = table::next_deadline(*settings_, state_);
  if (!alarm_.arm(due)) return;
  const Duration wait = due - now();
  if (wait <= Duration{0})
    self_->send(TableActor(self_), Tick{due});
  else
    self_->delayed_send(TableActor(self_), std::chrono::milliseconds(wait.ms), Tick{due});
}

void TableCore::answer_cut(const CutTable& cut) {
  TableCut answer{cut.cut, state_.id, state_.version, {}, chips_at(state_), {}};
  std::vector<TableNotice> owed;
  table::owed(state_, owed);
  for (const TableNotice& notice : owed)
    if (const auto* out = std::get_if<ChipsOut>(&notice))
      answer.owed.push_back({out->out, out->carried.chips});
  if (!cut.counts_only) {
    if (state_.version != cut.since) answer.text = table_record(table::refunded(state_));
    if (cut.since) steps_.trim(*cut.since);
    told_changed_ = false;
  }
  self_->send(game_, std::move(answer));
}

void TableCore::remind(Overdue overdue) { self_->delayed_send(TableActor(self_), kJournalPatience, overdue); }

void TableCore::reopened() {
  epoch_ = epoch_.next();
  show(true);
  log_warning("table " + state_.id.str() + ": its journal was opened anew");
}

void TableCore::lost() {
  log_error("table " + state_.id.str() + " stops: somebody else owns its journal");
  self_->send(relay_, StopRelay{});
  self_->quit(caf::exit_reason::kill);
}

}  // namespace cardroom
