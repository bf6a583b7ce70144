#include "actors/cluster/link_peer.hpp"

namespace cardroom::cluster {
namespace {

std::string range(const NodeRecord& node) {
  return std::to_string(node.oldest_protocol) + " to " + std::to_string(node.protocol);
}

}  // namespace

std::string Peer::differs(const Hello& hello) const {
  if (hello.incarnation != record.incarnation) return "another node is at its address";
  if (!hello.refused.empty()) return "it refuses: " + hello.refused;
  return {};
}

bool compatible(const NodeRecord& a, const NodeRecord& b) {
  return a.oldest_protocol <= b.protocol && b.oldest_protocol <= a.protocol;
}

std::string protocols_of(const NodeRecord& a, const NodeRecord& b) {
  return "node " + a.name + " speaks protocols " + range(a) + " and node " + b.name + " " + range(b);
}

}  // namespace cardroom::cluster
