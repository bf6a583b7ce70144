#include <caf/send.hpp>
#include <caf/system_messages.hpp>
#include <caf/typed_event_based_actor.hpp>

#include "actors/game_core.hpp"
#include "actors/log.hpp"
#include "actors/relay_messages.hpp"

/// A game's snapshots, audits and end.
namespace cardroom {
namespace {

constexpr int kMostFailures = 5;  ///< of the last snapshot, while stopping
constexpr Duration kRetry = seconds(1);

}  // namespace

void GameCore::changed() {
  if (!stopping_) schedule_save();
}

void GameCore::schedule_save() {
  if (!env_->storage || save_scheduled_ || keeper_.cutting() || ending_) return;
  save_scheduled_ = true;
  const Duration wait = last_save_ + env_->save_interval - now();
  self_->delayed_send(GameActor(self_), std::chrono::milliseconds(std::max<std::int64_t>(0, wait.ms)),
                      SaveDue{});
}

void GameCore::save_due() {
  save_scheduled_ = false;
  if (!stopping_ && !ending_) try_cut();
}

void GameCore::try_cut() {
  if (keeper_.cutting() || ending_) return;
  // A pending step is in the state already: its answer brings us back here.
  cut_wanted_ = steps_.pending();
  if (cut_wanted_) return;
  if (!audits_.empty() && !stopping_) {
    keeper_.begin(Keeper::Purpose::AUDIT, state_, names_, tables_);
  } else if (stopping_ || tables_changed_ || keeper_.has_gone() || state_.version != keeper_.stored()) {
    tables_changed_ = false;
    last_save_ = now();
    keeper_.begin(Keeper::Purpose::SAVE, state_, names_, tables_);
  } else {
    return;
  }
  if (keeper_.complete()) complete_cut();
}

void GameCore::cut(TableCut& part) {
  if (keeper_.add(std::move(part))) complete_cut();
}

void GameCore::complete_cut() {
  if (keeper_.purpose() == Keeper::Purpose::AUDIT) {
    AuditResult result = keeper_.audit_result();
    if (!result.fits)
      log_error("game " + settings_->game_id.str() + ": the chips do not add up: " +
                std::to_string(result.held.v) + " held and " + std::to_string(result.at_tables.v) +
                " at tables are not the " + std::to_string(result.credited.v) + " booked in");
    for (const Asked& asked : std::exchange(audits_, {})) {
      result.ask = asked.ask;
      self_->send(asked.from, result);
    }
    return after_cut();
  }
  auto game = keeper_.saved_game();
  if (!env_->storage) {
    keeper_.saved(true, tables_);
    return after_cut();
  }
  if (!game) {
    keeper_.saved(false, tables_);
    tables_changed_ = true;
    return try_cut();
  }
  env_->storage->save(std::move(*game), [self = GameActor(self_)](StorageResult result) {
    caf::anon_send(self, SaveEnded{result});
  });
}

void GameCore::save_ended(StorageResult result) {
  if (!keeper_.saving()) return;
  keeper_.saved(result == StorageResult::DONE, tables_);
  if (ending_) return;
  if (result == StorageResult::FENCED || result == StorageResult::EXISTS)
    return finish_stopping("somebody else has opened the game");
  if (result != StorageResult::DONE) {
    tables_changed_ = true;
    ++saves_failed_;
    log_warning("game " + settings_->game_id.str() + ": its snapshot could not be stored");
    if (stopping_ && saves_failed_ >= kMostFailures)
      return finish_stopping("its last snapshot is not stored");
  } else {
    saves_failed_ = 0;
  }
  after_cut();
}

void GameCore::after_cut() {
  if (stopping_ && final_cut_ && saves_failed_ == 0) return finish_stopping({});
  if (stopping_) {
    final_cut_ = true;
    if (saves_failed_ == 0) return try_cut();
    self_->delayed_send(GameActor(self_), std::chrono::milliseconds(kRetry.ms), StopGame{});
    return;
  }
  if (!audits_.empty()) return try_cut();
  if (tables_changed_ || keeper_.has_gone() || state_.version != keeper_.stored()) schedule_save();
}

void GameCore::audit(const Audit& ask, AdminActor from) {
  audits_.push_back({ask.ask, std::move(from)});
  try_cut();
}

void GameCore::stop() {
  if (ending_) return;
  if (!stopping_) {
    stopping_ = true;
    for (const auto& [id, link] : tables_) self_->send(link.actor, HaltTable{});
  }
  if (keeper_.cutting()) return;
  final_cut_ = true;
  try_cut();
}

void GameCore::finish_stopping(std::string problem) {
  stopping_ = ending_ = true;
  problem_ = std::move(problem);
  if (!problem_.empty()) log_error("game " + settings_->game_id.str() + " stops: " + problem_);
  for (const auto& [id, link] : tables_) self_->send(link.actor, StopTable{});
  end();
}

void GameCore::down(const caf::down_msg& message) {
  const auto dead = alive_.find(message.source.id());
  if (dead == alive_.end()) return;
  const TableId table = dead->second;
  alive_.erase(dead);
  // A relay ends after its table; one whose table died is told here.
  if (const auto link = tables_.find(table);
      link != tables_.end() && link->second.relay.id() != message.source.id())
    self_->send(link->second.relay, StopRelay{});
  if (!ending_ && tables_.count(table) > 0) finish_stopping("table " + table.str() + " ended unexpectedly");
  end();
}

void GameCore::end() {
  if (!ending_ || !alive_.empty()) return;
  self_->send(lobby_, GameStopped{settings_->game_id, problem_});
  self_->quit();
}

}  // namespace cardroom
