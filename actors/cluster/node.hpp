#pragma once
#include <boost/describe.hpp>
#include <cstdint>
#include <string>

#include "engine/revision.hpp"
#include "engine/types.hpp"

/// A node is one daemon of a cluster. Its name is the operator's; what runs under the name is told apart by a
/// random incarnation, which is never used again.
namespace cardroom::cluster {

/// 128 random bits in hexadecimal; empty = no node.
struct Incarnation {
  std::string v;
  friend auto operator<=>(const Incarnation&, const Incarnation&) = default;
  bool set() const { return !v.empty(); }
};

/// Who coordinates: +1 with each coordinator.
using Term = Number<struct TermTag, std::uint64_t>;
/// Counts a node's signs of life.
using Beat = Number<struct BeatTag, std::uint64_t>;

/// The messages between nodes that this build speaks, oldest and newest version.
inline constexpr std::uint32_t kOldestProtocol = 1, kProtocol = 1;

/// What the store says of a node.
struct NodeRecord {
  std::string name;
  std::string incarnation;
  std::string address;         ///< "host:port" where other nodes reach it
  std::string clients;         ///< "ws://host:port/ws" where players reach it
  std::string version;         ///< of the program
  std::uint32_t capacity = 0;  ///< how many tables it is meant for, in relation to the others
  std::uint32_t oldest_protocol = kOldestProtocol, protocol = kProtocol;
  std::uint32_t engine = kEngineRevision;
  bool draining = false;                  ///< is given nothing new and gives away what it has
  std::uint32_t drain_deadline = 0;       ///< seconds that a hand may take while draining
  std::int64_t since_ms = 0;              ///< when it joined, by its own wall clock
  std::int64_t certificate_until_ms = 0;  ///< from then on no node links with it; 0 = it has no certificate
  friend bool operator==(const NodeRecord&, const NodeRecord&) = default;
};
BOOST_DESCRIBE_STRUCT(NodeRecord, (),
                      (name, incarnation, address, clients, version, capacity, oldest_protocol, protocol,
                       engine, draining, drain_deadline, since_ms, certificate_until_ms))

}  // namespace cardroom::cluster
