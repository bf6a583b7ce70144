#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/types.hpp"

/// Cards as one byte, and their two-character names.
namespace cardroom {

/// A card: `rank * 4 + suit`, rank 0 (deuce) to 12 (ace), suit 0 to 3 in the order c d h s; 255 = no card.
struct Card {
  std::uint8_t v = 255;
  friend constexpr auto operator<=>(Card, Card) = default;
  constexpr bool set() const { return v < 52; }
  constexpr int rank() const { return v >> 2; }
  constexpr int suit() const { return v & 3; }
};
inline constexpr int kDeckSize = 52;
inline constexpr Card make_card(int rank, int suit) { return {static_cast<std::uint8_t>(rank * 4 + suit)}; }

using HoleCards = std::array<Card, 2>;
using Deck = std::array<Card, kDeckSize>;
using Board = FixedVec<Card, 5>;

/// "As", "Td", "2c"; "??" for no card.
std::string to_string(Card card);

/// Reads a name as `to_string` writes it; nothing for anything else.
std::optional<Card> parse_card(std::string_view text);

}  // namespace cardroom
