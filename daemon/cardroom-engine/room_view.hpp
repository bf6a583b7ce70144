#pragma once
#include <optional>
#include <string>
#include <vector>

#include "engine/contract_state.hpp"
#include "engine/room.hpp"

/// A room as its driver sees it: everything but cards. What is null has a value as default.
namespace cardroom::engine_io {

struct RoomSeat {
  SeatIndex seat_index;
  std::optional<UserId> user_id{std::in_place};
  SeatStatus status = SeatStatus::EMPTY;
  std::optional<PlayerStatus> player_status{std::in_place};
  bool connected = false;
  Chips stack, pending;
  bool must_post_blind = false, missed_big_blind = false;
};
BOOST_DESCRIBE_STRUCT(RoomSeat, (),
                      (seat_index, user_id, status, player_status, connected, stack, pending, must_post_blind,
                       missed_big_blind))

struct PendingMove {
  SeatIndex seat_position;
  TableId target_table_id;
};
BOOST_DESCRIBE_STRUCT(PendingMove, (), (seat_position, target_table_id))

struct RoomToAct : contract::ToAct {
  HandNumber hand_number;
  Turn turn;
};
BOOST_DESCRIBE_STRUCT(RoomToAct, (contract::ToAct), (hand_number, turn))

struct RoomTable {
  TableId table_id;
  TableStatus status = TableStatus::PAUSED;
  HandPhase hand_phase = HandPhase::WAITING_FOR_PLAYERS;
  HandNumber hand_number;
  std::optional<SeatIndex> dealer_seat_index{std::in_place};
  std::vector<RoomSeat> seats;  ///< all of them, empty ones too
  Chips pot_total;              ///< pots and street bets
  std::vector<PendingMove> pending_moves;
  std::optional<RoomToAct> to_act{std::in_place};
};
BOOST_DESCRIBE_STRUCT(RoomTable, (),
                      (table_id, status, hand_phase, hand_number, dealer_seat_index, seats, pot_total,
                       pending_moves, to_act))

struct RoomPlayer {
  UserId user_id;
  Chips balance;
  std::optional<TableId> table_id{std::in_place};
  std::optional<SeatIndex> seat_index{std::in_place};
};
BOOST_DESCRIBE_STRUCT(RoomPlayer, (), (user_id, balance, table_id, seat_index))

/// `in_transit`: chips on their way between a balance and a table, either way, and between tables.
/// `rake`: all that was ever taken.
struct RoomGame {
  GameStatus status = GameStatus::SCHEDULED;
  std::vector<RoomTable> tables;
  std::vector<RoomPlayer> players;  ///< all who ever registered
  Chips in_transit, rake;
  std::optional<Instant> table_excess_since{std::in_place};
};
BOOST_DESCRIBE_STRUCT(RoomGame, (), (status, tables, players, in_transit, rake, table_excess_since))

/// The room's clock runs this much ahead of the driver's, since an instant of 0 means "none" to the engine.
inline constexpr Duration kClockShift{1000};

RoomGame room_game(const room::Room& room);

/// An event as JSON text, with the ids of game and table in it.
std::string event_json(const GameId& game, const room::Event& event);

}  // namespace cardroom::engine_io
