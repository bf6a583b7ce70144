#include "daemon/cardroom-engine/replay.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "actors/codec/json_write.hpp"
#include "daemon/cardroom-engine/phh.hpp"
#include "daemon/cardroom-engine/replay_deck.hpp"
#include "engine/hand.hpp"

namespace cardroom::engine_io {
namespace {

using phh::Verb;

SeatIndex seat_number(int seat) { return {static_cast<std::int8_t>(seat)}; }

/// One hand on a table of its own: player n sits in seat n - 1.
class Replay {
 public:
  Replay(const phh::Hand& hand, int places) : hand_(hand), places_(places) {}

  /// What is wrong with the record; empty when it was played to its end.
  std::string play() {
    if (std::string error = set_up(); !error.empty()) return error;
    std::vector<TableEvent> events;
    hand::start(table_, setup_, events);
    hand::advance(settings_, table_, events);
    for (const phh::Act& act : hand_.acts)
      if (std::string error = carry_out(act); !error.empty()) return error + ": \"" + act.text + "\"";
    if (table_.phase != HandPhase::HAND_COMPLETE) return "the record ends before the hand does";
    if (boards_ < table_.board_size) return "cards of the board are missing";
    return {};
  }

  std::vector<Chips> stacks() const {
    std::vector<Chips> stacks;
    for (int i = 0; i < players(); ++i) stacks.push_back(table_.seats[i].stack);
    return stacks;
  }

 private:
  int players() const { return static_cast<int>(hand_.stacks.size()); }

  bool amount(Decimal written, std::int64_t least, Chips& out) const {
    const auto chips = scaled(written, places_);
    if (chips) out = *chips;
    return chips && chips->v >= least;
  }

  std::string set_up() {
    const int n = players();
    table_.seat_count = static_cast<std::uint8_t>(n);
    if (!amount(hand_.min_bet, 1, settings_.big_blind)) return "min_bet: must be above 0";
    for (int i = 0; i < n; ++i) {
      Seat& seat = table_.seats[i];
      if (!amount(hand_.stacks[i], 1, seat.stack)) return "starting_stacks: must be above 0";
      seat.status = SeatStatus::JOINED_WAITING;
      setup_.dealt.add(i);
    }
    setup_.button = seat_number(n - 1);
    setup_.small_blind = seat_number(n == 2 ? 1 : 0);
    setup_.big_blind = seat_number(n == 2 ? 0 : 1);
    setup_.raise = settings_.big_blind;
    if (std::string error = set_up_forced(); !error.empty()) return error;
    return recorded_deck(hand_, setup_.small_blind.v, table_.deck);
  }

  std::string set_up_forced() {
    for (int i = 0; i < players(); ++i) {
      Chips ante;
      if (!amount(hand_.antes[i], 0, ante)) return "antes: must not be below 0";
      if (ante > Chips{0}) setup_.forced.push_back({seat_number(i), ForcedBet::ANTE, {}, ante});
    }
    // The last of the highest blinds or straddles acts last. A negative amount is a post to play.
    setup_.last_blind = setup_.button;
    Chips highest;
    for (int i = 0; i < players(); ++i) {
      Chips written;
      if (!amount(hand_.blinds[i], INT64_MIN, written)) return "blinds_or_straddles: too large";
      if (written == Chips{0}) continue;
      const Chips live{std::abs(written.v)};
      const ForcedBet kind = written.v < 0                          ? ForcedBet::POST
                             : seat_number(i) == setup_.small_blind ? ForcedBet::SMALL_BLIND
                             : seat_number(i) == setup_.big_blind   ? ForcedBet::BIG_BLIND
                                                                    : ForcedBet::STRADDLE;
      setup_.forced.push_back({seat_number(i), kind, live, {}});
      setup_.to_match = std::max(setup_.to_match, live);
      if (written >= highest) highest = written, setup_.last_blind = seat_number(i);
    }
    return {};
  }

