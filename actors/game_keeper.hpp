#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "actors/admin_messages.hpp"
#include "actors/environment.hpp"
#include "actors/game_messages.hpp"

/// Snapshots of a game and its tables at one moment, while both go on.
namespace cardroom {

/// What a game knows of one of its tables.
struct TableLink {
  TableActor actor;
  RelayActor relay;
  std::optional<Version> stored;  ///< the version in the store
  bool changed = true;            ///< since then, or was told something
};
using TableLinks = std::map<TableId, TableLink>;

/// Takes the cuts. The game's own state is copied first; then each table, having taken everything that the
/// game sent before, gives its state. What the tables had sent by then and the copy does not have yet is kept
/// beside it. So the parts fit together although nobody stands still. At most one cut is under way; it is for
/// the store or for an audit.
class Keeper {
 public:
  Keeper(GameActor::pointer self, EnvironmentPtr env) : self_(self), env_(std::move(env)) {}

  enum class Purpose { SAVE, AUDIT };

  bool cutting() const { return cut_.has_value(); }
  bool complete() const { return cut_ && cut_->waiting.empty() && !saving_; }
  bool saving() const { return saving_; }
  Purpose purpose() const { return cut_->purpose; }

  /// Begins a cut. SAVE asks only the tables that changed.
  void begin(Purpose purpose, const GameState& state, const std::map<UserId, DisplayName>& names,
             TableLinks& tables);
  /// A notice that came in, before the game takes it.
  void note(const TableId& table, const TableNotice& notice);
  /// A table's part. True when the cut is complete.
  bool add(TableCut part);
  /// A table is gone for good, from this moment on.
  void gone(const TableId& table);

  /// The complete cut as a write; nothing when it has to be taken again first.
  std::optional<SavedGame> saved_game();
  /// What the store said to it: the links know what is stored, or that they have to be asked again.
  void saved(bool done, TableLinks& tables);
  /// The complete cut as an audit.
  AuditResult audit_result();

  /// The game's version in the store.
  Version stored() const { return stored_; }
  void stored(Version version) { stored_ = version; }
  bool has_gone() const { return !gone_.empty(); }

 private:
  struct Cut {
    CutId id;
    Purpose purpose = Purpose::SAVE;
    GameRecord record;
    std::set<TableId> waiting;
    std::vector<TableCut> parts;
    std::vector<TableId> gone;
  };

  GameActor::pointer self_;
  EnvironmentPtr env_;
  CutId last_;
  std::optional<Cut> cut_;
  bool saving_ = false;  ///< the cut is with the store
  Version stored_, tried_;
  std::vector<TableId> gone_;  ///< removed since the last write
};

}  // namespace cardroom
