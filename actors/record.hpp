#pragma once
#include <optional>
#include <string_view>

#include "actors/storage.hpp"

/// Records of games and tables as text, and back.
namespace cardroom {

/// The record of a table between hands.
StoredText table_record(const TableState& table);
StoredText game_record(const GameRecord& game);

/// Reads a record; nothing when its text is not one, or says something else than the digest does. `problem`
/// names the record and what is wrong with it.
std::optional<TableState> read_table(const StoredText& text, std::string& problem);
std::optional<GameRecord> read_game(const StoredText& text, std::string& problem);

}  // namespace cardroom
