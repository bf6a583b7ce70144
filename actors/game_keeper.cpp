#include "actors/game_keeper.hpp"

#include <caf/send.hpp>
#include <caf/typed_event_based_actor.hpp>

#include "actors/record.hpp"
#include "engine/game.hpp"

namespace cardroom {
namespace {

/// Chips that both the copy of the game and the tables' parts have.
Chips counted_twice(const GameRecord& record, const std::vector<TableCut>& parts) {
  Chips twice;
  // A transfer that its table took, while the answer was on the way.
  for (const auto& [table, notice] : record.notices) {
    const auto* applied = std::get_if<Applied>(&notice);
    const auto entry = record.state.tables.find(table);
    if (!applied || applied->error != Error::NONE || entry == record.state.tables.end()) continue;
    for (const Transfer& transfer : entry->second.transfers) {
      if (const auto* seat = std::get_if<SeatPlayer>(&transfer.message); seat && seat->seq == applied->seq)
        twice += seat->carried.chips;
      if (const auto* chips = std::get_if<AddChips>(&transfer.message); chips && chips->seq == applied->seq)
        twice += chips->amount;
    }
  }
  // Chips that the game has booked, while its acknowledgement was on the way.
  for (const TableCut& part : parts) {
    const auto entry = record.state.tables.find(part.table);
    if (entry == record.state.tables.end()) continue;
    for (const OwedChips& owed : part.owed)
      if (owed.out <= entry->second.received) twice += owed.chips;
  }
  return twice;
}

}  // namespace

void Keeper::begin(Purpose purpose, const GameState& state, const std::map<UserId, DisplayName>& names,
                   TableLinks& tables) {
  last_ = last_.next();
  Cut& cut = cut_.emplace(Cut{});
  cut.id = last_;
  cut.purpose = purpose;
  cut.record.state = state;
  cut.record.names = names;
  if (purpose == Purpose::SAVE) cut.gone = std::exchange(gone_, {});
  for (auto& [id, link] : tables) {
    if (purpose == Purpose::SAVE && !std::exchange(link.changed, false)) continue;
    cut.waiting.insert(id);
    self_->send(link.actor, CutTable{cut.id, link.stored, purpose == Purpose::AUDIT});
  }
}

void Keeper::note(const TableId& table, const TableNotice& notice) {
  if (cut_ && cut_->waiting.count(table) > 0) cut_->record.notices.push_back({table, notice});
}

bool Keeper::add(TableCut part) {
  if (!cut_ || part.cut != cut_->id || cut_->waiting.erase(part.table) == 0) return false;
  cut_->parts.push_back(std::move(part));
  return cut_->waiting.empty();
}

void Keeper::gone(const TableId& table) { gone_.push_back(table); }

std::optional<SavedGame> Keeper::saved_game() {
  // The store keeps one record of each version; what the tables said since then makes a new one by itself.
  const Version version = cut_->record.state.version;
  if (!cut_->record.notices.empty() && (version == stored_ || version == tried_)) return std::nullopt;
  tried_ = version;
  SavedGame game{game_record(cut_->record), {}, cut_->gone};
  for (TableCut& part : cut_->parts)
    if (part.text) game.tables.push_back(std::move(*part.text));
  saving_ = true;
  return game;
}

void Keeper::saved(bool done, TableLinks& tables) {
  saving_ = false;
  if (done)
    stored_ = cut_->record.state.version;
  else
    gone_.insert(gone_.end(), cut_->gone.begin(), cut_->gone.end());
  for (const TableCut& part : cut_->parts) {
    const auto link = tables.find(part.table);
    if (link == tables.end()) continue;
    if (done)
      link->second.stored = part.version;
    else
      link->second.changed = true;
  }
  cut_.reset();
}

AuditResult Keeper::audit_result() {
  AuditResult result;
  const GameRecord& record = cut_->record;
  result.game_id = record.state.settings.game_id;
  result.credited = record.state.credited;
  result.held = game::chips_held(record.state) - counted_twice(record, cut_->parts);
  for (const TableCut& part : cut_->parts) result.at_tables += part.chips;
  result.fits = result.held + result.at_tables == result.credited;
  cut_.reset();
  return result;
}

}  // namespace cardroom
