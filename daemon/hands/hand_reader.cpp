#include "daemon/hands/hand_reader.hpp"

#include <algorithm>
#include <map>

#include "actors/codec/json.hpp"
#include "daemon/hands/hand_account.hpp"
#include "daemon/hands/store_reply.hpp"
#include "engine/hand_replay.hpp"
#include "engine/pots.hpp"

namespace cardroom::daemon {
namespace {

constexpr std::size_t kMostRows = 200;

/// A finished hand in one line.
struct HandRow {
  TableId table_id;
  HandNumber hand;
  Instant ended_at;
  std::size_t players = 0;
  std::string board;
  Chips pot, rake;
  std::string winners;
};
BOOST_DESCRIBE_STRUCT(HandRow, (), (table_id, hand, ended_at, players, board, pot, rake, winners))

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
    for (const Winner& winner : e.winners) won[winner.seat_position.v] += winner.won_amount;
  }
  void operator()(const PotsWonUncontested& e) { won[e.seat_position.v] += e.amount - e.rake; }
  void operator()(const HandComplete& e) { row.rake = e.rake; }
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
  HandRow row{record.table_id, record.hand_number, record.ended_at, record.players.size(), {}, {}, {}, {}};
  Summary summary{row, record};
  for (const HandEvent& e : record.events) {
    row.pot += pots::paid(e.event);
    std::visit(summary, e.event);
  }
  summary.finish();
  return row;
}

/// A hand played again.
struct Replayed {
  TableId table_id;
  HandNumber hand;
  bool matches = false;
  std::optional<std::string> differs;
  std::optional<std::string> recorded, expected;  ///< the event where they differ
  std::vector<AccountLine> account;
};
BOOST_DESCRIBE_STRUCT(Replayed, (), (table_id, hand, matches, differs, recorded, expected, account))

Replayed play_again(const HandRecord& record) {
  Replayed out{record.table_id, record.hand_number, true, {}, {}, {}, account_of(record)};
  const auto difference = cardroom::replay_hand(record);
  if (!difference) return out;
  out.matches = false;
  const std::size_t in_hand = record.events.size(), at = difference->event;
  if (at < in_hand + record.shown_afterwards.size()) {
    const TableEvent& event = at < in_hand ? record.events[at].event : record.shown_afterwards[at - in_hand];
    out.differs = "event " + std::to_string(at) + ": " + difference->what;
    out.recorded = to_json(event);
  } else {
    out.differs = difference->what;
  }
  if (difference->expected) out.expected = to_json(*difference->expected);
  return out;
}

std::string no_table(const std::string& table) { return unknown("NO_TABLE", "table", table, "table list"); }

/// Of a table that is not known there can be no hand either.
std::string no_hand(const HandSource& source, const std::string& table, std::uint64_t hand) {
  const auto known = knows_table(source, table);
  if (!known) return unread(known.error());
  if (!*known) return no_table(table);
  return refusal("NO_HAND", "There is no record of hand " + std::to_string(hand) + " of table " + table +
                                "; see hand list " + table + ".");
}

}  // namespace

std::string list_hands(const HandSource& source, const std::string& table, std::uint64_t before) {
  std::vector<HandRow> rows;
  std::string corrupt;
  const auto read = for_each_hand(source, table, before, [&](std::uint64_t hand, const std::string& json) {
    HandRecord record;
    if (const auto error = read_json_text(json, record))
      corrupt = "hand " + std::to_string(hand) + ": " + to_string(*error);
    else
      rows.push_back(row_of(record));
    return corrupt.empty() && rows.size() < kMostRows;
  });
  if (!read) return unread(read.error());
  if (!corrupt.empty()) return refusal("CORRUPT", corrupt);
  if (rows.empty()) {
    const auto known = knows_table(source, table);
    if (!known) return unread(known.error());
    if (!*known) return no_table(table);
  }
  return R"({"ok":true,"data":)" + to_json(rows) + "}";
}

std::string show_hand(const HandSource& source, const std::string& table, std::uint64_t hand) {
  const auto found = find_hand(source, table, hand);
  if (!found) return unread(found.error());
  if (!*found) return no_hand(source, table, hand);
  HandRecord record;
  if (const auto error = read_json_text(**found, record)) return refusal("CORRUPT", to_string(*error));
  return R"({"ok":true,"data":)" + **found + "}";
}

std::string replay_hand(const HandSource& source, const std::string& table, std::uint64_t hand) {
  const auto found = find_hand(source, table, hand);
  if (!found) return unread(found.error());
  if (!*found) return no_hand(source, table, hand);
  HandRecord record;
  if (const auto error = read_json_text(**found, record)) return refusal("CORRUPT", to_string(*error));
  if (record.table_id.view() != table || record.hand_number.v != hand)
    return refusal("CORRUPT", "The record is of another hand.");
  const Replayed replayed = play_again(record);
  const std::string data = ",\"data\":" + to_json(replayed) + "}";
  if (replayed.matches) return R"({"ok":true)" + data;
  return R"({"ok":false,"error":{"code":"DIFFERS","message":)" + to_json(*replayed.differs) + "}" + data;
}

}  // namespace cardroom::daemon
