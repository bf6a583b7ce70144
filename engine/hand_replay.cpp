#include "engine/hand_replay.hpp"

#include <algorithm>

#include "engine/describe.hpp"
#include "engine/hand.hpp"
#include "engine/seats.hpp"

namespace cardroom {
namespace {

using Difference = std::optional<HandDifference>;

constexpr Chips kMostStack{1'000'000'000'000'000'000 / kMaxSeats};  ///< so that no sum overflows

std::string seat_text(SeatIndex seat) { return "seat " + std::to_string(seat.v); }

/// Events that come beside a hand; all others are the hand itself, and follow from its rules.
template <class E>
constexpr bool kBeside = std::is_same_v<E, HandPhaseChanged> || std::is_same_v<E, TableStatusChanged> ||
                         std::is_same_v<E, BlindPromised> || std::is_same_v<E, PlayerBuyIn>;

class Replay {
 public:
  explicit Replay(const HandRecord& record) : record_(record) {}

  Difference play() {
    if (auto fault = seat_players()) return fault;
    if (auto fault = set_up()) return fault;
    hand::start(table_, setup_, told_);
    for (at_ = 0; at_ < record_.events.size(); ++at_) {
      const TableEvent& event = record_.events[at_].event;
      if (over_) return differs("the hand is over, and more is recorded");
      if (auto fault = std::visit([&](const auto& e) { return take(e); }, event)) return fault;
    }
    if (!over_) return differs("the record ends before the hand does");
    for (const TableEvent& shown : record_.shown_afterwards) {
      if (auto fault = take_shown(std::get_if<CardsShown>(&shown))) return fault;
      ++at_;
    }
    return {};
  }

 private:
  Difference differs(std::string what, std::optional<TableEvent> expected = {}) const {
    return HandDifference{at_, std::move(what), std::move(expected)};
  }
  Difference whole(std::string what) {
    at_ = record_.events.size() + record_.shown_afterwards.size();
    return differs(std::move(what));
  }

  Difference seat_players() {
    if (const SettingsError error = check(record_.settings); !error.key.empty())
      return whole("the settings are not those of a game: " + std::string(error.key));
    table_.id = record_.table_id;
    table_.hand = {record_.hand_number.v - 1};
    table_.seat_count = static_cast<std::uint8_t>(record_.settings.number_of_seats);
    for (const HandPlayer& player : record_.players) {
      const int seat = player.seat_position.v;
      if (seat < 0 || seat >= table_.seat_count || setup_.dealt.has(seat) || player.stack < Chips{1} ||
          player.stack > kMostStack)
        return whole("the players' seats or stacks cannot be");
      setup_.dealt.add(seat);
      table_.seats[seat].user = player.user_id;
      table_.seats[seat].stack = player.stack;
      table_.seats[seat].status = SeatStatus::ACTIVE;
    }
    if (setup_.dealt.count() < 2) return whole("a hand has at least two players");
    return {};
  }

  /// The start as recorded. Which seat has the button follows from the hand before, and is taken as it is.
  Difference set_up() {
    const auto* start =
        record_.events.empty() ? nullptr : std::get_if<HandStarted>(&record_.events.front().event);
    if (!start) return differs("a record begins with HandStarted");
    const int button = start->dealer_position.v;
    if (start->dealt_in != setup_.dealt) return differs("the players are not those that were dealt in");
    if (button < 0 || button >= table_.seat_count || !setup_.dealt.has(start->small_blind_position) ||
        !setup_.dealt.has(start->big_blind_position) ||
        start->small_blind_position == start->big_blind_position)
      return differs("button or blinds are no seats of the hand");
    for (const HandEvent& e : record_.events) {
      const auto* post = std::get_if<ForcedBetPosted>(&e.event);
      if (!post || !setup_.dealt.has(post->seat_position)) continue;
      Seat& seat = table_.seats[post->seat_position.v];
      if (post->kind == ForcedBet::POST) seat.posts = true;
      if (post->kind == ForcedBet::MISSED_BLIND) seat.missed_big_blind = true;
    }
    setup_ = hand::usual(record_.settings, table_, setup_.dealt, start->dealer_position,
                         start->small_blind_position, start->big_blind_position);
    return stack_deck();
  }

