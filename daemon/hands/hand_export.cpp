#include "daemon/hands/hand_export.hpp"

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

#include "actors/codec/json.hpp"
#include "engine/hand_record.hpp"

namespace cardroom::daemon {
namespace {

constexpr std::string_view kKeyBegin = "{table:", kKeyEnd = "}:hands";
constexpr std::size_t kPage = 200;              ///< entries of a stream read at once
constexpr std::size_t kBatchBytes = 1u << 20u;  ///< of lines, about
constexpr Duration kFinal = seconds(600);       ///< after so long a hand gets no more parts
constexpr const char* kTablesAtOnce = "500";    ///< keys looked at by one SCAN

/// KEYS marker, stream · ARGV last exported id, first id to keep
constexpr Script kMarkExported{R"lua(
redis.call('SET', KEYS[1], ARGV[1])
redis.call('XTRIM', KEYS[2], 'MINID', ARGV[2])
return 'MARKED'
)lua"};

std::string stream_of(const std::string& table) {
  return std::string(kKeyBegin) + table + std::string(kKeyEnd);
}
std::string marker_of(const std::string& table) { return stream_of(table) + ":exported"; }

std::string to_text(HandEntryId id) { return std::to_string(id.hand) + "-" + std::to_string(id.part); }

HandEntryId read_id(std::string_view text) {
  HandEntryId id;
  const auto dash = std::min(text.find('-'), text.size());
  std::from_chars(text.data(), text.data() + dash, id.hand);
  if (dash < text.size()) std::from_chars(text.data() + dash + 1, text.data() + text.size(), id.part);
  return id;
}

/// All entries of one hand that one page has.
struct Group {
  std::uint64_t hand = 0;
  HandEntryId last;
  std::string_view record;              ///< empty: it was exported before
  std::vector<std::string_view> shown;  ///< parts that came after it
};

std::vector<Group> groups_of(const Reply& page) {
  std::vector<Group> groups;
  for (std::size_t i = 0; i < page.size(); ++i) {
    const HandEntryId id = read_id(page[i][0].text());
    if (groups.empty() || groups.back().hand != id.hand) groups.push_back({id.hand, id, {}, {}});
    groups.back().last = id;
    const std::string_view text = page[i][1][1].text();
    if (id.part == 0)
      groups.back().record = text;
    else
      groups.back().shown.push_back(text);
  }
  return groups;
}

/// A line of the archive; `ended` is when the hand was over, if that can be read.
std::string line_of(const std::string& table, const Group& group, Instant& ended) {
  const std::string head = "{\"tableId\":" + to_json(table) + ",\"handNumber\":" + std::to_string(group.hand);
  std::string shown;
  for (const std::string_view part : group.shown)
    shown.append(shown.empty() ? ",\"shownAfterwards\":[" : ",").append(part);
  if (!shown.empty()) shown += ']';
  if (group.record.empty()) return head + shown + "}";
  HandRecord record;
  // What cannot be read is kept as it is: nothing waits behind it.
  if (read_json_text(group.record, record) || group.record.find('\n') != std::string_view::npos)
    return head + ",\"unreadable\":" + to_json(std::string(group.record)) + "}";
  ended = record.ended_at;
  return std::string(group.record.substr(0, group.record.size() - 1)) + shown + "}";
}

}  // namespace

/// Collects the batches of a step.
class HandExport::Gathering {
 public:
  explicit Gathering(Instant now) : now_(now) {}

  /// Adds what is final of a page; the id of the last entry added.
  HandEntryId add(const std::string& table, const Reply& page, HandEntryId from) {
    const std::vector<Group> groups = groups_of(page);
    for (std::size_t i = 0; i < groups.size(); ++i) {
      Instant ended = now_;
      const std::string line = line_of(table, groups[i], ended);
      const bool later_follow = i + 1 < groups.size();
      if (!later_follow && (page.size() == kPage || now_ - ended < kFinal)) break;
      add(table, groups[i].last, line, ended);
      from = groups[i].last;
    }
    return from;
  }

