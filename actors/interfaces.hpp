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
struct CountTable;
struct HaltTable;
struct StopTable;
struct StoreTurned;
struct HandStored;
struct WriteHand;
struct VoidTable;
// relay_messages.hpp
struct ServeTable;
struct Watch;
struct Unwatch;
struct StopRelay;
// session_messages.hpp
struct Attach;
struct Detach;
struct SessionRequest;
struct CaughtUp;
struct Answered;
struct Whereabouts;
struct Found;
struct LoginOverdue;
struct GameMoved;
struct Kicked;
struct EndSession;
// game_messages.hpp
struct GameCall;
struct TableSays;
struct TableHeld;
struct TableHalted;
struct StepsLost;
struct OpenTables;
struct TablesOpened;
struct TableCounted;
struct FindPlayer;
struct Say;
struct Attend;
struct Describe;
struct Audit;
struct StopGame;
struct StopOverdue;
struct VoidHeld;
// lobby_messages.hpp
struct Login;
struct GuestSaved;
struct SessionIdle;
struct ListGames;
struct GatherDue;
struct CreateGame;
struct GameOpened;
struct Lookup;
struct GameDescribed;
struct Membership;
struct TableListed;
struct RoomLoaded;
struct AskDirectory;
struct LoadGame;
struct GameLoaded;
struct GameReady;
struct GameReady;
struct GameLoaded;
struct GameStopped;
struct GameOver;
struct StoreTurned;
struct KickPlayer;
struct StopAll;
// admin_messages.hpp
struct Directory;
struct AuditResult;
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
    /// The game counts its chips: hears `TableCounted`.
    caf::reacts_to<CountTable>,
    /// The operator has a table that is held refund its hand and go on, and hears `Answered`.
    caf::reacts_to<VoidTable>,
    /// The daemon stops: no more steps; the game hears `TableHalted`.
    caf::reacts_to<HaltTable>,
    /// The table is no longer needed.
    caf::reacts_to<StopTable>>;

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
    /// A game says where the player is and what the balance is.
    caf::reacts_to<Whereabouts>,
    /// What the lobby found for a command.
    caf::reacts_to<Found>,
    /// A message for the client.
    caf::reacts_to<TextPtr>,
    /// A game did not say in time where the player is.
    caf::reacts_to<LoginOverdue>,
    /// A game has come back from the store, as another actor.
    caf::reacts_to<GameMoved>,
    /// An administrator has the player's connection closed.
    caf::reacts_to<Kicked>,
    /// The session ends; a connection is told that the daemon stops.
    caf::reacts_to<EndSession>>;

/// A game: who plays in it, its tables, balances, what moves between them; who counts them.
using GameActor = caf::typed_actor<
    /// A command of a player or an administrator; the sender hears `Answered`.
    caf::reacts_to<GameCall>,
    /// A notice of one of its tables.
    caf::reacts_to<TableSays>,
    /// A table is held, or plays again.
    caf::reacts_to<TableHeld>,
    /// A table has come to rest.
    caf::reacts_to<TableHalted>,
    /// A table's steps were lost: everything comes back from the store.
    caf::reacts_to<StepsLost>,
    /// The store could not be asked for some tables a while ago: again.
    caf::reacts_to<OpenTables>,
    /// What the store has of the tables.
    caf::reacts_to<TablesOpened>,
    /// A table's part of a count.
    caf::reacts_to<TableCounted>,
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
    /// An administrator wants all chips counted: hears `AuditResult`.
    caf::reacts_to<Audit>,
    /// An operator voids the hand of a table that is held; the sender hears `Answered`.
    caf::reacts_to<VoidHeld>,
    /// The daemon stops: what is under way is stored, tables end.
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
    /// A session has neither connection nor game: it ends unless somebody came in meanwhile.
    caf::reacts_to<SessionIdle>,
    /// A session wants the list of games.
    caf::reacts_to<ListGames>,
    /// A game's description, for those lists.
    caf::reacts_to<GameDescribed>,
    /// Games that did not describe themselves in time are left out.
    caf::reacts_to<GatherDue>,
    /// A host or administrator makes a game; the sender hears `Answered`.
    caf::reacts_to<CreateGame>,
    /// The store has the new game.
    caf::reacts_to<GameOpened>,
    /// A session looks for a game or table: hears `Found`.
    caf::reacts_to<Lookup>,
    /// A player belongs to a game now, or no longer.
    caf::reacts_to<Membership>,
    /// A game opened or removed a table.
    caf::reacts_to<TableListed>,
    /// An administrator's request wants the directory: hears `Directory`.
    caf::reacts_to<AskDirectory>,
    /// A player's connection is closed.
    caf::reacts_to<KickPlayer>,
    /// The store has gone or is back.
    caf::reacts_to<StoreTurned>,
    /// Everything stops.
    caf::reacts_to<StopAll>,
    /// A game's tables are there.
    caf::reacts_to<GameReady>,
    /// The store could not be asked for a game a while ago: again.
    caf::reacts_to<LoadGame>,
    /// A game that comes back from the store.
    caf::reacts_to<GameLoaded>,
    /// A game has stopped.
    caf::reacts_to<GameOver>, caf::reacts_to<GameStopped>>;

/// One administrator's request on its way round the actors.
using AdminActor =
    caf::typed_actor<caf::reacts_to<Directory>, caf::reacts_to<GameDescribed>, caf::reacts_to<AuditResult>,
                     caf::reacts_to<Answered>, caf::reacts_to<AdminOverdue>>;

/// Whoever gives a command hears how it ended.
using AnswerSink = caf::typed_actor<caf::reacts_to<Answered>>;
/// Whoever asks a game to describe itself.
using DescriptionSink = caf::typed_actor<caf::reacts_to<GameDescribed>>;

}  // namespace cardroom
