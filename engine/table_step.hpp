#pragma once
#include "engine/commands.hpp"
#include "engine/settings.hpp"
#include "engine/table_state.hpp"

/// The parts of the table machine, for engine/table.cpp alone. A Step is everything that one command works
/// on.
namespace cardroom::table {

struct Step {
  const Settings& settings;
  TableState& t;
  const Input& input;
  TableOutput& out;
  bool dealt = false;  ///< no hand begins: one was dealt in this step, and the next one needs another seed

  void tell(TableEvent event) { out.events.push_back(std::move(event)); }
  void notify(TableNotice notice) { out.notices.push_back(std::move(notice)); }
  void tell_seat(int seat);
};

// table_turns.cpp: the hand while somebody is to act

Error verify_action(const Settings& settings, const TableState& t, const PlayerActionCommand& c);
Error verify_intent(const Settings& settings, const TableState& t, const PlayerIntent& c);
void act(Step& step, const PlayerActionCommand& c);
void intend(Step& step, const PlayerIntent& c);
/// The clock of the seat to act ran out: time bank, else the default action.
void time_out(Step& step);
/// Plays on until a player has to decide or the hand is settled; arms the clock.
void play_on(Step& step);

// table_between.cpp: from one hand to the next

/// Everything that needs no further time or input: HAND_COMPLETE, PREDEAL, WAITING_FOR_PLAYERS, DEAL.
void proceed(Step& step);
/// Waits for players and could deal at once.
bool could_start(const TableState& t);
/// PREDEAL waits for a player to buy in.
bool predeal_waits(const TableState& t);

// table_seats.cpp: who sits where with what

void seat_player(Step& step, const SeatPlayer& c);
void add_chips(Step& step, const AddChips& c);
/// Pending chips arrive in front of the player, cut at the maximum.
void arrive(Step& step, int seat);
/// The player's chips go to the game; the seat is free when the game has acknowledged them.
void remove(Step& step, int seat, OutReason reason);
/// The player cannot go before the game has acknowledged what is on its way: an excess, for a seat has one
/// notice at a time, or rake.
bool waits_to_go(const TableState& t, int seat);
/// Removes seats that are not in a hand and leave, were away or sat out too long.
void sweep(Step& step);
void acknowledge(Step& step, Sequence out);
void close(Step& step);
void set_connection(Step& step, int seat, bool connected);
/// Nobody could act for this long: what ends soon ends so much later. Limits of absence go on.
/// Whether all stay behind the beginning of time.
bool can_shift(const TableState& t, Duration by);
void shift_clocks(TableState& t, Duration by);
void sit_out(Step& step, int seat);
void sit_in(Step& step, int seat);
void tell_ready(Step& step);
void all_disconnected(Step& step);
/// When the away or sit-out limit of a seat ends; not set = never.
Instant removal_due(const Settings& settings, const Seat& seat);

// table_rake.cpp: the house's chips on their way to the game

/// All rake at the table leaves, unless some is on its way already.
void hand_over_rake(Step& step);
ChipsOut rake_notice(const TableState& t);
/// The game has booked ChipsOut notices up to `out`.
void rake_booked(TableState& t, Sequence out);
/// The last player stays for now: the table's rake has to leave first, and some is on its way still.
bool rake_holds(const TableState& t, int seat);

// table_moves.cpp: players who are moved to other tables

void move_out(Step& step, MoveId move);
void execute_moves(Step& step);

// Asked of every seat between hands: & instead of && spares branches that could not be foreseen.

/// In a seat and not on the way out.
inline bool present(const Seat& s) {
  return (s.status > SeatStatus::RESERVED) & (s.player != PlayerStatus::OUT);
}
/// Would be dealt in: chips in front, not sitting out, leaving or buying in.
inline bool ready(const Seat& s) {
  return (s.status > SeatStatus::RESERVED) & (s.player == PlayerStatus::ACTIVE) & (s.stack > Chips{0});
}

}  // namespace cardroom::table
