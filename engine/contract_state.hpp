#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/view.hpp"

/// The state of one table by the names of the engine's contract: what drivers in any language see. Members
/// that are optional with a value as default are null when there is nothing to say; other absent ones are
/// left out.
namespace cardroom::contract {

/// Opaque to drivers: the table's id and the number of the hand.
using HandId = std::string;

/// One value a seat; the keys are seat numbers.
template <class T>
using BySeat = std::map<std::string, T>;

enum class TableStatus : std::uint8_t { WAITING_FOR_PLAYERS, IN_HAND, PAUSED };
BOOST_DESCRIBE_ENUM(TableStatus, WAITING_FOR_PLAYERS, IN_HAND, PAUSED)

enum class PlayerStatus : std::uint8_t { ACTIVE, FOLDED, ALL_IN, SITTING_OUT };
BOOST_DESCRIBE_ENUM(PlayerStatus, ACTIVE, FOLDED, ALL_IN, SITTING_OUT)

/// Blinds and house rules of the table. The rules are named as in configuration files.
struct TableConfig {
  TableId table_id;
  std::int32_t max_players = 0;
  Chips small_blind, big_blind, ante;
  std::string min_raise, reopen, heads_up_transition;
  bool open_fold = true, auto_muck = true;
};
BOOST_DESCRIBE_STRUCT(TableConfig, (),
                      (table_id, max_players, small_blind, big_blind, ante, min_raise, reopen,
                       heads_up_transition, open_fold, auto_muck))

struct PlayerSeat {
  SeatIndex seat_index;
  std::optional<UserId> user_id{std::in_place};
  std::optional<DisplayName> display_name{std::in_place};
  Chips stack;
  PlayerStatus status = PlayerStatus::SITTING_OUT;
};
BOOST_DESCRIBE_STRUCT(PlayerSeat, (), (seat_index, user_id, display_name, stack, status))

struct BettingRoundState {
  Street street = Street::PREFLOP;
  Chips current_bet;
  Chips min_raise;  ///< the least that a full raise adds to `current_bet`
  SeatIndex last_aggressor_seat_index, to_act_seat_index;
  BySeat<Chips> contributions;  ///< of the seats dealt in, on this street
};
BOOST_DESCRIBE_STRUCT(BettingRoundState, (),
                      (street, current_bet, min_raise, last_aggressor_seat_index, to_act_seat_index,
                       contributions))

struct HandState {
  HandId hand_id;
  TableId table_id;
  SeatIndex dealer_seat_index, small_blind_seat_index, big_blind_seat_index;
  std::vector<Card> deck;  ///< what was not dealt yet
  std::vector<Card> burned_cards;
  Board community_cards;
  BySeat<HoleCards> hole_cards;
  PotView main_pot;
  std::vector<PotView> side_pots;
  BettingRoundState betting;
  Street street = Street::PREFLOP;
  bool is_hand_over = false;
};
BOOST_DESCRIBE_STRUCT(HandState, (),
                      (hand_id, table_id, dealer_seat_index, small_blind_seat_index, big_blind_seat_index,
                       deck, burned_cards, community_cards, hole_cards, main_pot, side_pots, betting, street,
                       is_hand_over))

struct TableState {
  TableConfig config;
  std::vector<PlayerSeat> seats;  ///< all of them, empty ones too
  TableStatus status = TableStatus::WAITING_FOR_PLAYERS;
  std::optional<HandState> active_hand{std::in_place};
  std::optional<SeatIndex> last_dealer_seat_index{std::in_place};
};
BOOST_DESCRIBE_STRUCT(TableState, (), (config, seats, status, active_hand, last_dealer_seat_index))

/// Who is to act and what is legal. `min_to` and `max_to` bound a BET or RAISE as "to" totals, when one is
/// legal.
struct ToAct {
  SeatIndex seat_index;
  UserId user_id;
  FixedVec<Action, 6> actions;
  Chips call_amount;  ///< what a call adds, cut to the stack
  std::optional<Chips> min_to, max_to;
};
BOOST_DESCRIBE_STRUCT(ToAct, (), (seat_index, user_id, actions, call_amount, min_to, max_to))

struct PublicPlayerSeatView {
  SeatIndex seat_index;
  std::optional<DisplayName> display_name{std::in_place};
  Chips stack;
  PlayerStatus status = PlayerStatus::SITTING_OUT;
  bool is_self = false;
};
BOOST_DESCRIBE_STRUCT(PublicPlayerSeatView, (), (seat_index, display_name, stack, status, is_self))

/// What one user may see. `min_bet`, `call_amount` and `hole_cards` are the viewer's own.
struct PublicTableView {
  TableId table_id;
  TableStatus status = TableStatus::WAITING_FOR_PLAYERS;
  std::vector<PublicPlayerSeatView> seats;
  Board community_cards;
  Chips pot_total;  ///< pots and current bets
  std::optional<Street> street{std::in_place};
  SeatIndex to_act_seat_index;
  std::optional<Chips> min_bet, call_amount;
  std::optional<HandId> hand_id;
  std::optional<HoleCards> hole_cards;
};
BOOST_DESCRIBE_STRUCT(PublicTableView, (),
                      (table_id, status, seats, community_cards, pot_total, street, to_act_seat_index,
                       min_bet, call_amount, hand_id, hole_cards))

}  // namespace cardroom::contract
