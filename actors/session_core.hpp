#pragma once
#include <optional>
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
  void table_seen(TableSeen& seen);
  void balance_moved(const BalanceMoved& moved);
  void balance_read(const BalanceRead& read);
  void ask_balance();
  void text(const TextPtr& text);
  void game_moved(const GameMoved& moved);
  void relay_down(std::uint64_t relay);
  void seek();
  void replaced(Instant by);
  void login_overdue(std::uint64_t generation);
  void kicked();
  /// What was on its way to another node may be lost.
  void link_lost();
  void command_overdue(ClientId client);
  void end(const std::vector<std::string>& urls);

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
    RelayActor relay;  ///< null: the table was lost sight of
    int sought = 0;    ///< how often it was looked for since
  };
  /// A command that its game has not answered, or whose game or table is not there now.
  struct UnderWay {
    protocol::Request request;
    Instant since;
    bool sent = false;  ///< it may be carried out
    bool lost = false;  ///< it is said again until it is answered
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
  void find(const GameActor& game, bool fresh = false);
  UnderWay* under_way(ClientId client);
  UnderWay* next_lost(const std::string& place);
  /// Whether the command has to wait: `there` says that its game or table is in sight.
  bool waits(const protocol::Request& request, bool there);
  bool is_news(const Found& found);
  void hold(const protocol::Request& request);
  bool sent(const protocol::Request& request);
  bool expects(ClientId client);
  void lose(UnderWay& command);
  void lose(const GameId& game);
  void settle(ClientId client);
  void say_again(const std::string& place);
  void give_up();
  void give_up(const UnderWay& command);
  void forget(ClientId client);
  void log_in();
  void show(const Game& game);
  void tell_balance(const Game& game);
  void tell_balance();
  /// Tells the connection's port where the player sits.
  void route();
  void tell_seat(const Whereabouts& where);
  void follow(const RelayActor& relay);
  void unfollow(const RelayActor& relay);
  void may_seek();
  static bool out_of_sight(const Game& game) {
    return game.where.actor && !game.where.table.empty() && !game.where.relay;
  }
  void leave_tables();
  void leave_lobby();
  void close_replaced();
  void may_end();

  SessionActor::pointer self_;
  EnvironmentPtr env_;
  LobbyActor lobby_;
  UserId user_;
  DisplayName name_;
  OutboxPtr outbox_;  ///< of the newest connection; null while there is none
  std::shared_ptr<Port> port_;
  std::uint64_t generation_ = 0;
  Instant since_;   ///< the log-in of the newest connection
  ClientId login_;  ///< not answered yet; 0 = none
  std::string token_;
  std::optional<Chips> balance_;  ///< as the bank last said
  std::set<GameId> unheard_;      ///< games that changed it since
  bool asking_ = false, ask_again_ = false;
  std::vector<Game> games_;
  std::vector<Watched> watched_;
  std::vector<UnderWay> under_way_;   ///< in the order in which they came
  std::set<ClientId> expected_;       ///< commands that a game was told, and that are not said again
  std::set<ClientId> given_up_;       ///< commands whose answer is not waited for any more
  std::set<std::uint64_t> followed_;  ///< relays, by actor id
  bool seeking_ = false;
  bool follows_lobby_ = false;
  std::shared_ptr<RecentCommands> recent_ = std::make_shared<RecentCommands>();
};

}  // namespace cardroom
