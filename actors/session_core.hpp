#pragma once
#include <set>
#include <string>
#include <vector>

#include "actors/answer.hpp"
#include "actors/recent_commands.hpp"
#include "actors/session_actor.hpp"
#include "actors/session_messages.hpp"
#include "actors/session_port.hpp"
#include "engine/commands.hpp"

namespace cardroom {

/// The state of a session actor and what it does with it.
class SessionCore {
 public:
  SessionCore(SessionActor::pointer self, SessionSetup setup);

  void attach(Attach& attach);
  void detach(const OutboxPtr& outbox);
  void request(SessionRequest& request);
  void caught_up(const OutboxPtr& outbox);
  void answered(const Answered& answer);
  void whereabouts(Whereabouts& where);
  void found(Found& found);
  void text(const TextPtr& text);
  void game_moved(const GameMoved& moved);
  void login_overdue(std::uint64_t generation);
  void kicked();
  void end();

 private:
  /// A game in which the player is registered, and the seat there.
  struct Game {
    Whereabouts where;
    bool known = false;  ///< the game has said where the player is
  };
  /// A table that is watched without a seat there.
  struct Watched {
    TableId table;
    GameId game;
    GameActor actor;
    RelayActor relay;
  };
  /// Where a command goes.
  struct Target {
    GameId game;
    GameActor actor;
    TableActor table;
    RelayActor relay;
  };

  Instant now() const;
  Game* game(const GameId& id);
  Game* game_at(const TableId& table);
  void carry_out(protocol::Request& request, const Target* found);
  void to_game(protocol::Request& request, const GameId& id, GameCommand command, const Target* found);
  template <class Command>
  void sit(protocol::Request& request, const GameId& id, Command command, const Target* found);
  void to_table(protocol::Request& request, const TableId& id, TableCommand command, const Target* found);
  void chat(protocol::Request& request, const Target* found);
  void watch(protocol::Request& request, const Target* found);
  void unwatch(const protocol::Request& request);
  void look_up(protocol::Request& request, const GameId& game, const TableId& table);
  void answer(ClientId client, const Outcome& outcome);
  template <class Message>
  void tell(const Message& message);
  void tell_game(const GameActor& game, GameCommand command);
  void log_in();
  void show(const Game& game);
  /// Tells the connection's port where the player sits.
  void route();
  void tell_seat(const Whereabouts& where);
  void follow(const RelayActor& relay);
  void leave_tables();
  void may_end();

  SessionActor::pointer self_;
  EnvironmentPtr env_;
  LobbyActor lobby_;
  UserId user_;
  DisplayName name_;
  OutboxPtr outbox_;  ///< of the newest connection; null while there is none
  std::shared_ptr<Port> port_;
  std::uint64_t generation_ = 0;
  ClientId login_;  ///< not answered yet; 0 = none
  std::string token_;
  std::vector<Game> games_;
  std::vector<Watched> watched_;
  std::shared_ptr<RecentCommands> recent_ = std::make_shared<RecentCommands>();
};

}  // namespace cardroom
