#pragma once
#include "actors/store/node_answers.hpp"
#include "actors/store/reply.hpp"
#include "engine/describe.hpp"

/// Answers of the scripts of nodes, read. CORRUPT where they or what is stored have another shape.
namespace cardroom::cluster {

/// What is stored of a node beside the fields that scripts use.
std::string json_of(const NodeRecord& record);

Result<JoinAnswer> read_join(const Result<Reply>& reply);
Result<BeatAnswer> read_beat(const Result<Reply>& reply);
Result<PollAnswer> read_poll(const Result<Reply>& reply);
Result<ClusterContents> read_cluster(const Result<Reply>& reply);
Result<std::optional<Term>> read_lead(const Result<Reply>& reply);
Result<AssignAnswer> read_assign(const Result<Reply>& reply);
Result<std::optional<Incarnation>> read_place(const Result<Reply>& reply);

/// Whether the answer is the first of two words.
Result<bool> read_either(const Result<Reply>& reply, std::string_view yes, std::string_view no);

/// An answer that is nothing but an enumerator.
template <class Word>
Result<Word> read_enum(const Result<Reply>& reply) {
  if (!reply) return reply.error();
  if (const auto word = enum_from<Word>((*reply)[0].text())) return *word;
  return Failure{StoreError::CORRUPT, "Redis answered something unknown about a node"};
}

}  // namespace cardroom::cluster
