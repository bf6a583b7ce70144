#pragma once
#include <optional>
#include <string_view>

#include "actors/storage.hpp"

/// Snapshots of games and tables as text, and back.
namespace cardroom {

/// Number of the format that snapshots are written in; older ones are still read. 0: the bare state. 1: the
/// state beside the number. 2: players' balances are the bank's; until then a game had them, and did not know
/// what its tables had.
inline constexpr std::uint32_t kSnapshotFormat = 2;
inline constexpr std::uint32_t kFirstWithBank = 2;

/// A table's snapshot: between hands, for a running hand's cards are nobody's to read. `names`: of those who
/// sit there, for the records of hands that end after they have left.
StoredText table_record(const TableState& table, const SeatNames& names = {});
StoredText game_record(const GameRecord& game);

/// Reads a snapshot, an older one as what it is today (engine/before_bank.hpp); nothing when its text is not
/// one, or says something else than the digest does. `problem` names it and what is wrong with it.
std::optional<TableState> read_table(const StoredText& text, std::string& problem,
                                     SeatNames* names = nullptr);
std::optional<GameRecord> read_game(const StoredText& text, std::string& problem);

/// The format of a snapshot; one that is none counts as 0.
std::uint32_t format_of(const StoredText& text);

}  // namespace cardroom
