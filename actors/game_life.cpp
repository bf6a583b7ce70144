#include <caf/send.hpp>
#include <caf/typed_event_based_actor.hpp>

#include "actors/game_core.hpp"
#include "actors/log.hpp"
#include "actors/record.hpp"

/// A game's snapshots, held tables and end.
namespace cardroom {
namespace {

/// How long the last steps may take: longer than a store takes to notice that it is cut off.
constexpr std::chrono::milliseconds kStopPatience{8000};

}  // namespace

void GameCore::may_save() {
  if (!env_->storage || saving_ || steps_.pending() || state_.version == saved_) return;
  if (!stopping_ && now() - last_save_ < env_->save_interval) return;
  last_save_ = now();
  saved_ = state_.version;
  saving_ = true;
  steps_.journal().save(game_record({{state_, names_}, remembered(commands_, now())}));
}

void GameCore::snapshot_ended(const SnapshotEnded&) {
  // One that failed is not tried again: a later one is newer.
  saving_ = false;
  if (std::exchange(uncounted_, false)) self_->send(lobby_, GameReady{state_.settings.game_id});
  may_stop();
}

void GameCore::store_turned(bool down) {
  if (down == store_down_.set()) return;
  store_down_ = down ? now() : Instant{};
  tell_store(down);
  if (down) return run_waiting();
  // It may have lost what nobody asks for at the moment.
  if (!steps_.pending()) steps_.open(*this);
  steps_.retry(*this);
}

void GameCore::held(const TableHeld& held) {
  const auto link = tables_.find(held.table);
  if (link == tables_.end()) return;
  link->second.held = held.why;
  if (held.why.empty()) greet(held.table);
}

void GameCore::void_held(const VoidHeld& order, const AnswerSink& from) {
  when_stored([this, order, from] {
    const auto link = tables_.find(order.table);
    if (link == tables_.end()) return self_->send(from, Answered{order.client, Error::NO_TABLE});
    if (!link->second.actor)
      return self_->send(from,
                         Answered{order.client,
                                  {protocol::Code::UNAVAILABLE,
                                   "Table " + order.table.str() +
                                       " is open nowhere that its game can reach: whether it is held is not "
                                       "known. Ask again in a moment; see table list."}});
    if (link->second.held.empty()) return self_->send(from, Answered{order.client, Error::INVALID_STATE});
    log_info("game " + settings_->game_id.str() + ": the operator voids the hand of table " +
             order.table.str());
    self_->send(link->second.actor, VoidTable{game::known_table(state_, order.table), order.client, from});
  });
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
  self_->delayed_send(GameActor(self_), kStopPatience, StopOverdue{});
  may_stop();
}

void GameCore::may_stop() {
  if (!stopping_ || ending_) return;
  // Everything stays where it is: in the store.
  if (opening_) return finish_stopping({});
  if (steps_.pending() || saving_) return;
  may_save();
  if (!saving_) finish_stopping({});
}

void GameCore::stop_overdue() {
  if (!ending_) finish_stopping("its last steps could not be stored; nobody was told of them");
}

void GameCore::finish_stopping(std::string problem) {
  stopping_ = ending_ = true;
  if (!problem.empty()) log_error("game " + settings_->game_id.str() + " stops: " + problem);
  // Among nodes another one has the game by then, and its tables are that one's.
  if (reload_ || (!problem.empty() && !among_nodes())) self_->send(hosting_, CloseTables{settings_->game_id});
  self_->send(lobby_, GameStopped{settings_->game_id, std::move(problem), reload_});
  self_->quit();
}

}  // namespace cardroom
