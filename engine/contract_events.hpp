#pragma once
#include <string_view>
#include <variant>
#include <vector>

#include "engine/contract_state.hpp"
#include "engine/hand_value.hpp"

/// What happened at a table, by the names of the engine's contract.
namespace cardroom::contract {

struct EventBase {
  TableId table_id;
  std::optional<HandId> hand_id;
};
BOOST_DESCRIBE_STRUCT(EventBase, (), (table_id, hand_id))

/// The last event of every call that changed the table.
struct TableStateUpdated : EventBase {
  static constexpr std::string_view kWireName = "TABLE_STATE_UPDATED";
};
BOOST_DESCRIBE_STRUCT(TableStateUpdated, (EventBase), ())

struct HandStarted : EventBase {
  static constexpr std::string_view kWireName = "HAND_STARTED";
  SeatIndex dealer_seat_index, small_blind_seat_index, big_blind_seat_index;
};
BOOST_DESCRIBE_STRUCT(HandStarted, (EventBase),
                      (dealer_seat_index, small_blind_seat_index, big_blind_seat_index))

struct ForcedBetPosted : EventBase {
  static constexpr std::string_view kWireName = "FORCED_BET_POSTED";
  SeatIndex seat_index;
  ForcedBet kind = ForcedBet::ANTE;
  Chips amount;
};
BOOST_DESCRIBE_STRUCT(ForcedBetPosted, (EventBase), (seat_index, kind, amount))

/// Once for all hole cards (PREFLOP, no community cards), then once a street.
struct CardsDealt : EventBase {
  static constexpr std::string_view kWireName = "CARDS_DEALT";
  Street street = Street::PREFLOP;
  Board community_cards;  ///< all that are out
};
BOOST_DESCRIBE_STRUCT(CardsDealt, (EventBase), (street, community_cards))

/// `amount`: the "to" total of a BET or RAISE, the chips that a CALL added, else 0.
struct PlayerActionApplied : EventBase {
  static constexpr std::string_view kWireName = "PLAYER_ACTION_APPLIED";
  SeatIndex seat_index;
  Action action = Action::NONE;
  Chips amount;
  BettingRoundState betting;
  PotView main_pot;
  std::vector<PotView> side_pots;
};
BOOST_DESCRIBE_STRUCT(PlayerActionApplied, (EventBase),
                      (seat_index, action, amount, betting, main_pot, side_pots))

/// A betting round opened, or ended and its bets went into the pots.
struct BettingRoundUpdated : EventBase {
  static constexpr std::string_view kWireName = "BETTING_ROUND_UPDATED";
  BettingRoundState betting;
  PotView main_pot;
  std::vector<PotView> side_pots;
};
BOOST_DESCRIBE_STRUCT(BettingRoundUpdated, (EventBase), (betting, main_pot, side_pots))

struct UncalledBetReturned : EventBase {
  static constexpr std::string_view kWireName = "UNCALLED_BET_RETURNED";
  SeatIndex seat_index;
  Chips amount;
};
BOOST_DESCRIBE_STRUCT(UncalledBetReturned, (EventBase), (seat_index, amount))

struct CardsShown : EventBase {
  static constexpr std::string_view kWireName = "CARDS_SHOWN";
  SeatIndex seat_index;
  HoleCards cards{};
};
BOOST_DESCRIBE_STRUCT(CardsShown, (EventBase), (seat_index, cards))

struct HandMucked : EventBase {
  static constexpr std::string_view kWireName = "HAND_MUCKED";
  SeatIndex seat_index;
};
BOOST_DESCRIBE_STRUCT(HandMucked, (EventBase), (seat_index))

/// `hand` is absent when it was not shown.
struct Winner {
  SeatIndex seat_index;
  std::optional<EvaluatedHand> hand;
  Chips won_amount;
};
BOOST_DESCRIBE_STRUCT(Winner, (), (seat_index, hand, won_amount))

struct Results {
  std::vector<Winner> winners;
};
BOOST_DESCRIBE_STRUCT(Results, (), (winners))

struct Share {
  SeatIndex seat_index;
  Chips share;
};
BOOST_DESCRIBE_STRUCT(Share, (), (seat_index, share))

/// `category` is absent when the pot had one contender, `rake` when nothing was taken.
struct PotResult {
  std::uint8_t pot_id = 0;
  Chips amount;  ///< all that was in it, the rake too
  std::vector<Share> winners;
  std::optional<HandCategory> category;
  std::optional<Chips> rake;
};
BOOST_DESCRIBE_STRUCT(PotResult, (), (pot_id, amount, winners, category, rake))

struct Showdown : EventBase {
  static constexpr std::string_view kWireName = "SHOWDOWN";
  Results results;
  std::vector<PotResult> pot_results;  ///< the last side pot first
};
BOOST_DESCRIBE_STRUCT(Showdown, (EventBase), (results, pot_results))

/// Everybody else folded. The seat gets `amount` less `rake`.
struct PotsWonUncontested : EventBase {
  static constexpr std::string_view kWireName = "POTS_WON_UNCONTESTED";
  SeatIndex seat_index;
  Chips amount;
  std::optional<Chips> rake;
};
BOOST_DESCRIBE_STRUCT(PotsWonUncontested, (EventBase), (seat_index, amount, rake))

struct FinalStack {
  SeatIndex seat_index;
  Chips stack;
};
BOOST_DESCRIBE_STRUCT(FinalStack, (), (seat_index, stack))

struct Metrics {
  SeatIndex seat_index;
  Chips net_chips;
  bool vpip = false, pfr = false, saw_showdown = false, won_showdown = false;
};
BOOST_DESCRIBE_STRUCT(Metrics, (), (seat_index, net_chips, vpip, pfr, saw_showdown, won_showdown))

struct HandCompleted : EventBase {
  static constexpr std::string_view kWireName = "HAND_COMPLETED";
  std::vector<FinalStack> final_stacks;  ///< of the seats dealt in
  std::vector<Metrics> metrics;
  std::optional<Chips> rake;  ///< of all pots
};
BOOST_DESCRIBE_STRUCT(HandCompleted, (EventBase), (final_stacks, metrics, rake))

using Event = std::variant<TableStateUpdated, HandStarted, ForcedBetPosted, CardsDealt, PlayerActionApplied,
                           BettingRoundUpdated, UncalledBetReturned, CardsShown, HandMucked, Showdown,
                           PotsWonUncontested, HandCompleted>;

}  // namespace cardroom::contract