  bool full() const { return bytes_ >= kBatchBytes; }
  std::vector<HandBatch> batches() {
    std::vector<HandBatch> list;
    for (auto& [key, batch] : batches_) list.push_back(std::move(batch));
    return list;
  }

 private:
  void add(const std::string& table, HandEntryId id, const std::string& line, Instant ended) {
    // A clock that was put back must not let a later hand into an earlier file, which is marked first.
    std::string& day = days_[table];
    day = std::max(day, day_of(ended));
    const std::string game = game_of(table);
    HandBatch& batch = batches_[{game, day}];
    batch.game = game;
    batch.day = day;
    batch.lines.append(line).append("\n");
    batch.tables[table] = id;
    ++batch.hands;
    bytes_ += line.size();
  }

  Instant now_;
  std::size_t bytes_ = 0;
  std::map<std::pair<std::string, std::string>, HandBatch> batches_;  ///< by game, then day
  std::map<std::string, std::string> days_;                           ///< the last of each table
};

Result<void> HandExport::find_tables(RedisClient& redis) {
  const auto found = redis.command({"SCAN", cursor_, "MATCH", stream_of("*"), "COUNT", kTablesAtOnce});
  if (!found) return found.error();
  cursor_ = (*found)[0].text();
  const Reply keys = (*found)[1];
  std::set<std::string> tables;  // SCAN may name a key twice
  for (std::size_t i = 0; i < keys.size(); ++i) {
    std::string_view key = keys[i].text();
    key.remove_prefix(kKeyBegin.size());
    key.remove_suffix(kKeyEnd.size());
    tables.emplace(key);
  }
  waiting_.assign(tables.begin(), tables.end());
  return {};
}

Result<std::vector<HandBatch>> HandExport::gather(RedisClient& redis, Instant now) {
  if (waiting_.empty())
    if (auto found = find_tables(redis); !found) return found.error();
  Gathering gathering(now);
  while (!waiting_.empty() && !gathering.full()) {
    const std::string& table = waiting_.front();
    const auto marked = redis.command({"GET", marker_of(table)});
    if (!marked) return marked.error();
    HandEntryId from = read_id(marked->text());
    if (const auto it = unmarked_.find(table); it != unmarked_.end()) from = std::max(from, it->second);
    bool more = true;
    while (more && !gathering.full()) {
      const auto page = redis.command(
          {"XRANGE", stream_of(table), "(" + to_text(from), "+", "COUNT", std::to_string(kPage)});
      if (!page) return page.error();
      const HandEntryId to = gathering.add(table, *page, from);
      more = page->size() == kPage && to > from;
      from = to;
    }
    // One whose hands do not fit is gone on with in the next step, from the mark that this one sets.
    if (!more) waiting_.pop_front();
  }
  return gathering.batches();
}

Result<void> HandExport::append(const HandBatch& batch) {
  auto appended = archive_.append(batch.game, batch.day, batch.lines);
  if (appended)
    for (const auto& [table, id] : batch.tables) unmarked_[table] = id;
  return appended;
}

Result<void> HandExport::mark(RedisClient& redis, const HandBatch& batch) {
  for (const auto& [table, id] : batch.tables) {
    const std::uint64_t first = id.hand >= kept_ ? id.hand + 1 - kept_ : 0;
    const auto marked =
        redis.eval(kMarkExported, {marker_of(table), stream_of(table)}, {to_text(id), to_text({first, 0})});
    if (!marked) return marked.error();
    unmarked_.erase(table);
  }
  return {};
}

Result<std::size_t> HandExport::step(RedisClient& redis, Instant now) {
  const auto failed = [this](const Failure& failure) {
    waiting_.clear();
    cursor_ = "0";
    return failure;
  };
  const auto batches = gather(redis, now);
  if (!batches) return failed(batches.error());
  std::size_t hands = 0;
  for (const HandBatch& batch : *batches) {
    if (const auto appended = append(batch); !appended) return failed(appended.error());
    if (const auto marked = mark(redis, batch); !marked) return failed(marked.error());
    hands += batch.hands;
  }
  return hands;
}

}  // namespace cardroom::daemon
