#include "daemon/cardroom-engine/replay_deck.hpp"

#include <algorithm>

#include "engine/evaluator.hpp"

namespace cardroom::engine_io {
namespace {

using phh::Verb;

class RecordedDeck {
 public:
  RecordedDeck(const phh::Hand& hand, int first, Deck& deck)
      : hand_(hand), players_(static_cast<int>(hand.stacks.size())), first_(first), deck_(deck) {
    deck_.fill(Card{});
  }

  std::string build() {
    for (const phh::Act& act : hand_.acts)
      if (std::string error = place(act); !error.empty()) return error + ": \"" + act.text + "\"";
    for (const phh::Act& act : hand_.acts)
      if (act.verb == Verb::SHOW_OR_MUCK && act.cards.empty()) concede(act.player);
    fill_up();
    return {};
  }

 private:
  /// Where the `n`th hole card of a player and the `n`th card of the board lie.
  Card& hole(int player, int n) {
    return deck_[static_cast<std::size_t>(n * players_ + (player - first_ + players_) % players_)];
  }
  Card& board(int n) {
    const int burnt = n < 3 ? 1 : n - 1;
    return deck_[static_cast<std::size_t>(2 * players_ + n + burnt)];
  }

  std::string put(Card& place, Card card) {
    if (!card.set()) return {};
    if (used_[card.v]) return "a card is dealt twice";
    used_[card.v] = true;
    place = card;
    return {};
  }

  std::string place(const phh::Act& act) {
    std::string error;
    for (const Card card : act.cards) {
      if (!error.empty()) break;
      if (act.verb == Verb::DEAL_BOARD) {
        error = boards_ < 5 ? put(board(boards_), card) : "more than five cards on the board";
        ++boards_;
      } else if (act.verb == Verb::DEAL_HOLE) {
        int& holes = holes_[static_cast<std::size_t>(act.player)];
        error = holes < 2 ? put(hole(act.player, holes), card) : "more than two cards for a player";
        ++holes;
      }
    }
    if (act.verb == Verb::SHOW_OR_MUCK && !act.cards.empty()) error = show(act);
    return error;
  }

  /// Cards that were dealt unseen become known.
  std::string show(const phh::Act& act) {
    if (act.cards.size() != 2) return "two cards are shown";
    for (const Card card : act.cards) {
      Card& one = hole(act.player, 0);
      Card& two = hole(act.player, 1);
      if (!card.set() || card == one || card == two) continue;
      if (one.set() && two.set()) return "other cards are shown than were dealt";
      if (std::string error = put(one.set() ? two : one, card); !error.empty()) return error;
    }
    return {};
  }

  /// Who mucks unseen cards did not win with them: the weakest unused pair.
  void concede(int player) {
    std::array<Card, 7> cards{};
    for (int n = 0; n < 5; ++n) cards[static_cast<std::size_t>(n)] = board(n);
    if (hole(player, 0).set() || hole(player, 1).set() || !cards[4].set() || !cards[3].set() ||
        !cards[0].set() || !cards[1].set() || !cards[2].set())
      return;
    HandValue weakest{UINT16_MAX};
    for (std::uint8_t a = 0; a < kDeckSize; ++a)
      for (std::uint8_t b = 0; b < a; ++b) {
        if (used_[a] || used_[b]) continue;
        cards[5] = {a}, cards[6] = {b};
        const HandValue value = evaluate7(cards);
        if (value >= weakest) continue;
        weakest = value;
        hole(player, 0) = {a}, hole(player, 1) = {b};
      }
    used_[hole(player, 0).v] = used_[hole(player, 1).v] = true;
  }

  void fill_up() {
    std::size_t next = 0;
    for (Card& card : deck_) {
      if (card.set()) continue;
      while (used_[next]) ++next;
      used_[next] = true;
      card = {static_cast<std::uint8_t>(next)};
    }
  }

  const phh::Hand& hand_;
  const int players_, first_;
  Deck& deck_;
  std::array<bool, kDeckSize> used_{};
  std::array<int, kMaxSeats> holes_{};
  int boards_ = 0;
};

}  // namespace

std::string recorded_deck(const phh::Hand& hand, int first, Deck& deck) {
  return RecordedDeck(hand, first, deck).build();
}

}  // namespace cardroom::engine_io
