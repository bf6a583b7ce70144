#pragma once
#include <type_traits>

#include "engine/cards.hpp"
#include "engine/phases.hpp"

/// The whole state of a table as one fixed-size value: a snapshot is the state itself, a step copies it.
namespace cardroom {

/// A seat and the player in it. Amounts in chips.
struct Seat {
  UserId user;
  Chips stack;                 ///< in front of the player
  Chips street;                ///< live chips put in on this street
  Chips total;                 ///< all chips put in during this hand, less what came back uncalled
  Chips pending;               ///< bought during a hand, arrive when it is complete
  Chips won;                   ///< in the hand that is complete
  Chips returning;             ///< above the maximum, on their way back to the player's balance
  Chips intent_amount;         ///< of a CALL or RAISE intent
  ClientId client;             ///< the last client command applied
  Version client_version;      ///< the version that it made
  Instant away_since;          ///< disconnected since; 0 = connected
  Instant sit_out_since;       ///< 0 = not sitting out
  std::int32_t time_bank = 0;  ///< milliseconds left
  MoveId move;                 ///< the balancing move planned for this player
  Sequence out;                ///< number of the ChipsOut notice while OUT or `returning`
  OutReason out_reason = OutReason::LEFT;
  SeatStatus status = SeatStatus::EMPTY;
  PlayerStatus player = PlayerStatus::ACTIVE;
  Intent intent = Intent::NONE;
  Action last_action = Action::NONE;  ///< on this street
  std::uint8_t timeouts = 0;          ///< in a row
  std::uint8_t hands = 0;             ///< dealt in since the time bank was last refilled
  bool connected = false;
  bool newcomer = false;         ///< was dealt no hand at this table yet
  bool must_post_blind = false;  ///< waits between button and big blind
  bool missed_big_blind = false;
  bool posts = false;          ///< asked to post to play
  bool holds_predeal = false;  ///< PREDEAL waits once for this player to buy in

  friend bool operator==(const Seat&, const Seat&) = default;
};
BOOST_DESCRIBE_STRUCT(Seat, (),
                      (user, stack, street, total, pending, won, returning, intent_amount, client,
                       client_version, away_since, sit_out_since, time_bank, move, out, out_reason, status,
                       player, intent, last_action, timeouts, hands, connected, newcomer, must_post_blind,
                       missed_big_blind, posts, holds_predeal))

/// A pot and the seats that can win it. The first is the main pot.
struct Pot {
  Chips amount;
  SeatMask eligible;
  friend bool operator==(const Pot&, const Pot&) = default;
};
BOOST_DESCRIBE_STRUCT(Pot, (), (amount, eligible))
using Pots = FixedVec<Pot, kMaxSeats>;

struct TableState {
  TableId id;
  Version version;
  HandNumber hand;            ///< of the running hand, or of the last one
  Turn turn;                  ///< of the present or last question to a player
  Sequence in;                ///< last numbered message of the game that was answered
  std::uint64_t refused = 0;  ///< bit i: message in - i was refused
  Sequence out;               ///< last number given to a ChipsOut notice
  Chips rake;                 ///< of settled hands, at the table still
  Chips rake_leaving;         ///< on its way to the game
  Sequence rake_out;          ///< number of its ChipsOut notice; 0 = none is on its way
  Chips current_bet;          ///< to be matched on this street
  Chips last_raise;           ///< size of the last full raise on this street
  Instant phase_started_at;
  Instant phase_deadline;   ///< end of PREDEAL or of HAND_COMPLETE
  Instant action_deadline;  ///< of `to_act`, the time bank included once it runs
  Instant bank_started;     ///< when the time bank of `to_act` began to run
  std::uint8_t seat_count = 0;
  TableStatus status = TableStatus::PAUSED;
  GameStatus game = GameStatus::SEATING;
  HandPhase phase = HandPhase::WAITING_FOR_PLAYERS;
  SeatIndex button;
  SeatIndex small_blind;
  SeatIndex big_blind;
  SeatIndex to_act;
  SeatIndex last_aggressor;     ///< on this street
  std::uint8_t dealt_last = 0;  ///< seats dealt in by the hand before this one
  std::uint8_t board_size = 0;
  bool showdown = false;  ///< hands were shown
  SeatMask dealt;         ///< seats of this hand
  SeatMask in_hand;       ///< of those, the ones that have not folded
  SeatMask can_act;       ///< of those, the ones with chips behind
  SeatMask waiting;       ///< seats that still have to act on this street
  SeatMask acted;         ///< seats that have acted since the last full raise
  SeatMask shown;         ///< seats whose hole cards are public
  SeatMask vpip;
  SeatMask pfr;
  SeatMask won_showdown;  ///< won at least part of a contested pot
  SeatMask told_ready;    ///< seats last told to the game as ready to be dealt in
  Deck deck{};            ///< in dealing order, burn cards included
  Pots pots;
  std::array<Seat, kMaxSeats> seats{};

  friend bool operator==(const TableState&, const TableState&) = default;
};
BOOST_DESCRIBE_STRUCT(TableState, (),
                      (id, version, hand, turn, in, refused, out, rake, rake_leaving, rake_out, current_bet,
                       last_raise, phase_started_at, phase_deadline, action_deadline, bank_started,
                       seat_count, status, game, phase, button, small_blind, big_blind, to_act,
                       last_aggressor, dealt_last, board_size, showdown, dealt, in_hand, can_act, waiting,
                       acted, shown, vpip, pfr, won_showdown, told_ready, deck, pots, seats))

static_assert(std::is_trivially_copyable_v<TableState>);
static_assert(sizeof(TableState) <= 2048);

/// The two cards of a dealt-in seat, as positions in the deck: one each from the small blind on, twice round.
inline HoleCards hole_cards(const TableState& table, int seat) {
  if (!table.dealt.has(seat) || !table.small_blind.set()) return {};
  const auto below = [&](int i) { return __builtin_popcount(table.dealt.bits & ((1u << i) - 1u)); };
  const int players = table.dealt.count();
  const int place = below(seat) - below(table.small_blind.v) + (seat < table.small_blind.v ? players : 0);
  return {table.deck[place], table.deck[place + players]};
}

/// Community card `i`, 0 to 4, out or not: behind the hole cards; one card is burnt before the flop, the turn
/// and the river.
inline Card board_card(const TableState& table, int i) {
  constexpr int kPlaces[] = {1, 2, 3, 5, 7};
  return table.deck[2 * table.dealt.count() + kPlaces[i]];
}

/// The community cards that are out.
Board board(const TableState& table);

/// The seat of a player, or no seat.
SeatIndex seat_of(const TableState& table, const UserId& user);

/// All chips at the table: stacks, pots, bets, pending and returning ones, rake until the game has it.
Chips chips_at(const TableState& table);

}  // namespace cardroom
