#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include "engine/betting.hpp"
#include "engine/digest.hpp"
#include "engine/room.hpp"
#include "engine/seats.hpp"

/// A room under test: a game and its real tables. Whatever must hold after every step is checked by it.
namespace cardroom::fake {

/// One number for everything in a room but its clock.
inline std::uint64_t digest_of(const room::Room& r) {
  std::uint64_t sum = digest(r.game) * 3 + r.steps;
  for (const auto& [id, table] : r.tables) sum = sum * 1'000'003 + digest(table);
  return sum;
}

struct RoomUnderTest {
  room::Room room;
  std::vector<room::Event> events;
  std::vector<std::string> errors;

  explicit RoomUnderTest(const Settings& settings, std::uint64_t seed = 1, Instant now = Instant{1'000'000}) {
    Seed bytes;
    for (std::size_t i = 0; i < 8; ++i) bytes.bytes[i] = static_cast<std::uint8_t>(seed >> (8 * i));
    room = room::init(with_defaults(settings), UserId("host"), bytes, now);
  }

  Error give(const room::Command& command, const Caller& caller = {}) {
    wake(room.now);
    const std::uint64_t before = digest_of(room);
    const std::size_t told = events.size();
    const Error error = room::command(room, command, caller, room.now, events);
    if (error != Error::NONE && (digest_of(room) != before || events.size() != told))
      errors.push_back("a refused command changed something");
    check();
    return error;
  }
  Error game(const GameCommand& command) { return give(command, {UserId("root"), true}); }
  void wake(Instant now) {
    room::wake(room, now, events);
    check();
  }
  void pass(std::int64_t ms) { wake(room.now + Duration{ms}); }
  Error join(const std::string& user) { return give(RegisterForGame{UserId(user)}); }
  Error buy(const std::string& user, std::int64_t amount) { return give(BuyIn{UserId(user), {amount}}); }
  Error leave(const std::string& user) { return give(LeaveGame{UserId(user)}); }
  Chips balance(const std::string& user) const { return room.bank.balance(UserId(user)); }
  const Player& player(const std::string& user) const { return room.game.players.at(UserId(user)); }
  const TableState& table_of(const std::string& user) const { return room.tables.at(player(user).table); }
  const Seat& seat_of(const std::string& user) const {
    return table_of(user).seats[static_cast<std::size_t>(player(user).seat.v)];
  }
  Error act(const TableId& id, Action action, Chips amount = {}) {
    const TableState& t = room.tables.at(id);
    const UserId user = t.seats[static_cast<std::size_t>(t.to_act.v)].user;
    return give(room::TableCall{id, PlayerActionCommand{user, action, amount, t.hand, t.turn}});
  }
  /// Whoever is to act checks or folds, until the hand at the table is over.
  void end_hand(const TableId& id) {
    const HandNumber hand = room.tables.at(id).hand;
    for (int i = 0; i < 100 && room.tables.contains(id); ++i) {
      const TableState& t = room.tables.at(id);
      if (t.hand != hand || !t.to_act.set() || !is_betting(t.phase)) return;
      const bool check = betting::options(room.game.settings, t, t.to_act.v).check;
      act(id, check ? Action::CHECK : Action::FOLD);
    }
  }
  void end_hands() {
    for (const TableId& id : tables())
      if (room.tables.contains(id)) end_hand(id);
  }
  std::vector<TableId> tables() const {
    std::vector<TableId> ids;
    for (const auto& [id, t] : room.tables) ids.push_back(id);
    return ids;
  }
  static int players(const TableState& t) {
    return static_cast<int>(
        std::count_if(t.seats.begin(), t.seats.end(), [](const Seat& s) { return !s.user.empty(); }));
  }
  std::vector<int> sizes() const {
    std::vector<int> n;
    for (const auto& [id, t] : room.tables) n.push_back(players(t));
    std::sort(n.begin(), n.end());
    return n;
  }
  template <class E>
  std::vector<E> all() const {
    std::vector<E> found;
    const auto add = [&]<class X>(const X& event) {
      if constexpr (std::is_same_v<X, E>) found.push_back(event);
    };
    for (const room::Event& event : events)
      std::visit([&](const auto& of) { std::visit(add, of); }, event.event);
    return found;
  }

  void expect(bool ok, const std::string& what) {
    if (!ok && errors.size() < 10) errors.push_back(what);
  }
  /// Chips, and who sits where: a room at rest between two commands has nothing on the way.
  void check() {
    const GameState& g = room.game;
    const BankContents bank = room.bank.contents();
    expect(bank.check().empty(), "the bank: " + bank.check());
    expect(bank.reservations.empty(), "a reservation between commands");
    const auto desk = bank.desks.find(g.settings.game_id.str());
    expect(g.inside == (desk == bank.desks.end() ? Chips{} : desk->second.inside),
           "not what the bank has inside");
    expect(room::chips(room) == g.inside, "chips not conserved");
    expect(g.outbox.empty() && g.unpaid.empty(), "chips on the way to the bank");
    expect(game::chips_in_transit(g).v == 0, "chips on the way between commands");
    expect(room.tables.size() == g.tables.size(), "the tables differ");
    std::size_t seated = 0;
    for (const auto& [id, t] : room.tables) {
      const auto entry = g.tables.find(id);
      if (entry == g.tables.end()) {
        expect(false, "a table that the game does not know");
        continue;
      }
      expect(entry->second.transfers.empty(), "a transfer between commands");
      expect(entry->second.chips == chips_at(t), "the table's chips are not those that it was given");
      expect(effective_size(entry->second) >= 0, "more moves away than players");
      for (int i = 0; i < t.seat_count; ++i) {
        const Seat& s = t.seats[static_cast<std::size_t>(i)];
        expect(entry->second.occupied.has(i) == (s.status != SeatStatus::EMPTY), "occupied seats differ");
        if (s.user.empty()) continue;
        ++seated;
        const auto p = g.players.find(s.user);
        expect(p != g.players.end() && p->second.table == id && p->second.seat.v == i && p->second.registered,
               "the game has " + s.user.str() + " elsewhere");
      }
    }
    for (const auto& [user, p] : g.players) {
      expect(p.drawing == 0, "a buy-in without an answer");
      const bool away = g.status == GameStatus::SCHEDULED || g.status == GameStatus::COMPLETED;
      expect(p.table.empty() == (away || !p.registered), user.str() + " is lost");
      seated -= p.table.empty() ? 0 : 1;
    }
    expect(seated == 0, "seated players differ");
    GameState fresh = g;
    game::index(fresh);
    expect(fresh.full == g.full && fresh.closing == g.closing && fresh.with_room == g.with_room &&
               fresh.ready == g.ready && fresh.seated == g.seated && fresh.running == g.running &&
               fresh.moves_from == g.moves_from,
           "derived state differs from its source");
  }
};

}  // namespace cardroom::fake
