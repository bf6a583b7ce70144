#include "engine/game.hpp"

#include "engine/game_step.hpp"

namespace cardroom::game {
namespace {

void carry_out(Step& s, const Wake&) {
  GameState& g = s.game;
  if (g.status == GameStatus::SCHEDULED && s.input.now >= seating_at(g)) open_seating(s);
  const Instant merges = merge_at(g);
  if (merges.set() && s.input.now >= merges) merge(s);
}
void carry_out(Step& s, const RegisterForGame& c) { enroll(s, c.user); }
void carry_out(Step& s, const UnregisterFromGame& c) { unregister(s, c.user); }
void carry_out(Step& s, const StartGame&) { start(s); }
void carry_out(Step& s, const PauseGame&) { pause(s); }
void carry_out(Step& s, const ResumeGame&) { resume(s); }
void carry_out(Step& s, const EndGame&) { end(s); }
void carry_out(Step& s, const BuyIn& c) { buy_in(s, c); }
void carry_out(Step& s, const LeaveGame& c) { leave(s, c.user); }
void carry_out(Step& s, const SitOut& c) { s.send(s.game.players.at(c.user).table, c); }
void carry_out(Step& s, const SitIn& c) { s.send(s.game.players.at(c.user).table, c); }
void carry_out(Step& s, const Disconnected& c) { connection(s, c.user, false); }
void carry_out(Step& s, const Reconnected& c) { connection(s, c.user, true); }
void carry_out(Step& s, const Restarted&) { restarted(s); }
void carry_out(Step& s, const BankAnswered& c) { bank_answered(s, c); }

/// What a table's status is to be.
TableStatus status_of(const GameState& game, const TableEntry& table) {
  if (table.paused) return TableStatus::PAUSED;
  return stopping(game) ? TableStatus::PAUSE_AFTER_HAND : TableStatus::PLAYING;
}

void noticed(Step& s, const TableId& table, const Applied& n) { applied(s, table, n); }
void noticed(Step& s, const TableId& table, const ChipsOut& n) { chips_out(s, table, n); }
void noticed(Step& s, const TableId& table, const TablePaused&) { table_paused(s, table); }
void noticed(Step& s, const TableId& table, const ReadyChanged& n) { ready_changed(s, table, n); }
void noticed(Step& s, const TableId& table, const MoveChosen& n) {
  const auto it = s.game.moves.find(n.move);
  if (it == s.game.moves.end() || it->second.from != table) return;
  it->second.from_seat = n.seat;
  it->second.user = n.user;
}
/// Not planned anew at once: whoever cannot be moved is leaving, and then everything is balanced again.
void noticed(Step& s, const TableId& table, const MoveDropped& n) {
  const auto it = s.game.moves.find(n.move);
  if (it != s.game.moves.end() && it->second.from == table) drop_move(s, it);
}
void carry_out(Step& s, const FromTable& c) {
  std::visit([&](const auto& notice) { noticed(s, c.table, notice); }, c.notice);
}

}  // namespace

GameState init(const Settings& settings, const UserId& host, Instant now) {
  GameState game;
  game.settings = settings;
  game.host = host;
  game.created_at = now;
  return game;
}

void index(GameState& g) {
  g.full.clear();
  g.with_room.clear();
  g.closing.clear();
  g.moves_from.clear();
  g.moves_to.clear();
  g.running = g.seated = g.ready = 0;
  for (const auto& [id, table] : g.tables) {
    order_of(g, table).emplace(effective_size(table), id);
    if (stopping(g) && !table.paused) ++g.running;
  }
  for (const auto& [id, move] : g.moves) {
    g.moves_from.emplace(move.from, id);
    g.moves_to.emplace(move.to, id);
  }
  for (const auto& [user, player] : g.players) {
    if (!player.table.empty()) ++g.seated;
    if (player.ready) ++g.ready;
  }
}

void apply(GameState& game, const GameCommand& command, const Caller&, const Input& input,
           GameOutput& out) noexcept {
  Step s{game, input, out, {}, {}, false};
  game.version = game.version.next();
  std::visit([&](const auto& c) { carry_out(s, c); }, command);
  if (game.status == GameStatus::SEATING && game.settings.start == StartMode::AUTO &&
      can_start(game, input.now))
    start(s);
  settle(s);
}

Instant next_deadline(const GameState& game) {
  switch (game.status) {
    case GameStatus::SCHEDULED:
      return seating_at(game);
    case GameStatus::SEATING:
      return game.settings.start == StartMode::AUTO && game.ready >= 2 ? starts_at(game) : Instant{};
    default:
      return merge_at(game);
  }
}

void owed(const GameState& game, std::vector<ToTable>& messages) {
  for (const auto& entry : game.tables)
    for (const Transfer& transfer : entry.second.transfers)
      std::visit([&](const auto& m) { messages.push_back({entry.first, m}); }, transfer.message);
  for (const auto& [id, move] : game.moves) {
    messages.push_back({move.to, ReserveSeat{move.to_seat}});
    messages.push_back({move.from, MoveOut{id}});
  }
  for (const auto& [user, player] : game.players)
    if (!player.table.empty() && player.leaving) messages.push_back({player.table, LeaveGame{user}});
  for (const auto& [id, table] : game.tables) {
    if (game.status == GameStatus::COMPLETED)
      messages.push_back({id, CloseTable{}});
    else
      messages.push_back({id, SetTableStatus{status_of(game, table), game.status}});
  }
}

void connections(const GameState& game, const std::set<TableId>& tables, std::vector<ToTable>& messages) {
  for (const auto& [user, player] : game.players)
    if (tables.count(player.table) > 0)
      messages.push_back({player.table, SetConnection{user, player.connected}});
}

bool unheard(const TableEntry& table) {
  return table.sent.v == table.transfers.size() && table.received.v == 0;
}

KnownTable known_table(const GameState& game, const TableId& id) {
  const TableEntry& table = game.tables.at(id);
  KnownTable known{{}, table.sent, table.received, table.rake};
  if (!table.transfers.empty()) {
    const Sequence first = std::visit([](const auto& m) { return m.seq; }, table.transfers.front().message);
    known.in = {first.v - 1};
  }
  for (const auto& [user, player] : game.players)
    if (player.table == id) known.seated.push_back(user);
  return known;
}

Chips chips_of(const Transfer& transfer) {
  struct Amount {
    Chips operator()(const SeatPlayer& m) const { return m.carried.chips; }
    Chips operator()(const AddChips& m) const { return m.amount; }
  };
  return std::visit(Amount{}, transfer.message);
}

Chips chips_in_transit(const GameState& game) {
  Chips sum;
  for (const auto& [id, table] : game.tables)
    for (const Transfer& transfer : table.transfers) sum += chips_of(transfer);
  return sum;
}

Chips chips_leaving(const GameState& game) {
  Chips sum;
  for (const auto& [seq, entries] : game.outbox)
    for (const BankEntry& entry : entries)
      if (leaves(entry.movement)) sum += entry.movement.amount;
  for (const Movement& movement : game.unpaid) sum += movement.amount;
  return sum;
}

Chips chips_coming(const GameState& game) {
  Chips sum;
  for (const auto& [seq, entries] : game.outbox)
    for (const BankEntry& entry : entries)
      if (entry.movement.kind == MovementKind::FUND) sum += entry.movement.amount;
  return sum;
}

}  // namespace cardroom::game
