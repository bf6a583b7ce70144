#include "daemon/cardroom-engine/room_view.hpp"

#include "actors/codec/json_write.hpp"
#include "engine/pots.hpp"

namespace cardroom::engine_io {
namespace {

RoomSeat seat_of_room(const Seat& s, int index) {
  RoomSeat seat;
  seat.seat_index = {static_cast<std::int8_t>(index)};
  seat.status = s.status;
  if (s.user.empty()) {
    seat.user_id.reset();
    seat.player_status.reset();
    return seat;
  }
  seat.user_id = s.user;
  seat.player_status = s.player;
  seat.connected = s.connected;
  seat.stack = s.stack;
  seat.pending = s.pending;
  seat.must_post_blind = s.must_post_blind;
  seat.missed_big_blind = s.missed_big_blind;
  return seat;
}

std::optional<RoomToAct> to_act_of(const Settings& settings, const TableState& t) {
  if (!t.to_act.set()) return std::nullopt;
  const PrivateView own = private_view(settings, t, t.to_act.v);
  return RoomToAct{{t.to_act, t.seats[t.to_act.v].user, own.actions, own.call_amount.value_or(Chips{}),
                    own.min_bet, own.max_bet},
                   t.hand,
                   t.turn};
}

RoomTable table_of_room(const GameState& game, const TableState& t) {
  RoomTable table;
  table.table_id = t.id;
  table.status = t.status;
  table.hand_phase = t.phase;
  table.hand_number = t.hand;
  table.dealer_seat_index.reset();
  if (t.button.set()) table.dealer_seat_index = t.button;
  for (int i = 0; i < t.seat_count; ++i) table.seats.push_back(seat_of_room(t.seats[i], i));
  table.pot_total = pots::total(t);
  for (const auto& [id, move] : game.moves)
    if (move.from == t.id && move.from_seat.set()) table.pending_moves.push_back({move.from_seat, move.to});
  table.to_act = to_act_of(game.settings, t);
  return table;
}

}  // namespace

RoomGame room_game(const room::Room& room) {
  RoomGame game;
  game.status = room.game.status;
  game.in_transit = game::chips_in_transit(room.game);
  game.rake = room.bank.rake();
  for (const auto& [id, table] : room.tables) {
    game.tables.push_back(table_of_room(room.game, table));
    game.rake += table.rake + table.rake_leaving;
    for (const Seat& s : table.seats) game.in_transit += s.returning;
  }
  for (const auto& [user, player] : room.game.players) {
    if (!player.known) continue;
    RoomPlayer told{user, room.bank.balance(user), std::nullopt, std::nullopt};
    if (!player.table.empty()) told.table_id = player.table;
    if (player.seat.set()) told.seat_index = player.seat;
    game.players.push_back(told);
  }
  game.table_excess_since.reset();
  if (const Instant since = room.game.table_excess_since; since.set())
    game.table_excess_since = Instant{since.ms - kClockShift.ms};
  return game;
}

std::string event_json(const GameId& game, const room::Event& event) {
  return std::visit(
      [&](const auto& of_table_or_game) {
        std::string text = to_json(of_table_or_game);
        std::string ids = ",\"gameId\":" + to_json(game);
        if (!event.table.empty()) ids += ",\"tableId\":" + to_json(event.table);
        // Behind {"type":"Name".
        constexpr std::size_t kBeforeName = 9;
        text.insert(text.find('"', kBeforeName) + 1, ids);
        return text;
      },
      event.event);
}

}  // namespace cardroom::engine_io
