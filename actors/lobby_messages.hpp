#pragma once
#include <functional>
#include <string>
#include <vector>

#include "actors/interfaces.hpp"
#include "actors/message.hpp"
#include "actors/session_messages.hpp"
#include "actors/storage.hpp"
#include "actors/table_messages.hpp"

namespace cardroom {

struct RoomLoaded {
  RoomContents contents;
  std::vector<Settings> provisioned;  ///< games of the house; made unless they are there already
  std::function<void(std::string problem)> ready;
};

struct Login {
  ClientId client;
  protocol::client::LoginGuest login;
  OutboxPtr outbox;
  std::function<void(SessionPtr)> done;
};
struct GuestSaved {
  GuestRecord guest;
  StorageResult result = StorageResult::DONE;
};
struct ReadGuests {};
struct GuestsRead {
  std::vector<GuestRecord> guests;
  std::string problem;  ///< why the store could not be asked; empty = these are all
};
struct SessionIdle {
  UserId user;
  std::uint64_t generation = 0;
};
struct ListGames {
  ClientId client;  ///< 0: no list is wanted
  SessionActor session;
  std::optional<bool> follow{};
};
struct GatherDue {
  std::uint64_t ask = 0;
};
struct LobbyTick {};
struct CreateGame {
  Settings settings;
  UserId host;  ///< empty = the house
  ClientId client;
  AnswerSink from;
};
struct GameOpened {
  GameId game;
  CreatedGame created;
};
/// The request names a game or a table.
struct Lookup {
  GameId game;
  TableId table;
  OutboxPtr from;
  protocol::Request request;
  SessionActor session;
};
/// A session looks for its player's table, of which the game does not know where it is.
struct SeekTable {
  TableId table;
  SessionActor session;
};
struct Membership {
  GameId game;
  std::vector<UserId> users;
  bool in = true;
  bool all = false;  ///< the game has no others: whoever left while it was away is not named
};
/// Null handles: it is not open any more.
struct TableListed {
  GameId game;
  TableId table;
  TableActor actor;
  RelayActor relay;
  Epoch epoch;          ///< of its journal's opening
  bool remote = false;  ///< at another node
  std::string node{};   ///< whose name this is, of several
};
struct AskDirectory {
  AdminActor from;
  UserId user;           ///< whom the request is about, if anybody
  bool players = false;  ///< it is about who is here
};
/// The operator has changed a player's balance.
struct BalanceBooked {
  UserId user;
  bool told = false;  ///< the other nodes know
};
struct KickPlayer {
  UserId user;
  bool told = false;  ///< the other nodes know
};
struct JoinCluster {
  RouterActor router;
  NodeActor node;
};
struct OpenGame {
  GameId game;
  bool waits = false;  ///< for the node that had it, which lives, to let go of it
};
/// Where clients reach the other nodes that live and stay.
struct OtherNodes {
  std::vector<std::string> urls;
};
struct ReleaseGame {
  GameId game;
};
struct GameReleased {
  GameId game;
  std::uint64_t overdue = 0;  ///< the wait for it that has lasted long enough; 0: it is let go of
};
/// A game of another node; null: it has it no more.
struct GameListed {
  GameId game;
  GameActor actor;
  UserId host;
  bool over = false;
};
/// All games of the cluster, wherever they are, or on their way there.
struct GamesWanted {
  std::vector<GameId> games;
};
/// A guest who is new at some node.
struct GuestKnown {
  GuestRecord guest;
};
/// To the lobby: the player has come in at another node. To the router: here.
struct CameInElsewhere {
  UserId user;
  Instant since{};  ///< what was logged in to before is over; unset: whatever there is
};
/// `done` hears what could not be stored, nothing if all is well.
struct StopAll {
  std::function<void(std::string problem)> done;
};
/// The game is COMPLETED.
struct GameOver {
  GameId game;
};
/// The game's journal was opened anew.
struct GameReopened {
  GameId game;
  Epoch epoch;
};
struct GameReady {
  GameId game;
};
/// A game that could not be asked for is asked for again.
/// Whoever made the game has waited for long enough.
struct MadeOverdue {
  GameId game;
};
struct LoadGame {
  GameId game;
};
struct GameLoaded {
  OpenedJournal game;
};
struct GameStopped {
  GameId game;
  std::string problem;  ///< why it did not end well
  bool reload = false;  ///< it is to come back from the store
};

}  // namespace cardroom
CARDROOM_MESSAGE(RoomLoaded)
CARDROOM_MESSAGE(Login)
CARDROOM_MESSAGE(GuestSaved)
CARDROOM_MESSAGE(ReadGuests)
CARDROOM_MESSAGE(GuestsRead)
CARDROOM_MESSAGE(SessionIdle)
CARDROOM_MESSAGE(ListGames)
CARDROOM_MESSAGE(GatherDue)
CARDROOM_MESSAGE(LobbyTick)
CARDROOM_MESSAGE(CreateGame)
CARDROOM_MESSAGE(GameOpened)
CARDROOM_MESSAGE(Lookup)
CARDROOM_MESSAGE(SeekTable)
CARDROOM_MESSAGE(Membership)
CARDROOM_MESSAGE(TableListed)
CARDROOM_MESSAGE(AskDirectory)
CARDROOM_MESSAGE(BalanceBooked)
CARDROOM_MESSAGE(KickPlayer)
CARDROOM_MESSAGE(StopAll)
CARDROOM_MESSAGE(JoinCluster)
CARDROOM_MESSAGE(OpenGame)
CARDROOM_MESSAGE(OtherNodes)
CARDROOM_MESSAGE(ReleaseGame)
CARDROOM_MESSAGE(GameReleased)
CARDROOM_MESSAGE(GameListed)
CARDROOM_MESSAGE(GamesWanted)
CARDROOM_MESSAGE(GuestKnown)
CARDROOM_MESSAGE(CameInElsewhere)
CARDROOM_MESSAGE(GameOver)
CARDROOM_MESSAGE(GameReopened)
CARDROOM_MESSAGE(GameReady)
CARDROOM_MESSAGE(MadeOverdue)
CARDROOM_MESSAGE(LoadGame)
CARDROOM_MESSAGE(GameLoaded)
CARDROOM_MESSAGE(GameStopped)
