#pragma once
#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/game.hpp"
#include "tests/engine/game_fake_table.hpp"

/// A game with scripted tables.
namespace cardroom::fake {

/// Game and tables with the messages between them, which are delivered at once, or one by one when `hold` is
/// set.
struct World {
  GameState game;
  Bank bank;
  std::map<TableId, FakeTable> tables;
  std::map<TableId, std::deque<TableCommand>> to_tables;
  std::map<TableId, std::deque<TableNotice>> to_game;
  std::vector<GameEvent> events;
  std::vector<Answer> answers;
  std::vector<std::string> errors;
  std::vector<ToTable> sent;  ///< everything the game has told its tables
  std::vector<TableId> created, removed;
  Instant now{1'000'000};
  std::uint64_t steps = 0;
  bool hold = false;
  GameOutput out;

  explicit World(Settings settings, UserId host = UserId("host")) {
    settings = with_defaults(settings);
    game = game::init(settings, host, now);
  }

  Input input() {
    Input in{now, {}, ClientId{steps}};
    for (std::size_t i = 0; i < 8; ++i)
      in.seed.bytes[i] = static_cast<std::uint8_t>((steps >> (8 * i)) & 0xff);
    in.seed.bytes[8] = 77;
    return in;
  }
  void step(const GameCommand& command, const Caller& caller) {
    ++steps;
    out.clear();
    const Version before = game.version;
    game::apply(game, command, caller, input(), out);
    if (game.version != before.next()) errors.push_back("version not one higher");
    for (const TableId& id : out.created)
      if (!tables.emplace(id, FakeTable(game.settings.number_of_seats)).second)
        errors.push_back("table made twice");
    for (const ToTable& m : out.to_tables) {
      sent.push_back(m);
      if (tables.contains(m.table))
        to_tables[m.table].push_back(m.command);
      else
        errors.push_back("a message to no table");
    }
    for (const TableId& id : out.removed) {
      for (; !to_tables[id].empty(); to_tables[id].pop_front()) tables.at(id).take(to_tables[id].front());
      const FakeTable& t = tables.at(id);
      if (t.players() > 0 || t.chips().v > 0) errors.push_back("removed a table with players");
      for (const std::string& e : t.errors) errors.push_back(e);
      tables.erase(id);
    }
    created.insert(created.end(), out.created.begin(), out.created.end());
    removed.insert(removed.end(), out.removed.begin(), out.removed.end());
    events.insert(events.end(), out.events.begin(), out.events.end());
    answers.insert(answers.end(), out.answers.begin(), out.answers.end());
    check();
  }
  /// The game's exchange that is due, as the bank has it. False when there is none.
  bool deliver_to_bank() {
    if (game.outbox.empty()) return false;
    const BankSequence seq = game.banked.next();
    const Exchanged exchanged = bank.exchange(game.settings.game_id, seq, game::due_at_bank(game));
    if (exchanged.result != BankResult::DONE) errors.push_back("the bank does not take an exchange");
    step(BankAnswered{seq, exchanged.answers}, {});
    return true;
  }
  /// One message, in the order in which it was sent between its two ends. False when there is none.
  bool deliver_to_table(const TableId& id) {
    auto& queue = to_tables[id];
    if (queue.empty()) return false;
    FakeTable& t = tables.at(id);
    t.take(queue.front());
    queue.pop_front();
    collect(id, t);
    return true;
  }
  bool deliver_to_game(const TableId& id) {
    auto& queue = to_game[id];
    if (queue.empty()) return false;
    const TableNotice notice = queue.front();
    queue.pop_front();
    step(FromTable{id, notice}, {});
    return true;
  }
  void collect(const TableId& id, FakeTable& t) {
    for (TableNotice& n : t.notices) to_game[id].push_back(n);
    t.notices.clear();
    for (const std::string& e : t.errors) errors.push_back(id.str() + ": " + e);
    t.errors.clear();
  }
  void settle() {
    for (bool more = true; more;) {
      more = deliver_to_bank();
      std::vector<TableId> ids;
      for (auto& [id, queue] : to_tables) ids.push_back(id);
      for (const TableId& id : ids)
        while (tables.contains(id) && deliver_to_table(id)) more = true;
      ids.clear();
      for (auto& [id, queue] : to_game) ids.push_back(id);
      for (const TableId& id : ids)
        while (deliver_to_game(id)) more = true;
    }
  }
  Error give(const GameCommand& command, const Caller& caller = {}) {
    if (const Error e = game::verify(game, command, caller, input()); e != Error::NONE) return e;
    step(command, caller);
    if (!hold) settle();
    return Error::NONE;
  }
  Error admin(const GameCommand& command) { return give(command, {UserId("root"), true}); }
  Error wake(Instant at) {
    now = at;
    return give(Wake{});
  }
  Error join(const std::string& user) { return give(RegisterForGame{UserId(user)}); }
  Error leave(const std::string& user) { return give(LeaveGame{UserId(user)}); }
  /// As an actor does it: the chips are reserved first.
  Error buy(const std::string& user, std::int64_t amount) {
    BuyIn command{UserId(user), {amount}, std::to_string(steps)};
    if (const Error e = game::verify(game, command, {}, input()); e != Error::NONE) return e;
    if (bank.reserve(command.reservation, command.user, command.amount) != BankResult::DONE)
      return Error::INSUFFICIENT_BALANCE;
    return give(command);
  }
  Chips balance(const std::string& user) const { return bank.balance(UserId(user)); }
  const Player& player(const std::string& user) const { return game.players.at(UserId(user)); }
  FakeTable& table_of(const std::string& user) { return tables.at(player(user).table); }
  void hands(bool on) {
    for (auto& [id, t] : tables) {
      on ? t.start_hand() : t.end_hand();
      collect(id, t);
    }
    if (!hold) settle();
  }
  void end_hand(const TableId& id) {
    tables.at(id).end_hand();
    collect(id, tables.at(id));
    if (!hold) settle();
  }
  /// Players of every table, ascending.
  std::vector<int> sizes() const {
    std::vector<int> n;
    for (auto& [id, t] : tables) n.push_back(t.players());
    std::sort(n.begin(), n.end());
    return n;
  }
  template <class E>
  std::vector<E> all() const {
    std::vector<E> found;
    for (const GameEvent& e : events)
      if (const E* x = std::get_if<E>(&e)) found.push_back(*x);
    return found;
  }
  template <class C>
  int told() const {
    return static_cast<int>(std::count_if(
        sent.begin(), sent.end(), [](const ToTable& m) { return std::holds_alternative<C>(m.command); }));
  }

