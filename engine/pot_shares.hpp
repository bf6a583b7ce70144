#pragma once
#include <optional>

#include "engine/seats.hpp"

/// How one pot is split.
namespace cardroom {

struct PotShare {
  SeatIndex seat_position;
  Chips share;
};
BOOST_DESCRIBE_STRUCT(PotShare, (), (seat_position, share))

/// Equal shares of a pot; odd chips go one each clockwise from the button's left. Reads as a list of PotShare
/// in that order but holds only what they follow from: the outcomes of ten pots have to fit in an event.
class PotShares {
 public:
  using value_type = PotShare;

  class iterator {
   public:
    PotShare operator*() const { return {seat_, {share_.v + (odd_ > 0 ? 1 : 0)}}; }
    iterator& operator++() {
      rest_.remove(seat_.v);
      seat_ = next_in(rest_, seat_);
      --odd_;
      return *this;
    }
    friend bool operator==(const iterator& a, const iterator& b) { return a.rest_ == b.rest_; }

   private:
    friend class PotShares;
    iterator(const PotShares& of, SeatMask rest)
        : share_(of.share_), odd_(of.odd_), rest_(rest), seat_(next_in(rest, of.button_)) {}

    Chips share_;
    int odd_;
    SeatMask rest_;
    SeatIndex seat_;
  };

  PotShares() = default;
  /// There is at least one winner.
  PotShares(Chips pot, SeatMask winners, SeatIndex button)
      : share_{pot.v / winners.count()},
        odd_(static_cast<std::uint8_t>(pot.v - share_.v * winners.count())),
        button_(button),
        winners_(winners) {}

  /// The shares that read as this list; none if its shares are not equal but for odd chips in front, or its
  /// seats not in clockwise order.
  static std::optional<PotShares> from(const FixedVec<PotShare, kMaxSeats>& list);

  iterator begin() const { return {*this, winners_}; }
  iterator end() const { return {*this, {}}; }
  std::size_t size() const { return static_cast<std::size_t>(winners_.count()); }
  bool empty() const { return winners_.empty(); }

 private:
  Chips share_;
  std::uint8_t odd_ = 0;
  SeatIndex button_;
  SeatMask winners_;
};

}  // namespace cardroom
