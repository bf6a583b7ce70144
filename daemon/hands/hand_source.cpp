#include "daemon/hands/hand_source.hpp"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <charconv>
#include <map>
#include <set>

#include "actors/codec/json.hpp"
#include "actors/store/journal_store.hpp"
#include "actors/store/node_store.hpp"
#include "actors/store/redis_client.hpp"
#include "actors/store/silence.hpp"
#include "daemon/hands/gzip.hpp"
#include "daemon/hands/hand_archive.hpp"

namespace cardroom::daemon {
namespace {

constexpr const char* kPage = "200";
constexpr std::string_view kShown = "shownAfterwards";

std::string stream_of(const std::string& table) { return "{table:" + table + "}:hands"; }

std::uint64_t hand_of(std::string_view id) {
  std::uint64_t hand = 0;
  std::from_chars(id.data(), id.data() + id.size(), hand);
  return hand;
}

boost::json::object object_of(std::string_view text) {
  auto parsed = parse_json(text);
  auto* value = std::get_if<boost::json::value>(&parsed);
  return value && value->is_object() ? std::move(value->as_object()) : boost::json::object{};
}

/// A hand as its lines or parts give it, in whatever order these are found.
struct Found {
  std::string record;
  boost::json::array shown;

  void add_shown(boost::json::value event) {
    if (std::find(shown.begin(), shown.end(), event) == shown.end()) shown.push_back(std::move(event));
  }
  std::string text() {
    if (shown.empty()) return record;
    boost::json::object whole = object_of(record);
    if (const auto* more = whole.if_contains(kShown); more && more->is_array())
      for (const auto& event : more->as_array()) add_shown(event);
    whole[kShown] = std::move(shown);
    return boost::json::serialize(whole);
  }
};

/// The number of the hand that a line of the archive is of; 0 when it is of another table.
std::uint64_t hand_in(std::string_view line, const std::string& table_mark) {
  const auto at = line.find(table_mark);
  return at == std::string_view::npos ? 0 : hand_of(line.substr(at + table_mark.size()));
}
/// Names are quoted in JSON, so no text within a line looks like this.
std::string mark_of(const std::string& table) { return "\"tableId\":" + to_json(table) + ",\"handNumber\":"; }

void take_line(std::string_view line, Found& found) {
  constexpr std::string_view kRecord = R"({"gameId":)";
  // The last of several is the one that counts.
  if (line.starts_with(kRecord)) return void(found.record = line);
  const boost::json::object added = object_of(line);
  if (const auto* events = added.if_contains(kShown); events && events->is_array())
    for (const auto& event : events->as_array()) found.add_shown(event);
}

std::vector<std::string> newest_first(const HandSource& source, const std::string& table) {
  std::vector<std::string> paths;
  if (source.archive.empty()) return paths;
  auto files = files_of(source.archive, game_of(table));
  for (auto it = files.rbegin(); it != files.rend(); ++it)
    paths.push_back(source.archive + "/" + name_of(*it));
  return paths;
}

}  // namespace

Result<std::optional<std::string>> find_hand(const HandSource& source, const std::string& table,
                                             std::uint64_t hand) {
  auto client = RedisClient::connect(source.redis, kReadPatience);
  if (!client) return client.error();
  const std::string number = std::to_string(hand);
  const auto parts = client->command({"XRANGE", stream_of(table), number, number});
  if (!parts) return parts.error();
  Found found;
  for (std::size_t i = 0; i < parts->size(); ++i) {
    const std::string_view text = (*parts)[i][1][1].text();
    if ((*parts)[i][0].text().ends_with("-0"))
      found.record = text;
    else
      found.add_shown(object_of(text));
  }
  if (!found.record.empty()) return found.text();
  const std::string mark = mark_of(table);
  for (const std::string& path : newest_first(source, table)) {
    for_each_line(path, [&](std::string_view line) {
      if (hand_in(line, mark) == hand) take_line(line, found);
      return true;
    });
    if (!found.record.empty()) return found.text();
  }
  return std::nullopt;
}

Result<void> for_each_hand(const HandSource& source, const std::string& table, std::uint64_t before,
                           const std::function<bool(std::uint64_t, const std::string&)>& use) {
  auto client = RedisClient::connect(source.redis, kReadPatience);
  if (!client) return client.error();
  std::string end = before == 0 ? "+" : "(" + std::to_string(before) + "-0";
  std::uint64_t lowest = before;
  for (;;) {
    const auto page = client->command({"XREVRANGE", stream_of(table), end, "-", "COUNT", kPage});
    if (!page) return page.error();
    if (page->size() == 0) break;
    for (std::size_t i = 0; i < page->size(); ++i) {
      const std::string_view id = (*page)[i][0].text();
      end = "(" + std::string(id);
      if (!id.ends_with("-0")) continue;
      lowest = hand_of(id);
      if (!use(lowest, std::string((*page)[i][1][1].text()))) return {};
    }
  }
  const std::string mark = mark_of(table);
  for (const std::string& path : newest_first(source, table)) {
    if (lowest == 1) return {};
    std::map<std::uint64_t, Found> hands;
    for_each_line(path, [&](std::string_view line) {
      const std::uint64_t hand = hand_in(line, mark);
      if (hand != 0 && (lowest == 0 || hand < lowest)) take_line(line, hands[hand]);
      return true;
    });
    for (auto it = hands.rbegin(); it != hands.rend(); ++it) {
      if (it->second.record.empty()) continue;
      lowest = it->first;
      if (!use(lowest, it->second.text())) return {};
    }
  }
  return {};
}

Result<bool> knows_table(const HandSource& source, const std::string& table) {
  auto client = RedisClient::connect(source.redis, kReadPatience);
  if (!client) return client.error();
  const auto made = was_made(*client, JournalName::table(table));
  if (!made || *made) return made;
  const auto wanted = cluster::is_wanted(*client, "table:" + table);
  if (!wanted || *wanted) return wanted;
  bool played = false;
  const auto read = for_each_hand(source, table, 0, [&](std::uint64_t, const std::string&) {
    played = true;
    return false;
  });
  if (!read) return read.error();
  return played;
}

}  // namespace cardroom::daemon
