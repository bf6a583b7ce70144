#include <utility>

#include "engine/game_step.hpp"

namespace cardroom::game {

void enroll(Step& s, const UserId& user) {
  GameState& g = s.game;
  Player& player = g.players[user];
  s.tell(PlayerRegistered{user});
  // Who was here before is granted nothing, but told the balance.
  book(s, {MovementKind::GRANT, user, player.known ? Chips{} : g.settings.guest_credit, {}});
  if (!player.known) {
    player.known = true;
    player.time_bank = static_cast<std::int32_t>(g.settings.time_bank.ms);
  }
  player.registered = player.connected = true;
  if (g.status != GameStatus::SCHEDULED) give_seat(s, user, player);
}

void unregister(Step& s, const UserId& user) {
  s.game.players.at(user).registered = false;
  s.tell(PlayerLeft{user, {}});
}

void give_seat(Step& s, const UserId& user, Player& player) {
  const auto table = place(s);
  const SeatIndex seat = free_seat(s, table->second);
  change(s.game, table->first, table->second, [&](TableEntry& t) { t.occupied.add(seat.v); });
  Carried carried;
  carried.time_bank = player.time_bank;
  carried.hands = player.hands;
  send_to_seat(s, user, player, table, seat, carried);
}

void send_to_seat(Step& s, const UserId& user, Player& player, Tables::iterator table, SeatIndex seat,
                  Carried carried) {
  // The game knows better than a table that the player has just left whether there is a connection.
  if (carried.connected != player.connected) carried.away_since = player.connected ? Instant{} : s.input.now;
  carried.connected = player.connected;
  player.table = table->first;
  player.seat = seat;
  ++s.game.seated;
  TableEntry& entry = table->second;
  const SeatPlayer message{entry.sent = entry.sent.next(), user, seat, carried};
  entry.transfers.push_back({message, {}});
  s.send(table->first, message);
  s.roster = true;
}

void vacate(Step& s, Player& player, Tables::iterator table, SeatIndex seat, bool moved) {
  change(s.game, table->first, table->second, [&](TableEntry& t) {
    t.occupied.remove(seat.v);
    if (moved) --t.outgoing;
  });
  s.touched.push_back(table->first);
  s.roster = true;
  if (player.ready) --s.game.ready;
  player.ready = false;
  if (!player.table.empty()) --s.game.seated;
  player.table = {};
  player.seat = {};
}

void leave(Step& s, const UserId& user) {
  Player& player = s.game.players.at(user);
  player.leaving = true;
  s.send(player.table, LeaveGame{user});
}

void connection(Step& s, const UserId& user, bool connected) {
  Player& player = s.game.players.at(user);
  if (player.connected == connected) return;
  player.connected = connected;
  if (!player.table.empty()) s.send(player.table, SetConnection{user, connected});
}

/// One message a table, however many players there are. All tables: one may not know yet who came back
/// before.
void restarted(Step& s) {
  for (auto& [user, player] : s.game.players) player.connected = false;
  for (const auto& [id, table] : s.game.tables) s.send(id, AllDisconnected{});
  // Whatever stood in the way may have been put right.
  for (Movement& movement : std::exchange(s.game.unpaid, {})) book(s, std::move(movement));
}

bool is_news(const GameState& game, const TableId& table, const ReadyChanged& notice) {
  const auto it = game.players.find(notice.user);
  return it != game.players.end() && it->second.table == table && it->second.ready != notice.ready;
}

void ready_changed(Step& s, const TableId& table, const ReadyChanged& notice) {
  if (!is_news(s.game, table, notice)) return;
  s.game.players.at(notice.user).ready = notice.ready;
  s.game.ready += notice.ready ? 1 : -1;
}

}  // namespace cardroom::game
