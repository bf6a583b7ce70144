#include "engine/audit.hpp"

#include "engine/game.hpp"
#include "engine/table.hpp"

namespace cardroom::audit {
namespace {

Sequence number_of(const Transfer& transfer) {
  return std::visit([](const auto& message) { return message.seq; }, transfer.message);
}

/// Only for messages that the table has answered and whose answer it still knows.
bool was_refused(const TableState& table, Sequence seq) {
  const std::uint32_t back = table.in.v - seq.v;
  return back < 64 && ((table.refused >> back) & 1) != 0;
}

}  // namespace

std::optional<Chips> given(const TableEntry& entry, const TableState& table) {
  // The game has sent or acknowledged something since.
  if (table.in > entry.sent || table.out < entry.received) return std::nullopt;
  std::vector<TableNotice> owed;
  table::owed(table, owed);
  Chips there = chips_at(table);
  std::uint32_t unheard = 0;
  for (const TableNotice& notice : owed)
    if (const auto* out = std::get_if<ChipsOut>(&notice)) {
      if (out->out > entry.received)
        ++unheard;
      else
        there -= out->carried.chips;  // booked, while the acknowledgement is on its way
    }
  if (unheard != table.out.v - entry.received.v) return std::nullopt;
  for (const Transfer& transfer : entry.transfers)
    if (number_of(transfer) <= table.in && !was_refused(table, number_of(transfer)))
      there -= game::chips_of(transfer);  // taken, and the game has not heard of it
  return there;
}

Fit table_fits(const TableEntry& entry, const TableState& table) {
  const auto chips = given(entry, table);
  if (!chips) return Fit::MOVED_ON;
  return *chips == entry.chips ? Fit::FITS : Fit::DIFFERS;
}

bool game_fits(const GameState& game) {
  Chips found = game::chips_in_transit(game) + game::chips_leaving(game);
  for (const auto& [id, table] : game.tables) found += table.chips;
  return found == game.inside + game::chips_coming(game);
}

Fit bank_fits(const GameState& game, const Desk& desk, const std::vector<MovementAnswer>& answers) {
  if (desk.seq < game.banked) return Fit::DIFFERS;
  Chips inside = game.inside;
  if (desk.seq > game.banked) {
    const std::vector<Movement> due = game::due_at_bank(game);
    if (desk.seq != game.banked.next() || due.size() != answers.size()) return Fit::MOVED_ON;
    for (std::size_t i = 0; i < due.size(); ++i) {
      if (answers[i].result != BankResult::DONE) continue;
      if (due[i].kind == MovementKind::DRAW || due[i].kind == MovementKind::FUND) inside += due[i].amount;
      if (due[i].kind == MovementKind::PAY || due[i].kind == MovementKind::RAKE) inside -= due[i].amount;
    }
  }
  return inside == desk.inside ? Fit::FITS : Fit::DIFFERS;
}

}  // namespace cardroom::audit