  std::string carry_out(const phh::Act& act) {
    switch (act.verb) {
      case Verb::DEAL_HOLE:
        return {};
      case Verb::DEAL_BOARD:
        boards_ += static_cast<int>(act.cards.size());
        return boards_ > table_.board_size ? "the rules deal no card here" : std::string();
      case Verb::SHOW_OR_MUCK:
        return table_.to_act.set() ? "the betting is not over" : std::string();
      default:
        return bet(act);
    }
  }

  std::string bet(const phh::Act& act) {
    if (!table_.to_act.set()) return act.verb == Verb::CHECK_OR_CALL ? std::string() : "nobody is to act";
    if (boards_ < table_.board_size) return "the board was not dealt";
    if (table_.to_act != seat_number(act.player)) return std::string(to_string(Error::NOT_YOUR_TURN));
    Chips to;
    Action action = Action::FOLD;
    if (act.verb == Verb::CHECK_OR_CALL) {
      action = betting::options(settings_, table_, act.player).check ? Action::CHECK : Action::CALL;
    } else if (act.verb == Verb::BET_OR_RAISE) {
      if (!amount(act.to, 1, to)) return "the amount must be above 0";
      const Seat& seat = table_.seats[act.player];
      action = to == seat.street + seat.stack   ? Action::ALL_IN
               : table_.current_bet == Chips{0} ? Action::BET
                                                : Action::RAISE;
    }
    const Error error = betting::verify(settings_, table_, act.player, action, to);
    if (error != Error::NONE) return std::string(to_string(error));
    std::vector<TableEvent> events;
    betting::act(table_, act.player, action, to, events);
    hand::advance(settings_, table_, events);
    return {};
  }

  const phh::Hand& hand_;
  const int places_;
  Settings settings_;
  TableState table_;
  hand::Setup setup_;
  int boards_ = 0;  ///< cards of the board that the record has dealt
};

Replayed replay(const std::string& file, const phh::Hand& hand, int places) {
  Replayed out;
  out.file = file;
  out.hand = hand.name;
  out.places = places;
  if (!hand.finishing.empty()) {
    out.expected.emplace();
    for (const Decimal& amount : hand.finishing)
      out.expected->push_back(scaled(amount, places).value_or(Chips{}));
  }
  out.error = hand.error;
  if (!out.error.empty()) return out;
  Replay replay(hand, places);
  out.error = replay.play();
  out.ok = out.error.empty();
  if (!out.ok) return out;
  out.finishing_stacks = replay.stacks();
  if (out.expected) out.matches = *out.expected == *out.finishing_stacks;
  return out;
}

std::string amounts(const std::optional<std::vector<Chips>>& list, int places) {
  if (!list) return "null";
  std::string text = "[";
  for (const Chips amount : *list) {
    if (text.size() > 1) text += ',';
    text += unscaled(amount, places);
  }
  return text += ']';
}

}  // namespace

std::vector<Replayed> replay_text(const std::string& name, std::string_view text) {
  const phh::File file = phh::parse(text);
  std::vector<Replayed> hands;
  for (const phh::Hand& hand : file.hands) hands.push_back(replay(name, hand, file.places));
  return hands;
}

std::vector<Replayed> replay_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  if (in && text << in.rdbuf()) return replay_text(path, text.str());
  Replayed out;
  out.file = path;
  out.error = "cannot be read";
  return {out};
}

std::string to_line(const Replayed& hand) {
  return "{\"file\":" + to_json(hand.file) + ",\"hand\":" + hand.hand + ",\"ok\":" + to_json(hand.ok) +
         ",\"finishingStacks\":" + amounts(hand.finishing_stacks, hand.places) +
         ",\"expected\":" + amounts(hand.expected, hand.places) +
         ",\"matches\":" + (hand.matches ? to_json(*hand.matches) : "null") +
         ",\"error\":" + (hand.error.empty() ? "null" : to_json(hand.error)) + "}";
}

}  // namespace cardroom::engine_io
