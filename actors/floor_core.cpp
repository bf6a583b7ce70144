#include "actors/floor_core.hpp"

#include <caf/actor_system.hpp>
#include <caf/system_messages.hpp>
#include <caf/typed_event_based_actor.hpp>

#include "actors/lobby_messages.hpp"
#include "actors/log.hpp"
#include "actors/relay_actor.hpp"
#include "actors/relay_messages.hpp"
#include "actors/steps.hpp"
#include "actors/table_actor.hpp"

namespace cardroom {
namespace {

/// How long tables have to come to rest: longer than a store takes to notice that it is cut off.
constexpr std::chrono::milliseconds kStopPatience{8000};

}  // namespace

FloorCore::FloorCore(FloorActor::pointer self, EnvironmentPtr env, LobbyActor lobby)
    : self_(self), env_(std::move(env)), lobby_(std::move(lobby)) {}

void FloorCore::offer(OfferTables& offer) {
  if (stopping_) return;
  const auto shared = std::make_shared<const OfferTables>(std::move(offer));
  std::vector<TableId> unread;
  for (const OfferTables::Table& wanted : shared->tables) {
    const auto [at, fresh] = tables_.try_emplace(wanted.table);
    Hosted& table = at->second;
    // The game has been opened again since, elsewhere.
    if (!fresh && shared->epoch < table.offer->epoch) continue;
    const bool lost = table.actor && table.epoch < wanted.above;
    const bool outdated = lost || (!fresh && shared->anew && table.offer->epoch < shared->epoch);
    table.offer = shared;
    table.known = wanted.known;
    if (fresh) {
      if (wanted.known == OfferTables::Known::MADE)
        open(wanted.table, table, nullptr);
      else
        unread.push_back(wanted.table);
    } else if (table.state != State::OPENING) {
      // One that is about to end is wanted here after all.
      table.again = table.again || outdated || table.state != State::OPEN;
      if (outdated) end(table);
      if (table.state == State::ENDING) continue;
      greet(table, wanted.table);
    }
  }
  read(unread);
}

void FloorCore::read(const std::vector<TableId>& tables) {
  if (tables.empty() || stopping_) return;
  env_->storage->open_tables(tables, [floor = FloorActor(self_)](std::vector<OpenedJournal> opened) {
    caf::anon_send(floor, TablesRead{std::move(opened)});
  });
}

void FloorCore::opened(std::vector<OpenedJournal>& journals) {
  if (stopping_) return;
  ReadTables again;
  for (OpenedJournal& journal : journals) {
    const TableId id(journal.id);
    const auto at = tables_.find(id);
    if (at == tables_.end() || at->second.state != State::OPENING) continue;
    Hosted& table = at->second;
    if (table.dropped) {
      if (journal.journal) journal.journal([](const auto&) {})->close();
      tables_.erase(at);
    } else if (journal.unknown) {
      again.tables.push_back(id);
    } else {
      // A table that was never heard of was not made before its node ended.
      const bool fresh = journal.missing && table.known != OfferTables::Known::STORED;
      open(id, table, fresh ? nullptr : std::make_shared<OpenedJournal>(std::move(journal)));
    }
  }
  if (!again.tables.empty()) self_->delayed_send(FloorActor(self_), kJournalRetry, std::move(again));
}

void FloorCore::open(const TableId& id, Hosted& table, std::shared_ptr<OpenedJournal> stored) {
  const OfferTables& offer = *table.offer;
  const Epoch epoch = stored ? stored->epoch : Epoch{1};
  table.state = State::OPEN;
  table.epoch = epoch;
  table.relay = spawn_relay(self_->system());
  table.actor = spawn_table(self_->system(), {env_, offer.settings, id, offer.names, std::move(stored),
                                              offer.actor, table.relay, FloorActor(self_)});
  self_->send(table.relay, ServeTable{table.actor});
  if (store_down_) self_->send(table.actor, StoreTurned{});
  self_->monitor(table.actor);
  self_->monitor(table.relay);
  alive_[table.actor.id()] = id;
  alive_[table.relay.id()] = id;
  table.alive = 2;
  self_->send(lobby_, TableListed{offer.game, id, table.actor, table.relay, epoch, false, env_->node});
  greet(table, id);
}

/// The game hears of the table first: what the table says then can be answered.
void FloorCore::greet(const Hosted& table, const TableId& id) {
  self_->send(table.offer->actor, TableHosted{id, table.actor, table.relay});
  self_->send(table.actor, GameIs{table.offer->actor});
}

void FloorCore::end(Hosted& table, bool removed) {
  if (table.state == State::ENDING) return;
  table.state = State::ENDING;
  self_->send(table.actor, StopTable{removed});
}

void FloorCore::drop(const TableId& id) {
  const auto at = tables_.find(id);
  if (at == tables_.end()) return;
  at->second.again = false;
  at->second.dropped = true;
  if (at->second.state != State::OPENING) end(at->second, true);
}

void FloorCore::close(const GameId& game) {
  if (stopping_) return;
  for (auto at = tables_.begin(); at != tables_.end();) {
    Hosted& table = at->second;
    const bool opening = table.state == State::OPENING;
    if (table.offer->game == game && !opening) {
      table.again = false;
      end(table);
    }
    at = table.offer->game == game && opening ? tables_.erase(at) : std::next(at);
  }
}

void FloorCore::release(const ReleaseTable& release) {
  const auto at = tables_.find(release.table);
  if (at == tables_.end() || at->second.state != State::OPEN) return;
  at->second.state = State::RELEASING;
  self_->send(at->second.actor, HaltTable{true});
  self_->delayed_send(FloorActor(self_), std::chrono::milliseconds(release.patience.ms),
                      ReleaseOverdue{release.table, at->second.actor.id()});
}

void FloorCore::release_overdue(const ReleaseOverdue& late) {
  const auto at = tables_.find(late.table);
  if (at == tables_.end() || at->second.state != State::RELEASING) return;
  if (at->second.actor.id() == late.actor) self_->send(at->second.actor, HaltTable{false});
}

void FloorCore::halted(const TableId& id) {
  const auto at = tables_.find(id);
  if (at != tables_.end() && (stopping_ || at->second.state == State::RELEASING)) end(at->second);
}

void FloorCore::reopened(const TableReopened& reopened) {
  const auto at = tables_.find(reopened.table);
  if (at == tables_.end() || !at->second.actor) return;
  at->second.epoch = reopened.epoch;
  self_->send(lobby_, TableListed{at->second.offer->game, at->first, at->second.actor, at->second.relay,
                                  reopened.epoch, false, env_->node});
}

void FloorCore::store_turned(const StoreTurned& turned) {
  store_down_ = turned.down;
  for (const auto& [id, table] : tables_)
    if (table.actor) self_->send(table.actor, turned);
}

void FloorCore::down(const caf::down_msg& message) {
  const auto dead = alive_.extract(message.source.id());
  if (dead.empty()) return;
  const auto at = tables_.find(dead.mapped());
  Hosted& table = at->second;
  // A relay ends after its table; one whose table died is told here.
  if (--table.alive > 0) {
    if (table.relay.id() != message.source.id())
      self_->send(table.relay, StopRelay{});
    else
      self_->send(table.actor, StopTable{});
    return;
  }
  ended(at);
  may_end();
}

void FloorCore::ended(Tables::iterator at) {
  const TableId id = at->first;
  Hosted& table = at->second;
  const bool expected = table.state == State::ENDING;
  self_->send(lobby_, TableListed{table.offer->game, id, {}, {}, {}, false, {}});
  if (!table.dropped)
    self_->send(table.offer->actor,
                TableGone{id, table.actor, expected ? "" : "table " + id.str() + " ended unexpectedly"});
  if (!table.again || stopping_) return void(tables_.erase(at));
  table = {table.offer, table.known, State::OPENING, {}, false, false, {}, {}, 0};
  read({id});
}

void FloorCore::stop() {
  stopping_ = true;
  for (auto at = tables_.begin(); at != tables_.end();) {
    if (at->second.state == State::OPENING) {
      at = tables_.erase(at);
      continue;
    }
    self_->send(at->second.actor, HaltTable{false});
    ++at;
  }
  self_->delayed_send(FloorActor(self_), kStopPatience, FloorOverdue{});
  may_end();
}

void FloorCore::stop_overdue() {
  for (auto& [id, table] : tables_) {
    if (table.state == State::ENDING) continue;
    log_error("table " + id.str() + " stops: its last steps could not be stored");
    if (problem_.empty())
      problem_ = "table " + id.str() + ": its last steps could not be stored; nobody was told of them";
    end(table);
  }
}

void FloorCore::may_end() {
  if (!stopping_ || !tables_.empty()) return;
  self_->send(lobby_, FloorStopped{problem_});
  self_->quit();
}

}  // namespace cardroom
