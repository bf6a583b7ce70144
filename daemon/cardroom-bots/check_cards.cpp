#include "daemon/cardroom-bots/check_cards.hpp"

#include <algorithm>

namespace cardroom::bots {
namespace {

constexpr std::size_t kHandsKept = 64;

/// Community cards that are out in a betting phase; nothing for other phases.
std::optional<std::size_t> board_size(HandPhase phase) {
  switch (phase) {
    case HandPhase::PRE_FLOP_BETTING:
      return 0;
    case HandPhase::FLOP_BETTING:
      return 3;
    case HandPhase::TURN_BETTING:
      return 4;
    case HandPhase::RIVER_BETTING:
      return 5;
    default:
      return std::nullopt;
  }
}

}  // namespace

CardCheck::Hand& CardCheck::hand(HandKey key) {
  const auto [at, fresh] = known_.try_emplace(key);
  if (fresh) ++hands_;
  if (known_.size() > kHandsKept) known_.erase(known_.begin());
  return at->second;
}

bool CardCheck::forgotten(HandKey key) const {
  // What is older than all that is kept would take its own place again.
  return known_.size() >= kHandsKept && key < known_.begin()->first;
}

void CardCheck::place(HandKey key, Card card, std::int8_t where) {
  if (!card.set() || forgotten(key)) return;
  std::int8_t& place = hand(key).places[card.v];
  if (place != kNowhere && place != where)
    notes_.found("card " + to_string(card) + " twice in hand " + std::to_string(key.second));
  place = where;
}

void CardCheck::tell(const protocol::server::TableState& frame, Story& story) {
  // A frame may tell the end of one hand and the start of the next.
  std::uint64_t number = frame.state.hand_number.v;
  for (const auto& event : frame.events)
    if (const auto* started = std::get_if<HandStarted>(&event)) number = started->hand_number.v - 1;
  for (const auto& event : frame.events) {
    if (const auto* started = std::get_if<HandStarted>(&event)) {
      number = started->hand_number.v;
      story.shown_now = {};
    } else if (const auto* dealt = std::get_if<CommunityCardsDealt>(&event)) {
      story.allowed.add_all(dealt->cards);
      for (const Card card : dealt->cards) place({frame.epoch.v, number}, card, kBoard);
    } else if (const auto* shown = std::get_if<CardsShown>(&event)) {
      story.allowed.add_all(shown->cards);
      story.shown_now.add(shown->seat_position.v);
      for (const Card card : shown->cards) place({frame.epoch.v, number}, card, shown->seat_position.v);
    } else if (std::holds_alternative<HandComplete>(event)) {
      // Seen by a player who came after the deal, it may have shown no card.
      if (!forgotten({frame.epoch.v, number})) hand({frame.epoch.v, number});
    } else if (std::holds_alternative<PlayerActed>(event) && !story.shown_now.empty()) {
      notes_.found("cards were shown before the last action of hand " + std::to_string(number));
    }
  }
}

void CardCheck::look(std::string_view text, const CardSet& allowed) {
  for (std::size_t at = text.find('"'); at != std::string_view::npos && at + 3 < text.size();
       at = text.find('"', at + 1)) {
    if (text[at + 3] != '"') continue;
    const auto card = parse_card(text.substr(at + 1, 2));
    if (card && !allowed.has(*card))
      notes_.found("card " + to_string(*card) + " is told to a player who may not see it");
  }
}

void CardCheck::frame(const protocol::server::TableState& frame, std::string_view text,
                      std::string_view user) {
  const auto& state = frame.state;
  const HandKey now{frame.epoch.v, state.hand_number.v};
  Story story;
  tell(frame, story);

  if (const auto size = board_size(state.hand_phase); size && *size != state.community_cards.size())
    notes_.found("community cards do not fit the street");
  story.allowed.add_all(state.community_cards);
  for (const Card card : state.community_cards) place(now, card, kBoard);

  for (const auto& seat : state.seats) {
    if (!seat.shown_cards) continue;
    if (is_betting(state.hand_phase))
      notes_.found("cards of seat " + std::to_string(seat.seat_index.v) +
                   " are shown while the betting goes on");
    else
      story.allowed.add_all(*seat.shown_cards);
    for (const Card card : *seat.shown_cards) place(now, card, seat.seat_index.v);
  }

  if (frame.you) {
    const bool own = std::any_of(state.seats.begin(), state.seats.end(), [&](const SeatView& seat) {
      return seat.seat_index == frame.you->seat_index && seat.user_id && seat.user_id->view() == user;
    });
    if (!own) notes_.found("the private part of a seat that is not the player's");
    if (own && frame.you->hole_cards) {
      story.allowed.add_all(*frame.you->hole_cards);
      for (const Card card : *frame.you->hole_cards) place(now, card, frame.you->seat_index.v);
    }
  }
  look(text, story.allowed);
}

}  // namespace cardroom::bots
