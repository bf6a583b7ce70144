#include "actors/store/node_replies.hpp"

#include <charconv>

#include "actors/codec/json.hpp"
#include "actors/store/claim.hpp"

namespace cardroom::cluster {
namespace {

const Failure kUnknown{StoreError::CORRUPT, "Redis answered something unknown about a node"};

std::uint64_t count_of(const Reply& reply) { return static_cast<std::uint64_t>(reply.integer()); }

ClusterNow now_in(const Reply& reply) {
  return {count_of(reply[2]), {count_of(reply[3])}, {std::string(reply[4].text())}};
}

Result<NodeRecord> read_json_record(std::string_view json, std::string_view name) {
  NodeRecord out;
  if (const auto error = read_json_text(json, out))
    return Failure{StoreError::CORRUPT,
                   "what is stored of node " + std::string(name) + " is misshapen: " + to_string(*error)};
  return out;
}

/// "INCARNATION DRAINING JSON"
Result<NodeRecord> read_record(std::string_view text, std::string_view name) {
  const auto space = text.find(' ');
  const auto json = space == std::string_view::npos ? space : text.find(' ', space + 1);
  if (json == std::string_view::npos) return read_json_record({}, name);
  auto out = read_json_record(text.substr(json + 1), name);
  std::uint64_t draining = 0;
  std::from_chars(text.data() + space + 1, text.data() + json, draining);
  if (out) {
    out->draining = draining > 0;
    out->drain_deadline = draining > 0 ? static_cast<std::uint32_t>(draining - 1) : 0;
  }
  return out;
}

Beats beats_in(const Reply& pairs) {
  Beats out;
  for (std::size_t i = 0; i + 1 < pairs.size(); i += 2)
    out[{std::string(pairs[i].text())}] = {count_of(pairs[i + 1])};
  return out;
}

Result<void> read_nodes(const Reply& pairs, ClusterContents& out) {
  std::map<std::string, NodeRecord> nodes;
  for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
    auto record = read_record(pairs[i + 1].text(), pairs[i].text());
    if (!record) return record.error();
    nodes.emplace(pairs[i].text(), *std::move(record));
  }
  for (auto& [name, record] : nodes) out.nodes.push_back(std::move(record));
  return {};
}

/// "NAME\nJSON"
Result<void> read_dead(const Reply& pairs, ClusterContents& out) {
  for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
    const auto text = pairs[i + 1].text();
    const auto end = std::min(text.find('\n'), text.size());
    auto record = read_json_record(text.substr(std::min(end + 1, text.size())), text.substr(0, end));
    if (!record) return record.error();
    out.dead[{std::string(pairs[i].text())}] = *std::move(record);
  }
  return {};
}

}  // namespace

std::string json_of(const NodeRecord& record) {
  std::string out;
  write_json(out, record);
  return out;
}

Result<JoinAnswer> read_join(const Result<Reply>& reply) {
  const auto word = read_enum<JoinWord>(reply);
  if (!word) return word.error();
  JoinAnswer out{*word};
  if (*word == JoinWord::DAEMON) out.daemon = to_string(claimant_in((*reply)[1]));
  if (*word != JoinWord::HELD) return out;
  auto holder = read_record((*reply)[1].text(), "of the same name");
  if (!holder) return holder.error();
  out.holder = *std::move(holder);
  return out;
}

Result<BeatAnswer> read_beat(const Result<Reply>& reply) {
  const auto accepted = read_either(reply, "BEAT", "REFUSED");
  if (!accepted) return accepted.error();
  if (!*accepted) return BeatAnswer{};
  return BeatAnswer{true, {count_of((*reply)[1])}, now_in(*reply)};
}

Result<PollAnswer> read_poll(const Result<Reply>& reply) {
  if (!reply) return reply.error();
  if ((*reply)[0].text() != "POLL") return kUnknown;
  return PollAnswer{beats_in((*reply)[1]), now_in(*reply)};
}

Result<ClusterContents> read_cluster(const Result<Reply>& reply) {
  if (!reply) return reply.error();
  if ((*reply)[0].text() != "READ") return kUnknown;
  ClusterContents out;
  out.beats = beats_in((*reply)[1]);
  out.now = now_in(*reply);
  if (const auto read = read_nodes((*reply)[5], out); !read) return read.error();
  if (const auto read = read_dead((*reply)[6], out); !read) return read.error();
  const Reply want = (*reply)[7];
  for (std::size_t i = 0; i + 1 < want.size(); i += 2)
    out.want.emplace(want[i].text(), Incarnation{std::string(want[i + 1].text())});
  return out;
}

Result<std::optional<Term>> read_lead(const Result<Reply>& reply) {
  const auto won = read_either(reply, "TERM", "LOST");
  if (!won) return won.error();
  if (!*won) return std::optional<Term>();
  return std::optional(Term{count_of((*reply)[1])});
}

Result<AssignAnswer> read_assign(const Result<Reply>& reply) {
  const auto done = read_either(reply, "ASSIGNED", "OLD_TERM");
  if (!done) return done.error();
  AssignAnswer out{!*done};
  for (std::size_t i = 1; i < reply->size(); ++i) {
    const auto word = enum_from<AssignWord>((*reply)[i].text());
    if (!word) return kUnknown;
    out.words.push_back(*word);
  }
  return out;
}

Result<std::optional<Incarnation>> read_place(const Result<Reply>& reply) {
  const auto wanted = read_either(reply, "WANTED", "DEAD");
  if (!wanted) return wanted.error();
  if (!*wanted) return std::optional<Incarnation>();
  return std::optional(Incarnation{std::string((*reply)[1].text())});
}

Result<bool> read_either(const Result<Reply>& reply, std::string_view yes, std::string_view no) {
  if (!reply) return reply.error();
  const auto word = (*reply)[0].text();
  if (word != yes && word != no) return kUnknown;
  return word == yes;
}

}  // namespace cardroom::cluster
