#include "daemon/cardroom-engine/phh.hpp"

#include <algorithm>
#include <charconv>

#include "actors/codec/json_write.hpp"
#include "config/toml.hpp"

namespace cardroom::engine_io::phh {
namespace {

std::vector<std::string_view> words(std::string_view text) {
  // A comment may follow an action.
  text = text.substr(0, text.find('#'));
  constexpr std::string_view kSpace = " \t\r\n";
  std::vector<std::string_view> found;
  for (auto at = text.find_first_not_of(kSpace); at != std::string_view::npos;) {
    const auto end = std::min(text.find_first_of(kSpace, at), text.size());
    found.push_back(text.substr(at, end - at));
    at = text.find_first_not_of(kSpace, end);
  }
  return found;
}

std::optional<int> player_of(std::string_view word, std::size_t players) {
  std::size_t number = 0;
  if (word.size() < 2 || word[0] != 'p') return std::nullopt;
  const auto [end, error] = std::from_chars(word.data() + 1, word.data() + word.size(), number);
  if (error != std::errc{} || end != word.data() + word.size() || number < 1 || number > players)
    return std::nullopt;
  return static_cast<int>(number) - 1;
}

bool read_cards(std::string_view word, std::vector<Card>& cards) {
  if (word.empty() || word.size() % 2 != 0) return false;
  for (std::size_t i = 0; i < word.size(); i += 2) {
    const std::string_view name = word.substr(i, 2);
    const auto card = parse_card(name);
    if (!card && name != "??") return false;
    cards.push_back(card.value_or(Card{}));
  }
  return true;
}

/// Fills in verb, player, amount and cards; false when the words are no action of this game.
bool read_act(const std::vector<std::string_view>& w, std::size_t players, Act& act) {
  if (w[0] == "d") {
    if (w.size() == 3 && w[1] == "db") return act.verb = Verb::DEAL_BOARD, read_cards(w[2], act.cards);
    const auto player = w.size() == 4 && w[1] == "dh" ? player_of(w[2], players) : std::nullopt;
    if (!player) return false;
    act.player = *player;
    return act.verb = Verb::DEAL_HOLE, read_cards(w[3], act.cards);
  }
  const auto player = player_of(w[0], players);
  if (!player || w.size() < 2) return false;
  act.player = *player;
  if (w[1] == "f" && w.size() == 2) return act.verb = Verb::FOLD, true;
  if (w[1] == "cc" && w.size() == 2) return act.verb = Verb::CHECK_OR_CALL, true;
  if (w[1] == "sm" && w.size() <= 3) {
    act.verb = Verb::SHOW_OR_MUCK;
    return w.size() == 2 || w[2] == "-" || read_cards(w[2], act.cards);
  }
  if (w[1] != "cbr" || w.size() != 3) return false;
  const auto to = parse_decimal(w[2]);
  if (to) act.to = *to;
  return act.verb = Verb::BET_OR_RAISE, to.has_value();
}

std::optional<Decimal> amount_of(const toml::node* node) {
  if (!node) return std::nullopt;
  if (const auto* whole = node->as_integer()) return parse_decimal(std::to_string(whole->get()));
  const auto* real = node->as_floating_point();
  if (!real) return std::nullopt;
  // The shortest text of a number read from at most 15 digits is what was written.
  std::array<char, 512> text;
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), real->get(), std::chars_format::fixed);
  return parse_decimal({text.data(), static_cast<std::size_t>(end.ptr - text.data())});
}

bool read_amounts(const toml::node* node, std::vector<Decimal>& out) {
  const auto* list = node ? node->as_array() : nullptr;
  if (!list) return false;
  for (const toml::node& element : *list) {
    const auto amount = amount_of(&element);
    if (!amount) return false;
    out.push_back(*amount);
  }
  return true;
}

std::string read_acts(const toml::table& table, std::size_t players, std::vector<Act>& acts) {
  const auto* list = table["actions"].as_array();
  if (!list) return "actions is missing";
  for (const toml::node& element : *list) {
    const auto* text = element.as_string();
    if (!text) return "actions: must be strings";
    const auto parts = words(text->get());
    if (parts.empty()) continue;
    Act act;
    act.text = text->get();
    if (!read_act(parts, players, act)) return "actions: cannot read \"" + act.text + "\"";
    acts.push_back(std::move(act));
  }
  return {};
}

/// The first thing that is wrong.
std::string read_fields(const toml::table& table, Hand& hand) {
  const auto* variant = table["variant"].as_string();
  if (!variant) return "variant is missing";
  if (variant->get() != "NT") return "variant " + variant->get() + " is not played here, only NT";
  if (!read_amounts(table.get("starting_stacks"), hand.stacks)) return "starting_stacks: must be amounts";
  if (!read_amounts(table.get("antes"), hand.antes)) return "antes: must be amounts";
  if (!read_amounts(table.get("blinds_or_straddles"), hand.blinds))
    return "blinds_or_straddles: must be amounts";
  const auto min_bet = amount_of(table.get("min_bet"));
  if (!min_bet) return "min_bet: must be an amount";
  hand.min_bet = *min_bet;
  if (table.contains("finishing_stacks") && !read_amounts(table.get("finishing_stacks"), hand.finishing))
    return "finishing_stacks: must be amounts";
  const std::size_t players = hand.stacks.size();
  if (players < 2 || players > kMaxSeats) return "2 to 10 players can play";
  if (hand.antes.size() != players || hand.blinds.size() != players ||
      (!hand.finishing.empty() && hand.finishing.size() != players))
    return "lists differ in length";
  return read_acts(table, players, hand.acts);
}

Hand read_hand(std::string name, const toml::table& table) {
  Hand hand;
  hand.name = std::move(name);
  hand.error = read_fields(table, hand);
  return hand;
}

int places_of(const Hand& hand) {
  int places = hand.min_bet.places;
  for (const auto* list : {&hand.antes, &hand.blinds, &hand.stacks, &hand.finishing})
    for (const Decimal& amount : *list) places = std::max(places, amount.places);
  for (const Act& act : hand.acts) places = std::max(places, act.to.places);
  return places;
}

/// The name of a hand's table in the file, as a number where it is one.
std::string json_name(std::string_view key) {
  const bool number = !key.empty() && key.size() <= 18 && key[0] != '0' &&
                      key.find_first_not_of("0123456789") == std::string_view::npos;
  return number ? std::string(key) : to_json(std::string(key));
}

}  // namespace

File parse(std::string_view text) {
  File file;
  const toml::parse_result parsed = toml::parse(text);
  if (!parsed) {
    const auto& error = parsed.error();
    Hand hand;
    hand.name = "null";
    hand.error =
        "line " + std::to_string(error.source().begin.line) + ": " + std::string(error.description());
    file.hands.push_back(std::move(hand));
    return file;
  }
  const toml::table& root = parsed.table();
  std::vector<std::pair<std::string_view, const toml::table*>> tables;
  for (const auto& [key, node] : root)
    if (const auto* table = node.as_table()) tables.emplace_back(key.str(), table);
  std::sort(tables.begin(), tables.end(), [](const auto& a, const auto& b) {
    return a.second->source().begin.line < b.second->source().begin.line;
  });
  if (root.contains("variant") || tables.empty())
    file.hands.push_back(read_hand("1", root));
  else
    for (const auto& [key, table] : tables) file.hands.push_back(read_hand(json_name(key), *table));
  for (const Hand& hand : file.hands) file.places = std::max(file.places, places_of(hand));
  return file;
}

}  // namespace cardroom::engine_io::phh
