#pragma once
#include <optional>
#include <vector>

#include "engine/contract_events.hpp"
#include "engine/errors.hpp"

/// One table without clocks, games or buy-in limits: the engine's contract as pure functions. They take a
/// table by value and return a new one; hands run through the same functions as the daemon's tables. Seats
/// with chips are dealt in at the next start, nobody posts or owes blinds, and a finished hand is cleared at
/// once.
namespace cardroom::contract {

/// The contract's TableState as the engine keeps it; `table_state` gives it in the contract's own shape.
struct Table {
  Settings settings;
  cardroom::TableState state;
  SeatNames names;

  friend bool operator==(const Table&, const Table&) = default;
};

/// The contract's EngineResult. When `error` is not NONE, the table is the one that came in, and no events.
struct EngineResult {
  Table table;
  std::vector<Event> events;
  Error error = Error::NONE;
};

/// The contract's EnginePlayerAction. `hand_id`, where given, must name the running hand.
struct EnginePlayerAction {
  UserId user_id;
  Action action = Action::NONE;
  Chips amount;  ///< the "to" total of a BET or RAISE
  std::optional<HandId> hand_id;
};

/// The contract's initTableState: a fresh table, no players. `settings` went through `with_defaults` and
/// `check`; the table is called after its game.
Table init_table_state(const Settings& settings);

/// The contract's seatPlayer. BAD_BUY_IN below 1 chip; BAD_REQUEST beyond what sums of chips can hold.
EngineResult seat_player(Table table, int seat_index, const UserId& user_id, const DisplayName& display_name,
                         Chips buy_in);

/// The contract's unseatPlayer: the player's chips leave the table. Not for seats that are dealt in.
EngineResult unseat_player(Table table, int seat_index);

/// The contract's startHand. `deck` is in dealing order, burn cards included. Without `dealer_seat_index` the
/// button moves by the rules; the seed decides the first one.
EngineResult start_hand(Table table, std::optional<int> dealer_seat_index, const Deck& deck,
                        const Seed& seed);

/// The contract's applyPlayerAction.
EngineResult apply_player_action(Table table, const EnginePlayerAction& action);

/// The contract's advanceIfReady: deals streets and settles the hand while nobody has to act.
EngineResult advance_if_ready(Table table);

/// The contract's getPublicTableView.
PublicTableView get_public_table_view(const Table& table, const UserId& user_id);

/// The table in the contract's shape, hidden cards included.
TableState table_state(const Table& table);

/// Who is to act; nothing when nobody is.
std::optional<ToAct> to_act(const Table& table);

}  // namespace cardroom::contract
