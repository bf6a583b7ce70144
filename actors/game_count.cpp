#include "actors/game_count.hpp"

#include "engine/game.hpp"

namespace cardroom {

void ChipCount::note(const TableId& table, const TableNotice& notice) {
  if (waiting_.count(table) > 0) noted_.push_back({table, notice});
}

bool ChipCount::add(TableCounted part) {
  if (part.cut != id_ || waiting_.erase(part.table) == 0) return false;
  parts_.push_back(std::move(part));
  return waiting_.empty();
}

/// Chips that both the copy of the game and the tables' parts have.
Chips ChipCount::counted_twice() const {
  Chips twice;
  // A transfer that its table took, while the answer was on the way.
  for (const auto& [table, notice] : noted_) {
    const auto* applied = std::get_if<Applied>(&notice);
    const auto entry = state_.tables.find(table);
    if (!applied || applied->error != Error::NONE || entry == state_.tables.end()) continue;
    for (const Transfer& transfer : entry->second.transfers) {
      if (const auto* seat = std::get_if<SeatPlayer>(&transfer.message); seat && seat->seq == applied->seq)
        twice += seat->carried.chips;
      if (const auto* chips = std::get_if<AddChips>(&transfer.message); chips && chips->seq == applied->seq)
        twice += chips->amount;
    }
  }
  // Chips that the game has booked, while its acknowledgement was on the way.
  for (const TableCounted& part : parts_) {
    const auto entry = state_.tables.find(part.table);
    if (entry == state_.tables.end()) continue;
    for (const OwedChips& owed : part.owed)
      if (owed.out <= entry->second.received) twice += owed.chips;
  }
  return twice;
}

AuditResult ChipCount::result() const {
  AuditResult result;
  result.game_id = state_.settings.game_id;
  result.credited = state_.credited;
  result.held = game::chips_held(state_) - counted_twice();
  for (const TableCounted& part : parts_) result.at_tables += part.chips;
  result.fits = result.held + result.at_tables == result.credited;
  return result;
}

}  // namespace cardroom