  /// All chips that are inside: at tables, on the way between them and to the bank, each once.
  Chips chips() const {
    Chips sum = game::chips_leaving(game);
    for (const auto& [id, entry] : game.tables) {
      const FakeTable& t = tables.at(id);
      sum += t.chips();
      for (const Transfer& transfer : entry.transfers) {
        const auto [seq, amount] = std::visit([](const auto& m) { return parts(m); }, transfer.message);
        const bool refused = refusals_on_the_way(id, seq);
        if (seq > t.in || refused) sum += amount;
      }
    }
    for (const auto& [id, queue] : to_game)
      for (const TableNotice& n : queue)
        if (const auto* c = std::get_if<ChipsOut>(&n))
          if (!game.tables.contains(id) || c->out > game.tables.at(id).received) sum += c->carried.chips;
    return sum;
  }
  static std::pair<Sequence, Chips> parts(const SeatPlayer& m) { return {m.seq, m.carried.chips}; }
  static std::pair<Sequence, Chips> parts(const AddChips& m) { return {m.seq, m.amount}; }
  bool refusals_on_the_way(const TableId& id, Sequence seq) const {
    const auto queue = to_game.find(id);
    if (queue == to_game.end()) return false;
    return std::any_of(queue->second.begin(), queue->second.end(), [&](const TableNotice& n) {
      const auto* a = std::get_if<Applied>(&n);
      return a && a->seq == seq && a->error != Error::NONE;
    });
  }

