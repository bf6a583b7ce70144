#pragma once
#include <boost/describe.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "actors/admin_messages.hpp"
#include "actors/answer.hpp"
#include "actors/cluster/link.hpp"
#include "actors/storage.hpp"
#include "engine/commands.hpp"

/// What nodes say to each other. Every kind is a described struct, sent as JSON in a WireFrame: members may
/// be added with a default, none may change its meaning, numbers are never used again.
namespace cardroom::cluster {

// To the node of a game or table.

/// A command for a game; of a player's session on the sending node (`player`), or of an administrator.
struct CallGame {
  static constexpr std::uint16_t kKind = 1;
  GameId game;
  GameCommand command;
  Caller caller;
  ClientId client;
  DisplayName name;
  UserId player;          ///< whose session; empty = an administrator's call
  std::uint64_t ask = 0;  ///< of an administrator's call: comes back with the answer; 0 = none is wanted
  Instant since{};        ///< the session's log-in
};
BOOST_DESCRIBE_STRUCT(CallGame, (), (game, command, caller, client, name, player, ask, since))

/// A session asks where its player is.
struct AskWhere {
  static constexpr std::uint16_t kKind = 2;
  GameId game;
  UserId user;
  bool connected = true;
  Instant since{};  ///< the session's log-in
  bool fresh = false;
};
BOOST_DESCRIBE_STRUCT(AskWhere, (), (game, user, connected, since, fresh))

struct ChatIn {
  static constexpr std::uint16_t kKind = 3;
  GameId game;
  UserId user;
  DisplayName name;
  ClientId client;
  std::string text;
};
BOOST_DESCRIBE_STRUCT(ChatIn, (), (game, user, name, client, text))

/// Somebody who is not registered watches a table, or no longer does.
struct AttendIn {
  static constexpr std::uint16_t kKind = 4;
  GameId game;
  UserId user;
  bool comes = true;
};
BOOST_DESCRIBE_STRUCT(AttendIn, (), (game, user, comes))

struct AskGame {
  static constexpr std::uint16_t kKind = 5;
  GameId game;
  std::uint64_t ask = 0;
  bool players = false;
  bool at_once = false;
};
BOOST_DESCRIBE_STRUCT(AskGame, (), (game, ask, players, at_once))

/// An administrator voids the hand of a table that is held.
struct VoidIn {
  static constexpr std::uint16_t kKind = 6;
  GameId game;
  TableId table;
  ClientId client;
  std::uint64_t ask = 0;
};
BOOST_DESCRIBE_STRUCT(VoidIn, (), (game, table, client, ask))

/// A player's command for a table.
struct CallTable {
  static constexpr std::uint16_t kKind = 7;
  TableId table;
  TableCommand command;
  UserId user;
  ClientId client;
};
BOOST_DESCRIBE_STRUCT(CallTable, (), (table, command, user, client))

/// The sending node has viewers of a table, `user` among them (empty = nobody who could have a seat): it is
/// sent a snapshot, then every frame, with the private parts of these users.
struct FollowTable {
  static constexpr std::uint16_t kKind = 8;
  TableId table;
  UserId user;
};
BOOST_DESCRIBE_STRUCT(FollowTable, (), (table, user))

/// It has none any more.
struct UnfollowTable {
  static constexpr std::uint16_t kKind = 9;
  TableId table;
};
BOOST_DESCRIBE_STRUCT(UnfollowTable, (), (table))

/// The session of a player on the sending node has ended.
struct SessionGone {
  static constexpr std::uint16_t kKind = 10;
  UserId user;
};
BOOST_DESCRIBE_STRUCT(SessionGone, (), (user))

/// A game of the sending node has these tables, which are to be open at the receiving one (OfferTables).
struct OfferIn {
  static constexpr std::uint16_t kKind = 11;
  struct Table {
    TableId table;
    bool unheard = false;  ///< it may not have been made yet
    Epoch above{};         ///< of another opening that was heard of
  };
  GameId game;
  Epoch epoch;
  bool anew = false;
  Settings settings;
  PlayerNames names;
  std::vector<Table> tables;
};
BOOST_DESCRIBE_STRUCT(OfferIn::Table, (), (table, unheard, above))
BOOST_DESCRIBE_STRUCT(OfferIn, (), (game, epoch, anew, settings, names, tables))

/// From a game to a table of its own.
struct OrderTable {
  static constexpr std::uint16_t kKind = 12;
  TableId table;
  TableCommand command;
  DisplayName name;
};
BOOST_DESCRIBE_STRUCT(OrderTable, (), (table, command, name))

/// The game has removed the table for good.
struct DropIn {
  static constexpr std::uint16_t kKind = 13;
  GameId game;
  TableId table;
};
BOOST_DESCRIBE_STRUCT(DropIn, (), (game, table))

/// The store has lost steps of the game: its tables end, and are offered again.
struct CloseIn {
  static constexpr std::uint16_t kKind = 14;
  GameId game;
};
BOOST_DESCRIBE_STRUCT(CloseIn, (), (game))

/// A table that is held refunds its hand, as its game knows it.
struct VoidTableIn {
  static constexpr std::uint16_t kKind = 15;
  TableId table;
  KnownTable known;
  ClientId client;
  std::uint64_t ask = 0;
};
BOOST_DESCRIBE_STRUCT(VoidTableIn, (), (table, known, client, ask))

// To the node of a table's game.

/// What a table tells its game.
struct TableTold {
  static constexpr std::uint16_t kKind = 16;
  TableId table;
  TableNotice notice;
};
BOOST_DESCRIBE_STRUCT(TableTold, (), (table, notice))

/// The table is held, or (`why` empty) plays again.
struct HeldTold {
  static constexpr std::uint16_t kKind = 17;
  TableId table;
  std::string why;
};
BOOST_DESCRIBE_STRUCT(HeldTold, (), (table, why))

/// A hand was played to its end.
struct HandTold {
  static constexpr std::uint16_t kKind = 19;
  TableId table;
  Chips pot;
};
BOOST_DESCRIBE_STRUCT(HandTold, (), (table, pot))

/// The store has lost steps of a table that were told.
struct LossTold {
  static constexpr std::uint16_t kKind = 18;
  GameId game;
};
BOOST_DESCRIBE_STRUCT(LossTold, (), (game))

// To the node of a session.

struct SessionAnswered {
  static constexpr std::uint16_t kKind = 20;
  UserId user;
  ClientId client;
  Outcome outcome;
};
BOOST_DESCRIBE_STRUCT(SessionAnswered, (), (user, client, outcome))

struct SessionWhere {
  static constexpr std::uint16_t kKind = 21;
  UserId user;
  GameId game;
  bool open = true;  ///< there is a game to talk to
  bool registered = false;
  TableId table;  ///< empty = none
  SeatIndex seat;
};
BOOST_DESCRIBE_STRUCT(SessionWhere, (), (user, game, open, registered, table, seat))

/// Text for a player's client.
struct SessionText {
  static constexpr std::uint16_t kKind = 22;
  UserId user;
  std::string text;
};
BOOST_DESCRIBE_STRUCT(SessionText, (), (user, text))

struct SessionBalance {
  static constexpr std::uint16_t kKind = 23;
  UserId user;
  GameId game;
};
BOOST_DESCRIBE_STRUCT(SessionBalance, (), (user, game))

/// A seat's own part of a frame, as text for its player's client.
struct FrameTail {
  UserId user;
  std::string text;
  ClientId ack;  ///< the command that it acknowledges; 0 = none
};
BOOST_DESCRIBE_STRUCT(FrameTail, (), (user, text, ack))

/// A step of a table, or its whole state (`snapshot`). The part that all viewers share follows the JSON,
/// behind a newline, as it is sent to clients.
struct TableFrame {
  static constexpr std::uint16_t kKind = 24;
  TableId table;
  Epoch epoch;
  Version previous;  ///< the one that was published before
  Version version;
  bool snapshot = false;
  bool for_all = true;  ///< else only for viewers who have no snapshot yet
  std::vector<FrameTail> tails;
  std::vector<UserId>
      users;  ///< of a snapshot: whose it may have tails for; whoever else watches is sent another
};
BOOST_DESCRIBE_STRUCT(TableFrame, (), (table, epoch, previous, version, snapshot, for_all, tails, users))

/// To an administrator's call.
struct CallAnswered {
  static constexpr std::uint16_t kKind = 30;
  std::uint64_t ask = 0;
  ClientId client;
  Outcome outcome;
};
BOOST_DESCRIBE_STRUCT(CallAnswered, (), (ask, client, outcome))

struct GameTold {
  static constexpr std::uint16_t kKind = 31;
  std::uint64_t ask = 0;
  GameDescribed game;
};
BOOST_DESCRIBE_STRUCT(GameTold, (), (ask, game))

// To every node: what is where.

/// A game of the sending node.
struct GameListing {
  static constexpr std::uint16_t kKind = 40;
  GameId game;
  Epoch epoch;  ///< of its journal's opening: of two nodes that have a game the higher one is right
  UserId host;
  bool over = false;
  std::vector<UserId> members;
  bool all = false;  ///< these are; one that has only just been opened names them later
};
BOOST_DESCRIBE_STRUCT(GameListing, (), (game, epoch, host, over, members, all))

/// The sending node does not have the game any more.
struct GameUnlisted {
  static constexpr std::uint16_t kKind = 41;
  GameId game;
};
BOOST_DESCRIBE_STRUCT(GameUnlisted, (), (game))

/// A table is open at the sending node, or not any more.
struct TableListing {
  static constexpr std::uint16_t kKind = 42;
  GameId game;
  TableId table;
  Epoch epoch;  ///< as a game's
  bool there = true;
};
BOOST_DESCRIBE_STRUCT(TableListing, (), (game, table, epoch, there))

struct MembersListing {
  static constexpr std::uint16_t kKind = 43;
  GameId game;
  std::vector<UserId> users;
  bool in = true;
  bool all = false;  ///< as in `Membership`
};
BOOST_DESCRIBE_STRUCT(MembersListing, (), (game, users, in, all))

/// A game has ended.
struct GameEnded {
  static constexpr std::uint16_t kKind = 44;
  GameId game;
};
BOOST_DESCRIBE_STRUCT(GameEnded, (), (game))

// To every node: about people.

struct GuestListing {
  static constexpr std::uint16_t kKind = 50;
  GuestRecord guest;
};
BOOST_DESCRIBE_STRUCT(GuestListing, (), (guest))

/// An administrator closes the player's connection, wherever it is.
struct UserKicked {
  static constexpr std::uint16_t kKind = 51;
  UserId user;
};
BOOST_DESCRIBE_STRUCT(UserKicked, (), (user))

/// The operator has changed the player's balance.
struct UserBooked {
  static constexpr std::uint16_t kKind = 52;
  UserId user;
};
BOOST_DESCRIBE_STRUCT(UserBooked, (), (user))

/// The player has come in, at the sending node unless it says `since` when: a connection elsewhere, or one of
/// before that, is an older one.
struct UserCameIn {
  static constexpr std::uint16_t kKind = 53;
  UserId user;
  Instant since{};
};
BOOST_DESCRIBE_STRUCT(UserCameIn, (), (user, since))

/// Calls `f` with the types of all that is said but TableFrame, which has a text behind its JSON.
template <class F>
auto with_all_kinds(F f) {
  return f.template
  operator()<CallTable, CallGame, AskWhere, ChatIn, AttendIn, AskGame, VoidIn, FollowTable, UnfollowTable,
             SessionGone, SessionAnswered, SessionWhere, SessionText, SessionBalance, CallAnswered, GameTold,
             GameListing, GameUnlisted, TableListing, MembersListing, GameEnded, GuestListing, UserKicked,
             UserBooked, UserCameIn, OfferIn, OrderTable, DropIn, CloseIn, VoidTableIn, TableTold, HeldTold,
             HandTold, LossTold>();
}

}  // namespace cardroom::cluster
