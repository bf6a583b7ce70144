#pragma once
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "actors/admin_messages.hpp"
#include "actors/guests.hpp"
#include "actors/lobby_actor.hpp"
#include "actors/lobby_messages.hpp"

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
  void create(CreateGame& wanted);
  void opened(const GameOpened& opened);
  void listed(TableListed& listed);
  void look_up(Lookup& lookup);
  void list(ListGames& ask);
  void described(GameDescribed& game);
  void gather_due(std::uint64_t ask);
  void directory(const AdminActor& from);
  void stop(StopAll& stop);
  void ready(const GameId& game);
  void load_game(const GameId& game);
  void loaded(GameLoaded& loaded);
  void stopped(const GameStopped& stopped);
  void store_turned(bool down);
  void over(const GameId& game) { hosts_.erase(game); }
  void down(const caf::down_msg& message);

  // Guests and sessions: lobby_core.cpp
  void login(Login& login);
  void guest_saved(const GuestSaved& saved);
  void idle(const SessionIdle& idle);
  void membership(const Membership& membership);
  void kick(const UserId& user);

 private:
  struct Session {
    SessionActor actor;
    std::uint64_t generation = 0;
  };
  struct Table {
    GameId game;
    TableActor actor;
    RelayActor relay;
  };
  struct NewGame {
    CreateGame wanted;
    GameRecord record;
  };
  struct NewLogin {
    Login login;
    std::string token;
  };

  Instant now() const;
  void refuse(const Login& login, protocol::Code code);
  void let_in(const UserId& user, Login& login, std::string token);
  void open_stored(OpenedJournal& game);
  void open(GameRecord record, Version stored, JournalMaker journal);
  void come_back(const GameId& game);
  std::size_t games_of(const UserId& host) const;
  void report_ready();
  void start_gather();
  void finish_gather();
  void forget(const GameId& game);
  void tell_members_gone(const GameId& game);
  void end_if_stopped();

  LobbyActor::pointer self_;
  EnvironmentPtr env_;
  Instant started_at_;
  Guests guests_;
  std::unordered_map<UserId, Session> sessions_;
  std::unordered_map<UserId, std::vector<GameId>> memberships_;
  std::map<UserId, NewLogin> logins_;  ///< guests who are being stored

  std::map<GameId, GameActor> games_;
  std::map<GameId, UserId> hosts_;  ///< of games that guests made and that are not over
  std::map<TableId, Table> tables_;
  std::map<GameId, NewGame> creating_;
  std::set<GameId> unreadable_;
  std::set<GameId> opening_;    ///< whose tables are not there yet
  std::set<GameId> returning_;  ///< that come back from the store
  Instant store_down_;          ///< since when the store does not answer
  std::string problem_;         ///< what of the store could not be read
  std::function<void(std::string)> ready_;

  std::uint64_t gather_ = 0;  ///< number of the round that collects descriptions
  std::set<GameId> silent_;   ///< games that it waits for
  std::vector<protocol::server::LobbyGame> described_;
  std::vector<ListGames> askers_, next_askers_;

  bool stopping_ = false;
  std::set<std::uint64_t> sessions_left_;  ///< that were told to end and have not yet
  std::string stop_problem_;
  std::function<void(std::string)> stop_done_;
};

}  // namespace cardroom
