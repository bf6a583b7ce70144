#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "actors/store/seal.hpp"
#include "engine/replay.hpp"
#include "engine/view.hpp"

/// The journal's entries as text. What a hand is dealt from is sealed in it; nothing else tells a card that
/// was not shown.
namespace cardroom {

/// A table's step with what only the journal's readers need.
struct TableLine {
  table::Record step;
  DisplayName name;  ///< of the player whom the step seats
  Chips chips;       ///< at the table after the step
};

/// `dealt`: the step's seed is needed to take it again (table::deals).
std::string entry_text(const TableLine& entry, bool dealt, const Sealer& sealer);

/// Nothing when the text is not an entry, or its seed was sealed with another key: `problem` says which.
std::optional<TableLine> read_entry(std::string_view text, const Sealer& sealer, std::string& problem);

}  // namespace cardroom
