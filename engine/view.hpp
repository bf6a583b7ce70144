#pragma once
#include <boost/mp11/algorithm.hpp>
#include <optional>
#include <vector>

#include "engine/events.hpp"
#include "engine/settings.hpp"
#include "engine/table_state.hpp"

/// What may be told about a table. Everybody gets a TableView, which has no place for cards that were not
/// shown; the player of a seat also gets its PrivateView. Times are what remains at the moment of the view.
namespace cardroom {

/// A player's name for other people, 1 to 32 bytes.
using DisplayName = Name<struct DisplayTag>;

/// The names of the players in the seats.
using SeatNames = std::array<DisplayName, kMaxSeats>;

/// A betting round by the names of the engine's contract.
enum class Street : std::uint8_t { PREFLOP, FLOP, TURN, RIVER, SHOWDOWN };
BOOST_DESCRIBE_ENUM(Street, PREFLOP, FLOP, TURN, RIVER, SHOWDOWN)

/// A seat that is not empty.
struct SeatView {
  SeatIndex seat_index;
  std::optional<UserId> user_id;  ///< none while the seat is reserved
  std::optional<DisplayName> display_name;
  Chips stack;
  Chips street_bet;  ///< live chips put in on this street
  SeatStatus status = SeatStatus::EMPTY;
  PlayerStatus player_status = PlayerStatus::ACTIVE;
  bool connected = false;
  std::optional<Action> last_action;    ///< on this street
  std::optional<Chips> pending;         ///< bought, arrive when the hand is complete
  std::optional<Chips> won;             ///< in the hand that is complete
  std::optional<bool> must_post_blind;  ///< waits between button and big blind
  std::optional<bool> missed_big_blind;
  std::optional<bool> posts;             ///< asked to post to play
  std::optional<HoleCards> shown_cards;  ///< public hole cards
  friend bool operator==(const SeatView&, const SeatView&) = default;
};
BOOST_DESCRIBE_STRUCT(SeatView, (),
                      (seat_index, user_id, display_name, stack, street_bet, status, player_status, connected,
                       last_action, pending, won, must_post_blind, missed_big_blind, posts, shown_cards))

struct PotView {
  std::uint8_t pot_id = 0;  ///< 0 = the main pot
  Chips amount;
  SeatMask eligible_seat_indices;
  friend bool operator==(const PotView&, const PotView&) = default;
};
BOOST_DESCRIBE_STRUCT(PotView, (), (pot_id, amount, eligible_seat_indices))

struct TableView {
  TableStatus status = TableStatus::PAUSED;
  GameStatus game_status = GameStatus::SEATING;
  HandPhase hand_phase = HandPhase::WAITING_FOR_PLAYERS;
  HandNumber hand_number;        ///< of the running hand, or of the last one
  Turn turn;                     ///< of the present or last question to a player
  std::optional<Street> street;  ///< none between hands
  std::int32_t number_of_seats = 0;
  Chips small_blind, big_blind, ante;
  SeatIndex dealer_seat_index, small_blind_seat_index, big_blind_seat_index;
  SeatIndex to_act_seat_index;
  Board community_cards;
  Chips pot_total;  ///< pots and current bets
  FixedVec<PotView, kMaxSeats> pots;
  Chips current_bet;                            ///< to be matched on this street
  Chips min_raise;                              ///< the least that a full raise adds to `current_bet`
  std::optional<Duration> action_remaining;     ///< of the seat to act, before its time bank runs
  std::optional<Duration> time_bank_remaining;  ///< of the seat to act
  std::optional<Duration> phase_remaining;      ///< of PREDEAL or of the review
  std::vector<SeatView> seats;                  ///< ascending, empty ones left out
  friend bool operator==(const TableView&, const TableView&) = default;
};
BOOST_DESCRIBE_STRUCT(TableView, (),
                      (status, game_status, hand_phase, hand_number, turn, street, number_of_seats,
                       small_blind, big_blind, ante, dealer_seat_index, small_blind_seat_index,
                       big_blind_seat_index, to_act_seat_index, community_cards, pot_total, pots, current_bet,
                       min_raise, action_remaining, time_bank_remaining, phase_remaining, seats))

/// What the player of one seat alone may know. `actions`, `min_bet` and `max_bet` are there on the player's
/// turn.
struct PrivateView {
  SeatIndex seat_index;
  std::optional<HoleCards> hole_cards;
  FixedVec<Action, 6> actions;       ///< legal now
  std::optional<Chips> call_amount;  ///< what a call adds, cut to the stack; during a hand
  std::optional<Chips> min_bet;      ///< "to" totals of a BET or RAISE, when one is legal
  std::optional<Chips> max_bet;
  Duration time_bank;  ///< left
  std::optional<Intent> intent;
  std::optional<Chips> intent_amount;
  friend bool operator==(const PrivateView&, const PrivateView&) = default;
};
BOOST_DESCRIBE_STRUCT(PrivateView, (),
                      (seat_index, hole_cards, actions, call_amount, min_bet, max_bet, time_bank, intent,
                       intent_amount))

/// An event that everybody at the table may know: any but HoleCardsDealt.
using PublicTableEvent = boost::mp11::mp_remove<TableEvent, HoleCardsDealt>;

/// The public state of a table at `now`.
TableView table_view(const Settings& settings, const TableState& table, const SeatNames& names, Instant now);
/// The same into `view`, whose memory is used again.
void table_view(const Settings& settings, const TableState& table, const SeatNames& names, Instant now,
                TableView& view);

/// What the player of `seat`, which must be taken, may know besides.
PrivateView private_view(const Settings& settings, const TableState& table, int seat);

/// The event as everybody may know it; nothing for a private one.
std::optional<PublicTableEvent> public_event(TableEvent event);

}  // namespace cardroom