  /// What must hold after every step, whatever is on the way.
  void check() {
    const auto expect = [this](bool ok, const char* what) {
      if (!ok) errors.push_back(what);
    };
    expect(chips() == game.inside, "chips not conserved");
    Chips known = game::chips_in_transit(game) + game::chips_leaving(game);
    for (const auto& [id, t] : game.tables) known += t.chips;
    expect(known == game.inside, "the game does not know where its chips are");
    expect(bank.contents().check().empty(), "the bank does not add up");
    GameState fresh = game;
    game::index(fresh);
    expect(fresh.full == game.full && fresh.with_room == game.with_room && fresh.closing == game.closing &&
               fresh.moves_from == game.moves_from && fresh.moves_to == game.moves_to &&
               fresh.running == game.running && fresh.seated == game.seated && fresh.ready == game.ready,
           "derived state differs from its source");
    std::map<TableId, std::set<int>> seats;
    std::map<TableId, int> outgoing;
    for (const auto& [user, p] : game.players) {
      if (p.table.empty()) continue;
      expect(p.registered, "seated but not registered");
      expect(seats[p.table].insert(p.seat.v).second, "two players in a seat");
    }
    for (const auto& [id, m] : game.moves) {
      ++outgoing[m.from];
      expect(seats[m.to].insert(m.to_seat.v).second, "a reservation of a taken seat");
      expect(m.from != m.to, "a move to where it comes from");
      expect(game.tables.contains(m.from) && game.tables.contains(m.to), "a move of a table that is gone");
    }
    for (const auto& [id, t] : game.tables) {
      expect(t.occupied.count() == static_cast<int>(seats[id].size()), "occupied differs");
      for (int seat : seats[id]) expect(t.occupied.has(seat), "occupied lacks a seat");
      expect(t.outgoing == outgoing[id], "outgoing differs");
      seats.erase(id);
    }
    seats.erase(TableId{});
    expect(seats.empty(), "a seat at no table");
    if (game.status == GameStatus::COMPLETED) expect(game.moves.empty(), "a move in a completed game");
  }
  /// What must hold when nothing is on the way.
  void check_quiet() {
    for (const auto& [user, p] : game.players) {
      const bool found =
          p.table.empty() || (tables.contains(p.table) && tables.at(p.table).find(user) &&
                              tables.at(p.table).index(*tables.at(p.table).find(user)) == p.seat);
      if (!found) errors.push_back("a player is lost: " + user.str());
      if (p.registered && game.status != GameStatus::SCHEDULED && game.status != GameStatus::COMPLETED &&
          p.table.empty())
        errors.push_back("registered without a seat: " + user.str());
    }
    for (const auto& [id, m] : game.moves) {
      const bool known = m.user.empty() || (tables.at(m.from).find(m.user) != nullptr);
      if (!known) errors.push_back("a move of somebody who is gone: " + m.user.str());
    }
    if (!game.outbox.empty() || !game.unpaid.empty()) errors.push_back("chips on the way to the bank");
    if (!bank.contents().reservations.empty()) errors.push_back("chips reserved for nothing");
    for (const auto& [user, p] : game.players)
      if (p.drawing != 0) errors.push_back("a buy-in without an answer: " + user.str());
    int players = 0, seated = 0;
    for (auto& [id, t] : tables) players += t.players();
    for (const auto& [user, p] : game.players) seated += p.table.empty() ? 0 : 1;
    if (players != seated) errors.push_back("players at tables that the game does not know of");
    for (auto& [id, t] : game.tables) {
      if (!t.transfers.empty()) errors.push_back("a transfer without an answer");
      if (effective_size(t) < 0) errors.push_back("more moves away than players");
    }
  }
};

inline Settings settings(int seats = 9) {
  Settings s;
  s.game_id = GameId("g1");
  s.small_blind = {5};
  s.big_blind = {10};
  s.number_of_seats = seats;
  return s;
}

/// A game in SEATING.
inline World seating(Settings s = settings()) {
  World w(s);
  w.give(Wake{});
  return w;
}

/// An ACTIVE game with `n` players p1, p2, ... who bought in for 500.
inline World active(int n, Settings s = settings()) {
  World w = seating(s);
  for (int i = 1; i <= n; ++i) {
    w.join(nth(i));
    w.buy(nth(i), 500);
    if (i == 2) w.admin(StartGame{});
  }
  return w;
}

}  // namespace cardroom::fake
