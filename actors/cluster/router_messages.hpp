#pragma once
#include <string>
#include <vector>

#include "actors/cluster/link.hpp"
#include "actors/interfaces.hpp"
#include "actors/message.hpp"

namespace cardroom {

struct PeerUp {
  cluster::NodeRecord peer;
};
struct PeerFrames {
  cluster::Incarnation peer;
  std::vector<cluster::WireFrame> frames;
};
struct PeerDown {
  cluster::Incarnation peer;
};

/// A game of this node; null: it has it no more.
struct LocalGame {
  GameId game;
  GameActor actor;
  Epoch epoch;
  UserId host;
  bool over = false;
};

/// A session of this node; null: it has ended.
struct LocalSession {
  UserId user;
  SessionActor actor;
};

/// Who works together on a node.
struct Introduced {
  FloorActor floor;
  RouterActor router;
  NodeActor node;
};

/// Which nodes are to have these tables (not set: none), and which nodes live.
struct TablesWanted {
  std::vector<std::pair<TableId, cluster::Incarnation>> tables;
  std::vector<cluster::Incarnation> living;
};

/// Who waits for the answer number `ask` from a peer: an administrator's call or a question.
struct Expect {
  std::uint64_t ask = 0;
  cluster::Incarnation peer;
  AnswerSink answer;            ///< or
  DescriptionSink description;  ///< who knows its question by `question`
  std::uint64_t question = 0;
};

}  // namespace cardroom
CARDROOM_MESSAGE(PeerUp)
CARDROOM_MESSAGE(PeerFrames)
CARDROOM_MESSAGE(PeerDown)
CARDROOM_MESSAGE(LocalGame)
CARDROOM_MESSAGE(LocalSession)
CARDROOM_MESSAGE(Expect)
CARDROOM_MESSAGE(Introduced)
CARDROOM_MESSAGE(TablesWanted)