  /// The cards of the record in their places; those that nobody was dealt change nothing.
  Difference stack_deck() {
    std::array<int, kMaxSeats> places{};
    int players = 0, board = 0;
    for_each_after(setup_.dealt, {static_cast<std::int8_t>(setup_.small_blind.v - 1)},
                   [&](int i) { places[i] = players++; });
    SeatMask served;
    for (at_ = 0; at_ < record_.events.size(); ++at_) {
      const TableEvent& event = record_.events[at_].event;
      if (const auto* own = std::get_if<HoleCardsDealt>(&event)) {
        if (!setup_.dealt.has(own->seat_position) || served.has(own->seat_position))
          return differs("cards for a seat that gets none");
        served.add(own->seat_position.v);
        const int place = places[own->seat_position.v];
        if (!put(place, own->cards[0]) || !put(place + players, own->cards[1]))
          return differs("a card that is no card, or dealt already");
      } else if (const auto* street = std::get_if<CommunityCardsDealt>(&event)) {
        constexpr int kPlaces[] = {1, 2, 3, 5, 7};
        for (const Card card : street->cards)
          if (board == 5 || !put(2 * players + kPlaces[board++], card))
            return differs("a card that is no card, or dealt already");
      }
    }
    at_ = 0;
    if (served != setup_.dealt) return whole("hole cards are missing");
    int next = 0;
    for (Card& card : table_.deck)
      if (!card.set()) {
        while (used_[next]) ++next;
        card = {static_cast<std::uint8_t>(next++)};
      }
    return {};
  }
  bool put(int place, Card card) {
    if (!card.set() || used_[card.v]) return false;
    used_[card.v] = true;
    table_.deck[place] = card;
    return true;
  }

  bool settled() const { return compared_ == told_.size(); }

  /// Goes on to the next events of the hand: what follows by itself, or upon the recorded action.
  Difference go_on(const PlayerActed* acted) {
    told_.clear();
    compared_ = 0;
    if (!table_.to_act.set()) {
      hand::advance(record_.settings, table_, told_);
      return {};
    }
    if (!acted) return differs(seat_text(table_.to_act) + " is to act");
    if (acted->seat_position != table_.to_act)
      return differs(seat_text(table_.to_act) + " is to act, not " + seat_text(acted->seat_position));
    if (timed_out_ != Action::NONE && acted->action != timed_out_)
      return differs("it is not what the time-out did");
    timed_out_ = Action::NONE;
    const int seat = table_.to_act.v;
    const Error error = betting::verify(record_.settings, table_, seat, acted->action, acted->amount);
    if (error != Error::NONE) return differs("the rules refuse it: " + std::string(to_string(error)));
    betting::act(table_, seat, acted->action, acted->amount, told_);
    return {};
  }

  template <class E>
  Difference take(const E& event) {
    if constexpr (kBeside<E>) return {};
    const PlayerActed* acted = nullptr;
    if constexpr (std::is_same_v<E, PlayerActed>) acted = &event;
    if (settled())
      if (auto fault = go_on(acted)) return fault;
    if (settled()) return differs("the rules give nothing more");
    const TableEvent& expected = told_[compared_++];
    const E* same_kind = std::get_if<E>(&expected);
    if (!same_kind || !same(*same_kind, event)) return differs("the rules give another event", expected);
    over_ = settled() && table_.phase == HandPhase::HAND_COMPLETE;
    return {};
  }

  Difference take(const PlayerTimedOut& event) {
    if (!settled() || event.seat_position != table_.to_act) return differs("it is not that seat's turn");
    const bool free = betting::options(record_.settings, table_, table_.to_act.v).check;
    timed_out_ = free ? Action::CHECK : Action::FOLD;
    if (event.default_action != timed_out_)
      return differs("a time-out checks when that is free, else folds",
                     PlayerTimedOut{event.seat_position, timed_out_});
    return {};
  }
  Difference take(const TimeBankStarted& event) {
    if (settled() && event.seat_position == table_.to_act) return {};
    return differs("it is not that seat's turn");
  }
  /// Of a seat of the hand it tells where the hand stands.
  Difference take(const SeatChanged& event) {
    if (!setup_.dealt.has(event.seat_position)) return {};
    if (!settled()) return differs("the rules give another event", told_[compared_]);
    const Seat& seat = table_.seats[event.seat_position.v];
    if (event.user_id == seat.user && event.stack == seat.stack && event.status == seat.status) return {};
    SeatChanged expected = event;
    expected.user_id = seat.user, expected.stack = seat.stack, expected.status = seat.status;
    return differs("the seat stands otherwise", expected);
  }
  Difference take(const HandRefunded& event) {
    if (!settled()) return differs("the rules give another event", told_[compared_]);
    if (event.hand_number != table_.hand) return differs("it is another hand", HandRefunded{table_.hand});
    over_ = true;
    return {};
  }

  Difference take_shown(const CardsShown* event) {
    if (!event || table_.phase != HandPhase::HAND_COMPLETE || !setup_.dealt.has(event->seat_position) ||
        table_.shown.has(event->seat_position))
      return differs("no cards can be shown here");
    table_.shown.add(event->seat_position.v);
    const CardsShown expected{event->seat_position, hole_cards(table_, event->seat_position.v)};
    if (event->cards == expected.cards) return {};
    return differs("the seat was dealt other cards", expected);
  }

  const HandRecord& record_;
  TableState table_;
  hand::Setup setup_;
  std::array<bool, kDeckSize> used_{};
  std::vector<TableEvent> told_;  ///< by the rules, since the last action or street
  std::size_t compared_ = 0;      ///< of those
  std::size_t at_ = 0;            ///< in the record
  Action timed_out_ = Action::NONE;
  bool over_ = false;
};

}  // namespace

std::optional<HandDifference> replay_hand(const HandRecord& record) { return Replay(record).play(); }

}  // namespace cardroom
