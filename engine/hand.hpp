#pragma once
#include <vector>

#include "engine/betting.hpp"
#include "engine/events.hpp"
#include "engine/settings.hpp"
#include "engine/table_state.hpp"

/// A hand from the forced bets to the last pot, without clocks: the state machine that table and contract
/// share.
namespace cardroom::hand {

/// What a seat has to put in before the cards: `live` counts as its bet, `dead` does not.
struct Forced {
  SeatIndex seat{0};
  ForcedBet kind = ForcedBet::ANTE;
  Chips live, dead;
};
using ForcedBets = FixedVec<Forced, 3 * kMaxSeats>;  ///< a seat's ante, missed blind, and blind or post

struct Setup {
  SeatMask dealt;
  SeatIndex button, small_blind, big_blind;
  SeatIndex last_blind;  ///< the seat after it acts first
  Chips to_match;        ///< the bet before the flop: a full big blind, however short the one posted
  Chips raise;           ///< size of the first full raise
  ForcedBets forced;     ///< antes first
};

/// Blinds and antes of the house for the seats of `dealt`; posts to play and missed blinds as the seats say.
Setup usual(const Settings& settings, const TableState& table, SeatMask dealt, SeatIndex button,
            SeatIndex small_blind, SeatIndex big_blind);

/// DEAL: takes the forced bets, deals the hole cards and opens the first betting round. The deck is in the
/// state already: in dealing order, from the small blind, burn cards included.
void start(TableState& table, const Setup& setup, std::vector<TableEvent>& events);

/// Moves on while nobody has to act: streets, run-out, showdown. True when the hand is settled.
bool advance(const Settings& settings, TableState& table, std::vector<TableEvent>& events);

/// Calls the hand off: every chip back to where it was when the hand began.
void refund(TableState& table);

/// What a seat of the hand had when it began, at any moment of the hand.
inline Chips stack_before(const Seat& seat) { return seat.stack + seat.total - seat.won; }

/// Clears cards, bets and masks of the settled or refunded hand; seats keep their status.
void clear(TableState& table);

}  // namespace cardroom::hand
