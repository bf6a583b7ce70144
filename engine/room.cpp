#include "engine/room.hpp"

#include <algorithm>
#include <deque>

#include "engine/shuffle.hpp"

namespace cardroom::room {
namespace {

/// A table's end, in its place among the messages.
struct Removal {
  TableId table;
};
/// The game's next exchange with the bank.
struct Exchange {};
using Message = std::variant<ToTable, FromTable, Removal, Exchange>;

Input next_input(const Room& room) { return {room.now, derive(room.seed, room.steps), {}}; }

/// Steps of game and tables, and the messages that follow, until none is under way.
class Delivery {
 public:
  Delivery(Room& room, std::vector<Event>& events) : room_(room), events_(events) {}

  void to_game(const GameCommand& command, const Caller& caller) {
    step_game(command, caller);
    deliver();
  }
  void to_table(const TableId& table, const TableCommand& command) {
    step_table(table, room_.tables.at(table), command);
    deliver();
  }

 private:
  Input fresh() {
    const Input input = next_input(room_);
    ++room_.steps;
    return input;
  }
  void step_game(const GameCommand& command, const Caller& caller) {
    GameOutput out;
    game::apply(room_.game, command, caller, fresh(), out);
    for (const TableId& id : out.created) room_.tables.emplace(id, table::init(room_.game.settings, id));
    for (GameEvent& event : out.events) events_.push_back({{}, std::move(event)});
    for (ToTable& message : out.to_tables) queue_.emplace_back(std::move(message));
    for (const TableId& id : out.removed) queue_.emplace_back(Removal{id});
    if (!room_.game.outbox.empty()) queue_.emplace_back(Exchange{});
  }
  void step_table(const TableId& id, TableState& state, const TableCommand& command) {
    TableOutput out;
    table::apply(room_.game.settings, state, command, fresh(), out);
    for (TableEvent& event : out.events) events_.push_back({id, std::move(event)});
    for (TableNotice& notice : out.notices) queue_.emplace_back(FromTable{id, std::move(notice)});
  }

  void deliver() {
    while (!queue_.empty()) {
      const Message message = std::move(queue_.front());
      queue_.pop_front();
      std::visit([this](const auto& m) { deliver(m); }, message);
    }
  }
  void deliver(const ToTable& message) {
    const auto it = room_.tables.find(message.table);
    if (it == room_.tables.end()) return;
    const Error error = table::verify(room_.game.settings, it->second, message.command, next_input(room_));
    if (error == Error::NONE) step_table(it->first, it->second, message.command);
  }
  void deliver(const FromTable& message) { step_game(message, {}); }
  void deliver(const Exchange&) {
    const GameState& game = room_.game;
    if (game.outbox.empty()) return;
    const BankSequence seq = game.banked.next();
    Exchanged exchanged = room_.bank.exchange(game.settings.game_id, seq, game::due_at_bank(game));
    step_game(BankAnswered{seq, std::move(exchanged.answers)}, {});
  }
  void deliver(const Removal& message) { room_.tables.erase(message.table); }

  Room& room_;
  std::vector<Event>& events_;
  std::deque<Message> queue_;
};

/// Who has the earliest deadline, if there is one: a table, or the game (empty). The game comes first among
/// equals, then the tables in the order of their ids.
struct Due {
  Instant at;
  TableId table;
};
Due earliest(const Room& room) {
  Due due{game::next_deadline(room.game), {}};
  for (const auto& [id, state] : room.tables) {
    const Instant at = table::next_deadline(room.game.settings, state);
    if (at.set() && (!due.at.set() || at < due.at)) due = {at, id};
  }
  return due;
}

/// Wakes without any time passing between them, before an error in a machine would hang the room.
constexpr int kMostAtOnce = 100'000;

/// What the player's table says to a command that the game would pass on to it.
Error verify_at_table(const Room& room, const GameCommand& command) {
  const auto at_table = [&](const UserId& user, const TableCommand& message) {
    const TableState& table = room.tables.at(room.game.players.at(user).table);
    return table::verify(room.game.settings, table, message, next_input(room));
  };
  if (const auto* c = std::get_if<BuyIn>(&command))
    return at_table(c->user, game::buy_in_at_table(room.game, *c, room.now));
  if (const auto* c = std::get_if<LeaveGame>(&command)) return at_table(c->user, *c);
  if (const auto* c = std::get_if<SitOut>(&command)) return at_table(c->user, *c);
  if (const auto* c = std::get_if<SitIn>(&command)) return at_table(c->user, *c);
  return Error::NONE;
}

/// The chips of a buy-in are set aside before the game hears of it.
void reserve(Room& room, BuyIn& command) {
  command.reservation = std::to_string(room.steps);
  room.bank.reserve(command.reservation, command.user, command.amount);
}

Error carry_out(Room& room, GameCommand command, const Caller& caller, std::vector<Event>& events) {
  Error error = game::verify(room.game, command, caller, next_input(room));
  auto* buy_in = std::get_if<BuyIn>(&command);
  if (error == Error::NONE && buy_in && room.bank.balance(buy_in->user) < buy_in->amount)
    error = Error::INSUFFICIENT_BALANCE;
  if (error == Error::NONE) error = verify_at_table(room, command);
  if (error != Error::NONE) return error;
  if (buy_in) reserve(room, *buy_in);
  Delivery(room, events).to_game(command, caller);
  return Error::NONE;
}

Error carry_out(Room& room, const TableCall& call, const Caller&, std::vector<Event>& events) {
  const TableCommand command = std::visit([](const auto& c) { return TableCommand(c); }, call.command);
  const UserId& user = std::visit([](const auto& c) -> const UserId& { return c.user; }, call.command);
  if (room.game.status == GameStatus::COMPLETED) return Error::INVALID_STATE;
  const auto player = room.game.players.find(user);
  if (player == room.game.players.end() || !player->second.registered) return Error::NOT_REGISTERED;
  if (room.game.status != GameStatus::ACTIVE) return Error::INVALID_STATE;
  const auto it = room.tables.find(call.table);
  if (it == room.tables.end()) return Error::NO_TABLE;
  const Error error = table::verify(room.game.settings, it->second, command, next_input(room));
  if (error == Error::NONE) Delivery(room, events).to_table(call.table, command);
  return error;
}

}  // namespace

Room init(const Settings& settings, const UserId& host, const Seed& seed, Instant now) {
  return {game::init(settings, host, now), {}, {}, seed, 0, now};
}

void wake(Room& room, Instant now, std::vector<Event>& events) {
  Instant last = room.now;
  int at_once = 0;
  for (Due due = earliest(room); due.at.set() && due.at <= now; due = earliest(room)) {
    room.now = std::max(room.now, due.at);
    at_once = room.now == last ? at_once + 1 : 0;
    if (at_once > kMostAtOnce) break;
    last = room.now;
    if (due.table.empty())
      Delivery(room, events).to_game(Wake{}, {});
    else
      Delivery(room, events).to_table(due.table, Wake{});
  }
  room.now = std::max(room.now, now);
}

Error command(Room& room, const Command& command, const Caller& caller, Instant now,
              std::vector<Event>& events) {
  wake(room, now, events);
  const Error error = std::visit([&](const auto& c) { return carry_out(room, c, caller, events); }, command);
  if (error == Error::NONE) wake(room, now, events);
  return error;
}

Instant next_deadline(const Room& room) { return earliest(room).at; }

Chips chips(const Room& room) {
  Chips sum = game::chips_in_transit(room.game) + game::chips_leaving(room.game);
  for (const auto& [id, state] : room.tables) sum += chips_at(state);
  return sum;
}

}  // namespace cardroom::room
