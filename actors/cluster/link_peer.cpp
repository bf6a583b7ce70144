#include "actors/cluster/link_peer.hpp"

namespace cardroom::cluster {
namespace {

constexpr std::size_t kWindow = 4u << 20;         ///< bytes on their way to a peer
constexpr std::size_t kMostOfBatch = 256u << 10;  ///< bytes
/// With so many batches on their way, frames wait until they are worth another one: so that they go together
/// when there is much to do.
constexpr std::size_t kBatches = 16;
constexpr std::size_t kWorthSending = 64u << 10;
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
  sent = received = answered = {};
  unanswered_bytes = 0;
  in_flight.clear();
  unacknowledged = 0;
}

std::optional<Batch> Peer::next_batch(Outboxes& outboxes) {
  if (unacknowledged >= kWindow) return std::nullopt;
  const std::size_t least = in_flight.size() < kBatches ? 1 : kWorthSending;
  auto taken = outboxes.take({record.incarnation}, least, kMostOfBatch);
  if (taken.frames.empty()) return std::nullopt;
  sent = sent.next();
  in_flight.emplace_back(sent, taken.bytes);
  unacknowledged += taken.bytes;
  return Batch{sent, std::move(taken.frames)};
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

bool Peer::acknowledge(BatchNumber number) {
  if (number > sent) return false;
  while (!in_flight.empty() && in_flight.front().first <= number) {
    unacknowledged -= in_flight.front().second;
    in_flight.pop_front();
  }
  return true;
}

bool compatible(const NodeRecord& a, const NodeRecord& b) {
  return a.oldest_protocol <= b.protocol && b.oldest_protocol <= a.protocol;
}

std::string protocols_of(const NodeRecord& a, const NodeRecord& b) {
  return "node " + a.name + " speaks protocols " + range(a) + " and node " + b.name + " " + range(b);
}

}  // namespace cardroom::cluster
