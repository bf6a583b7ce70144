#pragma once
#include <caf/replies_to.hpp>
#include <caf/typed_actor.hpp>
#include <memory>
#include <string>

/// The interfaces of all actors. Messages are declared here and defined in one header a component. All of
/// them stay within this process.
namespace cardroom {

struct Frame;
using FramePtr = std::shared_ptr<const Frame>;
/// Text for a client, rendered once and shared by all who are sent it.
using TextPtr = std::shared_ptr<const std::string>;

// journal.hpp, alarm.hpp
struct Stored;
struct Opened;
struct Overdue;
struct SnapshotEnded;
struct Tick;
// table_messages.hpp
struct TableCall;
struct FromGame;
struct ShowTable;
struct HaltTable;
struct StopTable;
struct GameIs;
struct StoreTurned;
struct HandStored;
struct WriteHand;
struct VoidTable;
// floor_messages.hpp
struct OfferTables;
struct DropTable;
struct CloseTables;
struct TablesRead;
struct ReadTables;
struct ReleaseTable;
struct ReleaseOverdue;
struct TableHalted;
struct TableReopened;
struct StopFloor;
struct FloorOverdue;
struct FloorStopped;
struct TableHosted;
struct TableGone;
struct OfferAgain;
// relay_messages.hpp
struct ServeTable;
struct Watch;
struct Unwatch;
struct StopRelay;
struct Follow;
struct Unfollow;
// session_messages.hpp
struct Attach;
struct Detach;
struct SessionRequest;
struct CaughtUp;
struct Answered;
struct Whereabouts;
struct Found;
struct TableSeen;
struct BalanceMoved;
struct BalanceRead;
struct AskBalance;
struct LoginOverdue;
struct GameMoved;
struct SeekTables;
struct LinkLost;
struct CommandOverdue;
struct Kicked;
struct Replaced;
struct EndSession;
// game_messages.hpp
struct GameCall;
struct TableSays;
struct TableHeld;
struct HandPlayed;
struct StepsLost;
struct CountTables;
struct TablesCounted;
struct BankOpened;
struct BuyInReserved;
struct BankTold;
struct BankAgain;
struct FindPlayer;
struct Say;
struct Attend;
struct Describe;
struct StopGame;
struct StopOverdue;
struct VoidHeld;
// lobby_messages.hpp
struct Login;
struct GuestSaved;
struct ReadGuests;
struct GuestsRead;
struct SessionIdle;
struct ListGames;
struct GatherDue;
struct LobbyTick;
struct CreateGame;
struct GameOpened;
struct Lookup;
struct SeekTable;
struct GameDescribed;
struct Membership;
struct TableListed;
struct RoomLoaded;
struct AskDirectory;
struct LoadGame;
struct MadeOverdue;
struct GameLoaded;
struct GameReady;
struct GameStopped;
struct GameOver;
struct GameReopened;
struct StoreTurned;
struct BalanceBooked;
struct KickPlayer;
struct StopAll;
struct JoinCluster;
struct OpenGame;
struct ReleaseGame;
struct OtherNodes;
struct GameReleased;
struct GameListed;
struct GamesWanted;
struct GuestKnown;
struct CameInElsewhere;
// cluster/router_messages.hpp
struct PeerUp;
struct PeerFrames;
struct PeerDown;
struct LocalGame;
struct LocalSession;
struct Expect;
struct Introduced;
// cluster/node_messages.hpp
struct LocalTable;
struct PlaceGame;
struct PlaceTable;
struct RemoveTable;
struct TablesWanted;
struct NodeTick;
struct RegistryTold;
struct LinkTurned;
struct DrainNode;
struct Rebalance;
struct AskNodes;
struct NodesTold;
struct LeaveCluster;
// admin_messages.hpp
struct Directory;
struct BankCounted;
struct CreditTold;
struct TableShown;
struct AdminOverdue;

/// A table: hands, seats, timers.
using TableActor = caf::typed_actor<
    /// A player's command; the sender hears `Answered` unless the frame of the step acknowledges it.
    caf::reacts_to<TableCall>,
    /// A command of the table's game.
    caf::reacts_to<FromGame>,
    /// A relay has viewers who need the whole state: gets a snapshot frame.
    caf::reacts_to<ShowTable>,
    /// A deadline may have been reached.
    caf::reacts_to<Tick>,
    /// The journal's answer to an entry.
    caf::reacts_to<Stored>,
    /// The journal was opened anew.
    caf::reacts_to<Opened>,
    /// The journal could not be opened some time ago: again.
    caf::reacts_to<Overdue>,
    /// A snapshot was stored or not.
    caf::reacts_to<SnapshotEnded>,
    /// The store has gone or is back: clocks stand meanwhile.
    caf::reacts_to<StoreTurned>,
    /// A finished hand's record was stored or not.
    caf::reacts_to<HandStored>,
    /// A record that was not stored is written again.
    caf::reacts_to<WriteHand>,
    /// The operator has a table that is held refund its hand and go on, and hears `Answered`.
    caf::reacts_to<VoidTable>,
    /// Whose table it is: says again what that game is owed.
    caf::reacts_to<GameIs>,
    /// No more steps, or none after the hand; the floor hears `TableHalted`.
    caf::reacts_to<HaltTable>,
    /// The table is no longer needed.
    caf::reacts_to<StopTable>>;

/// Whoever opens tables for games.
using TableHosting =
    caf::typed_actor<caf::reacts_to<OfferTables>, caf::reacts_to<DropTable>, caf::reacts_to<CloseTables>>;

/// The tables of this node.
using FloorActor = TableHosting::extend<
    /// What the store has of tables that are to be opened; it could not be asked a while ago: again.
    caf::reacts_to<TablesRead>, caf::reacts_to<ReadTables>,
    /// Another node is to have a table; and its hand takes too long.
    caf::reacts_to<ReleaseTable>, caf::reacts_to<ReleaseOverdue>,
    /// A table has come to rest; its journal was opened anew.
    caf::reacts_to<TableHalted>, caf::reacts_to<TableReopened>,
    /// The store has gone or is back.
    caf::reacts_to<StoreTurned>,
    /// Everything ends; that takes too long.
    caf::reacts_to<StopFloor>, caf::reacts_to<FloorOverdue>>;

/// A table's stand-in on the node of its viewers.
using RelayActor = caf::typed_actor<
    /// Which table it stands for; the first message.
    caf::reacts_to<ServeTable>,
    /// A step of the table or its whole state, rendered and passed to every viewer.
    caf::reacts_to<FramePtr>,
    /// A viewer comes, or comes back: is sent a snapshot, then every frame.
    caf::reacts_to<Watch>,
    /// A viewer goes.
    caf::reacts_to<Unwatch>,
    /// Another node has viewers, or has none any more.
    caf::reacts_to<Follow>, caf::reacts_to<Unfollow>,
    /// A step that another node's relay has rendered.
    /// The table is gone.
    caf::reacts_to<StopRelay>>;

/// A player, however many connections come and go.
using SessionActor = caf::typed_actor<
    /// A connection of the player: the newest replaces all before it.
    caf::reacts_to<Attach>,
    /// A connection has ended.
    caf::reacts_to<Detach>,
    /// A command that came in over a connection.
    caf::reacts_to<SessionRequest>,
    /// A connection that was too slow has caught up: is sent seats, balances, snapshots.
    caf::reacts_to<CaughtUp>,
    /// The outcome of a command.
    caf::reacts_to<Answered>,
    /// A game says where the player is.
    caf::reacts_to<Whereabouts>,
    /// The player's balance has changed: the bank is asked for it, and the client told.
    caf::reacts_to<BalanceMoved>, caf::reacts_to<BalanceRead>, caf::reacts_to<AskBalance>,
    /// What the lobby found for a command.
    caf::reacts_to<Found>,
    /// The lobby's answer to SeekTable.
    caf::reacts_to<TableSeen>,
    /// A message for the client.
    caf::reacts_to<TextPtr>,
    /// A game did not say in time where the player is.
    caf::reacts_to<LoginOverdue>,
    /// A game is another actor now: it has come back from the store, here or on another node.
    caf::reacts_to<GameMoved>,
    /// Tables that were lost sight of are looked for.
    caf::reacts_to<SeekTables>,
    /// What was on its way to another node may be lost.
    caf::reacts_to<LinkLost>, caf::reacts_to<CommandOverdue>,
    /// An administrator has the player's connection closed.
    caf::reacts_to<Kicked>,
    /// The player has come in at another node: the connection here is an older one.
    caf::reacts_to<Replaced>,
    /// The session ends; a connection is told that the daemon stops.
    caf::reacts_to<EndSession>>;

/// A game: who plays in it, its tables, what moves between them and to the bank.
using GameActor = caf::typed_actor<
    /// A command of a player or an administrator; the sender hears `Answered`.
    caf::reacts_to<GameCall>,
    /// A notice of one of its tables.
    caf::reacts_to<TableSays>,
    /// A table is held, or plays again.
    caf::reacts_to<TableHeld>,
    /// A table has finished a hand.
    caf::reacts_to<HandPlayed>,
    /// A table is open somewhere, or not any more; it is to be offered again.
    caf::reacts_to<TableHosted>, caf::reacts_to<TableGone>, caf::reacts_to<OfferAgain>,
    /// A table's steps were lost: everything comes back from the store.
    caf::reacts_to<StepsLost>,
    /// Tables of a game from before the bank are read, to count what they have.
    caf::reacts_to<CountTables>, caf::reacts_to<TablesCounted>,
    /// What the bank has; whether it set chips aside; what came of an exchange; ask it again.
    caf::reacts_to<BankOpened>, caf::reacts_to<BuyInReserved>, caf::reacts_to<BankTold>,
    caf::reacts_to<BankAgain>,
    /// A deadline may have been reached.
    caf::reacts_to<Tick>,
    /// How the journal answered.
    caf::reacts_to<Stored>, caf::reacts_to<Opened>, caf::reacts_to<Overdue>, caf::reacts_to<SnapshotEnded>,
    /// The store has gone or is back.
    caf::reacts_to<StoreTurned>,
    /// A session asks where its player is: hears `Whereabouts`.
    caf::reacts_to<FindPlayer>,
    /// Chat to all players and watchers of the game.
    caf::reacts_to<Say>,
    /// Somebody who is not registered watches a table, or no longer does.
    caf::reacts_to<Attend>,
    /// Somebody wants a description: hears `GameDescribed`.
    caf::reacts_to<Describe>,
    /// An operator voids the hand of a table that is held; the sender hears `Answered`.
    caf::reacts_to<VoidHeld>,
    /// It ends here: what is under way is stored. Its tables go on.
    caf::reacts_to<StopGame>,
    /// That takes too long.
    caf::reacts_to<StopOverdue>>;

/// The directory of games, tables, guests and sessions.
using LobbyActor = caf::typed_actor<
    /// What the store holds; the first message.
    caf::reacts_to<RoomLoaded>,
    /// A guest comes in.
    caf::reacts_to<Login>,
    /// A new guest is stored, so the token may be told.
    caf::reacts_to<GuestSaved>,
    /// The store is asked for guests whom only other nodes may know; it has answered.
    caf::reacts_to<ReadGuests>, caf::reacts_to<GuestsRead>,
    /// A session has neither connection nor game: it ends unless somebody came in meanwhile.
    caf::reacts_to<SessionIdle>,
    /// A session wants the list of games, or to follow it, or not any more.
    caf::reacts_to<ListGames>,
    /// A game's description, for those lists.
    caf::reacts_to<GameDescribed>,
    /// Games that did not describe themselves in time are left out.
    caf::reacts_to<GatherDue>,
    /// Those who follow the list are told what has changed since.
    caf::reacts_to<LobbyTick>,
    /// A host or administrator makes a game; the sender hears `Answered`.
    caf::reacts_to<CreateGame>,
    /// The store has the new game.
    caf::reacts_to<GameOpened>,
    /// A session looks for a game or table: hears `Found`.
    caf::reacts_to<Lookup>,
    /// A session looks for its player's table: hears `TableSeen` if it is anywhere.
    caf::reacts_to<SeekTable>,
    /// A player belongs to a game now, or no longer.
    caf::reacts_to<Membership>,
    /// A table is open, or not any more.
    caf::reacts_to<TableListed>,
    /// An administrator's request wants the directory: hears `Directory`.
    caf::reacts_to<AskDirectory>,
    /// A player's connection is closed.
    caf::reacts_to<KickPlayer>,
    /// The operator has changed a player's balance.
    caf::reacts_to<BalanceBooked>,
    /// The store has gone or is back.
    caf::reacts_to<StoreTurned>,
    /// Everything stops.
    caf::reacts_to<StopAll>,
    /// A game's tables are there.
    caf::reacts_to<GameReady>,
    /// A game that was made should be open.
    caf::reacts_to<MadeOverdue>,
    /// The store could not be asked for a game a while ago: again.
    caf::reacts_to<LoadGame>,
    /// A game that comes back from the store.
    caf::reacts_to<GameLoaded>,
    /// A game has stopped; all tables have.
    caf::reacts_to<GameOver>, caf::reacts_to<GameReopened>, caf::reacts_to<GameStopped>,
    caf::reacts_to<FloorStopped>,
    /// This node is one of several: the router to the others, and which games it is to open.
    caf::reacts_to<JoinCluster>,
    /// A game of another node: where its commands go, or that it is there no more.
    caf::reacts_to<GameListed>,
    /// Which games there are in the cluster.
    caf::reacts_to<GamesWanted>,
    /// Another node has let a new guest in.
    caf::reacts_to<GuestKnown>,
    /// A player has come in at another node.
    caf::reacts_to<CameInElsewhere>,
    /// A game is wanted here, or at another node.
    caf::reacts_to<OpenGame>, caf::reacts_to<ReleaseGame>,
    /// The node that had it does not have it any more.
    caf::reacts_to<GameReleased>,
    /// Where else players may go.
    caf::reacts_to<OtherNodes>>;

/// Carries messages between this node's actors and those of other nodes.
using RouterActor = TableHosting::extend<
    /// Whom it works with on this node.
    caf::reacts_to<Introduced>,
    /// Which nodes are to have which tables.
    caf::reacts_to<TablesWanted>,
    /// The link to another node: it is there, says something, is gone.
    caf::reacts_to<PeerUp>, caf::reacts_to<PeerFrames>, caf::reacts_to<PeerDown>,
    /// The lobby has opened a game on this node, or has it no more.
    caf::reacts_to<LocalGame>,
    /// A session of this node, or that it has ended.
    caf::reacts_to<LocalSession>,
    /// A table of this node.
    caf::reacts_to<TableListed>,
    /// Players of a game of this node.
    caf::reacts_to<Membership>,
    /// A game of this node has ended; its journal was opened anew.
    caf::reacts_to<GameOver>, caf::reacts_to<GameReopened>,
    /// A new guest of this node.
    caf::reacts_to<GuestKnown>,
    /// A player has come in here.
    caf::reacts_to<CameInElsewhere>,
    /// What an operator did about a player.
    caf::reacts_to<KickPlayer>, caf::reacts_to<BalanceBooked>,
    /// Who waits for the answer to an administrator's call of another node.
    caf::reacts_to<Expect>,
    /// What a game of this node answers to one.
    caf::reacts_to<Answered>, caf::reacts_to<GameDescribed>,
    /// Everything stops.
    caf::reacts_to<StopAll>>;

/// This node in the cluster: joins, beats, watches the others.
using NodeActor = caf::typed_actor<
    /// Time has passed.
    caf::reacts_to<NodeTick>,
    /// The store's answer to something.
    caf::reacts_to<RegistryTold>,
    /// The link to a peer is up or down.
    caf::reacts_to<LinkTurned>,
    /// Whom it works with on this node.
    caf::reacts_to<Introduced>,
    /// A game is open here, or not any more; a table is.
    caf::reacts_to<LocalGame>, caf::reacts_to<LocalTable>,
    /// A game that was made here needs a place.
    caf::reacts_to<PlaceGame>,
    /// A game has ended, here or elsewhere.
    caf::reacts_to<GameOver>,
    /// A table of a game of this node needs a place; it needs none any more.
    caf::reacts_to<PlaceTable>, caf::reacts_to<RemoveTable>,
    /// An operator's orders, and question.
    caf::reacts_to<DrainNode>, caf::reacts_to<Rebalance>, caf::reacts_to<AskNodes>,
    /// The daemon stops: the last message.
    caf::reacts_to<LeaveCluster>>;

/// One administrator's request on its way round the actors.
using AdminActor =
    caf::typed_actor<caf::reacts_to<Directory>, caf::reacts_to<GameDescribed>, caf::reacts_to<BankCounted>,
                     caf::reacts_to<CreditTold>, caf::reacts_to<NodesTold>, caf::reacts_to<Answered>,
                     caf::reacts_to<TableShown>, caf::reacts_to<AdminOverdue>>;

/// Whoever gives a command hears how it ended.
using AnswerSink = caf::typed_actor<caf::reacts_to<Answered>>;
/// Whoever asks a game to describe itself.
using DescriptionSink = caf::typed_actor<caf::reacts_to<GameDescribed>>;

}  // namespace cardroom
