#pragma once
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "actors/cluster/node.hpp"
#include "actors/interfaces.hpp"
#include "actors/message.hpp"

namespace cardroom {

struct NodeTick {};
/// An answer of the store, to be taken in.
struct RegistryTold {
  std::function<void()> take;
};
struct LinkTurned {
  cluster::Incarnation peer;
  bool up = true;
};
/// A table is open on this node, or not any more.
struct LocalTable {
  TableId table;
  bool there = true;
};
/// A game that was made by this node is to have one that opens it.
struct PlaceGame {
  GameId game;
};
/// A table of a game of this node is to have a node: the router hears which.
struct PlaceTable {
  TableId table;
  GameId game;
};
/// The table is removed for good.
struct RemoveTable {
  TableId table;
};
/// A node is given nothing more and gives away what it has; or, `draining` false, no longer.
struct DrainNode {
  std::string name;
  bool draining = true;
  std::optional<std::uint32_t> deadline;  ///< seconds that a hand may take; not set: a while
  ClientId client;
  AnswerSink from;
};
/// Games and tables are moved until each node has its share.
struct Rebalance {
  ClientId client;
  AnswerSink from;
};
/// Somebody wants to know of the nodes: hears `NodesTold`.
struct AskNodes {
  AdminActor from;
};

/// A node as an administrator sees one.
struct NodeRow {
  std::string node;
  std::string state;  ///< UP, DRAINING, DEAD
  bool coordinator = false;
  bool linked = false;                ///< from the node that was asked; itself too
  std::size_t games = 0, tables = 0;  ///< that it is to have, without games that have ended
  std::size_t leaving = 0;            ///< tables that it still has, and that others are to have
  std::uint32_t capacity = 0;
  std::string address;
  std::string clients;
  std::string version;
  std::uint32_t protocol = 0;
  std::string incarnation;
  Instant since;
  std::optional<Instant> certificate_until;  ///< from then on no node links with it
};
BOOST_DESCRIBE_STRUCT(NodeRow, (),
                      (node, state, coordinator, linked, games, tables, leaving, capacity, address, clients,
                       version, protocol, incarnation, since, certificate_until))

/// The cluster as one node sees it.
struct ClusterRow {
  std::string node;   ///< who was asked
  std::string state;  ///< JOINING, UP, HELD, OUT
  std::uint64_t term = 0;
  std::string coordinator;
  std::size_t nodes = 0, games = 0, tables = 0;
  std::size_t ended = 0;     ///< games that are over: they are among no others
  std::size_t homeless = 0;  ///< of all these: whoever was to have them is dead
  std::size_t unlinked = 0;  ///< at nodes that live, and with which the one that was asked has no link
};
BOOST_DESCRIBE_STRUCT(ClusterRow, (),
                      (node, state, term, coordinator, nodes, games, tables, ended, homeless, unlinked))

/// Who is to have a game or table.
struct WantedAt {
  std::string node;
  bool here = false;    ///< at the node that was asked
  bool alive = false;   ///< the node
  bool linked = false;  ///< with the one that was asked
};
struct NodesTold {
  ClusterRow cluster;
  std::vector<NodeRow> nodes;
  std::map<std::string, WantedAt> want;  ///< by "game:ID" or "table:ID"
};
/// The node leaves in order; `done` hears when it has, or when that takes too long.
struct LeaveCluster {
  std::function<void()> done;
};

}  // namespace cardroom
CARDROOM_MESSAGE(LocalTable)
CARDROOM_MESSAGE(PlaceGame)
CARDROOM_MESSAGE(PlaceTable)
CARDROOM_MESSAGE(RemoveTable)
CARDROOM_MESSAGE(NodeTick)
CARDROOM_MESSAGE(RegistryTold)
CARDROOM_MESSAGE(LinkTurned)
CARDROOM_MESSAGE(DrainNode)
CARDROOM_MESSAGE(Rebalance)
CARDROOM_MESSAGE(AskNodes)
CARDROOM_MESSAGE(NodesTold)
CARDROOM_MESSAGE(LeaveCluster)
