#pragma once
#include <caf/send.hpp>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "actors/admin_messages.hpp"
#include "actors/guests.hpp"
#include "actors/lobby_actor.hpp"
#include "actors/lobby_messages.hpp"
#include "actors/restore.hpp"

namespace caf {
struct down_msg;
}

namespace cardroom {

/// The state of the lobby actor and what it does with it.
class LobbyCore {
 public:
  LobbyCore(LobbyActor::pointer self, EnvironmentPtr env);

  // Games and tables: lobby_games.cpp
  void load(RoomLoaded& loaded);
  void listed(TableListed& listed);
  void look_up(Lookup& lookup);
  void seek(const SeekTable& sought);
  void directory(const AskDirectory& ask);

  // How games are made: lobby_create.cpp
  void create(CreateGame& wanted);
  void opened(const GameOpened& opened);
  /// Whoever made the game hears that it is there.
  void answer_made(const GameId& game);

  // The list of games, and who follows it: lobby_list.cpp
  void list(ListGames& ask);
  void described(GameDescribed& game);
  void gather_due(std::uint64_t ask);
  void look_round();

  void stop(StopAll& stop);
  void ready(const GameId& game);
  void load_game(const GameId& game);
  void loaded(GameLoaded& loaded);
  void stopped(const GameStopped& stopped);
  void floor_stopped(const std::string& problem);
  void store_turned(const StoreTurned& turned);
  void over(const GameId& game);
  void reopened(const GameReopened& reopened) { tell_router(reopened); }
  void down(const caf::down_msg& message);

  // Guests: lobby_guests.cpp
  void login(Login& login);
  void guest_saved(const GuestSaved& saved);
  void read_guests();
  void guests_read(const GuestsRead& read);

  // Sessions: lobby_core.cpp
  void idle(const SessionIdle& idle);
  void membership(const Membership& membership);
  void kick(const KickPlayer& kick);
  void balance_booked(const BalanceBooked& booked);

  // Other nodes: lobby_cluster.cpp
  void join(const JoinCluster& join);
  void open_game(const OpenGame& open);
  void release_game(const GameId& game);
  void game_released(const GameReleased& released);
  void remote_game(const GameListed& listed);
  void games_wanted(const GamesWanted& wanted);
  void guest_known(const GuestRecord& guest) { guests_.add(guest); }
  void came_in_elsewhere(const CameInElsewhere& came);
  void other_nodes(OtherNodes& nodes) { other_nodes_ = std::move(nodes.urls); }

 private:
  struct Session {
    SessionActor actor;
    std::uint64_t generation = 0;
    Instant at;     ///< the newest log-in by the clock of this node
    Instant since;  ///< the same, but later than all that were known
  };
  struct Table {
    GameId game;
    TableActor actor;
    RelayActor relay;
    Epoch epoch;
    bool remote = false;
    std::string node{};
  };
  struct NewGame {
    CreateGame wanted;
    GameRecord record;
  };
  /// Who waits until a game that was made is open.
  struct Maker {
    decltype(CreateGame::from) from;
    ClientId client;
  };
  struct NewLogin {
    Login login;
    std::string token;
  };

  Instant now() const;
  void refuse(const Login& login, protocol::Code code, const std::string& detail = {});
  Instant login_time(const UserId& user, Instant last);
  void let_in(const UserId& user, Login& login, std::string token);
  bool look_for_guest(std::variant<Login, AskDirectory> stranger);
  void answer(Login& login, bool certain);
  void answer(const AskDirectory& ask, bool certain);
  void read_guests_later();
  void open_stored(OpenedJournal& game, bool anew = false);
  void warn_if_changed(const Settings& wanted);
  void open(RestoredGame game, JournalMaker journal, bool anew = false);
  void ended(const GameId& game);
  void come_back(const GameId& game);
  void place(const GameId& id, NewGame& game);
  std::size_t games_of(const UserId& host) const;
  void report_ready();
  void not_started(const std::string& problem);
  static void add_problem(std::string& all, const std::string& one);
  void start_gather();
  void finish_gather();
  void follow(const SessionActor& session, bool wanted);
  void tell_followers();
  void tick_later();
  void forget(const GameId& game);
  void tell_members_gone(const GameId& game);
  void forget_others(const Membership& all);
  void tell_members_moved(const GameId& id, const GameActor& game);
  void forget_remote(const GameId& game);
  template <class T>
  void tell_router(T message) {
    if (router_) caf::anon_send(router_, std::move(message));
  }
  void tell_cluster(const LocalGame& game);
  void end_if_stopped();

  LobbyActor::pointer self_;
  EnvironmentPtr env_;
  Instant started_at_;
  Guests guests_;
  std::unordered_map<UserId, Session> sessions_;
  std::unordered_map<UserId, Instant> ahead_;  ///< log-ins elsewhere, by clocks that are ahead of this one
  std::unordered_map<UserId, std::vector<GameId>> memberships_;
  std::map<UserId, NewLogin> logins_;  ///< guests who are being stored
  /// Log-ins and administrators' questions about guests whom only other nodes may know.
  std::vector<std::variant<Login, AskDirectory>> strangers_;
  std::vector<std::variant<Login, AskDirectory>> looked_for_;  ///< those for whom the store is asked
  bool reading_guests_ = false;
  Instant guests_read_at_;

  RouterActor router_;  ///< to the other nodes; null = there are none
  NodeActor node_;
  FloorActor floor_;                      ///< null: it has ended
  std::vector<std::string> other_nodes_;  ///< where players may go when this one stops
  std::set<GameId> between_;              ///< games that no node has at the moment
  /// Games that another node is to let go of first, and which of all waits that is.
  std::map<GameId, std::uint64_t> awaited_;
  std::uint64_t waits_ = 0;
  std::set<GameId> released_;  ///< that their nodes do not have any more, and nobody else says that it has
  std::set<GameId> remote_;    ///< games of other nodes; all others are here
  std::map<GameId, GameActor> games_;
  std::map<GameId, Settings> made_with_;
  std::map<GameId, UserId> hosts_;  ///< of games that guests made and that are not over
  std::map<TableId, Table> tables_;
  std::map<GameId, NewGame> creating_;
  std::map<GameId, Maker> made_;          ///< of games on their way to the nodes that are to have them
  std::map<GameId, std::string> closed_;  ///< games of the store that are not open, and why
  std::set<GameId> over_;                 ///< that have ended
  std::set<GameId> configured_;           ///< games of the configuration that are not known to have ended
  std::set<GameId> opening_;              ///< whose tables are not there yet
  std::set<GameId> returning_;            ///< that come back from the store
  Instant store_down_;                    ///< since when nothing is stored
  std::string store_why_;                 ///< and why
  std::string problem_;                   ///< all that is wrong
  std::string no_start_;                  ///< the part of it without which nobody can play
  std::function<void(std::string)> ready_;

  std::uint64_t gather_ = 0;  ///< number of the round that collects descriptions
  std::set<GameId> silent_;   ///< games that it waits for
  std::vector<protocol::server::LobbyGame> described_;
  std::vector<ListGames> askers_, next_askers_;
  bool gathering_ = false;
  bool look_round_ = false;                          ///< the next round is for the followers
  bool ticking_ = false;                             ///< one is due some time later
  std::map<std::uint64_t, SessionActor> followers_;  ///< by the actor's id
  std::map<GameId, std::string> told_;               ///< to all of them; empty: not all have the same

  bool stopping_ = false;
  std::set<std::uint64_t> sessions_left_;  ///< that were told to end and have not yet
  std::string stop_problem_;
  std::function<void(std::string)> stop_done_;
};

}  // namespace cardroom
