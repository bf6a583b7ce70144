#pragma once
#include <gtest/gtest.h>

#include "engine/betting.hpp"
#include "engine/seats.hpp"
#include "engine/table.hpp"

/// A table under test with a clock of its own; notices that owe an acknowledgement get it at once.
namespace cardroom {

class TableTest : public ::testing::Test {
 protected:
  Settings settings = [] {
    Settings s;
    s.game_id = GameId("g");
    s.small_blind = {5};
    s.big_blind = {10};
    s.number_of_seats = 6;
    return with_defaults(s);
  }();
  TableState t = table::init(settings, TableId("t1"));
  Instant now{1'000'000};
  std::vector<TableEvent> events;    ///< of the last command
  std::vector<TableNotice> notices;  ///< of the last command, acknowledged
  bool acknowledges = true;

  static UserId user(int seat) { return UserId("p" + std::to_string(seat)); }
  Seat& seat(int i) { return t.seats[i]; }

  Error send(const TableCommand& command) {
    Input input{now, {}, {}};
    input.seed.bytes[0] = static_cast<std::uint8_t>(++steps_);
    input.seed.bytes[1] = static_cast<std::uint8_t>(steps_ >> 8);
    const TableState before = t;
    if (const Error e = table::verify(settings, t, command, input); e != Error::NONE) {
      EXPECT_EQ(t, before);
      return e;
    }
    TableOutput out;
    table::apply(settings, t, command, input, out);
    EXPECT_EQ(t.version, before.version.next());
    events = std::move(out.events);
    notices = std::move(out.notices);
    const auto kept = std::pair(events, notices);
    Sequence owed;
    for (const TableNotice& n : notices)
      if (const auto* o = std::get_if<ChipsOut>(&n)) owed = o->out;
    if (acknowledges && owed.v != 0) {
      send(Acknowledge{owed});
      std::tie(events, notices) = kept;
    }
    for (const TableNotice& n : notices)
      if (const auto* applied = std::get_if<Applied>(&n)) return applied->error;
    return Error::NONE;
  }

  /// Every deadline up to `now + ms`, one by one.
  void pass(std::int64_t ms) {
    const Instant until = now + Duration{ms};
    for (;;) {
      const Instant due = table::next_deadline(settings, t);
      if (!due.set() || due > until) break;
      if (due > now) now = due;
      send(Wake{});
    }
    now = until;
  }

  void sit(int i, std::int64_t chips) {
    Carried carried;
    carried.chips = {chips};
    carried.time_bank = static_cast<std::int32_t>(settings.time_bank.ms);
    ASSERT_EQ(send(SeatPlayer{{++in_}, user(i), {static_cast<std::int8_t>(i)}, carried}), Error::NONE);
  }
  Error buy(int i, std::int64_t chips) {
    return send(AddChips{{++in_}, user(i), {chips}, settings.min_buy_in, settings.max_buy_in});
  }
  Error play() { return send(SetTableStatus{TableStatus::PLAYING, GameStatus::ACTIVE}); }
  Error act(int i, Action action, std::int64_t amount = 0) {
    return send(PlayerActionCommand{user(i), action, {amount}, t.hand, t.turn});
  }
  Error intend(int i, Intent intent, std::int64_t amount = 0) {
    return send(PlayerIntent{user(i), intent, {amount}, t.hand, t.phase});
  }
  /// Everybody in turn folds until the hand is over.
  void fold_out() {
    while (t.to_act.set()) ASSERT_EQ(act(t.to_act.v, Action::FOLD), Error::NONE);
  }
  /// Seats 0 to n-1 with 1,000 chips each, the first hand dealt with the button on seat 0.
  void start(int n, std::int64_t chips = 1000) {
    for (int i = 0; i < n; ++i) sit(i, chips);
    t.button = {static_cast<std::int8_t>(n - 1)};
    ASSERT_EQ(play(), Error::NONE);
    ASSERT_EQ(t.button, SeatIndex{0});
    ASSERT_EQ(t.phase, HandPhase::PRE_FLOP_BETTING);
  }
  template <class T>
  const T* event() const {
    for (const TableEvent& e : events)
      if (const T* found = std::get_if<T>(&e)) return found;
    return nullptr;
  }
  template <class T>
  const T* notice() const {
    for (const TableNotice& n : notices)
      if (const T* found = std::get_if<T>(&n)) return found;
    return nullptr;
  }

 private:
  std::uint32_t in_ = 0;
  int steps_ = 0;
};

}  // namespace cardroom
