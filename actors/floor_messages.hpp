#pragma once
#include <memory>
#include <string>
#include <vector>

#include "actors/interfaces.hpp"
#include "actors/message.hpp"
#include "actors/storage.hpp"

namespace cardroom {

/// Tables that a game wants to be open. One that is open already hears whose it is, and says again what it
/// owes; then, too, the game hears `TableHosted`.
struct OfferTables {
  enum class Known : std::uint8_t {
    STORED,   ///< the store has it
    UNHEARD,  ///< the store may have it; else it is made
    MADE      ///< this very moment: the store has none
  };
  struct Table {
    TableId table;
    Known known = Known::STORED;
    Epoch above{};  ///< of another opening that was heard of: one that is open in a lower one has lost it
  };
  GameId game;
  GameActor actor;
  Epoch epoch;        ///< of the game's opening: of two that offer a table the higher one is right
  bool anew = false;  ///< the store has lost steps: what is open since before this opening comes back from it
  std::shared_ptr<const Settings> settings;
  std::shared_ptr<const PlayerNames> names;  ///< at least of the players at these tables
  std::vector<Table> tables;
};

/// A table is removed for good.
struct DropTable {
  GameId game;
  TableId table;
};
/// All tables of a game end, as they are stored.
struct CloseTables {
  GameId game;
};

/// What the store has of tables that are to be opened.
struct TablesRead {
  std::vector<OpenedJournal> tables;
};
/// The store could not be asked a while ago: again.
struct ReadTables {
  std::vector<TableId> tables;
};

/// Another node is to have the table: it ends after its hand, or after `patience` in the midst of it.
struct ReleaseTable {
  TableId table;
  Duration patience;
};
/// The hand took too long, if the table is still that one.
struct ReleaseOverdue {
  TableId table;
  std::uint64_t actor = 0;  ///< its id
};
/// The table has come to rest.
struct TableHalted {
  TableId table;
};

/// The table's journal was opened anew.
struct TableReopened {
  TableId table;
  Epoch epoch;
};

/// All tables of the node come to rest and end; the lobby hears `FloorStopped`.
struct StopFloor {};
struct FloorOverdue {};
struct FloorStopped {
  std::string problem;  ///< what could not be stored
};

// To a game.

/// A table is open, here or at another node.
struct TableHosted {
  TableId table;
  TableActor actor;
  RelayActor relay;
};
/// It is not, any more; `why` not empty: nobody wanted that.
struct TableGone {
  TableId table;
  TableActor actor;  ///< as it was
  std::string why;
};
/// Whoever is to have these tables now does not know yet.
struct OfferAgain {
  std::vector<TableId> tables;  ///< empty: those that are open nowhere
};

}  // namespace cardroom
CARDROOM_MESSAGE(OfferTables)
CARDROOM_MESSAGE(DropTable)
CARDROOM_MESSAGE(CloseTables)
CARDROOM_MESSAGE(TablesRead)
CARDROOM_MESSAGE(ReadTables)
CARDROOM_MESSAGE(ReleaseTable)
CARDROOM_MESSAGE(ReleaseOverdue)
CARDROOM_MESSAGE(TableHalted)
CARDROOM_MESSAGE(TableReopened)
CARDROOM_MESSAGE(StopFloor)
CARDROOM_MESSAGE(FloorOverdue)
CARDROOM_MESSAGE(FloorStopped)
CARDROOM_MESSAGE(TableHosted)
CARDROOM_MESSAGE(TableGone)
CARDROOM_MESSAGE(OfferAgain)
