#pragma once
#include <variant>
#include <vector>

#include "engine/errors.hpp"
#include "engine/evaluator.hpp"
#include "engine/phases.hpp"
#include "engine/pot_shares.hpp"
#include "engine/table_state.hpp"

/// What happened, told to players. The struct's name is the event's name on the wire; a table's events travel
/// with its id. HoleCardsDealt is for its player alone; every other event is public.
namespace cardroom {

enum class ForcedBet : std::uint8_t { ANTE, SMALL_BLIND, BIG_BLIND, STRADDLE, POST, MISSED_BLIND };
BOOST_DESCRIBE_ENUM(ForcedBet, ANTE, SMALL_BLIND, BIG_BLIND, STRADDLE, POST, MISSED_BLIND)

struct HandStarted {
  HandNumber hand_number;
  SeatIndex dealer_position, small_blind_position, big_blind_position;
  SeatMask dealt_in;
};
BOOST_DESCRIBE_STRUCT(HandStarted, (),
                      (hand_number, dealer_position, small_blind_position, big_blind_position, dealt_in))

struct ForcedBetPosted {
  SeatIndex seat_position;
  ForcedBet kind = ForcedBet::ANTE;
  Chips amount;  ///< what the seat put in; less than due when its stack is short
};
BOOST_DESCRIBE_STRUCT(ForcedBetPosted, (), (seat_position, kind, amount))

/// Private: for the player in the seat only.
struct HoleCardsDealt {
  SeatIndex seat_position;
  UserId user_id;
  HoleCards cards{};
};
BOOST_DESCRIBE_STRUCT(HoleCardsDealt, (), (seat_position, user_id, cards))

struct CommunityCardsDealt {
  HandPhase phase = HandPhase::FLOP;  ///< FLOP, TURN or RIVER
  FixedVec<Card, 3> cards;            ///< the new ones
};
BOOST_DESCRIBE_STRUCT(CommunityCardsDealt, (), (phase, cards))

struct PlayerActed {
  SeatIndex seat_position;
  Action action = Action::NONE;  ///< FOLD, CHECK, CALL, BET or RAISE
  Chips amount;                  ///< the seat's whole contribution on this street afterwards
  Chips added;                   ///< chips that left the stack
  bool all_in = false;
};
BOOST_DESCRIBE_STRUCT(PlayerActed, (), (seat_position, action, amount, added, all_in))

struct PlayerTimedOut {
  SeatIndex seat_position;
  Action default_action = Action::NONE;
};
BOOST_DESCRIBE_STRUCT(PlayerTimedOut, (), (seat_position, default_action))

struct TimeBankStarted {
  SeatIndex seat_position;
};
BOOST_DESCRIBE_STRUCT(TimeBankStarted, (), (seat_position))

struct BettingRoundComplete {
  Pots pots;

