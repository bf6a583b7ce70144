#include "daemon/cardroomd/hand_reader.hpp"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <map>

#include "actors/codec/json.hpp"
#include "actors/hand_log.hpp"
#include "actors/store/redis_client.hpp"

namespace cardroom::daemon {
namespace {

constexpr const char* kMostRows = "200";

/// A finished hand in one line.
struct HandRow {
  TableId table_id;
  HandNumber hand;
  Instant ended_at;
  std::size_t players = 0;
  std::string board;
  Chips pot;
  std::string winners;
};
BOOST_DESCRIBE_STRUCT(HandRow, (), (table_id, hand, ended_at, players, board, pot, winners))

std::string refusal(const std::string& code, const std::string& message) {
  return R"({"ok":false,"error":{"code":)" + to_json(code) + R"(,"message":)" + to_json(message) + "}}";
}

Result<Reply> read(const RedisAddress& address, std::vector<std::string> command) {
  auto client = RedisClient::connect(address, std::chrono::seconds(10));
  if (!client) return client.error();
  return client->command(std::move(command));
}

std::string stream_of(const std::string& table) { return "{table:" + table + "}:hands"; }

/// Adds what an event says to a hand's row.
struct Summary {
  HandRow& row;
  const HandRecord& record;
  std::map<int, Chips> won{};

  void operator()(const CommunityCardsDealt& e) {
    for (const Card card : e.cards) {
      if (!row.board.empty()) row.board += ' ';
      row.board += to_string(card);
    }
  }
  void operator()(const ShowdownResult& e) {
    for (const PotResult& pot : e.pot_results) row.pot += pot.amount;
    for (const Winner& winner : e.winners) won[winner.seat_position.v] += winner.won_amount;
  }
  void operator()(const PotsWonUncontested& e) {
    row.pot += e.amount;
    won[e.seat_position.v] += e.amount;
  }
  void operator()(const HandRefunded&) { row.winners = "refunded"; }
  template <class E>
  void operator()(const E&) {}

  void finish() {
    for (const auto& [seat, chips] : won) {
      const auto player = std::find_if(record.players.begin(), record.players.end(),
                                       [&, s = seat](const HandPlayer& p) { return p.seat_position.v == s; });
      if (!row.winners.empty()) row.winners += ", ";
      row.winners += player == record.players.end() ? "seat " + std::to_string(seat) : player->name.str();
      row.winners += " " + std::to_string(chips.v);
    }
  }
};

HandRow row_of(const HandRecord& record) {
  HandRow row{record.table_id, record.hand_number, record.ended_at, record.players.size(), {}, {}, {}};
  Summary summary{row, record};
  for (const HandEvent& e : record.events) std::visit(summary, e.event);
  summary.finish();
  return row;
}

}  // namespace

std::string list_hands(const RedisAddress& address, const std::string& table) {
  const auto hands = read(address, {"XREVRANGE", stream_of(table), "+", "-", "COUNT", kMostRows});
  if (!hands) return refusal("UNAVAILABLE", hands.error().text);
  std::vector<HandRow> rows;
  for (std::size_t i = 0; i < hands->size(); ++i) {
    if (!(*hands)[i][0].text().ends_with("-0")) continue;
    HandRecord record;
    if (const auto error = read_json_text((*hands)[i][1][1].text(), record))
      return refusal("CORRUPT", "hand " + std::string((*hands)[i][0].text()) + ": " + to_string(*error));
    rows.push_back(row_of(record));
  }
  return R"({"ok":true,"data":)" + to_json(rows) + "}";
}

std::string show_hand(const RedisAddress& address, const std::string& table, std::uint64_t hand) {
  const std::string number = std::to_string(hand);
  const auto parts = read(address, {"XRANGE", stream_of(table), number, number});
  if (!parts) return refusal("UNAVAILABLE", parts.error().text);
  if (parts->size() == 0 || !(*parts)[0][0].text().ends_with("-0"))
    return refusal("NO_HAND", "There is no record of hand " + number + " of table " + table + ".");
  auto parsed = parse_json((*parts)[0][1][1].text());
  auto* record = std::get_if<boost::json::value>(&parsed);
  if (!record || !record->is_object()) return refusal("CORRUPT", "The record cannot be read.");
  boost::json::array shown;
  for (std::size_t i = 1; i < parts->size(); ++i) {
    auto part = parse_json((*parts)[i][1][1].text());
    if (auto* event = std::get_if<boost::json::value>(&part)) shown.push_back(std::move(*event));
  }
  if (!shown.empty()) record->as_object()["shownAfterwards"] = std::move(shown);
  return R"({"ok":true,"data":)" + boost::json::serialize(*record) + "}";
}

}  // namespace cardroom::daemon
