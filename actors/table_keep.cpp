#include <algorithm>
#include <caf/send.hpp>
#include <caf/typed_event_based_actor.hpp>

#include "actors/floor_messages.hpp"
#include "actors/log.hpp"
#include "actors/record.hpp"
#include "actors/relay_messages.hpp"
#include "actors/table_core.hpp"

/// What a table leaves in the store beside its journal, and its end.
namespace cardroom {

void TableCore::write(std::vector<HandText> hands) {
  for (HandText& hand : hands) {
    write(hand);
    hands_.push_back(std::move(hand));
  }
}

void TableCore::write(const HandText& hand) {
  if (!env_->storage) return;
  env_->storage->append_hand(
      state_.id, hand, [self = TableActor(self_), n = hand.hand, part = hand.part](StorageResult result) {
        caf::anon_send(self, HandStored{n, part, result == StorageResult::DONE});
      });
}

void TableCore::hand_stored(const HandStored& stored) {
  const auto it = std::find_if(hands_.begin(), hands_.end(), [&](const HandText& h) {
    return h.hand == stored.hand && h.part == stored.part;
  });
  if (it == hands_.end()) return;
  if (!stored.stored) {
    self_->delayed_send(TableActor(self_), kJournalRetry, WriteHand{stored.hand, stored.part});
    return;
  }
  hands_.erase(it);
  if (snapshot_) save_now();
  may_halt();
}

void TableCore::write_again(const WriteHand& again) {
  for (const HandText& hand : hands_)
    if (hand.hand == again.hand && hand.part == again.part) write(hand);
}

/// At the first boundary after the interval. The state is taken now, and stored once the hands before it are:
/// from then on the journal may not have them any more.
void TableCore::may_save() {
  if (!env_->storage || snapshot_ || in_play(state_.phase) || state_.version == saved_) return;
  if (!halted_ && now() - last_save_ < env_->save_interval) return;
  last_save_ = now();
  saved_ = state_.version;
  snapshot_ = table_record(state_, names_);
  save_now();
}

void TableCore::save_now() {
  if (saving_ || !hands_.empty()) return;
  saving_ = true;
  steps_.journal().save(*snapshot_);
}

void TableCore::snapshot_ended(const SnapshotEnded& ended) {
  if (voiding_) return voided(ended.stored);
  // One that failed is not tried again: the next boundary has a newer one.
  saving_ = false;
  snapshot_.reset();
  may_halt();
}

void TableCore::void_table(const VoidTable& order) {
  if (held_.empty() || voiding_) {
    self_->send(order.from, Answered{order.client, Error::INVALID_STATE});
    return;
  }
  if (!has_journal_) {
    self_->send(order.from, Answered{order.client, {protocol::Code::UNAVAILABLE, held_}});
    return;
  }
  if (state_.seat_count == 0) {
    // To go on from an empty table would strand what its players have there.
    const std::string why =
        "Neither of its snapshots can be trusted, so nobody knows what its players have: " + held_ +
        ". Its chips stay where they are, frozen.";
    self_->send(order.from, Answered{order.client, {protocol::Code::UNAVAILABLE, why}});
    return;
  }
  voiding_ = order;
  steps_.journal().replace(table_record(table::voided(state_, order.known, top_), names_));
}

void TableCore::voided(bool stored) {
  const VoidTable order = *std::exchange(voiding_, {});
  self_->send(order.from, Answered{order.client, stored ? Outcome() : protocol::Code::UNAVAILABLE});
  if (!stored) return;
  const Chips before = chips_at(state_);
  state_ = table::voided(state_, order.known, top_);
  published_ = saved_ = state_.version;
  log_warning(held_ + "; the operator had the hand refunded: " + std::to_string(before.v) +
              " chips before, " + std::to_string(chips_at(state_).v) + " now");
  held_.clear();
  hand_log_ = {};
  last_step_ = {};
  show(true);
  self_->send(game_, TableHeld{state_.id, {}});
  start();
  tell_owed();
}

void TableCore::halt(bool after_hand) {
  leaving_ = true;
  halted_ = halted_ || !after_hand || !held_.empty() || !in_play(state_.phase);
  may_halt();
}

/// What waits is refused by then, and the last step is stored.
void TableCore::may_halt() {
  if (!halted_ || steps_.pending()) return;
  if (held_.empty()) may_save();
  if (!held_.empty() || (!snapshot_ && hands_.empty())) self_->send(floor_, TableHalted{state_.id});
}

bool TableCore::stop(bool removed) {
  const bool empty = chips_at(state_) == Chips{};
  // The game has booked what it was owed; that it has said so may not be stored yet.
  constexpr std::chrono::seconds kPatience{5};
  if (removed && !empty && held_.empty() && !std::exchange(removed_, true)) {
    self_->delayed_send(TableActor(self_), kPatience, StopTable{true});
    return false;
  }
  if (removed && !empty)
    log_error("table " + state_.id.str() + " was removed with chips on it: it is kept in the store");
  unavailable();
  steps_.for_each_waiting([this](const TableWork& work) { unavailable(work); });
  if (removed && empty && env_->storage) steps_.journal().close();
  self_->send(relay_, StopRelay{});
  return true;
}

}  // namespace cardroom
