#pragma once
#include <variant>
#include <vector>

#include "engine/bank.hpp"
#include "engine/errors.hpp"
#include "engine/events.hpp"

/// What a table and a game are told, and what they tell each other.
namespace cardroom {

/// What comes in with every command: the time, fresh randomness, the client's number of it, and whether a
/// hand may begin.
struct Input {
  Instant now;
  Seed seed;
  ClientId client;
  bool last_hand = false;  ///< no other hand begins in this step, even if one is due
};

// From players to their table. Hand, turn and street of 0 / NONE mean "the present one".

struct PlayerActionCommand {
  UserId user;
  Action action = Action::NONE;
  Chips amount;  ///< the "to" total of a BET or RAISE
  HandNumber hand_number;
  Turn turn;
};
BOOST_DESCRIBE_STRUCT(PlayerActionCommand, (), (user, action, amount, hand_number, turn))

struct PlayerIntent {
  UserId user;
  Intent intent = Intent::NONE;
  Chips amount;  ///< CALL: the amount to call that was seen; RAISE: the "to" total
  HandNumber hand_number;
  HandPhase street =
      HandPhase::WAITING_FOR_PLAYERS;  ///< a betting phase; WAITING_FOR_PLAYERS = the present one
};
BOOST_DESCRIBE_STRUCT(PlayerIntent, (), (user, intent, amount, hand_number, street))

struct ShowCards {
  UserId user;
};
BOOST_DESCRIBE_STRUCT(ShowCards, (), (user))

struct PostBlind {
  UserId user;
};
BOOST_DESCRIBE_STRUCT(PostBlind, (), (user))

// From players or administrators to the game; the game passes on what concerns a table.

struct RegisterForGame {
  UserId user;
};
BOOST_DESCRIBE_STRUCT(RegisterForGame, (), (user))
struct UnregisterFromGame {
  UserId user;
};
BOOST_DESCRIBE_STRUCT(UnregisterFromGame, (), (user))
struct StartGame {};
BOOST_DESCRIBE_STRUCT(StartGame, (), ())
struct PauseGame {};
BOOST_DESCRIBE_STRUCT(PauseGame, (), ())
struct ResumeGame {};
BOOST_DESCRIBE_STRUCT(ResumeGame, (), ())
struct EndGame {};
BOOST_DESCRIBE_STRUCT(EndGame, (), ())
struct BuyIn {
  UserId user;
  Chips amount;
  std::string reservation{};  ///< of the amount, at the bank
};
BOOST_DESCRIBE_STRUCT(BuyIn, (), (user, amount, reservation))
struct LeaveGame {
  UserId user;
};
BOOST_DESCRIBE_STRUCT(LeaveGame, (), (user))
struct SitOut {
  UserId user;
};
BOOST_DESCRIBE_STRUCT(SitOut, (), (user))
struct SitIn {
  UserId user;
};
BOOST_DESCRIBE_STRUCT(SitIn, (), (user))
struct Disconnected {
  UserId user;
};
BOOST_DESCRIBE_STRUCT(Disconnected, (), (user))
struct Reconnected {
  UserId user;
};
BOOST_DESCRIBE_STRUCT(Reconnected, (), (user))
/// The daemon has started again: nobody is connected.
struct Restarted {};
BOOST_DESCRIBE_STRUCT(Restarted, (), ())
/// The bank's answer to the game's exchange number `seq`, one for each movement in order.
struct BankAnswered {
  BankSequence seq;
  std::vector<MovementAnswer> answers;
};
BOOST_DESCRIBE_STRUCT(BankAnswered, (), (seq, answers))

// What a player takes along from table to table.

struct Carried {
  Chips chips;
  PlayerStatus player = PlayerStatus::BUYING_IN;
  bool connected = true;
  bool holds_predeal = true;
  Instant away_since, sit_out_since;
  std::int32_t time_bank = 0;
  std::uint8_t hands = 0, timeouts = 0;
  friend bool operator==(const Carried&, const Carried&) = default;
};
BOOST_DESCRIBE_STRUCT(Carried, (),
                      (chips, player, connected, holds_predeal, away_since, sit_out_since, time_bank, hands,
                       timeouts))

// From the game to a table. Messages with a `seq` move chips or players: applied once, answered by Applied.

struct SeatPlayer {
  Sequence seq;
  UserId user;
  SeatIndex seat;
  Carried carried;
};
BOOST_DESCRIBE_STRUCT(SeatPlayer, (), (seq, user, seat, carried))

/// Bought chips. With nothing in front the amount must lie within `least` and `most` (else BAD_BUY_IN); with
/// chips in front it is a top-up, cut at `most`.
struct AddChips {
  Sequence seq;
  UserId user;
  Chips amount, least, most;
};
BOOST_DESCRIBE_STRUCT(AddChips, (), (seq, user, amount, least, most))

struct ReserveSeat {
  SeatIndex seat;
};
BOOST_DESCRIBE_STRUCT(ReserveSeat, (), (seat))
struct ReleaseSeat {
  SeatIndex seat;
};
BOOST_DESCRIBE_STRUCT(ReleaseSeat, (), (seat))

/// One player is to leave for another table: the table chooses whom, at once or after the hand.
struct MoveOut {
  MoveId move;
};
BOOST_DESCRIBE_STRUCT(MoveOut, (), (move))
struct CancelMove {
  MoveId move;
};
BOOST_DESCRIBE_STRUCT(CancelMove, (), (move))

struct SetTableStatus {
  TableStatus status = TableStatus::PAUSED;
  GameStatus game = GameStatus::SEATING;
};
BOOST_DESCRIBE_STRUCT(SetTableStatus, (), (status, game))

struct SetConnection {
  UserId user;
  bool connected = true;
};
BOOST_DESCRIBE_STRUCT(SetConnection, (), (user, connected))

/// The daemon has started again: nobody at the table is connected.
struct AllDisconnected {};
BOOST_DESCRIBE_STRUCT(AllDisconnected, (), ())

/// Everybody is cashed out and reservations fall: the game is over.
struct CloseTable {};
BOOST_DESCRIBE_STRUCT(CloseTable, (), ())

/// The game has booked ChipsOut notices up to `out`.
struct Acknowledge {
  Sequence out;
};
BOOST_DESCRIBE_STRUCT(Acknowledge, (), (out))

/// The hand in progress is called off and every chip returned.
struct VoidHand {};
BOOST_DESCRIBE_STRUCT(VoidHand, (), ())

/// Nobody could act for so long: the daemon was down, or its store.
struct ShiftClocks {
  Duration by;  ///< negative: the clock that the table goes by now is behind the one before
};
BOOST_DESCRIBE_STRUCT(ShiftClocks, (), (by))

/// A deadline was reached.
struct Wake {};
BOOST_DESCRIBE_STRUCT(Wake, (), ())

using TableCommand =
    std::variant<Wake, PlayerActionCommand, PlayerIntent, ShowCards, PostBlind, SeatPlayer, AddChips,
                 LeaveGame, SitOut, SitIn, SetConnection, AllDisconnected, ReserveSeat, ReleaseSeat, MoveOut,
                 CancelMove, SetTableStatus, CloseTable, Acknowledge, VoidHand, ShiftClocks>;

// From a table to its game.

/// A message with a `seq` was applied (NONE) or refused.
struct Applied {
  Sequence seq;
  Error error = Error::NONE;
};
BOOST_DESCRIBE_STRUCT(Applied, (), (seq, error))

/// Chips leave the table. Repeated after a restart until acknowledged. RAKE names no user and no seat.
struct ChipsOut {
  Sequence out;
  UserId user;
  SeatIndex seat;
  OutReason reason = OutReason::LEFT;
  MoveId move;
  Carried carried;
};
BOOST_DESCRIBE_STRUCT(ChipsOut, (), (out, user, seat, reason, move, carried))

struct MoveChosen {
  MoveId move;
  SeatIndex seat;
  UserId user;
};
BOOST_DESCRIBE_STRUCT(MoveChosen, (), (move, seat, user))
/// Nobody is left who could be moved, or the player of the move is leaving.
struct MoveDropped {
  MoveId move;
};
BOOST_DESCRIBE_STRUCT(MoveDropped, (), (move))

struct TablePaused {};
BOOST_DESCRIBE_STRUCT(TablePaused, (), ())

/// A player's readiness to be dealt in changed: chips in front and not sitting out or leaving.
struct ReadyChanged {
  UserId user;
  bool ready = false;
};
BOOST_DESCRIBE_STRUCT(ReadyChanged, (), (user, ready))

using TableNotice = std::variant<Applied, ChipsOut, MoveChosen, MoveDropped, TablePaused, ReadyChanged>;

/// What a game knows of one of its tables, to decide what the table's own journal cannot.
struct KnownTable {
  std::vector<UserId> seated;
  Sequence in;      ///< last numbered message before the first that is not answered
  Sequence out;     ///< last ChipsOut notice that was booked
  Sequence rake{};  ///< last one of them with rake
};
BOOST_DESCRIBE_STRUCT(KnownTable, (), (seated, in, out, rake))

/// What a step of a table gives besides the new state.
struct TableOutput {
  std::vector<TableEvent> events;
  std::vector<TableNotice> notices;
  void clear() { events.clear(), notices.clear(); }
};

}  // namespace cardroom
