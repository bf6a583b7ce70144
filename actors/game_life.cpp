#include <caf/send.hpp>
#include <caf/system_messages.hpp>
#include <caf/typed_event_based_actor.hpp>

#include "actors/game_core.hpp"
#include "actors/log.hpp"
#include "actors/record.hpp"
#include "actors/relay_messages.hpp"

/// A game's snapshots, counts, held tables and end.
namespace cardroom {
namespace {

/// How long tables have to come to rest: longer than a store takes to notice that it is cut off.
constexpr std::chrono::milliseconds kStopPatience{8000};

}  // namespace

void GameCore::may_save() {
  if (!env_->storage || saving_ || steps_.pending() || state_.version == saved_) return;
  if (!stopping_ && now() - last_save_ < env_->save_interval) return;
  last_save_ = now();
  saved_ = state_.version;
  saving_ = true;
  steps_.journal().save(game_record({state_, names_}));
}

void GameCore::snapshot_ended(const SnapshotEnded&) {
  // One that failed is not tried again: a later one is newer.
  saving_ = false;
  may_stop();
}

void GameCore::store_turned(bool down) {
  for (const auto& [id, link] : tables_) self_->send(link.actor, StoreTurned{down});
  tell_store(down);
  if (down) return;
  // It may have lost what nobody asks for at the moment.
  if (!steps_.pending()) steps_.open(*this);
  steps_.retry(*this);
}

void GameCore::held(const TableHeld& held) {
  const auto link = tables_.find(held.table);
  if (link == tables_.end()) return;
  link->second.held = held.why;
  if (held.why.empty()) when_stored([this, id = held.table] { send_owed(&id); });
}

void GameCore::void_held(const VoidHeld& order, const AnswerSink& from) {
  when_stored([this, order, from] {
    const auto link = tables_.find(order.table);
    if (link == tables_.end()) return self_->send(from, Answered{order.client, Error::NO_TABLE});
    if (link->second.held.empty()) return self_->send(from, Answered{order.client, Error::INVALID_STATE});
    log_info("game " + settings_->game_id.str() + ": the operator voids the hand of table " +
             order.table.str());
    self_->send(link->second.actor, VoidTable{game::known_table(state_, order.table), order.client, from});
  });
}

void GameCore::audit(const Audit& ask, AdminActor from) {
  audits_.push_back({ask.ask, std::move(from)});
  when_stored([this] { count_next(); });
}

void GameCore::count_next() {
  if (count_ || audits_.empty()) return;
  asked_now_ = std::exchange(audits_, {});
  last_cut_ = last_cut_.next();
  std::set<TableId> tables;
  for (const auto& [id, link] : tables_) {
    tables.insert(id);
    self_->send(link.actor, CountTable{last_cut_});
  }
  count_.emplace(last_cut_, state_, std::move(tables));
  // What came in already and is not in the state yet.
  steps_.for_each_waiting([this](const GameWork& work) {
    if (const auto* said = std::get_if<FromTable>(&work.command)) count_->note(said->table, said->notice);
  });
  TableCounted none;
  if (count_->complete()) counted(none);
}

void GameCore::counted(TableCounted& part) {
  if (!count_ || (!count_->complete() && !count_->add(std::move(part)))) return;
  AuditResult result = count_->result();
  count_.reset();
  if (!result.fits)
    log_error("game " + settings_->game_id.str() + ": the chips do not add up: " +
              std::to_string(result.held.v) + " held and " + std::to_string(result.at_tables.v) +
              " at tables are not the " + std::to_string(result.credited.v) + " booked in");
  for (const Asked& asked : std::exchange(asked_now_, {})) {
    result.ask = asked.ask;
    self_->send(asked.from, result);
  }
  when_stored([this] { count_next(); });
}

void GameCore::steps_lost() {
  if (ending_) return;
  log_error("game " + settings_->game_id.str() +
            ": the store has lost steps that were told already; everything comes back as it is stored");
  reload_ = !stopping_;
  finish_stopping({});
}

void GameCore::stop() {
  if (stopping_) return;
  stopping_ = true;
  for (const auto& [id, link] : tables_) {
    moving_.insert(id);
    self_->send(link.actor, HaltTable{});
  }
  self_->delayed_send(GameActor(self_), kStopPatience, StopOverdue{});
  may_stop();
}

void GameCore::halted(const TableId& table) {
  moving_.erase(table);
  may_stop();
}

void GameCore::may_stop() {
  if (!stopping_ || ending_ || opening_ || !moving_.empty() || steps_.pending() || saving_) return;
  may_save();
  if (!saving_) finish_stopping({});
}

void GameCore::stop_overdue() {
  if (!ending_) finish_stopping("its last steps could not be stored; nobody was told of them");
}

void GameCore::finish_stopping(std::string problem) {
  stopping_ = ending_ = true;
  problem_ = std::move(problem);
  if (!problem_.empty()) log_error("game " + settings_->game_id.str() + " stops: " + problem_);
  for (const auto& [id, link] : tables_) self_->send(link.actor, StopTable{false});
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
  self_->send(lobby_, GameStopped{settings_->game_id, problem_, reload_});
  self_->quit();
}

}  // namespace cardroom
