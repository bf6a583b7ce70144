#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include "engine/commands.hpp"

/// Scripted tables: they keep seats and chips as real ones do, but a hand is only a flag that a test sets.
namespace cardroom::fake {

/// "p1", "p2", ...
inline std::string nth(int n) {
  std::string name("p");
  return name += std::to_string(n);
}

struct FakeSeat {
  UserId user;
  Carried carried;
  bool reserved = false, leaving = false, out = false, sitting_out = false, ready = false;
  bool in_hand = false;
  Sequence number;
  OutReason reason = OutReason::LEFT;
  MoveId move;
  bool free() const { return user.empty() && !reserved; }
  bool present() const { return !user.empty() && !out; }
};

struct FakeTable {
  TableStatus status = TableStatus::PAUSED;
  GameStatus game = GameStatus::SEATING;
  bool hand = false, closed = false;
  Sequence in, out;
  std::vector<FakeSeat> seats;
  std::vector<TableNotice> notices;
  std::vector<std::string> errors;  ///< messages that a table cannot obey: errors of the game
  Chips most_chips{1'000'000'000};

  explicit FakeTable(int seat_count = 9) : seats(static_cast<std::size_t>(seat_count)) {}

  FakeSeat* find(const UserId& user) {
    for (FakeSeat& s : seats)
      if (s.user == user && s.present()) return &s;
    return nullptr;
  }
  SeatIndex index(const FakeSeat& seat) const { return {static_cast<std::int8_t>(&seat - seats.data())}; }
  int players() const {
    return static_cast<int>(std::count_if(seats.begin(), seats.end(), [](auto& s) { return s.present(); }));
  }
  Chips chips() const {
    Chips sum;
    for (const FakeSeat& s : seats)
      if (s.present()) sum += s.carried.chips;
    return sum;
  }
  void remove(FakeSeat& s, OutReason reason) {
    s.out = true;
    s.number = out = out.next();
    s.reason = reason;
    s.ready = false;
    notices.push_back(ChipsOut{s.number, s.user, index(s), reason, s.move, s.carried});
  }
  void tell_ready() {
    for (FakeSeat& s : seats) {
      const bool is = s.present() && s.carried.chips.v > 0 && !s.sitting_out && !s.leaving;
      if (s.present() && is != s.ready) notices.push_back(ReadyChanged{s.user, s.ready = is});
    }
  }
  /// The running hand ends: who left goes, moves are carried out, a pause begins.
  void end_hand() {
    hand = false;
    for (FakeSeat& s : seats) {
      s.in_hand = false;
      if (s.present() && s.leaving) remove(s, OutReason::LEFT);
    }
    for (FakeSeat& s : seats)
      if (s.present() && s.move.v != 0) remove(s, OutReason::MOVED);
    if (status == TableStatus::PAUSE_AFTER_HAND) pause();
    tell_ready();
  }
  void start_hand() {
    hand = status == TableStatus::PLAYING;
    for (FakeSeat& s : seats) s.in_hand = hand && s.present();
  }
  void pause() {
    status = TableStatus::PAUSED;
    notices.push_back(TablePaused{});
  }

  void take(const TableCommand& command) {
    std::visit([this](const auto& c) { obey(c); }, command);
    tell_ready();
  }

  template <class C>
  void obey(const C&) {
    errors.push_back("a message that no game sends");
  }
  void obey(const SeatPlayer& c) {
    FakeSeat& s = seats.at(static_cast<std::size_t>(c.seat.v));
    if (!s.user.empty() || find(c.user) || closed) errors.push_back("seat taken");
    s = FakeSeat{};
    s.user = c.user;
    s.carried = c.carried;
    applied(c.seq, Error::NONE);
  }
  void obey(const AddChips& c) {
    FakeSeat* s = find(c.user);
    if (!s || s->leaving) return applied(c.seq, Error::NOT_SEATED);
    const bool bad = s->carried.chips.v == 0 && (c.amount < c.least || c.amount > c.most);
    if (bad) return applied(c.seq, Error::BAD_BUY_IN);
    applied(c.seq, Error::NONE);
    const Chips excess = std::max(Chips{0}, s->carried.chips + c.amount - c.most);
    s->carried.chips += c.amount - excess;
    s->carried.player = PlayerStatus::ACTIVE;
    if (excess.v == 0) return;
    out = out.next();
    Carried back;
    back.chips = excess;
    notices.push_back(ChipsOut{out, c.user, index(*s), OutReason::EXCESS, {}, back});
  }
  void obey(const LeaveGame& c) {
    FakeSeat* s = find(c.user);
    if (!s) return;
    s->leaving = true;
    if (!s->in_hand) return remove(*s, OutReason::LEFT);
    if (s->move.v == 0) return;
    notices.push_back(MoveDropped{s->move});
    s->move = {};
  }
  void obey(const SitOut& c) {
    if (FakeSeat* s = find(c.user)) s->sitting_out = true;
  }
  void obey(const SitIn& c) {
    if (FakeSeat* s = find(c.user)) s->sitting_out = false;
  }
  void obey(const SetConnection& c) {
    if (FakeSeat* s = find(c.user)) s->carried.connected = c.connected;
  }
  void obey(const AllDisconnected&) {
    for (FakeSeat& s : seats)
      if (s.present()) s.carried.connected = false;
  }
  void obey(const ReserveSeat& c) {
    FakeSeat& s = seats.at(static_cast<std::size_t>(c.seat.v));
    if (!s.free()) errors.push_back("reserved a seat that is taken");
    s.reserved = true;
  }
  void obey(const ReleaseSeat& c) {
    FakeSeat& s = seats.at(static_cast<std::size_t>(c.seat.v));
    if (!s.reserved || !s.user.empty()) errors.push_back("released a seat that was not reserved");
    s = FakeSeat{};
  }
  void obey(const MoveOut& c) {
    FakeSeat* best = nullptr;
    for (FakeSeat& s : seats)
      if (s.present() && !s.leaving && s.move.v == 0 && (!best || (best->in_hand && !s.in_hand))) best = &s;
    if (!best) return notices.push_back(MoveDropped{c.move});
    best->move = c.move;
    notices.push_back(MoveChosen{c.move, index(*best), best->user});
    if (!best->in_hand) remove(*best, OutReason::MOVED);
  }
  void obey(const CancelMove& c) {
    for (FakeSeat& s : seats)
      if (s.move == c.move && !s.out) s.move = {};
  }
  void obey(const SetTableStatus& c) {
    game = c.game;
    status = c.status;
    if (status == TableStatus::PAUSED || (status == TableStatus::PAUSE_AFTER_HAND && !hand)) pause();
  }
  void obey(const CloseTable&) {
    if (hand) errors.push_back("closed during a hand");
    closed = true;
    for (FakeSeat& s : seats) {
      s.move = {};
      if (s.reserved && s.user.empty()) s = FakeSeat{};
      if (s.present()) remove(s, OutReason::CLOSED);
    }
  }
  void obey(const Acknowledge& c) {
    for (FakeSeat& s : seats)
      if (s.out && s.number <= c.out) s = FakeSeat{};
  }
  void applied(Sequence seq, Error error) {
    if (seq <= in) errors.push_back("a sequence number twice");
    in = seq;
    notices.push_back(Applied{seq, error});
  }
};

}  // namespace cardroom::fake
