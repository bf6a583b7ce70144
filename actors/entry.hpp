#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "actors/store/seal.hpp"
#include "engine/replay.hpp"
#include "engine/revision.hpp"
#include "engine/view.hpp"

/// The journals' entries as text. What a hand is dealt from is sealed in it; nothing else tells a card that
/// was not shown.
namespace cardroom {

/// A table's step with what only the journal's readers need.
struct TableLine {
  table::Record step;
  Chips chips;         ///< at the table after the step
  DisplayName name{};  ///< of the player who is seated: when it is read the game may not name them any more
  std::uint32_t engine = kEngineRevision;  ///< that dealt the hand; of other steps none is kept
};

/// A game's step.
struct GameLine {
  game::Record step;
  DisplayName name;  ///< of the player who registers
};

/// `dealt`: the step's seed is needed to take it again (table::deals).
std::string entry_text(const TableLine& entry, bool dealt, const Sealer& sealer);
std::string entry_text(const GameLine& entry);

/// Nothing when the text is not an entry, or its seed was sealed with another key: `problem` says which.
std::optional<TableLine> read_entry(std::string_view text, const Sealer& sealer, std::string& problem);
std::optional<GameLine> read_entry(std::string_view text, std::string& problem);

}  // namespace cardroom
