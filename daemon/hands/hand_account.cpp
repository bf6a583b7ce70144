#include "daemon/hands/hand_account.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "actors/codec/json_write.hpp"
#include "engine/describe.hpp"

namespace cardroom::daemon {
namespace {

std::string chips(Chips amount) { return std::to_string(amount.v); }

template <class E>
std::string lower(E value) {
  std::string text(enum_lower_name(value));
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

template <class Cards>
std::string cards_text(const Cards& cards) {
  std::string text;
  for (const Card card : cards) text.append(text.empty() ? "" : " ").append(to_string(card));
  return text;
}

std::string signed_text(Chips amount) { return (amount > Chips{0} ? "+" : "") + chips(amount); }

struct Words {
  const HandRecord& record;

  std::string who(SeatIndex seat) const {
    for (const HandPlayer& player : record.players)
      if (player.seat_position == seat) return player.name.empty() ? player.user_id.str() : player.name.str();
    return "seat " + std::to_string(seat.v);
  }

  std::string operator()(const HandStarted& e) const {
    return "hand " + std::to_string(e.hand_number.v) + ", button in seat " +
           std::to_string(e.dealer_position.v) + ", blinds " + chips(record.settings.small_blind) + "/" +
           chips(record.settings.big_blind);
  }
  std::string operator()(const ForcedBetPosted& e) const {
    return who(e.seat_position) + " posts " + lower(e.kind) + " " + chips(e.amount);
  }
  std::string operator()(const HoleCardsDealt& e) const {
    return who(e.seat_position) + " is dealt " + cards_text(e.cards);
  }
  std::string operator()(const CommunityCardsDealt& e) const {
    return lower(e.phase) + ": " + cards_text(e.cards);
  }
  std::string operator()(const PlayerActed& e) const {
    std::string text = who(e.seat_position) + ": " + lower(e.action);
    if (e.action == Action::CALL) text += " " + chips(e.added);
    if (e.action == Action::BET || e.action == Action::RAISE) text += " to " + chips(e.amount);
    return text + (e.all_in ? ", all in" : "");
  }
  std::string operator()(const PlayerTimedOut& e) const { return who(e.seat_position) + " is out of time"; }
  std::string operator()(const TimeBankStarted& e) const {
    return who(e.seat_position) + " takes the time bank";
  }
  std::string operator()(const BettingRoundComplete& e) const {
    std::string text;
    for (const Pot& pot : e.pots) text.append(text.empty() ? "" : ", ").append(chips(pot.amount));
    return text.empty() ? "nothing is in the pot" : (e.pots.size() > 1 ? "pots: " : "pot: ") + text;
  }
  std::string operator()(const UncalledBetReturned& e) const {
    return chips(e.amount) + " come back to " + who(e.seat_position) + " uncalled";
  }
  std::string operator()(const CardsShown& e) const {
    return who(e.seat_position) + " shows " + cards_text(e.cards);
  }
  std::string operator()(const HandMucked& e) const { return who(e.seat_position) + " mucks"; }
  std::string operator()(const ShowdownResult& e) const {
    std::string text;
    for (const PotResult& pot : e.pot_results) {
      if (!text.empty()) text += "; ";
      text += (pot.pot_id == 0 ? "main pot " : "side pot ") + chips(pot.amount);
      std::string winners;
      for (const PotShare& share : pot.winners)
        winners.append(winners.empty() ? ": " : ", ").append(who(share.seat_position)) +=
            " wins " + chips(share.share);
      text += winners;
      if (pot.contested) text += " with " + lower(pot.category);
    }
    return text;
  }
  std::string operator()(const PotsWonUncontested& e) const {
    return who(e.seat_position) + " wins " + chips(e.amount - e.rake) + ", all others folded";
  }
  std::string operator()(const HandComplete& e) const {
    std::string text = "complete";
    if (e.rake > Chips{}) text = "rake " + chips(e.rake);
    const std::string first = text;
    for (const SeatResult& r : e.results)
      text += (text == first ? ": " : ", ") + who(r.seat_position) + " " + signed_text(r.net_chips) + " (" +
              chips(r.stack) + ")";
    return text;
  }
  std::string operator()(const HandRefunded&) const { return "called off, every chip goes back"; }
  std::string operator()(const SeatChanged& e) const {
    return who(e.seat_position) + " is " + lower(e.status) + ", " + lower(e.player_status) +
           (e.connected ? "" : ", away");
  }
  std::string operator()(const PlayerBuyIn& e) const {
    return who(e.seat_position) + " buys " + chips(e.amount) + (e.pending ? " for after the hand" : "");
  }
  std::string operator()(const BlindPromised& e) const { return who(e.seat_position) + " will post to play"; }
  std::string operator()(const TableStatusChanged& e) const { return "the table is " + lower(e.new_status); }
  /// Whatever has no words of its own.
  template <class E>
  std::string operator()(const E& e) const {
    return std::string(type_name<E>()) + " " + to_json(e);
  }
};

std::string seconds_text(std::int64_t ms) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%lld.%03lld", static_cast<long long>(ms / 1000),
                static_cast<long long>(ms % 1000));
  return text.data();
}

}  // namespace

std::string words_of(const HandRecord& record, const TableEvent& event) {
  return std::visit(Words{record}, event);
}

std::vector<AccountLine> account_of(const HandRecord& record) {
  std::vector<AccountLine> lines;
  const Words words{record};
  for (const HandPlayer& player : record.players)
    lines.push_back({"0.000", "seat " + std::to_string(player.seat_position.v) + ": " +
                                  words.who(player.seat_position) + " with " + chips(player.stack)});
  for (const HandEvent& e : record.events) lines.push_back({seconds_text(e.ms), words_of(record, e.event)});
  for (const TableEvent& event : record.shown_afterwards) lines.push_back({"", words_of(record, event)});
  return lines;
}

}  // namespace cardroom::daemon
