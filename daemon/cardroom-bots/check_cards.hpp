#pragma once
#include <array>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "actors/protocol/frame.hpp"
#include "daemon/cardroom-bots/check_notes.hpp"

namespace cardroom::bots {

/// A set of cards.
class CardSet {
 public:
  void add(Card card) {
    if (card.set()) bits_ |= std::uint64_t{1} << card.v;
  }
  template <class Cards>
  void add_all(const Cards& cards) {
    for (const Card card : cards) add(card);
  }
  bool has(Card card) const { return card.set() && (bits_ >> card.v & 1) != 0; }

 private:
  std::uint64_t bits_ = 0;
};

/// The cards of one table over the frames of all bots: who may see which, and none in two places.
class CardCheck {
 public:
  explicit CardCheck(Notes& notes) : notes_(notes) {}

  /// `text` is the frame as `user` was sent it.
  void frame(const protocol::server::TableState& frame, std::string_view text, std::string_view user);
  std::size_t hands() const { return hands_; }

 private:
  static constexpr std::int8_t kNowhere = -2, kBoard = -1;
  using HandKey = std::pair<std::uint64_t, std::uint64_t>;  ///< epoch and number of the hand
  struct Hand {
    std::array<std::int8_t, kDeckSize> places;
    Hand() { places.fill(kNowhere); }
  };
  /// What one frame allows its reader to see.
  struct Story {
    CardSet allowed;
    SeatMask shown_now;  ///< in the hand that the events are at
  };

  bool forgotten(HandKey key) const;
  Hand& hand(HandKey key);
  void place(HandKey key, Card card, std::int8_t where);
  void tell(const protocol::server::TableState& frame, Story& story);
  void look(std::string_view text, const CardSet& allowed);

  Notes& notes_;
  std::map<HandKey, Hand> known_;
  std::size_t hands_ = 0;
};

}  // namespace cardroom::bots
