#include "actors/cluster/link_peer.hpp"

namespace cardroom::cluster {
namespace {

/// What is not acknowledged at once: less than what makes the other one wait.
constexpr std::uint64_t kUnanswered = kBatches / 2;
constexpr std::size_t kUnansweredBytes = kWorthSending;

std::string range(const NodeRecord& node) {
  return std::to_string(node.oldest_protocol) + " to " + std::to_string(node.protocol);
}

}  // namespace

std::string Peer::differs(const Hello& hello) const {
  if (hello.incarnation != record.incarnation) return "another node is at its address";
  if (!hello.refused.empty()) return "it refuses: " + hello.refused;
  return {};
}

void Peer::reset() {
  received = answered = {};
  unanswered_bytes = 0;
}

bool Peer::receive(const Batch& batch) {
  if (batch.number != received.next()) return false;
  received = batch.number;
  for (const WireFrame& frame : batch.frames) unanswered_bytes += frame.bytes.size();
  return true;
}

std::optional<Ack> Peer::next_ack(bool any) {
  if (received == answered) return std::nullopt;
  if (!any && received.v - answered.v < kUnanswered && unanswered_bytes < kUnansweredBytes)
    return std::nullopt;
  answered = received;
  unanswered_bytes = 0;
  return Ack{received};
}

bool compatible(const NodeRecord& a, const NodeRecord& b) {
  return a.oldest_protocol <= b.protocol && b.oldest_protocol <= a.protocol;
}

std::string protocols_of(const NodeRecord& a, const NodeRecord& b) {
  return "node " + a.name + " speaks protocols " + range(a) + " and node " + b.name + " " + range(b);
}

}  // namespace cardroom::cluster
