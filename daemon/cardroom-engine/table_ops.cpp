#include "daemon/cardroom-engine/table_ops.hpp"

#include "actors/codec/json.hpp"
#include "engine/shuffle.hpp"

namespace cardroom::engine_io {
namespace {

struct Reply {
  bool ok = true;
  contract::TableState state;
  std::vector<contract::Event> events;
  std::optional<contract::ToAct> to_act{std::in_place};
  std::optional<contract::PublicTableView> view;
};
BOOST_DESCRIBE_STRUCT(Reply, (), (ok, state, events, to_act, view))

Reply reply_for(const contract::Table& table, std::vector<contract::Event> events = {}) {
  return {true, contract::table_state(table), std::move(events), contract::to_act(table), std::nullopt};
}

/// `config` of init. The rules are named as in configuration files; null is the default.
struct Config {
  TableId table_id;
  std::int64_t max_players = 0;
  Chips small_blind, big_blind;
  std::optional<Chips> ante;
  std::optional<std::string> min_raise, reopen, heads_up_transition;
  std::optional<bool> open_fold, auto_muck;
};
BOOST_DESCRIBE_STRUCT(Config, (),
                      (table_id, max_players, small_blind, big_blind, ante, min_raise, reopen,
                       heads_up_transition, open_fold, auto_muck))

template <class E>
bool choose(const std::optional<std::string>& text, E& out) {
  if (!text) return true;
  const auto e = enum_from_text<Keys::AS_WRITTEN, E>(*text);
  if (e) out = *e;
  return e.has_value();
}

Refusal bad_config(std::string_view key, std::string_view allowed) {
  return refusal(Error::BAD_CONFIG, std::string(key) + ": " + std::string(allowed));
}

Refusal settings_of(const Config& config, Settings& s) {
  if (config.table_id.empty()) return refusal(Error::BAD_REQUEST, "tableId: 1 to 32 bytes");
  s.game_id = GameId(config.table_id.view());
  if (config.max_players < 2 || config.max_players > kMaxSeats) return bad_config("maxPlayers", "2 to 10");
  s.number_of_seats = static_cast<std::int32_t>(config.max_players);
  s.small_blind = config.small_blind;
  s.big_blind = config.big_blind;
  s.ante = config.ante.value_or(Chips{});
  s.open_fold = config.open_fold.value_or(s.open_fold);
  s.auto_muck = config.auto_muck.value_or(s.auto_muck);
  if (!choose(config.min_raise, s.min_raise)) return bad_config("minRaise", "last_raise or double");
  if (!choose(config.reopen, s.reopen)) return bad_config("reopen", "cumulative or single");
  if (!choose(config.heads_up_transition, s.heads_up_transition))
    return bad_config("headsUpTransition", "big_blind_stays or big_blind_moves");
  // There are no limits for buy-ins here.
  s.min_buy_in = s.max_buy_in = Chips{1};
  if (const SettingsError error = check(s); !error.key.empty()) return bad_config(error.key, error.allowed);
  return std::nullopt;
}

/// The cards of `deck` as they are to be dealt.
Refusal read_deck(const boost::json::value& json, std::vector<Card>& cards) {
  const auto* list = json.if_array();
  if (!list) return refusal(Error::BAD_REQUEST, "deck: must be an array of cards");
  if (list->size() > kDeckSize) return refusal(Error::BAD_DECK);
  std::array<bool, kDeckSize> seen{};
  for (const boost::json::value& element : *list) {
    if (!element.is_string()) return refusal(Error::BAD_REQUEST, "deck: must be an array of cards");
    const auto card = parse_card(std::string_view(element.get_string()));
    if (!card || seen[card->v]) return refusal(Error::BAD_DECK);
    seen[card->v] = true;
    cards.push_back(*card);
  }
  return std::nullopt;
}

/// A seat as the contract takes it: numbers that no table has stay such numbers.
int seat_number(std::int64_t seat) { return seat < 0 || seat >= kMaxSeats ? -1 : static_cast<int>(seat); }

struct Seating {
  std::int64_t seat_index = -1;
  UserId user_id;
  DisplayName display_name;
  Chips buy_in;
};
BOOST_DESCRIBE_STRUCT(Seating, (), (seat_index, user_id, display_name, buy_in))

struct Start {
  std::optional<std::int64_t> dealer_seat_index;
};
BOOST_DESCRIBE_STRUCT(Start, (), (dealer_seat_index))

struct Act {
  UserId user_id;
  Action action = Action::NONE;
  std::optional<Chips> amount;
  std::optional<std::string> hand_id;
};
BOOST_DESCRIBE_STRUCT(Act, (), (user_id, action, amount, hand_id))

struct View {
  UserId user_id;
};
BOOST_DESCRIBE_STRUCT(View, (), (user_id))

}  // namespace

Refusal TableOps::adopt(contract::EngineResult&& result, std::string& reply) {
  if (result.error != Error::NONE) return refusal(result.error);
  contract::EngineResult advanced = contract::advance_if_ready(std::move(result.table));
  result.events.insert(result.events.end(), std::make_move_iterator(advanced.events.begin()),
                       std::make_move_iterator(advanced.events.end()));
  write_json(reply, reply_for(advanced.table, std::move(result.events)));
  table_ = std::move(advanced.table);
  return std::nullopt;
}

Refusal TableOps::init(const Fields& fields, std::string& reply) {
  if (auto missing = require(fields, {"config"})) return missing;
  const auto* given = fields.at("config").if_object();
  if (!given) return refusal(Error::BAD_REQUEST, "config: must be an object");
  if (auto missing = require(*given, {"tableId", "maxPlayers", "smallBlind", "bigBlind"})) return missing;
  Config config;
  if (auto bad = read(fields.at("config"), config)) return bad;
  Settings settings;
  if (auto bad = settings_of(config, settings)) return bad;
  return adopt({contract::init_table_state(with_defaults(settings)), {}, Error::NONE}, reply);
}

Refusal TableOps::seat(const Fields& fields, std::string& reply) {
  if (auto missing = require(fields, {"seatIndex", "userId", "displayName", "buyIn"})) return missing;
  Seating seating;
  if (auto bad = read(fields, seating)) return bad;
  if (seating.user_id.empty() || seating.display_name.empty())
    return refusal(Error::BAD_REQUEST, "userId and displayName have 1 to 32 bytes");
  if (!table_) return refusal(Error::NO_TABLE);
  return adopt(contract::seat_player(*table_, seat_number(seating.seat_index), seating.user_id,
                                     seating.display_name, seating.buy_in),
               reply);
}

Refusal TableOps::unseat(const Fields& fields, std::string& reply) {
  if (auto missing = require(fields, {"seatIndex"})) return missing;
  Seating seating;
  if (auto bad = read(fields.at("seatIndex"), seating.seat_index)) return bad;
  if (!table_) return refusal(Error::NO_TABLE);
  return adopt(contract::unseat_player(*table_, seat_number(seating.seat_index)), reply);
}

Refusal TableOps::start(const Fields& fields, const Seed& seed, std::string& reply) {
  Start start;
  if (auto bad = read(fields, start)) return bad;
  std::vector<Card> prefix;
  const auto* deck = fields.if_contains("deck");
  if (deck && !deck->is_null())
    if (auto bad = read_deck(*deck, prefix)) return bad;
  if (!table_) return refusal(Error::NO_TABLE);
  std::optional<int> dealer;
  if (start.dealer_seat_index) dealer = seat_number(*start.dealer_seat_index);
  return adopt(contract::start_hand(*table_, dealer, deck_from(prefix, seed), seed), reply);
}

Refusal TableOps::act(const Fields& fields, std::string& reply) {
  if (auto missing = require(fields, {"userId", "action"})) return missing;
  Act act;
  if (auto bad = read(fields, act)) return bad;
  if (act.user_id.empty()) return refusal(Error::BAD_REQUEST, "userId has 1 to 32 bytes");
  if (act.action == Action::BET || act.action == Action::RAISE)
    if (auto missing = require(fields, {"amount"})) return missing;
  if (!table_) return refusal(Error::NO_TABLE);
  return adopt(contract::apply_player_action(
                   *table_, {act.user_id, act.action, act.amount.value_or(Chips{}), act.hand_id}),
               reply);
}

Refusal TableOps::view(const Fields& fields, std::string& reply) const {
  if (auto missing = require(fields, {"userId"})) return missing;
  View view;
  if (auto bad = read(fields, view)) return bad;
  if (!table_) return refusal(Error::NO_TABLE);
  Reply told = reply_for(*table_);
  told.view = contract::get_public_table_view(*table_, view.user_id);
  write_json(reply, told);
  return std::nullopt;
}

Refusal TableOps::state(std::string& reply) const {
  if (!table_) return refusal(Error::NO_TABLE);
  write_json(reply, reply_for(*table_));
  return std::nullopt;
}

}  // namespace cardroom::engine_io
