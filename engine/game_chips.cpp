#include <algorithm>

#include "engine/game.hpp"
#include "engine/game_step.hpp"

namespace cardroom::game {
namespace {

/// The planned move of a player of this table who was chosen for it, or else the end.
Moves::iterator move_of(GameState& game, const TableId& table, const UserId& user) {
  for (auto it = game.moves_from.lower_bound({table, {}}); it != game.moves_from.end() && it->first == table;
       ++it)
    if (const auto move = game.moves.find(it->second); move->second.user == user) return move;
  return game.moves.end();
}

/// The player's time in the game is over: everything goes to the balance.
void cash_out(Step& s, Tables::iterator table, const UserId& user, SeatIndex seat, const Carried& carried) {
  Player& player = s.game.players[user];
  vacate(s, player, table, seat);
  // Whoever comes back and leaves again without buying in is still bound by what they left with before.
  if (carried.chips.v > 0) {
    player.left_with = carried.chips;
    player.left_at = s.input.now;
  }
  player.registered = player.leaving = false;
  player.time_bank = carried.time_bank;
  player.hands = carried.hands;
  pay(s, user, carried.chips);
  s.tell(PlayerLeft{user, carried.chips});
}

void moved_out(Step& s, Tables::iterator from, const ChipsOut& notice) {
  GameState& g = s.game;
  Player& player = g.players[notice.user];
  const auto move = g.moves.find(notice.move);
  const bool planned = move != g.moves.end() && move->second.from == from->first;
  if (player.leaving || g.status == GameStatus::COMPLETED) {
    if (planned) drop_move(s, move);
    cash_out(s, from, notice.user, notice.seat, notice.carried);
    return;
  }
  vacate(s, player, from, notice.seat, planned);
  Tables::iterator to;
  SeatIndex seat;
  if (planned) {
    const Move taken = take_move(g, move);
    to = g.tables.find(taken.to);
    seat = taken.to_seat;
  } else {  // Cancelled while the player was on the way.
    to = place(s);
    seat = free_seat(s, to->second);
    change(g, to->first, to->second, [&](TableEntry& t) { t.occupied.add(seat.v); });
  }
  s.tell(PlayerMoved{notice.user, from->first, to->first});
  send_to_seat(s, notice.user, player, to, seat, notice.carried);
}

}  // namespace

AddChips buy_in_at_table(const GameState& game, const BuyIn& command, Instant now) {
  const Settings& settings = game.settings;
  AddChips add{{}, command.user, command.amount, settings.min_buy_in, settings.max_buy_in};
  const Player& player = game.players.at(command.user);
  if (player.left_at.set() && now <= player.left_at + settings.rathole_time) {
    add.least = std::max(add.least, player.left_with);
    add.most = std::max(add.most, player.left_with);
  }
  return add;
}

void buy_in(Step& s, const BuyIn& command) {
  ++s.game.players.at(command.user).drawing;
  book(s, {MovementKind::DRAW, command.user, command.amount, command.reservation}, s.input.client);
}

Error drawn(Step& s, const UserId& user, Chips amount, ClientId client) {
  Player& player = s.game.players.at(user);
  if (!player.registered || player.leaving) return Error::NOT_REGISTERED;
  const auto table = s.game.tables.find(player.table);
  // The player was moved, or has left and come back: not where there was room when the buy-in came.
  if (table == s.game.tables.end() || !has_room(table->second)) return Error::INVALID_STATE;
  AddChips add = buy_in_at_table(s.game, {user, amount, {}}, s.input.now);
  add.seq = table->second.sent = table->second.sent.next();
  table->second.transfers.push_back({add, client});
  s.send(player.table, add);
  return Error::NONE;
}

void applied(Step& s, const TableId& table, const Applied& notice) {
  const auto at = s.game.tables.find(table);
  if (at == s.game.tables.end()) return;
  auto& transfers = at->second.transfers;
  const auto it = std::find_if(transfers.begin(), transfers.end(), [&](const Transfer& t) {
    return std::visit([](const auto& m) { return m.seq; }, t.message) == notice.seq;
  });
  if (it == transfers.end()) return;
  const Transfer transfer = *it;
  transfers.erase(it);
  s.touched.push_back(table);
  const bool done = notice.error == Error::NONE;
  if (done) at->second.chips += chips_of(transfer);
  if (const auto* seat = std::get_if<SeatPlayer>(&transfer.message)) {
    if (!done) cash_out(s, at, seat->user, seat->seat, seat->carried);
    return;
  }
  const auto& add = std::get<AddChips>(transfer.message);
  Player& player = s.game.players.at(add.user);
  if (done)
    player.left_with = {}, player.left_at = {};
  else
    pay(s, add.user, add.amount);
  s.out.answers.push_back({add.user, transfer.client, notice.error});
}

bool too_early(const GameState& game, const TableId& table, const ChipsOut& notice) {
  const auto at = game.tables.find(table);
  return at != game.tables.end() && notice.out > at->second.received.next();
}

void chips_out(Step& s, const TableId& table, const ChipsOut& notice) {
  const auto at = s.game.tables.find(table);
  if (at == s.game.tables.end() || too_early(s.game, table, notice)) return;
  // First of all, so that the seat is free there before somebody else is sent to it.
  s.send(table, Acknowledge{notice.out});
  if (notice.out <= at->second.received) return;
  at->second.received = notice.out;
  at->second.chips -= notice.carried.chips;
  if (notice.reason == OutReason::RAKE) {
    book(s, {MovementKind::RAKE, {}, notice.carried.chips, {}});
    at->second.rake = notice.out;
  } else if (notice.reason == OutReason::EXCESS) {
    pay(s, notice.user, notice.carried.chips);
    s.roster = true;  // Until now the player could not be moved.
  } else if (notice.reason == OutReason::MOVED) {
    moved_out(s, at, notice);
  } else {
    if (const auto move = move_of(s.game, table, notice.user); move != s.game.moves.end()) drop_move(s, move);
    cash_out(s, at, notice.user, notice.seat, notice.carried);
  }
}

}  // namespace cardroom::game
