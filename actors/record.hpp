#pragma once
#include <optional>
#include <string_view>

#include "actors/storage.hpp"

/// Snapshots of games and tables as text, and back.
namespace cardroom {

/// Number of the format that snapshots are written in; older ones are still read. 0: the bare state. 1: the
/// state beside the number.
inline constexpr std::uint32_t kSnapshotFormat = 1;

/// A table's snapshot: between hands, for a running hand's cards are nobody's to read.
StoredText table_record(const TableState& table);
StoredText game_record(const GameRecord& game);

/// Reads a snapshot; nothing when its text is not one, or says something else than the digest does. `problem`
/// names it and what is wrong with it.
std::optional<TableState> read_table(const StoredText& text, std::string& problem);
std::optional<GameRecord> read_game(const StoredText& text, std::string& problem);

}  // namespace cardroom
