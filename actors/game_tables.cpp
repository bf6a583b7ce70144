#include <algorithm>
#include <caf/send.hpp>
#include <caf/typed_event_based_actor.hpp>

#include "actors/game_core.hpp"
#include "actors/log.hpp"
#include "actors/restore.hpp"

/// A game's tables: offered to whoever is to have them, which may be another node, and spoken to wherever
/// they are.
namespace cardroom {

void GameCore::count_tables(const std::vector<TableId>& tables) {
  env_->storage->open_tables(tables, [self = GameActor(self_)](std::vector<OpenedJournal> opened) {
    caf::anon_send(self, TablesCounted{std::move(opened)});
  });
}

/// The next step is followed by a snapshot: until then nobody else can tell what the tables are to have.
void GameCore::tables_counted(TablesCounted& counted) {
  if (ending_) return;
  CountTables again;
  for (OpenedJournal& journal : counted.tables) {
    if (journal.unknown)
      again.tables.emplace_back(journal.id);
    else
      counted_.push_back(std::move(journal));
  }
  if (!again.tables.empty()) return self_->delayed_send(GameActor(self_), kJournalRetry, std::move(again));
  open_when_ready();
}

/// Once the bank is there and what is to be counted is read the tables are offered. Alone, the game waits
/// for them; among nodes one of them may be a long time coming.
void GameCore::open_when_ready() {
  if (!opening_ || offered_ || !bank_open_ || (uncounted_ && counted_.size() < tables_.size())) return;
  if (uncounted_) {
    last_save_ = {};
    const std::string game = "game " + settings_->game_id.str();
    const std::string problem = cardroom::count_tables(state_, std::exchange(counted_, {}), *env_->sealer);
    if (problem.empty())
      log_info(game + " comes from before the bank, which takes over its players' balances, and " +
               std::to_string(game::chips_coming(state_).v) + " chips inside it");
    else
      log_error(game + " comes from before the bank: " + problem);
  }
  offered_ = true;
  awaited_ = tables_.size();
  std::vector<OfferTables::Table> all;
  for (const auto& table : tables_) all.push_back({table.first, {}});
  offer(std::move(all));
  chase();
  if (among_nodes() || awaited_ == 0) begin();
}

void GameCore::offer(std::vector<OfferTables::Table> tables) {
  if (tables.empty()) return;
  for (OfferTables::Table& table : tables)
    if (table.known != OfferTables::Known::MADE && game::unheard(state_.tables.at(table.table)))
      table.known = OfferTables::Known::UNHEARD;
  auto names = names_at(tables);
  self_->send(hosting_, OfferTables{settings_->game_id, GameActor(self_), epoch_, anew_, settings_,
                                    std::move(names), std::move(tables)});
}

/// Of everybody where that costs nothing: players who have left since are in the journal too.
std::shared_ptr<const PlayerNames> GameCore::names_at(const std::vector<OfferTables::Table>& tables) const {
  if (std::all_of(tables.begin(), tables.end(),
                  [](const auto& t) { return t.known == OfferTables::Known::MADE; }))
    return nullptr;
  if (!among_nodes()) return std::make_shared<const PlayerNames>(names_);
  std::set<TableId> there;
  for (const auto& table : tables) there.insert(table.table);
  PlayerNames names;
  for (const auto& [user, player] : state_.players)
    if (!player.table.empty() && there.count(player.table) > 0)
      if (const auto name = names_.find(user); name != names_.end()) names.insert(*name);
  return std::make_shared<const PlayerNames>(std::move(names));
}

void GameCore::hosted(TableHosted& hosted) {
  const auto link = tables_.find(hosted.table);
  if (link == tables_.end()) return;
  const bool first = !link->second.actor;
  link->second.actor = std::move(hosted.actor);
  link->second.relay = std::move(hosted.relay);
  if (!opening_) return greet(hosted.table);
  if (first && --awaited_ == 0 && !stopping_) begin();
}

void GameCore::gone(const TableGone& gone) {
  const auto link = tables_.find(gone.table);
  // It may be open elsewhere already.
  if (link == tables_.end() || link->second.actor != gone.actor) return;
  if (opening_) ++awaited_;
  link->second = {};
  if (!among_nodes() && !gone.why.empty() && !ending_) return finish_stopping(gone.why);
  chase();
}

void GameCore::offer_again(const std::vector<TableId>& tables) {
  if (tables.empty()) chasing_ = false;
  if (stopping_ || !offered_) return;
  std::vector<OfferTables::Table> wanted;
  for (const TableId& table : tables)
    if (tables_.count(table) > 0) wanted.push_back({table, {}});
  if (tables.empty())
    for (const auto& [id, link] : tables_)
      if (!link.actor) wanted.push_back({id, {}});
  offer(std::move(wanted));
  chase();
}

/// Whoever was to have a table may not have heard, or have lost it since, or not have known whose it is.
void GameCore::chase() {
  if (!among_nodes() || chasing_ || stopping_) return;
  chasing_ = std::any_of(tables_.begin(), tables_.end(), [](const auto& t) { return !t.second.actor; });
  if (chasing_) self_->delayed_send(GameActor(self_), kJournalRetry, OfferAgain{});
}

/// What a table hears that has come while the game goes on.
void GameCore::greet(const TableId& table) {
  const bool first = greeted_.empty();
  greeted_.insert(table);
  if (first) when_stored([this] { greet(); });
}

/// All at once, for it takes a look at every player.
void GameCore::greet() {
  const std::set<TableId> tables = std::exchange(greeted_, {});
  std::vector<ToTable> owed;
  game::owed(state_, owed);
  game::connections(state_, tables, owed);
  for (ToTable& message : owed)
    if (tables.count(message.table) > 0) send(message);
  for (const auto& [user, member] : members_)
    if (tables.count(state_.players.at(user).table) > 0) tell_whereabouts(user);
}

void GameCore::open_table(const TableId& id) {
  tables_[id];
  offer({{id, OfferTables::Known::MADE}});
  chase();
}

void GameCore::close_table(const TableId& id) {
  tempos_.erase(id);
  if (tables_.erase(id) > 0) self_->send(hosting_, DropTable{settings_->game_id, id});
}

/// One that is open nowhere hears it when it is.
void GameCore::send(ToTable& message) {
  const auto link = tables_.find(message.table);
  if (link == tables_.end() || !link->second.actor) return;
  FromGame order{std::move(message.command), {}};
  if (const auto* seat = std::get_if<SeatPlayer>(&order.command))
    if (const auto name = names_.find(seat->user); name != names_.end()) order.name = name->second;
  self_->send(link->second.actor, std::move(order));
}

}  // namespace cardroom
