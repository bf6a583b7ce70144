#pragma once
#include <optional>
#include <set>
#include <vector>

#include "actors/admin_messages.hpp"
#include "actors/game_messages.hpp"

/// All chips of a game at one moment, while it goes on.
namespace cardroom {

/// The game's own state is copied first; then each table, having taken everything that the game sent before,
/// says what it holds. What the tables had sent by then and the copy does not have yet is kept beside it. So
/// the parts fit together although nobody stands still.
class ChipCount {
 public:
  ChipCount(CutId id, const GameState& state, std::set<TableId> tables)
      : id_(id), state_(state), waiting_(std::move(tables)) {}

  CutId id() const { return id_; }
  bool complete() const { return waiting_.empty(); }
  /// A notice that came in, before the game takes it.
  void note(const TableId& table, const TableNotice& notice);
  /// A table's part. True when the count is complete.
  bool add(TableCounted part);
  AuditResult result() const;

 private:
  struct Noted {
    TableId table;
    TableNotice notice;
  };
  Chips counted_twice() const;

  CutId id_;
  GameState state_;
  std::set<TableId> waiting_;
  std::vector<Noted> noted_;
  std::vector<TableCounted> parts_;
};

}  // namespace cardroom
