#include "engine/cards.hpp"

namespace cardroom {
namespace {
constexpr std::string_view kRanks = "23456789TJQKA";
constexpr std::string_view kSuits = "cdhs";
}  // namespace

std::string to_string(Card card) {
  if (!card.set()) return "??";
  return {kRanks[card.rank()], kSuits[card.suit()]};
}

std::optional<Card> parse_card(std::string_view text) {
  if (text.size() != 2) return std::nullopt;
  const auto rank = kRanks.find(text[0]);
  const auto suit = kSuits.find(text[1]);
  if (rank == std::string_view::npos || suit == std::string_view::npos) return std::nullopt;
  return make_card(static_cast<int>(rank), static_cast<int>(suit));
}

}  // namespace cardroom