  BettingRoundComplete() = default;
  /// Member by member: whole pots that were written in parts a moment ago would have to be waited for.
  explicit BettingRoundComplete(const Pots& collected) {
    pots.length = collected.length;
    for (std::size_t i = 0; i < collected.size(); ++i) {
      pots[i].amount = collected[i].amount;
      pots[i].eligible = collected[i].eligible;
    }
  }
};
BOOST_DESCRIBE_STRUCT(BettingRoundComplete, (), (pots))

struct UncalledBetReturned {
  SeatIndex seat_position;
  Chips amount;
};
BOOST_DESCRIBE_STRUCT(UncalledBetReturned, (), (seat_position, amount))

/// Hole cards become public: at showdown, before an all-in run-out, or by the player's choice.
struct CardsShown {
  SeatIndex seat_position;
  HoleCards cards{};
};
BOOST_DESCRIBE_STRUCT(CardsShown, (), (seat_position, cards))

struct HandMucked {
  SeatIndex seat_position;
};
BOOST_DESCRIBE_STRUCT(HandMucked, (), (seat_position))

/// One pot's outcome. `contested` is false for a pot with one contender, which is won without showing.
struct PotResult {
  std::uint8_t pot_id = 0;
  bool contested = true;
  HandCategory category = HandCategory::HIGH_CARD;  ///< of the winning hands, when contested
  Chips amount;                                     ///< all that was in it
  Chips rake;                                       ///< of it; the rest is split
  PotShares winners;
};
BOOST_DESCRIBE_STRUCT(PotResult, (), (pot_id, amount, rake, contested, category, winners))

/// A winner over all pots; `hand` is meaningful when the cards are public.
struct Winner {
  SeatIndex seat_position;
  bool shown = false;
  HandValue hand;
  Chips won_amount;
};
BOOST_DESCRIBE_STRUCT(Winner, (), (seat_position, won_amount, shown))

/// Told pot by pot, last side pot first.
struct ShowdownResult {
  FixedVec<PotResult, kMaxSeats> pot_results;
  FixedVec<Winner, kMaxSeats> winners;
};
BOOST_DESCRIBE_STRUCT(ShowdownResult, (), (pot_results, winners))

/// Everybody else folded: the pots go to one seat, nothing is shown.
struct PotsWonUncontested {
  SeatIndex seat_position;
  Chips amount;  ///< all that was in them
  Chips rake;    ///< of it; the rest is won
};
BOOST_DESCRIBE_STRUCT(PotsWonUncontested, (), (seat_position, amount, rake))

struct SeatResult {
  SeatIndex seat_position;
  bool vpip = false, pfr = false, saw_showdown = false, won_showdown = false;
  Chips stack;      ///< at the end of the hand, before pending chips arrive
  Chips net_chips;  ///< after the rake
};
BOOST_DESCRIBE_STRUCT(SeatResult, (),
                      (seat_position, stack, net_chips, vpip, pfr, saw_showdown, won_showdown))

struct HandComplete {
  HandNumber hand_number;
  FixedVec<SeatResult, kMaxSeats> results;
  Chips rake{};  ///< of all pots
};
BOOST_DESCRIBE_STRUCT(HandComplete, (), (hand_number, results, rake))

/// The hand was called off: every chip went back to where it was when the hand began.
struct HandRefunded {
  HandNumber hand_number;
};
BOOST_DESCRIBE_STRUCT(HandRefunded, (), (hand_number))

struct HandPhaseChanged {
  HandPhase phase = HandPhase::WAITING_FOR_PLAYERS;  ///< PREDEAL or WAITING_FOR_PLAYERS
};
BOOST_DESCRIBE_STRUCT(HandPhaseChanged, (), (phase))

struct TableStatusChanged {
  TableStatus old_status = TableStatus::PAUSED, new_status = TableStatus::PAUSED;
};
BOOST_DESCRIBE_STRUCT(TableStatusChanged, (), (old_status, new_status))

/// A seat or its player changed between or beside actions: taken, reserved, left, sitting out or in, away,
/// back.
struct SeatChanged {
  SeatIndex seat_position;
  UserId user_id;
  SeatStatus status = SeatStatus::EMPTY;
  PlayerStatus player_status = PlayerStatus::ACTIVE;
  bool connected = false;
  Chips stack;
};
BOOST_DESCRIBE_STRUCT(SeatChanged, (), (seat_position, user_id, status, player_status, connected, stack))

struct BlindPromised {
  SeatIndex seat_position;
};
BOOST_DESCRIBE_STRUCT(BlindPromised, (), (seat_position))

struct PlayerBuyIn {
  UserId user_id;
  SeatIndex seat_position;
  Chips amount;          ///< what arrived or will arrive
  Chips new_chip_count;  ///< stack and pending together
  bool pending = false;
};
BOOST_DESCRIBE_STRUCT(PlayerBuyIn, (), (user_id, seat_position, amount, new_chip_count, pending))

using TableEvent =
    std::variant<HandStarted, ForcedBetPosted, HoleCardsDealt, CommunityCardsDealt, PlayerActed,
                 PlayerTimedOut, TimeBankStarted, BettingRoundComplete, UncalledBetReturned, CardsShown,
                 HandMucked, ShowdownResult, PotsWonUncontested, HandComplete, HandRefunded, HandPhaseChanged,
                 TableStatusChanged, SeatChanged, BlindPromised, PlayerBuyIn>;
// A list of events is cleared at no cost and copied as bytes.
static_assert(std::is_trivially_copyable_v<TableEvent> && sizeof(TableEvent) <= 640);

/// Appends an event (or a notice) for the caller to fill in. Its members are written once, where they stay: a
/// copy made right after writing them would have the processor wait.
template <class E, class Variant>
E& append(std::vector<Variant>& list) {
  return *std::get_if<E>(&list.emplace_back(std::in_place_type<E>));
}

struct GameStatusChanged {
  GameStatus old_status = GameStatus::SCHEDULED, new_status = GameStatus::SCHEDULED;
};
BOOST_DESCRIBE_STRUCT(GameStatusChanged, (), (old_status, new_status))

struct GameMessage {
  std::string text;
};
BOOST_DESCRIBE_STRUCT(GameMessage, (), (text))

struct PlayerRegistered {
  UserId user_id;
};
BOOST_DESCRIBE_STRUCT(PlayerRegistered, (), (user_id))

/// Left, was removed, or unregistered. `cashed_out` went back to the balance.
struct PlayerLeft {
  UserId user_id;
  Chips cashed_out;
};
BOOST_DESCRIBE_STRUCT(PlayerLeft, (), (user_id, cashed_out))

struct PlayerMoved {
  UserId user_id;
  TableId from_table_id, to_table_id;
};
BOOST_DESCRIBE_STRUCT(PlayerMoved, (), (user_id, from_table_id, to_table_id))

struct TableCreated {
  TableId table_id;
};
BOOST_DESCRIBE_STRUCT(TableCreated, (), (table_id))

struct TableRemoved {
  TableId table_id;
};
BOOST_DESCRIBE_STRUCT(TableRemoved, (), (table_id))

/// The balance outside the tables changed. Private: for the player only.
struct BalanceChanged {
  UserId user_id;
  Chips balance;
};
BOOST_DESCRIBE_STRUCT(BalanceChanged, (), (user_id, balance))

using GameEvent = std::variant<GameStatusChanged, GameMessage, PlayerRegistered, PlayerLeft, PlayerMoved,
                               TableCreated, TableRemoved, BalanceChanged>;

}  // namespace cardroom
