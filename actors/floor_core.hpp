#pragma once
#include <caf/send.hpp>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "actors/floor_actor.hpp"
#include "actors/floor_messages.hpp"
#include "actors/table_messages.hpp"

namespace caf {
struct down_msg;
}

namespace cardroom {

/// The state of a floor and what it does with it.
class FloorCore {
 public:
  FloorCore(FloorActor::pointer self, EnvironmentPtr env, LobbyActor lobby);

  void offer(OfferTables& offer);
  void read(const std::vector<TableId>& tables);
  void opened(std::vector<OpenedJournal>& journals);
  void drop(const TableId& table);
  void close(const GameId& game);
  void release(const ReleaseTable& release);
  void release_overdue(const ReleaseOverdue& late);
  void halted(const TableId& table);
  void reopened(const TableReopened& reopened);
  void store_turned(const StoreTurned& turned);
  void down(const caf::down_msg& message);
  void stop();
  void stop_overdue();

 private:
  enum class State : std::uint8_t {
    OPENING,    ///< the store is asked
    OPEN,       ///< it plays, or is held
    RELEASING,  ///< it ends after its hand
    ENDING      ///< it was told to end
  };
  struct Hosted {
    std::shared_ptr<const OfferTables> offer;  ///< the newest
    OfferTables::Known known = OfferTables::Known::STORED;
    State state = State::OPENING;
    Epoch epoch{};         ///< of its journal's opening
    bool again = false;    ///< it is to be opened again when it has ended
    bool dropped = false;  ///< while it was being opened: for good
    TableActor actor;
    RelayActor relay;
    int alive = 0;  ///< of these two
  };
  using Tables = std::map<TableId, Hosted>;

  void open(const TableId& id, Hosted& table, std::shared_ptr<OpenedJournal> stored);
  void greet(const Hosted& table, const TableId& id);
  void end(Hosted& table, bool removed = false);
  void ended(Tables::iterator at);
  void may_end();

  FloorActor::pointer self_;
  EnvironmentPtr env_;
  LobbyActor lobby_;
  Tables tables_;
  std::unordered_map<std::uint64_t, TableId> alive_;  ///< tables and relays, by actor id
  bool store_down_ = false;
  bool stopping_ = false;
  std::string problem_;
};

}  // namespace cardroom
