#pragma once
#include <map>
#include <set>
#include <unordered_map>

#include "actors/cluster/peer.hpp"
#include "actors/cluster/router_actor.hpp"
#include "actors/cluster/router_messages.hpp"
#include "actors/floor_messages.hpp"
#include "actors/lobby_messages.hpp"
#include "actors/relay_messages.hpp"

namespace cardroom::cluster {

/// The state of a router and what it does with it. It keeps what every node says that it has, makes stand-ins
/// for the games and tables of other nodes and tells the lobby of them as if they were here; it stands in for
/// other nodes' players towards the games of this one; and it brings the tables of these games to whoever is
/// wanted to have them.
class RouterCore {
 public:
  RouterCore(RouterActor::pointer self, RouterParts parts);

  // The link: router_core.cpp
  void up(const PeerUp& up);
  void received(PeerFrames& received);
  void down(const Incarnation& incarnation);
  void expect(Expect& expected);
  void stop();

  // Tables of this node's games, and for this node: router_tables.cpp
  void introduced(const Introduced& all);
  void wanted(const TablesWanted& wanted);
  void offer(OfferTables& offer);
  void drop(const DropTable& drop);
  void close(const CloseTables& close);

  // What this node has: router_local.cpp
  void local_game(const LocalGame& game);
  void local_session(const LocalSession& session);
  void listed(const TableListed& listed);
  void membership(const Membership& membership);
  void over(const GameId& game);
  void reopened(const GameReopened& reopened);
  void answered(Answered& answered);
  void described(GameDescribed& game);
  template <class T>
  void tell_all(const T& body) {
    for (const auto& [incarnation, node] : nodes_) node.peer->send(body);
  }

 private:
  /// A table of this node, or the stand-in for one of another.
  struct Table {
    GameId game;
    TableActor actor;
    RelayActor relay;
    Epoch epoch;
    PeerPtr peer;       ///< null: of this node
    GameActor answers;  ///< the game of another node to which it was told that it belongs
  };
  /// A game of this node.
  struct Local {
    GameActor actor;
    GameListing head;  ///< without members
    std::set<UserId> members;
    bool offers = false;  ///< it has said which tables it has
  };
  /// A game that another node says it has.
  struct Claimed {
    GameListing head;
    std::set<UserId> members;
  };
  /// A peer's question that a game of this node has been asked.
  struct Asked {
    Incarnation peer;
    std::uint64_t ask = 0;
    ClientId client;
  };
  /// A game of another node, as this one has announced it.
  struct Remote {
    PeerPtr peer;
    GameActor actor;
  };
  struct Node {
    PeerPtr peer;
    std::map<GameId, Claimed> games;
    std::map<TableId, TableListing> tables;  ///< that it says it has
    std::unordered_map<UserId, SessionActor> visitors;
    std::set<TableId> follows;  ///< tables of this node that it has viewers of
  };

  template <class T>
  void handle(Node& node, const WireFrame& frame);
  void dispatch(Node& node, const WireFrame& frame);

  // For the games of this node: router_local.cpp
  void on(Node& node, CallGame& call);
  void on(Node& node, AskWhere& ask);
  void on(Node& node, ChatIn& chat);
  void on(Node& node, AttendIn& attend);
  void on(Node& node, AskGame& ask);
  void on(Node& node, VoidIn& order);
  void on(Node& node, CallTable& call);
  void on(Node& node, FollowTable& follow);
  void on(Node& node, UnfollowTable& unfollow);
  void on(Node& node, SessionGone& gone);
  const SessionActor& visitor(Node& node, const UserId& user);
  std::uint64_t asks(const Node& node, std::uint64_t ask, ClientId client);
  static GameListing listing(const Local& game);
  GameActor game(const GameId& id) const;
  const Table* table(const TableId& id) const;
  bool has_game(const Node& node, const GameId& game) const;

  // Tables: router_tables.cpp
  void on(Node& node, OfferIn& offer);
  void on(Node& node, OrderTable& order);
  void on(Node& node, DropIn& drop);
  void on(Node& node, CloseIn& close);
  void on(Node& node, VoidTableIn& order);
  void on(Node& node, TableTold& told);
  void on(Node& node, HeldTold& told);
  void on(Node& node, HandTold& told);
  void on(Node& node, LossTold& told);
  void take(const OfferTables& offer);
  void take_postponed(const TableId& table);
  void offer_again(const std::vector<TableId>& tables);
  bool elsewhere(const TableId& table) const;
  const Table* table_of(const Node& node, const TableId& id) const;

  // For the sessions of this node: router_remote.cpp
  void on(Node& node, SessionAnswered& answered);
  void on(Node& node, SessionWhere& where);
  void on(Node& node, SessionText& text);
  void on(Node& node, SessionBalance& moved);
  void on(Node& node, CallAnswered& answered);
  void on(Node& node, GameTold& told);
  // What other nodes have: router_remote.cpp
  void on(Node& node, GameListing& listing);
  void on(Node& node, GameUnlisted& unlisted);
  void on(Node& node, TableListing& listing);
  void on(Node& node, MembersListing& listing);
  void on(Node& node, GameEnded& ended);
  void on(Node& node, GuestListing& guest);
  void on(Node& node, UserKicked& kicked);
  void on(Node& node, UserBooked& booked);
  void on(Node& node, UserCameIn& came);
  SessionActor session(const UserId& user) const;
  void announce(const GameId& game);
  void withdraw(const GameId& game);
  void announce_table(const TableId& table);
  void list(const TableId& id, const Table& table);
  void withdraw_table(const TableId& table);

  RouterActor::pointer self_;
  LobbyActor lobby_;
  std::shared_ptr<Link> link_;
  std::shared_ptr<FrameRoutes> routes_;
  std::map<Incarnation, Node> nodes_;  ///< whose links are up
  std::map<GameId, Local> local_;
  std::map<TableId, Table> local_tables_;
  std::map<GameId, Remote> remote_;
  std::map<TableId, Table> remote_tables_;
  FloorActor floor_;
  NodeActor node_;
  Incarnation me_;
  std::set<Incarnation> living_;  ///< as far as the store says
  std::map<TableId, Incarnation> wanted_;
  std::map<TableId, Epoch> newest_;           ///< of all openings that were heard of
  std::map<TableId, GameId> offered_;         ///< tables of this node's games
  std::map<TableId, OfferTables> postponed_;  ///< until the node that still has the table lets go of it
  std::unordered_map<UserId, SessionActor> sessions_;  ///< of this node
  std::map<std::uint64_t, Expect> expected_;
  std::map<std::uint64_t, Asked> asked_;
  std::uint64_t last_asked_ = 0;
};

}  // namespace cardroom::cluster
